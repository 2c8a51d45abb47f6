#include "relevance.h"
#include "standard_calls.h"

namespace hpcast::slicer {
namespace {

// exit with a status that is a constant and not 0.
bool exits_with_error(const Effect& effect) {
  Expr::EvalResult status;
  const std::vector<const Expr*>& arguments = effect.called.arguments;
  return arguments.size() == 1 && arguments[0]->EvaluateAsInt(status, effect.function->context()) &&
         status.Val.getInt() != 0;
}

}  // namespace

bool ends_program(const Effect& effect) {
  if (effect.called.direct == nullptr || effect.callees.outside.empty()) return false;
  const LibraryFunction* known = library_function(effect.called.direct->getNameAsString());
  return known != nullptr && (known->ends || known->fails);
}

bool is_failure(const Effect& effect) {
  const FunctionDecl* const callee = effect.called.direct;
  if (callee == nullptr || effect.callees.outside.empty()) return false;
  if (is_mpi(callee)) return mpi_function(callee->getNameAsString()).fails;
  const LibraryFunction* known = library_function(callee->getNameAsString());
  return known != nullptr && (known->fails || (known->ends && exits_with_error(effect)));
}

bool Relevance::begins_slice(const Effect& effect, std::string& why) const {
  if (effect.kind != Effect::call || is_failure(effect)) return false;
  if (effect.callees.anybody) {
    why = "calls through a pointer of which nothing is known";
    return true;
  }
  for (const FunctionDecl* callee : effect.callees.outside) {
    const std::string name = callee->getNameAsString();
    const bool library = library_function(name) != nullptr && effect.called.object == nullptr;
    if (is_mpi(callee) ? mpi_function(name).talks : false)
      why = "calls " + name;
    else if (ends_program(effect))
      why = "ends the program";
    else if (!is_mpi(callee) && !library && !is_standard(callee))
      why = "calls " + name + ", of which the source is not given";
  }
  return !why.empty();
}

// MPI, or a library that we do not know, may call what it is given.
void Relevance::keep_callbacks(const Effect& effect) {
  PointsTo& points_to = effects_->points_to();
  for (const Expr* given : effect.called.arguments) {
    if (is_mpi(effect.called.direct) && !given->getType()->isFunctionPointerType()) continue;
    for (const Location target : points_to.targets_of(given))
      if (const Function* function =
              points_to.program().function_of(points_to.locations()[target].code))
        keep(*function, function->decl->getBody(),
             "given to " + effect.function->text(effect.node));
  }
}

void Relevance::add_communication() {
  const Location talk = effects_->points_to().locations().of_channel("communication");
  for (const Function* function : effects_->points_to().program().functions())
    for (const Effect* effect : effects_->of(function)) {
      std::string text;
      if (!begins_slice(*effect, text)) continue;
      if (is_mpi(effect->called.direct)) ++calls_;
      keep_callbacks(*effect);
      const int reason = cause(*function, effect->node, text, -1);
      mark(effect, reason);
      mark(talk, reason);  // with whom else, we do not see
      see(function, talk, reason);
    }
}

void Relevance::keep(const Function& function, const Stmt* statement, const std::string& why) {
  const int reason = cause(function, statement, why, -1);
  whole(function, statement, reason);
  see(&function, effects_->points_to().locations().of_channel("communication"), reason);
}

void Relevance::keep_as_written(const Function& function) {
  as_written_.insert(&function);
  const Stmt* const body = function.decl->getBody();
  const std::string why = "other functions have the same text, and need another part of it";
  keep(function, body, why);
  mark(effects_->points_to().locations().of_result(function.decl), cause(function, body, why, -1));
}

void Relevance::keep_place(const Function& function, const Stmt* statement, const std::string& why,
                           bool itself) {
  const int reason = cause(function, statement, why, -1);
  if (const Stmt* above = function.parent.lookup(statement)) {
    keep_path(function, above, reason);
    control(function, above, reason);
  }
  if (itself) keep_path(function, statement, reason);
  see(&function, effects_->points_to().locations().of_channel("communication"), reason);
}

bool Relevance::needs_argument(const Effect& call, unsigned index) const {
  Locations& locations = effects_->points_to().locations();
  if (is_as_written(call.function)) return true;
  if (ends_program(call)) return false;  // with which status is not communication
  if (!call.callees.outside.empty() || call.callees.anybody) return true;
  for (const Function* callee : call.callees.known) {
    if (index >= callee->decl->getNumParams()) return true;
    const ParmVarDecl* const parameter = callee->decl->getParamDecl(index);
    const QualType type = parameter->getType();
    if (!type->isArithmeticType() && !type->isPointerType()) return true;
    // A macro's text is not ours to change.
    if (call.called.arguments[index]->getBeginLoc().isMacroID()) return true;
    if (is_relevant(locations.of(parameter)) || is_written_out(call, index)) return true;
  }
  return call.callees.known.empty();
}

// An argument that does something by itself stays as it is written.
bool Relevance::is_written_out(const Effect& call, unsigned index) const {
  return valued_.count(call.called.arguments[index]) > 0;
}

void Relevance::follow_call(const Effect& effect, int why) {
  const Function& function = *effect.function;
  const Call& call = effect.called;
  if (call.pointer != nullptr) value(function, call.pointer, why);
  if (call.object != nullptr) value(function, call.object, why);
  for (unsigned i = 0; i < call.arguments.size(); ++i)
    if (needs_argument(effect, i) && !is_mpi(call.direct)) value(function, call.arguments[i], why);
  for (const FunctionDecl* callee : effect.callees.outside) follow_outside(effect, callee, why);
  release(effect, why);
  for (const Function* callee : effect.callees.known) {  // records come in and out field by field
    if (const auto* constructor = dyn_cast<CXXConstructorDecl>(callee->decl))
      for (const CXXCtorInitializer* init : constructor->inits())
        value(*callee, init->getInit(), why);
    // So does what a library's function is told by what it calls, in ways that we do not see.
    if (parts_of(callee->decl->getReturnType()) != nullptr || !effect.callees.outside.empty())
      mark(effects_->points_to().locations().of_result(callee->decl), why);
  }
}

// What is allocated is freed again.
void Relevance::release(const Effect& effect, int why) {
  PointsTo& points_to = effects_->points_to();
  if (effect.called.object != nullptr || !points_to.allocates(effect.called)) return;
  const Location heap = points_to.locations().of_heap(effect.node, "");
  for (const Effect* freed : effects_->releases(heap)) {
    mark(freed, why);
    see(freed->function, points_to.locations().of_channel("memory"), why);
  }
}

void Relevance::follow_library(const Call& call, const LibraryFunction& known, int why) {
  PointsTo& points_to = effects_->points_to();
  for (const unsigned index : known.reads)
    if (index < call.arguments.size())
      for (const Location cell : points_to.behind(call.arguments[index])) mark(cell, why);
  if (known.deep >= 0 && static_cast<size_t>(known.deep) < call.arguments.size())
    for (const Location cell :
         points_to.reachable(call.arguments[static_cast<unsigned>(known.deep)]))
      mark(cell, why);
  if (known.state.empty()) return;
  const Location state = points_to.locations().of_channel(known.state);
  mark(state, why);
  if (known.keeps >= 0)
    for (const Location cell : points_to.behind(state)) mark(cell, why);
}

void Relevance::follow_outside(const Effect& effect, const FunctionDecl* callee, int why) {
  const Call& call = effect.called;
  PointsTo& points_to = effects_->points_to();
  const auto contents = [&](const Expr* pointer) {
    for (const Location cell : points_to.behind(pointer)) mark(cell, why);
  };
  if (is_mpi(callee)) return call_mpi(effect, callee, why);
  const LibraryFunction* known = library_function(callee->getNameAsString());
  if (known != nullptr && call.object == nullptr) return follow_library(call, *known, why);
  switch (is_standard(callee) ? kind_of(call) : StandardCall::unknown) {
    case StandardCall::reaches:  // the object itself, not what it holds
      if (call.object != nullptr)
        for (const Location cell : points_to.objects(call.object)) mark(cell, why);
      return;
    case StandardCall::swaps:
      swaps_.insert(&effect);
      for (const Location cell : effect.writes)
        if (!points_to.locations().is_elements(cell)) mark(cell, why);
      return;
    case StandardCall::unknown:
      if (is_standard(callee))
        for (const Location cell : points_to.seen_by(call)) mark(cell, why);
      else
        for (const Expr* given : call.arguments)
          for (const Location cell : points_to.reachable(given)) mark(cell, why);
      if (!is_standard(callee) && call.object != nullptr)
        for (const Location cell : points_to.reachable(call.object)) mark(cell, why);
      [[fallthrough]];
    case StandardCall::reads:
    case StandardCall::own:
      for (const Expr* given : call.arguments)
        if (!isa<CXXDefaultArgExpr>(given) &&
            (given->isGLValue() || given->getType()->isPointerType() ||
             given->getType()->isRecordType()))
          contents(given);
      if (call.object != nullptr) contents(call.object);
  }
}

void Relevance::call_mpi(const Effect& effect, const FunctionDecl* callee, int why) {
  const std::string called = callee->getNameAsString();
  const MpiFunction& mpi = mpi_function(called);
  const Function& function = *effect.function;
  for (unsigned i = 0; i < effect.called.arguments.size(); ++i) {
    const Expr* const given = effect.called.arguments[i];
    std::string what = "an argument";
    if (i < callee->getNumParams() && !callee->getParamDecl(i)->getName().empty())
      what = "`" + callee->getParamDecl(i)->getNameAsString() + "`";
    // Where only its value is wanted, as of MPI_Wtime, there is more to tell.
    const int reason = cause(function, effect.node, what + " of " + called, mpi.talks ? -1 : why);
    value(function, given, reason);
    const bool data = mpi.sends.count(i) || mpi.receives.count(i);
    if (data || !given->getType()->isPointerType() || is_handle(given->getType())) continue;
    for (const Location cell : effects_->points_to().behind(given)) mark(cell, reason);
  }
}

}  // namespace hpcast::slicer

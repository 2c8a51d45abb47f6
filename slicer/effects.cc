#include "effects.h"

#include <algorithm>

#include "formats.h"
#include "opaque.h"
#include "standard_calls.h"

namespace hpcast::slicer {
namespace {

template <typename Key, typename Value>
const std::vector<Value>& look(const std::map<Key, std::vector<Value>>& map, Key key) {
  static const std::vector<Value> none;
  const auto found = map.find(key);
  return found == map.end() ? none : found->second;
}

}  // namespace

bool is_handle(QualType type) {
  return type->isPointerType() && type->getPointeeType()->isRecordType() &&
         type->getPointeeType()->isIncompleteType();
}

bool is_output(const FunctionDecl* function, unsigned argument) {
  if (argument >= function->getNumParams()) return true;
  const QualType type = function->getParamDecl(argument)->getType();
  if (is_handle(type) || type->isFunctionPointerType()) return false;
  return (type->isPointerType() || type->isReferenceType()) &&
         !type->getPointeeType().isConstQualified();
}

Effects::Effects(PointsTo& points_to) : points_to_(points_to), files_(points_to) {
  for (const Function* function : points_to.program().functions())
    definitions_.emplace(function, *function);
  for (const Function* function : points_to.program().functions())
    for (const Stmt* node : function->nodes)
      if (const auto* call = dyn_cast<CallExpr>(node))
        if (const FunctionDecl* callee = call->getDirectCallee();
            callee != nullptr && callee->getNameAsString() == "MPI_Get_address")
          for (const Location cell : points_to.behind(call->getArg(0))) addressed_.push_back(cell);
  for (const Function* function : points_to.program().functions()) {
    by_function_[function];
    for (const Stmt* node : function->nodes) add(*function, node);
  }
  for (const Effect& effect : all_)
    for (const Location cell : effect.writes) writers_[cell].push_back(&effect);
  for (const Files::Way& way : files_.ways())
    transports_[way.to].push_back({way.from, way.function, way.opening});
  close();
}

void Effects::carry(Location from, Location to, const Effect& by) {
  transports_[to].push_back({from, by.function, by.node});
}

void Effects::add(const Function& function, const Stmt* node) {
  if (const auto* statement = dyn_cast<DeclStmt>(node)) return add_declaration(function, statement);
  if (is_call(node)) return add_call(function, node);
  if (!is_understood(node)) return add_opaque(function, node);
  if (const auto* removed = dyn_cast<CXXDeleteExpr>(node)) {
    Effect& effect = put({Effect::release, &function, node});
    add_callbacks(effect, points_to_.program().destructors(removed->getDestroyedType(), true));
    if (Function* const own = points_to_.program().function_of(removed->getOperatorDelete()))
      add_callbacks(effect, {own});
    for (const Location cell : points_to_.behind(removed->getArgument()))
      releases_[cell].push_back(&effect);
    return;
  }
  if (isa<CXXNewExpr>(node) || isa<CXXThrowExpr>(node) || isa<CXXDynamicCastExpr>(node))
    return add_special(function, node);
  if (const auto* lambda = dyn_cast<LambdaExpr>(node))
    for (const LambdaCapture& capture : lambda->captures())
      if (lambda->isInitCapture(&capture))
        add_variable(function, node, cast<VarDecl>(capture.getCapturedVar()));
  if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(node)) {
    const std::vector<Function*> ends = points_to_.program().destructors(bound->getType(), false);
    if (!ends.empty()) add_callbacks(put({Effect::release, &function, node}), ends);
    return;
  }
  const Expr* target = nullptr;
  if (const auto* operation = dyn_cast<BinaryOperator>(node);
      operation && operation->isAssignmentOp())
    target = operation->getLHS();
  if (const auto* operation = dyn_cast<UnaryOperator>(node);
      operation && operation->isIncrementDecrementOp())
    target = operation->getSubExpr();
  if (target == nullptr) return;
  Effect effect{Effect::assign, &function, node};
  const DeclRefExpr* const name = target_of(node);
  const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  if (variable == nullptr || !definitions(&function).tracks(variable))
    effect.writes = points_to_.cells(target);
  put(std::move(effect));
}

// Placement, operators of the program, exceptions.
void Effects::add_special(const Function& function, const Stmt* node) {
  Effect effect{Effect::release, &function, node};
  std::vector<Function*> called;
  if (const auto* made = dyn_cast<CXXNewExpr>(node)) {
    for (const Expr* place : made->placement_arguments()) write_behind(effect, place);
    if (Function* const own = points_to_.program().function_of(made->getOperatorNew()))
      called.push_back(own);
  } else if (isa<CXXThrowExpr>(node) || cast<Expr>(node)->isGLValue()) {
    effect.writes.push_back(raised());
  }
  if (effect.writes.empty() && called.empty()) return;
  add_callbacks(put(std::move(effect)), called);
}

Location Effects::raised() const { return points_to_.locations().of_channel("exceptions"); }

bool Effects::raises(const Effect& effect) const {
  const Location exceptions = raised();
  if (std::count(effect.writes.begin(), effect.writes.end(), exceptions) > 0) return true;
  for (const Function* callee : effect.callees.known)
    if (written_by(callee).count(exceptions) > 0) return true;
  return false;
}

void Effects::add_declaration(const Function& function, const DeclStmt* statement) {
  for (const Decl* each : statement->decls())
    if (const auto* variable = dyn_cast<VarDecl>(each)) add_variable(function, statement, variable);
}

void Effects::add_variable(const Function& function, const Stmt* statement,
                           const VarDecl* variable) {
  Effect effect{Effect::declare, &function, statement, variable};
  Locations& locations = points_to_.locations();
  if (variable->hasInit() && !definitions(&function).tracks(variable)) {
    effect.writes = {locations.of(variable), locations.elements_of(locations.of(variable))};
    if (!variable->getType()->isReferenceType())
      for (const Location part : locations.fields_of(parts_of(variable->getType())))
        effect.writes.push_back(part);
  }
  Effect& kept = put(std::move(effect));
  by_variable_[variable] = &kept;
  if (!variable->isStaticLocal())
    add_callbacks(kept, points_to_.program().destructors(variable->getType(), false));
}

void Effects::write_behind(Effect& effect, const Expr* pointer) {
  for (const Location cell : points_to_.behind(pointer)) effect.writes.push_back(cell);
}

void Effects::add_call(const Function& function, const Stmt* node) {
  Effect effect{Effect::call, &function, node, nullptr, {}, call_of(node), {}};
  effect.callees = points_to_.callees(effect.called);
  Effect& kept = put(std::move(effect));
  for (const Function* callee : kept.callees.known) {
    callers_[callee].push_back(&kept);
    const auto* constructor = dyn_cast<CXXConstructorDecl>(callee->decl);
    if (constructor == nullptr) continue;  // what its list of initialisers writes
    for (const Location part : points_to_.locations().fields_of(constructor->getParent()))
      kept.writes.push_back(part);
  }
  for (const FunctionDecl* callee : kept.callees.outside) add_outside(kept, callee);
}

void Effects::add_outside(Effect& effect, const FunctionDecl* callee) {
  const Call& call = effect.called;
  const LibraryFunction* known = library_function(callee->getNameAsString());
  if (is_mpi(callee)) return add_mpi(effect, callee);
  if (known != nullptr && call.object == nullptr) return add_library(effect, *known);
  if (is_standard(callee)) return add_standard(effect, callee);
  add_unknown(effect, callee);
  for (unsigned i = 0; i < call.arguments.size(); ++i)
    if (is_output(callee, i)) write_behind(effect, call.arguments[i]);
}

void Effects::add_standard(Effect& effect, const FunctionDecl* callee) {
  const Call& call = effect.called;
  const StandardCall kind = kind_of(call);
  add_callbacks(effect, points_to_.callbacks(call.expression));
  if (points_to_.program().library_throws(callee)) effect.writes.push_back(raised());
  if (kind == StandardCall::unknown)
    for (const Location cell : points_to_.changeable_by(call)) effect.writes.push_back(cell);
  if (kind != StandardCall::own && kind != StandardCall::swaps) return;
  for (unsigned i = 0; i < call.arguments.size(); ++i) {
    const bool object = call.arguments[i]->getType()->isRecordType();  // an iterator, say
    if (is_output(callee, i) || (object && call.arguments[i]->isPRValue()))
      write_behind(effect, call.arguments[i]);
  }
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  if (call.object != nullptr && method != nullptr && !method->isConst())
    write_behind(effect, call.object);
}

// Code that nobody has seen may write whatever it can come to, but for what it was promised not to.
void Effects::add_unknown(Effect& effect, const FunctionDecl* callee) {
  const std::vector<const Expr*>& arguments = effect.called.arguments;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    std::set<Location> cells = points_to_.reachable(arguments[i]);
    if (!is_output(callee, i))
      for (const Location cell : points_to_.behind(arguments[i])) cells.erase(cell);
    effect.writes.insert(effect.writes.end(), cells.begin(), cells.end());
  }
  if (const Expr* object = effect.called.object)
    for (const Location cell : points_to_.reachable(object)) effect.writes.push_back(cell);
}

void Effects::add_opaque(const Function& function, const Stmt* node) {
  Effect effect{Effect::opaque, &function, node};
  for (const Stmt* child : live_children(node, function.context()))
    if (const auto* operand = dyn_cast<Expr>(child))
      for (const Location cell : points_to_.reachable(operand)) effect.writes.push_back(cell);
  put(std::move(effect));
}

void Effects::add_library(Effect& effect, const LibraryFunction& known) {
  const std::vector<const Expr*>& arguments = effect.called.arguments;
  Locations& locations = points_to_.locations();
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const bool from = known.writes_from >= 0 && i >= static_cast<unsigned>(known.writes_from);
    const bool memory =
        known.allocates_behind >= 0 && i == static_cast<unsigned>(known.allocates_behind);
    if (from || memory || known.writes.count(i)) write_behind(effect, arguments[i]);
  }
  if (known.format >= 0) add_lengths(effect, known);
  if (known.deep >= 0 && known.format < 0)
    for (const Location cell : points_to_.reachable(arguments[static_cast<unsigned>(known.deep)]))
      effect.writes.push_back(cell);
  if (known.file >= 0)
    for (const Location file : files_.behind(arguments[static_cast<unsigned>(known.file)]))
      effect.writes.push_back(file);
  if (known.sets_errno) effect.writes.push_back(locations.of_channel("errno"));
  if (!known.state.empty()) effect.writes.push_back(locations.of_channel(known.state));
  if (known.keeps >= 0)
    for (const Location cell : points_to_.behind(locations.of_channel(known.state)))
      effect.writes.push_back(cell);
  if (known.allocates && !known.reads.empty())  // as realloc carries what was there
    effect.writes.push_back(locations.of_heap(effect.node, "allocated memory"));
  if (known.frees && !arguments.empty())
    for (const Location cell : points_to_.behind(arguments[0])) releases_[cell].push_back(&effect);
  if (known.calls >= 0 && arguments.size() > static_cast<unsigned>(known.calls))
    for (const Location target :
         points_to_.targets_of(arguments[static_cast<unsigned>(known.calls)]))
      if (const FunctionDecl* code = points_to_.locations()[target].code)
        if (Function* const function = points_to_.program().function_of(code))
          add_callbacks(effect, {function});
}

// printf's %n writes how much was printed so far.
void Effects::add_lengths(Effect& effect, const LibraryFunction& known) {
  const std::vector<const Expr*>& arguments = effect.called.arguments;
  const auto format = static_cast<unsigned>(known.format);
  if (format >= arguments.size()) return;
  const auto* text = dyn_cast<StringLiteral>(arguments[format]->IgnoreParenCasts());
  if (text != nullptr ? !counts_output(*text) : !points_to_.program().counts_output()) return;
  for (unsigned i = format + 1; i < arguments.size(); ++i) {
    const QualType to = arguments[i]->getType()->getPointeeType();
    if (!to.isNull() && to->isIntegerType() && !to.isConstQualified())
      write_behind(effect, arguments[i]);
  }
  if (known.deep >= 0)
    for (const Location cell : points_to_.reachable(arguments[static_cast<unsigned>(known.deep)]))
      effect.writes.push_back(cell);
}

// What it calls though it does not name it.
void Effects::add_callbacks(Effect& effect, const std::vector<Function*>& called) {
  for (Function* const function : called) {
    effect.callees.known.push_back(function);
    callers_[function].push_back(&effect);
  }
}

void Effects::add_mpi(Effect& effect, const FunctionDecl* callee) {
  const MpiFunction& mpi = mpi_function(callee->getNameAsString());
  const std::vector<const Expr*>& arguments = effect.called.arguments;
  const Location channel = points_to_.locations().of_channel("data of " + mpi.kind);
  const auto behind = [&](unsigned index) {
    const std::vector<Location> cells = points_to_.behind(arguments[index]);
    const bool bottom = arguments[index]->isNullPointerConstant(
                            effect.function->context(), Expr::NPC_ValueDependentIsNotNull) != 0;
    return cells.empty() && bottom ? addressed_ : cells;
  };
  std::set<unsigned> sends = mpi.sends;
  if (mpi.kind != "p2p" && mpi.kind != "one-sided" && mpi.kind != "files")  // MPI_IN_PLACE
    sends.insert(mpi.receives.begin(), mpi.receives.end());
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const bool buffer = sends.count(i) || mpi.receives.count(i);
    if (sends.count(i))
      for (const Location cell : behind(i)) carry(cell, channel, effect);
    if (mpi.receives.count(i))
      for (const Location cell : behind(i)) carry(channel, cell, effect);
    if (!buffer && is_output(callee, i)) write_behind(effect, arguments[i]);
  }
  if (mpi.kind != "one-sided" || mpi.memory.allocates_behind < 0) return;
  // Others reach it.
  for (const Location cell : points_to_.behind(points_to_.locations().of_channel("windows"))) {
    carry(cell, channel, effect);
    carry(channel, cell, effect);
  }
}

Effect& Effects::put(Effect effect) {
  Effect& kept = all_.emplace_back(std::move(effect));
  by_place_[{kept.node, kept.variable}] = &kept;
  by_function_[kept.function].push_back(&kept);
  return kept;
}

// What functions write, with those that they call, until nothing is new.
void Effects::close() {
  std::map<const Function*, std::set<const Function*>> reached;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [function, effects] : by_function_)
      for (const Effect* effect : effects) {
        std::set<Location>& written = written_[function];
        const size_t before = written.size() + reached[function].size();
        written.insert(effect->writes.begin(), effect->writes.end());
        for (const Function* callee : effect->callees.known) {
          const std::set<Location> deeper = written_[callee];
          written.insert(deeper.begin(), deeper.end());
          reached[function].insert(callee);
          const std::set<const Function*> further = reached[callee];
          reached[function].insert(further.begin(), further.end());
        }
        changed |= written.size() + reached[function].size() != before;
      }
  }
  for (const auto& [function, callees] : reached)
    if (callees.count(function)) recursive_.insert(function);
}

const Effect* Effects::at(const Stmt* node, const VarDecl* variable) const {
  const auto found = by_place_.find({node, variable});
  return found == by_place_.end() ? nullptr : found->second;
}

const Effect* Effects::of(const VarDecl* variable) const {
  const auto found = by_variable_.find(variable);
  return found == by_variable_.end() ? nullptr : found->second;
}

const std::vector<const Effect*>& Effects::of(const Function* function) const {
  return look(by_function_, function);
}
const std::vector<const Effect*>& Effects::writers(Location location) const {
  return look(writers_, location);
}
const std::vector<const Effect*>& Effects::callers(const Function* function) const {
  return look(callers_, function);
}
const std::vector<const Effect*>& Effects::releases(Location heap) const {
  return look(releases_, heap);
}
const std::vector<Effects::Transport>& Effects::transports(Location to) const {
  return look(transports_, to);
}
const Definitions& Effects::definitions(const Function* function) const {
  return definitions_.at(function);
}
const std::set<Location>& Effects::written_by(const Function* function) const {
  return written_.at(function);
}

bool Effects::is_local(Location location, const Function* function) const {
  const VarDecl* const variable = points_to_.locations()[location].declaration;
  // What a lambda's capture is initialised with lives as long as the lambda.
  return variable != nullptr && variable->hasLocalStorage() && !recursive_.count(function) &&
         !variable->isInitCapture() &&
         variable->getDeclContext() == cast<DeclContext>(function->decl);
}

}  // namespace hpcast::slicer

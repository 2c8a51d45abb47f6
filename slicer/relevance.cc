#include "relevance.h"

#include <fmt/format.h>

namespace hpcast::slicer {
namespace {

std::string quoted(const char* verb, const std::string& text) {
  constexpr size_t longest = 60;
  if (text.size() <= longest) return fmt::format("{} `{}`", verb, text);
  return fmt::format("{} `{}...`", verb, std::string_view(text).substr(0, longest - 3));
}

std::string moved_by(const Stmt* node) {
  const auto* call = dyn_cast<CallExpr>(node);
  const bool mpi = call != nullptr && is_mpi(call->getDirectCallee());
  return mpi ? "data moved by " + call->getDirectCallee()->getNameAsString()
             : "reads a file that was written";
}

bool is_constant(const Expr* expression, const Function& function) {
  Expr::EvalResult result;
  return !expression->isValueDependent() && !expression->isGLValue() &&
         expression->EvaluateAsRValue(result, function.context()) && !result.HasSideEffects;
}

}  // namespace

int Relevance::cause(const Function& function, const Stmt* at, std::string text, int before) {
  causes_.push_back({{function.place(at), std::move(text)}, before});
  return static_cast<int>(causes_.size()) - 1;
}

std::vector<Step> Relevance::chain(int cause) const {
  std::vector<Step> steps;
  for (; cause >= 0; cause = causes_[static_cast<size_t>(cause)].before) {
    const Step& step = causes_[static_cast<size_t>(cause)].step;
    if (steps.empty() || to_string(steps.back().place) != to_string(step.place) ||
        steps.back().text != step.text)
      steps.push_back(step);
  }
  return steps;
}

std::vector<Step> Relevance::why(const Stmt* statement) const {
  const auto found = kept_.find(statement);
  return found == kept_.end() ? std::vector<Step>{} : chain(found->second);
}

void Relevance::need(const Function& function, const Expr* wanted, const std::string& why) {
  value(function, wanted, cause(function, wanted, why, -1));
}

void Relevance::need(const Function& function, Location memory, const Stmt* at,
                     const std::string& why) {
  mark(memory, cause(function, at, why, -1));
}

void Relevance::need(const Function& function, const VarDecl* variable, const Stmt* at,
                     const std::string& why) {
  const int reason = cause(function, at, why, -1);
  name(variable, reason);
  const Definitions& definitions = effects_->definitions(&function);
  if (!definitions.tracks(variable))
    return mark(effects_->points_to().locations().of(variable), reason);
  for (const Definition& one : definitions.all(variable)) {
    if (one.statement == nullptr)
      mark(effects_->points_to().locations().of(variable), reason);
    else
      mark(effects_->at(one.statement, one.variable), reason);
  }
}

// The value of an expression: all that it reads, and where it reads it.
void Relevance::value(const Function& function, const Stmt* node, int why) {
  if (!valued_.insert(node).second) return;
  const auto* expression = dyn_cast<Expr>(node);
  if (expression != nullptr && is_constant(expression, function)) return name(function, node, why);
  for (const Expr* named : in_types(node).named) name(function, named, why);
  if (const auto* size = dyn_cast<UnaryExprOrTypeTraitExpr>(node)) {
    name(function, size, why);
    if (!size->getTypeOfArgument()->isVariablyModifiedType()) return;
  }
  if (is_call(node)) {
    const Effect* const call = effects_->at(node);
    mark(call, why);
    for (const Function* callee : call ? call->callees.known : std::vector<Function*>{})
      mark(effects_->points_to().locations().of_result(callee->decl), why);
    return;
  }
  if (const Effect* effect = effects_->at(node)) return mark(effect, why);
  if (const auto* used = dyn_cast<DeclRefExpr>(node)) return read(function, used, why);
  if (const auto* cast = dyn_cast<CastExpr>(node)) {
    const Expr* const from = cast->getSubExpr();
    const bool reads = from->isGLValue() && cast->isPRValue() &&
                       cast->getCastKind() != CK_ArrayToPointerDecay &&
                       cast->getCastKind() != CK_FunctionToPointerDecay;
    const auto* used = dyn_cast<DeclRefExpr>(from->IgnoreParens());
    const auto* variable = used ? dyn_cast<VarDecl>(used->getDecl()) : nullptr;
    const bool tracked = variable && effects_->definitions(&function).tracks(variable);
    // A record that is copied: each field is relevant by itself.
    if (reads && !tracked && parts_of(from->getType()) == nullptr)
      for (const Location cell : effects_->points_to().cells(from)) mark(cell, why);
  }
  if (const auto* statement = dyn_cast<DeclStmt>(node))
    for (const Decl* each : statement->decls())
      if (const auto* variable = dyn_cast<VarDecl>(each)) mark(effects_->of(variable), why);
  for (const Stmt* child : live_children(node, function.context())) value(function, child, why);
}

void Relevance::read(const Function& function, const DeclRefExpr* used, int why) {
  const VarDecl* const variable = variable_of(used);
  if (variable == nullptr) return;
  name(variable, why);
  Locations& locations = effects_->points_to().locations();
  if (variable->getType()->isReferenceType()) return mark(locations.of(variable), why);
  const Definitions& definitions = effects_->definitions(&function);
  if (!definitions.tracks(variable)) return;
  for (const Definition& one : definitions.reaching(used)) {
    if (one.statement == nullptr)
      mark(locations.of(variable), why);
    else
      mark(effects_->at(one.statement, one.variable), why);
  }
}

// The text mentions variables: their declarations have to be there.
void Relevance::name(const Function& function, const Stmt* statement, int why) {
  if (const auto* used = dyn_cast<DeclRefExpr>(statement))
    if (const VarDecl* variable = variable_of(used)) name(variable, why);
  for (const Stmt* child : statement->children())
    if (child != nullptr) name(function, child, why);
  for (const Expr* named : in_types(statement).named) name(function, named, why);
}

void Relevance::name(const VarDecl* variable, int why) {
  if (!named_.insert(variable).second) return;
  const Effect* const declared = effects_->of(variable);
  if (declared == nullptr) return;
  keep_path(*declared->function, declared->node, why);
  const QualType type = variable->getType();
  const bool cpp = declared->function->context().getLangOpts().CPlusPlus;
  const bool scalar = type->isScalarType();
  // An array may be as long as its initialiser, which its own type does not tell any more.
  const bool sized = !declared->variable->getTypeSourceInfo()->getType()->isIncompleteArrayType();
  const bool plain = scalar || (!cpp && sized) ||
                     (cpp && sized && !isa<DecompositionDecl>(variable) &&
                      (type->isArrayType() || parts_of(type)) && !type.isConstQualified() &&
                      type.isTrivialType(declared->function->context()));
  // A length, an argument of a template: the text may need to know it.
  const bool constant = cpp && type.isConstQualified() && variable->hasInit() &&
                        is_constant(variable->getInit(), *declared->function);
  if (!plain || constant || type->isReferenceType() || variable->isStaticLocal())
    mark(declared, why);
  const InTypes types = in_types(variable);
  for (const Expr* length : types.computed) value(*declared->function, length, why);
  for (const Expr* other : types.named) name(*declared->function, other, why);
}

void Relevance::mark(Location location, int why) {
  if (location == effects_->points_to().locations().nothing()) return;
  if (!relevant_.try_emplace(location, why).second) return;
  todo_.push_back([=, this] {
    Locations& locations = effects_->points_to().locations();
    for (const Effect* writer : effects_->writers(location)) {
      mark(writer, why);
      see(writer->function, location, why);
    }
    for (const Effects::Transport& way : effects_->transports(location))
      mark(way.from, cause(*way.function, way.by, moved_by(way.by), why));
    for (const Function* function : effects_->points_to().program().functions()) {
      if (locations.of_result(function->decl) == location) results(*function, why);
      for (unsigned i = 0; i < function->decl->getNumParams(); ++i)
        if (locations.of(function->decl->getParamDecl(i)) == location)
          for (const Effect* call : effects_->callers(function))
            if (is_kept(call) && i < call->called.arguments.size())
              value(*call->function, call->called.arguments[i], why);
    }
  });
}

void Relevance::results(const Function& function, int why) {
  for (const Stmt* node : function.nodes) {
    const auto* leave = dyn_cast<ReturnStmt>(node);
    if (leave == nullptr || leave->getRetValue() == nullptr) continue;
    const int reason =
        cause(function, leave, quoted("returns", function.text(leave->getRetValue())), why);
    jumps_.insert(leave);
    keep_path(function, leave, reason);
    value(function, leave->getRetValue(), reason);
  }
}

// Something that callers may see is kept: so are the calls.
void Relevance::see(const Function* function, Location location, int why) {
  if (effects_->is_local(location, function)) return;
  if (!visible_[function].insert(location).second) return;
  todo_.push_back([=, this] {
    for (const Effect* call : effects_->callers(function)) {
      mark(call, why);
      see(call->function, location, why);
    }
  });
}

bool Relevance::is_forced(const Function& function, const Stmt* node, int why) {
  for (const Stmt* at = node; at != nullptr; at = function.parent.lookup(at)) {
    if (!forced_.count(at)) continue;
    if (crossed_.insert(at).second) crossings_.push_back({at, chain(why)});
    return true;
  }
  return false;
}

void Relevance::mark(const Effect* effect, int why) {
  if (effect == nullptr || effects_kept_.count(effect)) return;
  if (is_forced(*effect->function, effect->node, why)) return;
  const bool assigns = effect->kind == Effect::assign;
  const std::string subject =
      effect->variable != nullptr
          ? effect->variable->getNameAsString()
          : effect->function->text(assigns ? *effect->node->child_begin() : effect->node);
  const char* const verb = effect->variable != nullptr || assigns ? "writes" : "calls";
  const int reason = cause(*effect->function, effect->node, quoted(verb, subject), why);
  effects_kept_[effect] = reason;
  keep_path(*effect->function, effect->node, reason);
  todo_.push_back([=, this] { follow(*effect, reason); });
  if (computed_default(effect->node) == nullptr) return;
  const Stmt* call = effect->function->parent.lookup(effect->node);  // nobody writes it by itself
  while (call != nullptr && !is_call(call)) call = effect->function->parent.lookup(call);
  if (call != nullptr) mark(effects_->at(call), reason);
}

void Relevance::follow(const Effect& effect, int why) {
  for (const Function* callee : effect.callees.known) functions_.try_emplace(callee, why);
  switch (effect.kind) {
    case Effect::assign:
      return follow_assignment(effect, why);
    case Effect::declare:
      name(effect.variable, why);
      if (effect.variable->hasInit()) value(*effect.function, effect.variable->getInit(), why);
      return;
    case Effect::call:
      return follow_call(effect, why);
    case Effect::opaque:
      return follow_opaque(effect, why);
    case Effect::release:
      for (const Stmt* child : effect.node->children()) value(*effect.function, child, why);
      return;
  }
}

void Relevance::follow_opaque(const Effect& effect, int why) {
  for (const Stmt* child : live_children(effect.node, effect.function->context())) {
    value(*effect.function, child, why);
    if (const auto* operand = dyn_cast<Expr>(child))
      for (const Location cell : effects_->points_to().reachable(operand)) mark(cell, why);
  }
}

void Relevance::follow_assignment(const Effect& effect, int why) {
  const auto* operation = dyn_cast<BinaryOperator>(effect.node);
  const auto* target = cast<Expr>(*effect.node->child_begin());
  const bool reads_old = operation == nullptr || operation->isCompoundAssignmentOp();
  const DeclRefExpr* const whole_variable = target_of(effect.node);
  if (operation != nullptr) value(*effect.function, operation->getRHS(), why);
  if (reads_old)
    for (const Location cell : effect.writes) mark(cell, why);
  if (whole_variable != nullptr && !reads_old &&
      !whole_variable->getDecl()->getType()->isReferenceType())
    return name(*effect.function, whole_variable, why);
  value(*effect.function, target, why);
}

}  // namespace hpcast::slicer

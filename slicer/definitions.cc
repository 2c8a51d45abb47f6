#include "definitions.h"

#include <deque>

#include "control.h"
#include "opaque.h"

namespace hpcast::slicer {
namespace {

const DeclRefExpr* named(const Expr* expression) {
  return dyn_cast<DeclRefExpr>(expression->IgnoreParens());
}

bool is_local_scalar(const VarDecl* variable, const Function& function) {
  const QualType type = variable->getType();
  return variable->hasLocalStorage() && !type.isVolatileQualified() &&
         (type->isArithmeticType() || type->isPointerType() || type->isEnumeralType()) &&
         !variable->isInitCapture() &&
         variable->getDeclContext() == cast<DeclContext>(function.decl);
}

// In C++ an assignment is an lvalue, and may be changed in its turn: (n = 5) += 1.
bool is_used_as_lvalue(const Function& function, const Stmt* assignment) {
  const auto* node = dyn_cast_or_null<Expr>(assignment);
  while (node != nullptr && node->isGLValue()) {
    const Stmt* const above = function.parent.lookup(node);
    const auto* both = dyn_cast_or_null<BinaryOperator>(above);
    const bool dropped = both != nullptr && both->getOpcode() == BO_Comma && both->getLHS() == node;
    if (dropped || isa_and_nonnull<FullExpr>(above)) return false;
    if (const auto* cast = dyn_cast_or_null<CastExpr>(above); cast && cast->isPRValue())
      return cast->getCastKind() != CK_LValueToRValue && cast->getCastKind() != CK_ToVoid;
    if (above == nullptr || !isa<Expr>(above)) return isa_and_nonnull<ReturnStmt, DeclStmt>(above);
    if (!isa<ParenExpr>(above) && !(both != nullptr && both->getOpcode() == BO_Comma)) return true;
    node = cast<Expr>(above);
  }
  return false;
}

// What an attempt changes beside its own variables: after an exception nobody knows how far it
// came.
std::set<const VarDecl*> changed_in_attempts(const Function& function) {
  std::set<const VarDecl*> found;
  for (const Stmt* attempt : function.nodes) {
    if (!isa<CXXTryStmt>(attempt)) continue;
    std::set<const VarDecl*> own;
    for (const Stmt* node : function.nodes) {
      if (!lies_in(function, node, attempt)) continue;
      if (const auto* statement = dyn_cast<DeclStmt>(node))
        for (const Decl* each : statement->decls()) own.insert(dyn_cast<VarDecl>(each));
      const DeclRefExpr* const target = target_of(node);
      const auto* variable = target ? dyn_cast<VarDecl>(target->getDecl()) : nullptr;
      if (variable != nullptr && own.count(variable) == 0) found.insert(variable);
    }
  }
  return found;
}

void collect(const std::map<const VarDecl*, std::set<Definition>>& from,
             std::map<const VarDecl*, std::set<Definition>>& to, bool& changed) {
  for (const auto& [variable, definitions] : from)
    for (const Definition& definition : definitions)
      changed |= to[variable].insert(definition).second;
}

}  // namespace

const DeclRefExpr* target_of(const Stmt* statement) {
  if (const auto* operation = dyn_cast<BinaryOperator>(statement))
    return operation->isAssignmentOp() ? named(operation->getLHS()) : nullptr;
  if (const auto* operation = dyn_cast<UnaryOperator>(statement))
    return operation->isIncrementDecrementOp() ? named(operation->getSubExpr()) : nullptr;
  return nullptr;
}

Definitions::Definitions(const Function& function) : function_(function) {
  find_tracked();
  find_all();
  flow();
}

void Definitions::find_tracked() {
  std::set<const VarDecl*> others = changed_in_attempts(function_);
  for (const Stmt* node : function_.nodes) {
    const auto* name = dyn_cast<DeclRefExpr>(node);
    const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (variable == nullptr || !is_local_scalar(variable, function_)) continue;
    if (cleanup_of(variable) == nullptr) tracked_.insert(variable);
    const Stmt* above = function_.parent.lookup(name);
    while (above != nullptr && isa<ParenExpr>(above)) above = function_.parent.lookup(above);
    const auto* cast = dyn_cast_or_null<CastExpr>(above);
    const bool read = cast != nullptr && cast->getCastKind() == CK_LValueToRValue;
    const bool unevaluated = isa_and_nonnull<UnaryExprOrTypeTraitExpr>(above);
    const bool changed = above != nullptr && target_of(above) == name;
    if (!read && !unevaluated && (!changed || is_used_as_lvalue(function_, above)))
      others.insert(variable);
  }
  for (const Stmt* node : function_.nodes) {
    if (const auto* statement = dyn_cast<DeclStmt>(node))
      for (const Decl* each : statement->decls())
        if (const auto* variable = dyn_cast<VarDecl>(each); variable && !cleanup_of(variable))
          if (is_local_scalar(variable, function_)) tracked_.insert(variable);
    if (const auto* lambda = dyn_cast<LambdaExpr>(node))
      for (const LambdaCapture& capture : lambda->captures())
        if (capture.capturesVariable()) others.insert(dyn_cast<VarDecl>(capture.getCapturedVar()));
  }
  for (const ParmVarDecl* parameter : function_.decl->parameters())
    if (is_local_scalar(parameter, function_)) tracked_.insert(parameter);
  for (const VarDecl* other : others) tracked_.erase(other);
  if (returns_twice(function_)) tracked_.clear();
}

void Definitions::find_all() {
  for (const ParmVarDecl* parameter : function_.decl->parameters())
    if (tracks(parameter)) all_[parameter].insert(Definition{});
  for (const Stmt* node : function_.nodes) {
    if (const DeclRefExpr* target = target_of(node))
      if (const auto* variable = dyn_cast<VarDecl>(target->getDecl()); variable && tracks(variable))
        all_[variable].insert({node, nullptr});
    if (const auto* statement = dyn_cast<DeclStmt>(node))
      for (const Decl* each : statement->decls())
        if (const auto* variable = dyn_cast<VarDecl>(each))
          if (tracks(variable) && variable->hasInit()) all_[variable].insert({node, variable});
  }
}

void Definitions::step(const Stmt* statement, State& state, bool record) {
  if (const auto* name = dyn_cast<DeclRefExpr>(statement)) {
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    if (record && variable != nullptr && tracks(variable)) {
      const std::set<Definition>& now = state[variable];
      uses_[name].insert(now.begin(), now.end());
    }
    return;
  }
  if (const DeclRefExpr* target = target_of(statement)) {
    const auto* variable = dyn_cast<VarDecl>(target->getDecl());
    if (variable != nullptr && tracks(variable)) state[variable] = {{statement, nullptr}};
    return;
  }
  const auto* declared = dyn_cast<DeclStmt>(statement);
  if (declared == nullptr) return;
  for (const Decl* each : declared->decls())
    if (const auto* variable = dyn_cast<VarDecl>(each); variable && tracks(variable)) {
      // The graph has made statements of its own where one declares several variables.
      state[variable].clear();
      for (const Definition& one : all(variable))
        if (one.variable == variable) state[variable].insert(one);
    }
}

void Definitions::flow() {
  if (function_.initialises) return;
  CFG::BuildOptions options;
  options.setAllAlwaysAdd();
  const std::unique_ptr<CFG> graph =
      CFG::buildCFG(function_.decl, function_.decl->getBody(), &function_.context(), options);
  if (graph == nullptr) return;
  std::map<const CFGBlock*, State> entries;
  for (const ParmVarDecl* parameter : function_.decl->parameters())
    if (tracks(parameter)) entries[&graph->getEntry()][parameter].insert(Definition{});
  std::deque<const CFGBlock*> todo;
  for (const CFGBlock* block : *graph) todo.push_front(block);
  const auto pass = [&](const CFGBlock* block, bool record) {
    State state = entries[block];
    for (const CFGElement& element : *block)
      if (const auto statement = element.getAs<CFGStmt>())
        step(statement->getStmt(), state, record);
    return state;
  };
  while (!todo.empty()) {
    const CFGBlock* const block = todo.front();
    todo.pop_front();
    const State after = pass(block, false);
    for (const CFGBlock::AdjacentBlock& next : block->succs()) {
      const CFGBlock* target = next.getReachableBlock();
      if (target == nullptr) target = next.getPossiblyUnreachableBlock();
      if (target == nullptr) continue;
      bool changed = false;
      collect(after, entries[target], changed);
      if (changed) todo.push_back(target);
    }
  }
  for (const CFGBlock* block : *graph) pass(block, true);
}

const std::set<Definition>& Definitions::reaching(const DeclRefExpr* use) const {
  const auto found = uses_.find(use);
  if (found != uses_.end()) return found->second;
  return all(cast<VarDecl>(use->getDecl()));
}

const std::set<Definition>& Definitions::all(const VarDecl* variable) const {
  static const std::set<Definition> none;
  const auto found = all_.find(variable);
  return found == all_.end() ? none : found->second;
}

}  // namespace hpcast::slicer

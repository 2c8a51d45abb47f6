#include <algorithm>
#include <regex>

#include "control.h"
#include "relevance.h"

namespace hpcast::slicer {

// Whatever lies around a kept statement decides whether it is executed.
void Relevance::keep_path(const Function& function, const Stmt* node, int why) {
  functions_.try_emplace(&function, why);
  const Stmt* child = nullptr;
  for (const Stmt* at = node; at != nullptr; child = at, at = function.parent.lookup(at)) {
    if (!kept_.try_emplace(at, why).second) return;
    if (child != nullptr) todo_.push_back([=, this, &function] { control(function, at, why); });
  }
}

void Relevance::control(const Function& function, const Stmt* statement, int why) {
  const auto because = [&](const char* text) { return cause(function, statement, text, why); };
  if (assumed_.count(statement)) return;
  if (const auto* branch = dyn_cast<IfStmt>(statement)) {
    const int reason = because("decides");
    for (const Stmt* part :
         {branch->getInit(), static_cast<const Stmt*>(branch->getConditionVariableDeclStmt())})
      if (part != nullptr) whole(function, part, reason);
    value(function, branch->getCond(), reason);
  } else if (is_loop(statement)) {
    const int reason = because("loops around that");
    for (const Stmt* part : live_children(statement, function.context()))
      if (part != body_of(statement)) whole(function, part, reason);
  } else if (const auto* choice = dyn_cast<SwitchStmt>(statement)) {
    value(function, choice->getCond(), because("decides"));
  } else if (const auto* either = dyn_cast<ConditionalOperator>(statement)) {
    value(function, either->getCond(), because("decides"));
  } else if (isa<AbstractConditionalOperator>(statement)) {
    value(function, statement, because("decides"));
  } else if (const auto* operation = dyn_cast<BinaryOperator>(statement)) {
    if (operation->isLogicalOp()) value(function, operation->getLHS(), because("decides"));
  } else if (isa<StmtExpr>(statement)) {
    whole(function, statement, why);
  }
}

// All that is in it, as it is written.
void Relevance::whole(const Function& function, const Stmt* statement, int why) {
  keep_path(function, statement, why);
  if (isa<BreakStmt>(statement) || isa<ContinueStmt>(statement) || isa<GotoStmt>(statement) ||
      isa<ReturnStmt>(statement))
    jumps_.insert(statement);
  if (isa<Expr>(statement) || isa<DeclStmt>(statement)) return value(function, statement, why);
  for (const Stmt* child : live_children(statement, function.context()))
    whole(function, child, why);
}

void Relevance::jump(const Function& function, const Stmt* node, const std::string& text) {
  if (!jumps_.insert(node).second) return;
  const Stmt* const target = target_of_jump(function, node);
  const auto reason_there = kept_.find(target != nullptr ? target : function.decl->getBody());
  const int before = reason_there == kept_.end() ? -1 : reason_there->second;
  keep_path(function, node, cause(function, node, text, before));
}

// What is declared together stays together.
void Relevance::close_declarations(const Function& function) {
  for (const Stmt* node : function.nodes)
    if (const auto* statement = dyn_cast<DeclStmt>(node); statement && is_kept(statement))
      for (const Decl* each : statement->decls())
        if (const auto* variable = dyn_cast<VarDecl>(each)) name(variable, kept_[statement]);
}

// Types and the like that are declared where something is kept are there for it; so are the lengths
// of arrays that the function is given.
void Relevance::close_types(const Function& function) {
  for (const Stmt* node : function.nodes) {
    const Stmt* const above = function.parent.lookup(node);
    if (above != nullptr && is_kept(above) && !is_kept(node) && declares_names(node))
      keep_path(function, node, kept_[above]);
  }
  for (const ParmVarDecl* parameter : function.decl->parameters()) {
    const InTypes types = in_types(parameter);
    for (const Expr* length : types.computed) value(function, length, functions_.at(&function));
  }
}

// A return may be left out only where nothing that is kept could follow.
void Relevance::close_return(const Function& function, const ReturnStmt* leave) {
  const SourceManager& sources = function.sources();
  const QualType type = function.decl->getReturnType();
  const bool plain = type->isVoidType() || type->isArithmeticType() || type->isPointerType();
  bool matters = !plain || (!type->isVoidType() && !ends_in_return(function));
  for (const Stmt* at = leave; at != nullptr && !matters; at = function.parent.lookup(at))
    matters = is_loop(at) && is_kept(at);
  for (const Stmt* node : function.nodes) {
    if (matters) break;
    matters = is_kept(node) && is_whole_statement(function, node) &&
              sources.isBeforeInTranslationUnit(leave->getEndLoc(), node->getBeginLoc());
  }
  if (!matters) return;
  jump(function, leave, "returns before that");
  if (leave->getRetValue() != nullptr && !plain)
    value(function, leave->getRetValue(), kept_[leave]);
}

void Relevance::keep_returns(const Function& function, const Stmt* statement) {
  for (const Stmt* node : function.nodes)
    if (isa<ReturnStmt>(node) && lies_in(function, node, statement))
      jump(function, node, "returns from within what takes time");
}

void Relevance::close_jumps(const Function& function) {
  for (const Stmt* node : function.nodes) {
    if (is_jump(node)) continue;
    if (const auto* leave = dyn_cast<ReturnStmt>(node)) close_return(function, leave);
    if (isa<BreakStmt>(node) || isa<ContinueStmt>(node)) {
      const Stmt* const target = target_of_jump(function, node);
      if (target != nullptr && is_kept(target)) jump(function, node, "leaves the loop or switch");
    }
    if (const auto* away = dyn_cast<GotoStmt>(node)) {
      jump(function, node, "jumps");
      keep_path(function, away->getLabel()->getStmt(), kept_[node]);
    }
    if (isa<CXXThrowExpr>(node)) {
      jump(function, node, "throws");
      whole(function, node, kept_[node]);
    }
  }
}

// An argument that contains something kept stays as a whole.
void Relevance::close_arguments(const Function& function) {
  for (const Effect* effect : effects_->of(&function)) {
    if (effect->kind != Effect::call || !is_kept(effect)) continue;
    for (const Expr* given : effect->called.arguments)
      if (is_kept(given)) value(function, given, kept_[given]);
  }
}

void Relevance::close_as_written(const Function& function) {
  for (const Effect* effect : effects_->of(&function))
    for (const Expr* given : effect->called.arguments)
      value(function, given, functions_.at(&function));
}

// The end of a program that failed stays where something else of the same block does.
void Relevance::close_failures(const Function& function) {
  for (const Effect* effect : effects_->of(&function)) {
    if (effect->kind != Effect::call || !is_failure(*effect) || is_kept(effect)) continue;
    const Stmt* above = effect->node;
    while (above != nullptr && !isa<CompoundStmt>(above)) {
      above = function.parent.lookup(above);
      if (above != nullptr && !isa<CompoundStmt>(above) && !isa<Expr>(above)) break;
    }
    if (above != nullptr && isa<CompoundStmt>(above) && is_kept(above)) mark(effect, kept_[above]);
  }
}

void Relevance::close_joined(Joined& joined) {
  whole(*joined.function, joined.statement, kept_[joined.statement]);
  if (joined.pragma.empty()) return;
  // Of data it says whose they are, and reads them not.
  static const std::regex data(
      R"(\b(\w*private|shared|reduction|copyin|linear|aligned|map|depend)\s*\([^)]*\))");
  name_words(*joined.function, joined.pragma, kept_[joined.statement]);
  need_names(*joined.function, joined.statement, std::regex_replace(joined.pragma, data, ""));
  joined.pragma.clear();
}

size_t Relevance::extent() const {
  return kept_.size() + effects_kept_.size() + relevant_.size() + valued_.size() + jumps_.size();
}

// Where somebody may catch it, an exception decides about what is kept.
void Relevance::close_exceptions(const Function& function) {
  for (const Stmt* node : function.nodes) {
    const auto* attempt = dyn_cast<CXXTryStmt>(node);
    if (attempt == nullptr || !is_kept(attempt) || only_fails(function, *attempt)) continue;
    const int reason = cause(function, attempt, "catches exceptions", kept_[attempt]);
    for (const Effect* effect : effects_->of(&function))
      if (lies_in(function, effect->node, attempt->getTryBlock())) raise(*effect, reason);
  }
}

// Whatever it catches, the program ends: that is taken not to happen.
bool Relevance::only_fails(const Function& function, const CXXTryStmt& attempt) const {
  for (unsigned i = 0; i < attempt.getNumHandlers(); ++i) {
    bool fails = false;
    for (const Stmt* node : attempt.getHandler(i)->getHandlerBlock()->children()) {
      const auto* leave = dyn_cast_or_null<ReturnStmt>(node);
      const auto* call = dyn_cast_or_null<Expr>(node);
      Expr::EvalResult status;
      fails |= leave != nullptr && function.decl->isMain() &&
               leave->getRetValue()->EvaluateAsInt(status, function.context()) &&
               status.Val.getInt() != 0;
      const Effect* const effect = call ? effects_->at(call->IgnoreImplicit()) : nullptr;
      fails |= effect != nullptr && effect->kind == Effect::call && is_failure(*effect);
    }
    if (!fails) return false;
  }
  return true;
}

void Relevance::raise(const Effect& effect, int why) {
  if (!effects_->raises(effect) || !raised_.insert(&effect).second) return;
  mark(&effect, why);
  for (const Function* callee : effect.callees.known)
    for (const Effect* inner : effects_->of(callee)) raise(*inner, why);
}

// Containers that are swapped: their elements matter where those of one of them do.
void Relevance::close_swaps() {
  for (const Effect* effect : swaps_) {
    const auto relevant = [&](Location cell) {
      return effects_->points_to().locations().is_elements(cell) && is_relevant(cell);
    };
    if (std::none_of(effect->writes.begin(), effect->writes.end(), relevant)) continue;
    for (const Location cell : effect->writes) mark(cell, effects_kept_.at(effect));
  }
}

void Relevance::close() {
  close_swaps();
  for (const Function* function : effects_->points_to().program().functions()) {
    if (!is_kept(function)) continue;
    if (is_as_written(function)) close_as_written(*function);
    close_types(*function);
    if (function->initialises)  // its text stays as it is
      whole(*function, function->decl->getBody(), functions_.at(function));
    close_exceptions(*function);
    close_declarations(*function);
    close_jumps(*function);
    close_arguments(*function);
    close_failures(*function);
  }
  for (Joined& joined : joined_)
    if (is_kept(joined.statement)) close_joined(joined);
}

void Relevance::run() {
  for (size_t before = extent() + 1; before != extent();) {
    before = extent();
    while (!todo_.empty()) {
      const std::function<void()> task = std::move(todo_.back());
      todo_.pop_back();
      task();
    }
    close();
  }
}

}  // namespace hpcast::slicer

#include "live.h"

#include <algorithm>

#include "types.h"

namespace hpcast::slicer {
namespace {

// 1 or 0 where it is a constant, -1 where it is not.
int truth_of(const Expr* condition, ASTContext& context) {
  bool value = false;
  if (condition == nullptr || condition->isValueDependent() || condition->HasSideEffects(context) ||
      !condition->EvaluateAsBooleanCondition(value, context))
    return -1;
  return value ? 1 : 0;
}

// What can be jumped to.
bool has_label(const Stmt* statement) {
  if (statement == nullptr) return false;
  if (isa<LabelStmt>(statement) || isa<SwitchCase>(statement)) return true;
  const auto parts = statement->children();
  return std::any_of(parts.begin(), parts.end(), has_label);
}

// The part that is never executed, for a condition is a constant; else null.
const Stmt* dead_part(const Stmt* statement, ASTContext& context) {
  const auto choose = [&](const Expr* condition, const Stmt* yes, const Stmt* no) -> const Stmt* {
    const int truth = truth_of(condition, context);
    const Stmt* const dead = truth < 0 ? nullptr : truth == 1 ? no : yes;
    return has_label(dead) ? nullptr : dead;
  };
  if (const auto* branch = dyn_cast<IfStmt>(statement))
    return choose(branch->getCond(), branch->getThen(), branch->getElse());
  if (const auto* either = dyn_cast<ConditionalOperator>(statement))
    return choose(either->getCond(), either->getTrueExpr(), either->getFalseExpr());
  if (const auto* both = dyn_cast<BinaryOperator>(statement)) {
    if (both->getOpcode() == BO_LAnd) return choose(both->getLHS(), both->getRHS(), nullptr);
    if (both->getOpcode() == BO_LOr) return choose(both->getLHS(), nullptr, both->getRHS());
  }
  if (const auto* loop = dyn_cast<WhileStmt>(statement))
    return choose(loop->getCond(), loop->getBody(), nullptr);
  if (const auto* loop = dyn_cast<ForStmt>(statement))
    return choose(loop->getCond(), loop->getBody(), nullptr);
  return nullptr;
}

}  // namespace

std::vector<const Stmt*> live_children(const Stmt* statement, ASTContext& context) {
  std::vector<const Stmt*> children;
  if (const auto* lambda = dyn_cast<LambdaExpr>(statement)) {
    for (const Expr* capture : lambda->capture_inits())
      if (capture != nullptr) children.push_back(capture);
    return children;
  }
  const Stmt* const dead = dead_part(statement, context);
  for (const Stmt* child : statement->children())
    if (child != nullptr && child != dead) children.push_back(child);
  for (const Expr* length : in_types(statement).computed)
    if (std::find(children.begin(), children.end(), length) == children.end())
      children.push_back(length);
  return children;
}

const Expr* computed_default(const Stmt* statement) {
  const auto* argument = dyn_cast<CXXDefaultArgExpr>(statement);
  const auto* field = dyn_cast<CXXDefaultInitExpr>(statement);
  const Expr* const value = argument ? argument->getExpr() : field ? field->getExpr() : nullptr;
  if (value == nullptr || value->isValueDependent()) return nullptr;
  const ASTContext& context =
      argument ? argument->getParam()->getASTContext() : field->getField()->getASTContext();
  Expr::EvalResult result;
  const bool constant = value->EvaluateAsRValue(result, context) && !result.HasSideEffects;
  return constant ? nullptr : value;
}

}  // namespace hpcast::slicer

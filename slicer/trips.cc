#include "trips.h"

#include <fmt/format.h>

#include "control.h"

namespace hpcast::slicer {
namespace {

const DeclRefExpr* read_variable(const Expr* expression) {
  return dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts());
}

struct Bound {
  const DeclRefExpr* use = nullptr;
  const Expr* limit = nullptr;
  const Expr* offset = nullptr;  // i + offset < limit
  BinaryOperatorKind way = BO_LT;
  bool guarded = false;  // by the first part of a condition
};

// i < limit, i + 4 <= limit, limit > i; the first part of a condition with &&.
std::optional<Bound> bound_in(const Expr* condition) {
  const auto* operation = dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
  if (operation == nullptr) return std::nullopt;
  if (operation->getOpcode() == BO_LAnd) {
    if (const std::optional<Bound> left = bound_in(operation->getLHS())) return left;
    std::optional<Bound> right = bound_in(operation->getRHS());
    if (right) right->guarded = true;
    return right;
  }
  if (!operation->isRelationalOp() && operation->getOpcode() != BO_NE) return std::nullopt;
  const Expr* const left = operation->getLHS();
  if (const DeclRefExpr* use = read_variable(left))
    return Bound{use, operation->getRHS(), nullptr, operation->getOpcode()};
  const auto* sum = dyn_cast<BinaryOperator>(left->IgnoreParenImpCasts());
  if (sum != nullptr && sum->getOpcode() == BO_Add && read_variable(sum->getLHS()))
    return Bound{read_variable(sum->getLHS()), operation->getRHS(), sum->getRHS(),
                 operation->getOpcode()};
  if (const DeclRefExpr* use = read_variable(operation->getRHS())) {
    const auto turned = operation->getOpcode() == BO_NE
                            ? BO_NE
                            : BinaryOperator::reverseComparisonOp(operation->getOpcode());
    return Bound{use, left, nullptr, turned};
  }
  return std::nullopt;
}

struct Advance {
  const Stmt* node = nullptr;
  const Expr* by = nullptr;  // null: 1
  bool down = false;
};

std::optional<Advance> advance_in(const Expr* step, const VarDecl* variable) {
  step = step->IgnoreParens();
  const DeclRefExpr* const target = target_of(step);
  if (target == nullptr || target->getDecl() != variable) {
    const auto* both = dyn_cast<BinaryOperator>(step);  // ++i, ++j
    if (both == nullptr || both->getOpcode() != BO_Comma) return std::nullopt;
    const std::optional<Advance> left = advance_in(both->getLHS(), variable);
    return left ? left : advance_in(both->getRHS(), variable);
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(step))
    return Advance{step, nullptr, unary->isDecrementOp()};
  const auto* operation = cast<BinaryOperator>(step);
  if (operation->getOpcode() == BO_AddAssign) return Advance{step, operation->getRHS(), false};
  if (operation->getOpcode() == BO_SubAssign) return Advance{step, operation->getRHS(), true};
  const auto* sum = dyn_cast<BinaryOperator>(operation->getRHS()->IgnoreParenImpCasts());
  if (operation->getOpcode() != BO_Assign || sum == nullptr || !sum->isAdditiveOp())
    return std::nullopt;
  const DeclRefExpr* const old = read_variable(sum->getLHS());
  if (old == nullptr || old->getDecl() != variable) return std::nullopt;
  return Advance{step, sum->getRHS(), sum->getOpcode() == BO_Sub};
}

bool changes_inside(const Function& function, const Definitions& all, const VarDecl* variable,
                    const Stmt* loop, const Stmt* advance) {
  for (const Definition& one : all.all(variable))
    if (one.statement != nullptr && one.statement != advance &&
        lies_in(function, one.statement, body_of(loop)))
      return true;
  return false;
}

}  // namespace

std::optional<Trips> trips_of(const Stmt* loop, Symbolic& symbolic, const Frame& frame) {
  const auto* counted = dyn_cast<ForStmt>(loop);
  if (counted == nullptr || counted->getCond() == nullptr || counted->getInc() == nullptr)
    return std::nullopt;
  const std::optional<Bound> bound = bound_in(counted->getCond());
  const auto* variable = bound ? dyn_cast<VarDecl>(bound->use->getDecl()) : nullptr;
  const Definitions& all = symbolic.relevance().effects().definitions(frame.function);
  if (variable == nullptr || !all.tracks(variable)) return std::nullopt;
  const std::optional<Advance> advance = advance_in(counted->getInc(), variable);
  if (!advance || changes_inside(*frame.function, all, variable, loop, advance->node))
    return std::nullopt;
  const Stmt* const turning = counted->getInc();
  // The definition in the head is the one that reaches, once what the loop itself does is left out.
  std::optional<std::string> from;
  for (const Definition& one : all.all(variable)) {
    if (one.statement == nullptr || counted->getInit() == nullptr) continue;
    if (!lies_in(*frame.function, one.statement, counted->getInit())) continue;
    const auto* assigned = dyn_cast<BinaryOperator>(one.statement);
    const Expr* const value = one.variable ? one.variable->getInit()
                              : assigned   ? assigned->getRHS()
                                           : nullptr;
    if (value != nullptr) from = symbolic.text(value, frame);
    if (!from) return std::nullopt;
  }
  if (!from) from = symbolic.before(bound->use, turning, frame);
  const auto limit = from ? symbolic.text(bound->limit, frame) : std::nullopt;
  const auto step = advance->by ? symbolic.text(advance->by, frame) : std::string("1");
  if (!limit || !step) return std::nullopt;
  std::string to = *limit;
  if (bound->offset != nullptr) {
    const auto offset = symbolic.text(bound->offset, frame);
    if (!offset) return std::nullopt;
    to = fmt::format("{} - (double)({})", to, *offset);
  }
  const bool up =
      bound->way == BO_LT || bound->way == BO_LE || (bound->way == BO_NE && !advance->down);
  if (up == advance->down) return std::nullopt;
  const bool closed = bound->way == BO_LE || bound->way == BO_GE;
  Trips trips{variable, *from, *step, advance->down, "", bound->guarded};
  if (up)
    trips.count = fmt::format("hpcast_skeleton_trips({}, {}{}, {})", *from, to,
                              closed ? " + 1.0" : "", *step);
  else
    trips.count = fmt::format("hpcast_skeleton_trips({}, {}{}, {})", to, *from,
                              closed ? " + 1.0" : "", *step);
  return trips;
}

}  // namespace hpcast::slicer

#include "symbolic.h"

#include <fmt/format.h>

#include "control.h"
#include "standard_calls.h"
#include "visible.h"

namespace hpcast::slicer {
namespace {

constexpr size_t longest = 1500;  // letters: beyond that an expression is no help any more
constexpr int deepest = 8;        // calls

// The one value that a function of declarations and a return gives.
const Expr* only_result(const Function& function) {
  const Expr* result = nullptr;
  for (const Stmt* node : function.nodes) {
    if (is_loop(node) || isa<IfStmt>(node) || isa<SwitchStmt>(node)) return nullptr;
    const auto* leave = dyn_cast<ReturnStmt>(node);
    if (leave == nullptr) continue;
    if (result != nullptr || leave->getRetValue() == nullptr) return nullptr;
    result = leave->getRetValue();
  }
  return result;
}

// By a name that is known everywhere.
std::string plain_name(QualType type, const Function& function) {
  const PrintingPolicy policy(function.context().getLangOpts());
  return type.getCanonicalType().getUnqualifiedType().getAsString(policy);
}

}  // namespace

Symbolic::Symbolic(const Relevance& relevance, const Function& function,
                   const std::vector<const Stmt*>& statements)
    : relevance_(relevance), function_(function), statements_(statements) {
  const Effects& effects = relevance.effects();
  for (const Effect* effect : effects.of(&function)) {
    if (!in_region(function, effect->node)) continue;
    written_.insert(effect->writes.begin(), effect->writes.end());
    for (const Function* callee : effect->callees.known) {
      const std::set<Location>& deeper = effects.written_by(callee);
      written_.insert(deeper.begin(), deeper.end());
    }
  }
}

bool Symbolic::in_region(const Function& function, const Stmt* node) const {
  if (&function != &function_) return true;
  for (const Stmt* statement : statements_)
    if (lies_in(function, node, statement)) return true;
  return false;
}

std::optional<std::string> Symbolic::constant(const Expr* expression, const Frame& frame) const {
  Expr::EvalResult value;
  if (expression->isGLValue() || !expression->getType()->isIntegralOrEnumerationType() ||
      !expression->EvaluateAsInt(value, frame.function->context()))
    return std::nullopt;
  std::string digits = llvm::toString(value.Val.getInt(), 10);
  const bool wide = frame.function->context().getTypeSize(expression->getType()) > 32;
  if (expression->getType()->isUnsignedIntegerType()) digits += "u";
  return wide ? digits + "l" : digits;
}

std::optional<std::string> Symbolic::text(const Expr* expression, const Frame& frame) {
  const Needs before = needs_;
  const std::set<std::string> touched_before = touched_;
  Text result = attempt(expression, frame);
  if (!result) needs_ = before;
  if (!result) touched_ = touched_before;
  return result;
}

std::optional<std::string> Symbolic::attempt(const Expr* expression, const Frame& frame) {
  if (Text value = constant(expression, frame)) return value;
  const Expr* const node = expression->IgnoreParenImpCasts();
  Text result;
  if (Text value = constant(node, frame)) return value;
  if (node->isNullPointerConstant(frame.function->context(), Expr::NPC_ValueDependentIsNotNull))
    return "0";
  if (const auto* use = dyn_cast<DeclRefExpr>(node)) {
    result = variable(use, frame);
  } else if (const auto* access = dyn_cast<MemberExpr>(node)) {
    result = member(access, frame);
  } else if (isa<ArraySubscriptExpr>(node)) {
    result = element(node, frame);
  } else if (const auto* binary = dyn_cast<BinaryOperator>(node)) {
    result = operation(binary, frame);
  } else if (const auto* unary = dyn_cast<UnaryOperator>(node)) {
    if (unary->getOpcode() == UO_Deref) return element(node, frame);
    const bool address = unary->getOpcode() == UO_AddrOf;
    if (unary->isIncrementDecrementOp() || (!address && !unary->isArithmeticOp())) return {};
    if (const Text inner = text(unary->getSubExpr(), frame))
      result = fmt::format("({}{})", UnaryOperator::getOpcodeStr(unary->getOpcode()).str(), *inner);
  } else if (const auto* cast = dyn_cast<ExplicitCastExpr>(node)) {
    if (const Text inner = text(cast->getSubExpr(), frame);
        inner && cast->getType()->isArithmeticType() && !cast->getType()->isEnumeralType())
      result = fmt::format("(({}){})", plain_name(cast->getType(), *frame.function), *inner);
  } else if (const auto* either = dyn_cast<ConditionalOperator>(node)) {
    const Text condition = text(either->getCond(), frame);
    const Text yes = condition ? text(either->getTrueExpr(), frame) : Text{};
    const Text no = yes ? text(either->getFalseExpr(), frame) : Text{};
    if (no) result = fmt::format("({} ? {} : {})", *condition, *yes, *no);
  } else if (const auto* called = dyn_cast<CallExpr>(node)) {
    result = call(called, frame);
  } else if (isa<CXXThisExpr>(node) && frame.call == nullptr) {
    result = "this";
  }
  return result && result->size() <= longest ? result : Text{};
}

std::optional<std::string> Symbolic::operation(const BinaryOperator* node, const Frame& frame) {
  if (node->isAssignmentOp() || node->isPtrMemOp() || node->getOpcode() == BO_Comma) return {};
  const Text left = text(node->getLHS(), frame);
  const Text right = left ? text(node->getRHS(), frame) : Text{};
  if (!right) return {};
  // The region may have looked first whether it can divide.
  const bool divides = node->getOpcode() == BO_Div || node->getOpcode() == BO_Rem;
  if (divides && !constant(node->getRHS(), frame))
    return fmt::format("({0} {1} ({2} != 0 ? {2} : 1))", *left, node->getOpcodeStr().str(), *right);
  return fmt::format("({} {} {})", *left, node->getOpcodeStr().str(), *right);
}

std::optional<std::string> Symbolic::variable(const DeclRefExpr* use, const Frame& frame) {
  const auto* variable = dyn_cast<VarDecl>(use->getDecl());
  if (variable == nullptr) return {};
  if (const auto bound = bound_.find(variable); bound != bound_.end()) return bound->second;
  const Definitions& all = relevance_.effects().definitions(frame.function);
  if (all.tracks(variable)) return definitions(all.reaching(use), use, frame);
  const auto* given = dyn_cast<ParmVarDecl>(variable);
  const Location location = relevance_.effects().points_to().locations().of(variable);
  if (given != nullptr && frame.call != nullptr)
    return parts_of(variable->getType()) ? parameter(given, frame) : Text{};
  if (variable->hasLocalStorage() && frame.call != nullptr) return {};
  if (!is_visible(variable, function_, statements_.front())) return {};
  const Effect* const declared = relevance_.effects().of(variable);
  if (declared != nullptr && in_region(*declared->function, declared->node)) return {};
  if (variable->getType()->isReferenceType() || !is_unchanged(location)) return {};
  if (parts_of(variable->getType()) == nullptr) needs_.memory.insert(location);
  needs_.uses.push_back({frame.function, use});
  return variable->getNameAsString();
}

std::optional<std::string> Symbolic::before(const DeclRefExpr* use, const Stmt* loop,
                                            const Frame& frame) {
  std::set<Definition> outside;
  for (const Definition& one : relevance_.effects().definitions(frame.function).reaching(use))
    if (one.statement == nullptr || !lies_in(*frame.function, one.statement, loop))
      outside.insert(one);
  return definitions(outside, use, frame);
}

std::optional<std::string> Symbolic::definitions(const std::set<Definition>& reaching,
                                                 const DeclRefExpr* use, const Frame& frame) {
  const auto* variable = cast<VarDecl>(use->getDecl());
  bool outside = !reaching.empty() && frame.call == nullptr;
  for (const Definition& one : reaching)
    outside &= one.statement == nullptr || !in_region(*frame.function, one.statement);
  if (outside) {
    if (!is_visible(variable, function_, statements_.front())) return {};
    needs_.uses.push_back({frame.function, use});
    return variable->getNameAsString();
  }
  if (reaching.size() != 1) return {};
  const Definition& one = *reaching.begin();
  if (one.variable != nullptr) return text(one.variable->getInit(), frame);
  if (one.statement == nullptr) return parameter(cast<ParmVarDecl>(variable), frame);
  const auto* assigned = dyn_cast<BinaryOperator>(one.statement);
  if (assigned == nullptr || assigned->getOpcode() != BO_Assign) return {};
  return text(assigned->getRHS(), frame);
}

std::optional<std::string> Symbolic::parameter(const ParmVarDecl* parameter, const Frame& frame) {
  if (frame.call == nullptr || frame.caller == nullptr) return {};
  const unsigned index = parameter->getFunctionScopeIndex();
  const std::vector<const Expr*>& arguments = frame.call->called.arguments;
  if (index >= arguments.size()) return {};
  return text(arguments[index], *frame.caller);
}

std::optional<std::string> Symbolic::member(const MemberExpr* access, const Frame& frame) {
  const auto* field = dyn_cast<FieldDecl>(access->getMemberDecl());
  if (field == nullptr || field->getType()->isReferenceType() ||
      !is_visible(field, function_, statements_.front()))
    return {};
  const Expr* const base = access->getBase();
  const Text owner = text(base, frame);
  if (!owner) return {};
  PointsTo& points_to = relevance_.effects().points_to();
  if (parts_of(field->getType()) == nullptr) {
    const Location location = points_to.locations().of(field);
    if (!is_unchanged(location)) return {};
    needs_.memory.insert(location);
  }
  if (owner->rfind("(&", 0) == 0 && access->isArrow())
    return owner->substr(2, owner->size() - 3) + "." + field->getNameAsString();
  if (access->isArrow() && *owner != "this" &&
      !is_read_before(*owner, function_, statements_.front()))
    touched_.insert(*owner);
  return *owner + (access->isArrow() ? "->" : ".") + field->getNameAsString();
}

// Contents of arrays are looked at only where they are kept anyway: no loop is kept for them.
std::optional<std::string> Symbolic::element(const Expr* access, const Frame& frame) {
  for (const Location cell : relevance_.effects().points_to().cells(access))
    if (!is_unchanged(cell) || !relevance_.is_relevant(cell)) return {};
  if (const auto* unary = dyn_cast<UnaryOperator>(access)) {
    const Text pointer = text(unary->getSubExpr(), frame);
    if (pointer) touched_.insert(*pointer);
    return pointer ? Text{"(*" + *pointer + ")"} : Text{};
  }
  const auto* subscript = cast<ArraySubscriptExpr>(access);
  const Text array = text(subscript->getBase(), frame);
  const Text index = array ? text(subscript->getIdx(), frame) : Text{};
  if (!index) return {};
  touched_.insert(*array + "[" + *index + "]");
  return *array + "[" + *index + "]";
}

// The number of a container's elements.
std::optional<std::string> Symbolic::length(const Effect& effect, const Frame& frame) {
  const std::string name = effect.called.direct->getNameAsString();
  const Expr* const object = effect.called.object;
  if (name != "size" && name != "length") return {};
  const auto* use = dyn_cast<DeclRefExpr>(object->IgnoreParenImpCasts());
  const auto* variable = use ? dyn_cast<VarDecl>(use->getDecl()) : nullptr;
  if (variable == nullptr || variable->getType()->isReferenceType()) return {};
  const Text owner = text(object, frame);
  return owner ? Text{*owner + "." + name + "()"} : Text{};
}

std::optional<std::string> Symbolic::call(const CallExpr* node, const Frame& frame) {
  const Effect* const effect = relevance_.effects().at(node);
  if (effect != nullptr && only_reaches(effect->called)) return length(*effect, frame);
  if (effect == nullptr || effect->called.object != nullptr || frame.depth >= deepest) return {};
  if (effect->callees.known.size() != 1 || !effect->callees.outside.empty()) return {};
  const Function& callee = *effect->callees.known.front();
  const Expr* const result = only_result(callee);
  if (result == nullptr) return {};
  const Frame inner{&callee, effect, &frame, frame.depth + 1};
  return text(result, inner);
}

}  // namespace hpcast::slicer

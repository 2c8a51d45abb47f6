#include "constraints.h"

#include "opaque.h"

namespace hpcast::slicer {
namespace {

// A default argument, or initialiser of a field, that is a constant.
const Expr* default_of(const Expr* expression) {
  if (const auto* argument = dyn_cast<CXXDefaultArgExpr>(expression)) return argument->getExpr();
  if (const auto* field = dyn_cast<CXXDefaultInitExpr>(expression)) return field->getExpr();
  return nullptr;
}

// What is computed with a point is no pointer. Where it is only copied, it may be a part of one.
bool is_no_pointer(const Expr* computed) {
  const QualType type = computed->getType();
  const bool chosen = isa<AbstractConditionalOperator>(computed) || isa<StmtExpr>(computed);
  return type.isNull() || type->isBooleanType() || type->isVoidType() ||
         (!chosen && !computed->isGLValue() &&
          (type->isRealFloatingType() || type->isAnyComplexType()));
}

}  // namespace

void Constraints::copy(Location to, Location from) {
  if (to != from && from != locations_.nothing())
    result_.flows_.push_back({PointsTo::Flow::copy, to, from});
}

Location Constraints::pointing_to(const std::vector<Location>& locations) {
  const Location pointer = locations_.add_temporary();
  for (const Location location : locations)
    result_.at(pointer).set(static_cast<unsigned>(location));
  return pointer;
}

void Constraints::add(const Function& function) {
  for (const Stmt* node : function.nodes) add(function, node);
  for (const Stmt* node : function.nodes) read(dyn_cast<Expr>(node));
  const auto* constructor = dyn_cast<CXXConstructorDecl>(function.decl);
  if (constructor == nullptr) return;
  for (const CXXCtorInitializer* init : constructor->inits()) {
    if (const FieldDecl* member = init->getMember())
      initialise(spot_of(member), member->getType(), init->getInit());
    else
      value(init->getInit());
  }
}

// Conditions, increments, what is only read: where it lies is to be known when all is solved.
void Constraints::read(const Expr* expression) {
  if (expression == nullptr) return;
  if (expression->isGLValue())
    spot(expression);
  else
    value(expression);
}

Constraints::Spot Constraints::spot_of(const FieldDecl* member) {
  const RecordDecl* const inner = parts_of(member->getType());
  if (inner != nullptr && !member->getParent()->isUnion()) return {locations_.fields_of(inner), {}};
  return {{locations_.of(member)}, {}};
}

void Constraints::add_global(const VarDecl* variable) {
  initialise({{locations_.of(variable)}, {}}, variable->getType(), variable->getInit());
}

void Constraints::add(const Function& function, const Stmt* node) {
  const auto declare = [&](const VarDecl* variable) {
    if (variable != nullptr && variable->hasInit())
      initialise({{locations_.of(variable)}, {}}, variable->getType(), variable->getInit());
    if (const auto* parts = dyn_cast_or_null<DecompositionDecl>(variable))
      for (const BindingDecl* part : parts->bindings())
        if (const VarDecl* held = part->getHoldingVar())
          initialise({{locations_.of(held)}, {}}, held->getType(), held->getInit());
  };
  if (const auto* declaration = dyn_cast<DeclStmt>(node)) {
    for (const Decl* each : declaration->decls()) declare(dyn_cast<VarDecl>(each));
    for (const Decl* each : declaration->decls())
      if (const auto* variable = dyn_cast<VarDecl>(each))
        if (const Function* called = result_.program().function_of(cleanup_of(variable)))
          copy(locations_.of(called->decl->getParamDecl(0)),
               pointing_to({locations_.of(variable)}));
  } else if (const auto* lambda = dyn_cast<LambdaExpr>(node)) {
    for (const LambdaCapture& capture : lambda->captures())
      if (lambda->isInitCapture(&capture)) declare(cast<VarDecl>(capture.getCapturedVar()));
  } else if (const auto* operation = dyn_cast<BinaryOperator>(node)) {
    if (operation->isAssignmentOp()) store(spot(operation->getLHS()), value(operation->getRHS()));
  } else if (const auto* leave = dyn_cast<ReturnStmt>(node)) {
    const Expr* const given = leave->getRetValue();
    if (given == nullptr) return;
    const bool reference = function.decl->getReturnType()->isReferenceType();
    copy(locations_.of_result(function.decl), reference ? address(given) : value(given));
  } else if (const auto* loop = dyn_cast<CXXForRangeStmt>(node)) {
    declare(loop->getLoopVariable());
  } else if (!isa<Expr>(node) && !is_understood(node)) {
    unknown(node);
  }
}

void Constraints::initialise(const Spot& spot, QualType type, const Expr* init) {
  if (init == nullptr) return;
  if (type->isReferenceType()) return store(spot, address(init));
  const auto* list = dyn_cast<InitListExpr>(init->IgnoreImplicit());
  if (list == nullptr) return store(spot, value(init));
  if (const InitListExpr* semantic = list->getSemanticForm()) list = semantic;
  const RecordDecl* const record = list->getType()->getAsRecordDecl();
  if (record == nullptr || parts_of(list->getType()) == nullptr) {
    for (const Expr* each : list->inits()) initialise(spot, each->getType(), each);
    return;
  }
  if (record->isUnion()) {
    for (const Expr* each : list->inits()) store(spot, value(each));
    return;
  }
  unsigned index = 0;
  for (const FieldDecl* member : record->fields()) {
    if (member->isUnnamedBitField()) continue;
    if (index >= list->getNumInits()) break;
    initialise(spot_of(member), member->getType(), list->getInit(index++));
  }
}

Location Constraints::value(const Expr* expression) {
  if (expression == nullptr) return locations_.nothing();
  const auto found = result_.values_.find(expression);
  if (found != result_.values_.end()) return found->second;
  result_.values_[expression] = locations_.nothing();
  const Location location = compute(expression);
  result_.values_[expression] = location;
  if (const RecordDecl* record = parts_behind(expression->getType()))
    if (location != locations_.nothing()) result_.typed_.push_back({location, record});
  return location;
}

Location Constraints::joined(const Stmt* parent) {
  const Location sum = locations_.add_temporary();
  for (const Stmt* child : parent->children())
    if (const auto* expression = dyn_cast_or_null<Expr>(child)) copy(sum, value(expression));
  return sum;
}

void Constraints::give_away(Location given) {
  copy(locations_.anything(), given);
  result_.flows_.push_back({PointsTo::Flow::store, given, locations_.anything()});
  result_.flows_.push_back({PointsTo::Flow::load, locations_.anything(), given});
}

// What is not understood: as if it were a call of a function that nobody knows.
Location Constraints::unknown(const Stmt* node) {
  for (const Stmt* child : node->children())
    if (const auto* operand = dyn_cast_or_null<Expr>(child))
      give_away(operand->isGLValue() ? address(operand) : value(operand));
  return locations_.anything();
}

Location Constraints::compute(const Expr* expression) {
  if (isa<VAArgExpr>(expression)) return locations_.of_channel("arguments");
  if (!is_understood(expression)) return unknown(expression);
  if (is_call(expression)) return of_call(call_of(expression));
  if (const Expr* usual = default_of(expression)) return value(usual);
  if (const auto* inner = dyn_cast<ParenExpr>(expression)) return value(inner->getSubExpr());
  if (const auto* whole = dyn_cast<FullExpr>(expression)) return value(whole->getSubExpr());
  if (const auto* cast = dyn_cast<CastExpr>(expression)) return of_cast(cast);
  if (const auto* made = dyn_cast<CXXNewExpr>(expression)) {
    const Location heap = locations_.of_heap(made, "new");
    const Location pointer = pointing_to({heap});
    for (const Expr* place : made->placement_arguments()) copy(pointer, value(place));
    if (const Expr* init = made->getInitializer())
      initialise({{}, {pointer}}, init->getType(), init);
    return pointer;
  }
  if (isa<CXXThisExpr>(expression))
    return locations_.of_this(expression->getType()->getPointeeCXXRecordDecl());
  if (const auto* operation = dyn_cast<UnaryOperator>(expression)) {
    if (operation->getOpcode() == UO_AddrOf) return address(operation->getSubExpr());
    if (operation->isIncrementDecrementOp()) return load(spot(operation->getSubExpr()));
  }
  if (const auto* operation = dyn_cast<BinaryOperator>(expression)) {
    if (operation->getOpcode() == BO_Comma) return value(operation->getRHS());
    if (operation->getOpcode() == BO_Assign) return value(operation->getRHS());
    if (operation->isPtrMemOp() && !operation->isGLValue()) return value(operation->getRHS());
    if (operation->isComparisonOp() || operation->isLogicalOp()) return locations_.nothing();
  }
  if (is_no_pointer(expression)) return locations_.nothing();
  if (const auto* list = dyn_cast<InitListExpr>(expression); list && parts_of(list->getType())) {
    initialise({locations_.fields_of(parts_of(list->getType())), {}}, list->getType(), list);
    return locations_.nothing();
  }
  if (expression->isGLValue()) return load(spot(expression));
  return joined(expression);
}

Location Constraints::of_cast(const CastExpr* cast) {
  const Expr* const inner = cast->getSubExpr();
  switch (cast->getCastKind()) {
    case CK_LValueToRValue:
      return cast->getType()->isBooleanType() ? locations_.nothing() : load(spot(inner));
    case CK_IntegralToFloating:
    case CK_FloatingToIntegral:
    case CK_FloatingCast:
      value(inner);
      return locations_.nothing();
    case CK_ArrayToPointerDecay:
    case CK_FunctionToPointerDecay:
      return address(inner);
    default:
      return inner->isGLValue() && cast->isPRValue() ? load(spot(inner)) : value(inner);
  }
}

Constraints::Spot Constraints::spot(const Expr* lvalue) {
  const auto found = result_.spots_.find(lvalue);
  if (found != result_.spots_.end()) return found->second;
  Spot located = locate(lvalue);
  return result_.spots_[lvalue] = std::move(located);
}

Constraints::Spot Constraints::locate(const Expr* lvalue) {
  lvalue = lvalue->IgnoreParens();
  if (const auto* name = dyn_cast<DeclRefExpr>(lvalue)) {
    if (const auto* variable = dyn_cast<VarDecl>(name->getDecl())) {
      const Location location = locations_.of(variable);
      if (variable->getType()->isReferenceType()) return {{}, {location}};
      return {{location}, {}};
    }
    if (const auto* function = dyn_cast<FunctionDecl>(name->getDecl()))
      return {{locations_.of_function(function)}, {}};
    if (const auto* part = dyn_cast<BindingDecl>(name->getDecl()))
      return part->getBinding() ? spot(part->getBinding()) : Spot{};
    if (const auto* member = dyn_cast<FieldDecl>(name->getDecl())) return spot_of(member);
    return {};
  }
  if (const auto* access = dyn_cast<MemberExpr>(lvalue)) {
    if (const auto* variable = dyn_cast<VarDecl>(access->getMemberDecl()))
      return {{locations_.of(variable)}, {}};
    const auto* member = dyn_cast<FieldDecl>(access->getMemberDecl());
    if (member == nullptr) return {};
    const Expr* const base = access->getBase();
    if (in_standard_namespace(member)) {  // of a pair: is one cell with it
      const Spot whole = access->isArrow() ? Spot{{}, {value(base)}} : spot(base);
      return member->getType()->isReferenceType() ? Spot{{}, {load(whole)}} : whole;
    }
    if (access->isArrow()) value(base);  // tells what lives there
    if (member->getType()->isReferenceType()) return {{}, {locations_.of(member)}};
    return spot_of(member);
  }
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(lvalue)) {
    const bool vector = element->getBase()->getType()->isVectorType();
    if (vector && element->getBase()->isGLValue()) return spot(element->getBase());
    return {{}, {value(element->getBase())}};
  }
  if (const auto* operation = dyn_cast<UnaryOperator>(lvalue)) {
    if (operation->getOpcode() == UO_Deref) return {{}, {value(operation->getSubExpr())}};
    return spot(operation->getSubExpr());
  }
  if (const Expr* usual = default_of(lvalue)) return spot(usual);
  if (const auto* operation = dyn_cast<BinaryOperator>(lvalue);
      operation && operation->isPtrMemOp())
    return {{}, {value(operation->getRHS())}};  // a pointer to a member points to the field
  if (const auto* operation = dyn_cast<BinaryOperator>(lvalue))
    return spot(operation->getOpcode() == BO_Comma ? operation->getRHS() : operation->getLHS());
  if (const auto* either = dyn_cast<AbstractConditionalOperator>(lvalue)) {
    Spot both = spot(either->getTrueExpr());
    const Spot other = spot(either->getFalseExpr());
    both.direct.insert(both.direct.end(), other.direct.begin(), other.direct.end());
    both.through.insert(both.through.end(), other.through.begin(), other.through.end());
    return both;
  }
  if (is_call(lvalue) && lvalue->isGLValue()) return {{}, {value(lvalue)}};
  if (const auto* cast = dyn_cast<CastExpr>(lvalue); cast && cast->getSubExpr()->isGLValue())
    return spot(cast->getSubExpr());
  if (isa<StringLiteral>(lvalue) || isa<PredefinedExpr>(lvalue)) return {};
  if (!is_understood(lvalue)) return {{}, {unknown(lvalue)}};
  const Location own = locations_.of_temporary(lvalue);
  if (const auto* literal = dyn_cast<CompoundLiteralExpr>(lvalue))
    initialise({{own}, {}}, literal->getType(), literal->getInitializer());
  else if (const auto* made = dyn_cast<MaterializeTemporaryExpr>(lvalue))
    initialise({{own}, {}}, made->getType(), made->getSubExpr());
  else
    copy(own, joined(lvalue));
  return {{own}, {}};
}

Location Constraints::address(const Expr* lvalue) {
  const bool function = lvalue->getType()->isFunctionType();  // no lvalue in C
  if (!lvalue->isGLValue() && !function && !isa<CastExpr>(lvalue->IgnoreParens())) {
    const Location own = locations_.of_temporary(lvalue);
    copy(own, value(lvalue));
    return pointing_to({own});
  }
  const Spot where = spot(lvalue);
  const Location pointer = pointing_to(where.direct);
  for (const Location through : where.through) copy(pointer, through);
  if (const RecordDecl* record = parts_of(lvalue->getType()))
    result_.typed_.push_back({pointer, record});
  return pointer;
}

Location Constraints::load(const Spot& spot) {
  if (spot.direct.size() == 1 && spot.through.empty()) return spot.direct[0];
  const Location got = locations_.add_temporary();
  for (const Location direct : spot.direct) copy(got, direct);
  for (const Location through : spot.through)
    result_.flows_.push_back({PointsTo::Flow::load, got, through});
  return got;
}

void Constraints::store(const Spot& spot, Location from) {
  if (from == locations_.nothing()) return;
  for (const Location direct : spot.direct) copy(direct, from);
  for (const Location through : spot.through)
    result_.flows_.push_back({PointsTo::Flow::store, through, from});
}

}  // namespace hpcast::slicer

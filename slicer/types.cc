// Expressions that stand in types.
#include "program.h"

namespace hpcast::slicer {
namespace {

class TypeReader : public RecursiveASTVisitor<TypeReader> {
 public:
  InTypes found;

  void read(const TypeSourceInfo* type) {
    if (type != nullptr) TraverseTypeLoc(type->getTypeLoc());
  }
  bool TraverseStmt(Stmt*) { return true; }
  bool TraverseFunctionProtoTypeLoc(FunctionProtoTypeLoc type) {  // its parameters are nobody's
    return TraverseTypeLoc(type.getReturnLoc());
  }
  bool VisitVariableArrayTypeLoc(VariableArrayTypeLoc type) {
    const Expr* const length = type.getTypePtr()->getSizeExpr();  // read, which the text's is not
    if (length != nullptr) found.computed.push_back(length);
    return true;
  }
  bool VisitTypeOfExprTypeLoc(TypeOfExprTypeLoc type) {
    const Expr* const inside = type.getUnderlyingExpr();
    const bool computed = inside->getType()->isVariablyModifiedType();
    (computed ? found.computed : found.named).push_back(inside);
    return true;
  }
  bool VisitDecltypeTypeLoc(DecltypeTypeLoc type) {
    found.named.push_back(type.getUnderlyingExpr());
    return true;
  }
};

}  // namespace

InTypes in_types(const DeclaratorDecl* declaration) {
  TypeReader reader;
  reader.read(declaration->getTypeSourceInfo());
  return reader.found;
}

InTypes in_types(const Stmt* statement) {
  TypeReader reader;
  if (const auto* declared = dyn_cast<DeclStmt>(statement)) {
    for (const Decl* each : declared->decls()) {
      if (const auto* variable = dyn_cast<VarDecl>(each))
        reader.read(variable->getTypeSourceInfo());
      if (const auto* type = dyn_cast<TypedefNameDecl>(each))
        reader.read(type->getTypeSourceInfo());
    }
  } else if (const auto* cast = dyn_cast<ExplicitCastExpr>(statement)) {
    reader.read(cast->getTypeInfoAsWritten());
  } else if (const auto* literal = dyn_cast<CompoundLiteralExpr>(statement)) {
    reader.read(literal->getTypeSourceInfo());
  } else if (const auto* size = dyn_cast<UnaryExprOrTypeTraitExpr>(statement)) {
    if (size->isArgumentType()) reader.read(size->getArgumentTypeInfo());
  } else if (const auto* taken = dyn_cast<VAArgExpr>(statement)) {
    reader.read(taken->getWrittenTypeInfo());
  }
  return reader.found;
}

}  // namespace hpcast::slicer

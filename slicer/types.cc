#include "types.h"

namespace hpcast::slicer {
namespace {

class TypeReader : public RecursiveASTVisitor<TypeReader> {
 public:
  InTypes found;

  void read(const TypeSourceInfo* type) {
    if (type != nullptr) TraverseTypeLoc(type->getTypeLoc());
  }
  void read(ArrayRef<TemplateArgumentLoc> arguments) {
    for (const TemplateArgumentLoc& argument : arguments) TraverseTemplateArgumentLoc(argument);
  }
  bool TraverseStmt(Stmt*) { return true; }
  bool TraverseTemplateArgumentLoc(const TemplateArgumentLoc& argument) {
    if (argument.getArgument().getKind() == TemplateArgument::Expression)
      found.named.push_back(argument.getSourceExpression());
    return RecursiveASTVisitor::TraverseTemplateArgumentLoc(argument);
  }
  bool TraverseFunctionProtoTypeLoc(FunctionProtoTypeLoc type) {  // its parameters are nobody's
    return TraverseTypeLoc(type.getReturnLoc());
  }
  bool VisitVariableArrayTypeLoc(VariableArrayTypeLoc type) {
    const Expr* const length = type.getTypePtr()->getSizeExpr();  // read, which the text's is not
    if (length != nullptr) found.computed.push_back(length);
    return true;
  }
  bool VisitConstantArrayTypeLoc(ConstantArrayTypeLoc type) {
    if (type.getSizeExpr() != nullptr) found.named.push_back(type.getSizeExpr());
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
  } else if (const auto* made = dyn_cast<CXXNewExpr>(statement)) {
    reader.read(made->getAllocatedTypeSourceInfo());
  } else if (const auto* temporary = dyn_cast<CXXTemporaryObjectExpr>(statement)) {
    reader.read(temporary->getTypeSourceInfo());
  } else if (const auto* used = dyn_cast<DeclRefExpr>(statement)) {
    reader.read(used->template_arguments());
  } else if (const auto* access = dyn_cast<MemberExpr>(statement)) {
    reader.read(access->template_arguments());
  } else if (const auto* taken = dyn_cast<VAArgExpr>(statement)) {
    reader.read(taken->getWrittenTypeInfo());
  }
  return reader.found;
}

}  // namespace hpcast::slicer

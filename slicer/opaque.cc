#include "opaque.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "control.h"
#include "edits.h"

namespace hpcast::slicer {
namespace {

bool is_understood_statement(Stmt::StmtClass kind) {
  switch (kind) {
    case Stmt::CompoundStmtClass:
    case Stmt::DeclStmtClass:
    case Stmt::NullStmtClass:
    case Stmt::IfStmtClass:
    case Stmt::ForStmtClass:
    case Stmt::WhileStmtClass:
    case Stmt::DoStmtClass:
    case Stmt::SwitchStmtClass:
    case Stmt::CaseStmtClass:
    case Stmt::DefaultStmtClass:
    case Stmt::LabelStmtClass:
    case Stmt::AttributedStmtClass:
    case Stmt::GotoStmtClass:
    case Stmt::BreakStmtClass:
    case Stmt::ContinueStmtClass:
    case Stmt::ReturnStmtClass:
    case Stmt::CXXForRangeStmtClass:
    case Stmt::CXXTryStmtClass:
    case Stmt::CXXCatchStmtClass:
      return true;
    default:
      return false;
  }
}

// Values, and ways to objects.
bool is_understood_expression(Stmt::StmtClass kind) {
  switch (kind) {
    case Stmt::IntegerLiteralClass:
    case Stmt::FloatingLiteralClass:
    case Stmt::FixedPointLiteralClass:
    case Stmt::ImaginaryLiteralClass:
    case Stmt::CharacterLiteralClass:
    case Stmt::StringLiteralClass:
    case Stmt::PredefinedExprClass:
    case Stmt::GNUNullExprClass:
    case Stmt::SourceLocExprClass:
    case Stmt::ConstantExprClass:
    case Stmt::DeclRefExprClass:
    case Stmt::MemberExprClass:
    case Stmt::ArraySubscriptExprClass:
    case Stmt::UnaryOperatorClass:
    case Stmt::BinaryOperatorClass:
    case Stmt::CompoundAssignOperatorClass:
    case Stmt::ConditionalOperatorClass:
    case Stmt::BinaryConditionalOperatorClass:
    case Stmt::OpaqueValueExprClass:
    case Stmt::CallExprClass:
    case Stmt::ParenExprClass:
    case Stmt::ParenListExprClass:
    case Stmt::InitListExprClass:
    case Stmt::DesignatedInitExprClass:
    case Stmt::DesignatedInitUpdateExprClass:
    case Stmt::NoInitExprClass:
    case Stmt::ImplicitValueInitExprClass:
    case Stmt::ArrayInitLoopExprClass:
    case Stmt::ArrayInitIndexExprClass:
    case Stmt::CompoundLiteralExprClass:
    case Stmt::UnaryExprOrTypeTraitExprClass:
    case Stmt::OffsetOfExprClass:
    case Stmt::StmtExprClass:
    case Stmt::GenericSelectionExprClass:
    case Stmt::ChooseExprClass:
      return true;
    default:
      return false;
  }
}

bool is_understood_cpp(Stmt::StmtClass kind) {
  switch (kind) {
    case Stmt::CXXBoolLiteralExprClass:
    case Stmt::CXXNullPtrLiteralExprClass:
    case Stmt::UserDefinedLiteralClass:
    case Stmt::CXXThisExprClass:
    case Stmt::CXXThrowExprClass:
    case Stmt::CXXTypeidExprClass:
    case Stmt::CXXDefaultArgExprClass:
    case Stmt::CXXDefaultInitExprClass:
    case Stmt::CXXScalarValueInitExprClass:
    case Stmt::CXXStdInitializerListExprClass:
    case Stmt::CXXParenListInitExprClass:
    case Stmt::CXXConstructExprClass:
    case Stmt::CXXTemporaryObjectExprClass:
    case Stmt::CXXInheritedCtorInitExprClass:
    case Stmt::CXXMemberCallExprClass:
    case Stmt::CXXOperatorCallExprClass:
    case Stmt::CXXRewrittenBinaryOperatorClass:
    case Stmt::CXXPseudoDestructorExprClass:
    case Stmt::CXXNewExprClass:
    case Stmt::CXXDeleteExprClass:
    case Stmt::CXXBindTemporaryExprClass:
    case Stmt::CXXNoexceptExprClass:
    case Stmt::MaterializeTemporaryExprClass:
    case Stmt::ExprWithCleanupsClass:
    case Stmt::LambdaExprClass:
    case Stmt::TypeTraitExprClass:
    case Stmt::ArrayTypeTraitExprClass:
    case Stmt::ExpressionTraitExprClass:
    case Stmt::SizeOfPackExprClass:
    case Stmt::SubstNonTypeTemplateParmExprClass:
    case Stmt::ConceptSpecializationExprClass:
    case Stmt::RequiresExprClass:
      return true;
    default:
      return false;
  }
}

constexpr const char* by_macro = "a macro wrote a part of this";

// The use of a macro that wrote all of it.
std::optional<SourceLocation> macro_around(const Function& function, const Stmt* node) {
  const SourceManager& sources = function.sources();
  if (!node->getBeginLoc().isMacroID() || !node->getEndLoc().isMacroID()) return std::nullopt;
  const SourceLocation begin = sources.getExpansionLoc(node->getBeginLoc());
  if (begin != sources.getExpansionLoc(node->getEndLoc())) return std::nullopt;
  return begin;
}

bool calls_twice_returning(const Stmt* node) {
  static const std::set<StringRef> names = {"setjmp",      "_setjmp",    "sigsetjmp",
                                            "__sigsetjmp", "getcontext", "vfork"};
  const auto* call = dyn_cast<CallExpr>(node);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee != nullptr && callee->getIdentifier() != nullptr &&
         (callee->hasAttr<ReturnsTwiceAttr>() || names.count(callee->getName()) > 0);
}

std::string why_of(const Function& function, const Stmt* node) {
  if (isa<AsmStmt>(node)) return "assembly";
  if (isa<VAArgExpr>(node)) return "takes an argument of a variable number";
  if (!is_understood(node))
    return std::string("a ") + node->getStmtClassName() + " is not understood";
  if (const auto* statement = dyn_cast<DeclStmt>(node))
    for (const Decl* each : statement->decls())
      if (const auto* variable = dyn_cast<VarDecl>(each); variable && cleanup_of(variable))
        return "calls a function at its end";
  if (is_whole_statement(function, node) && !isa<NullStmt>(node) && !range_of(function, node) &&
      !macro_around(function, node))
    return by_macro;
  return "";
}

const Stmt* whole_around(const Function& function, const Stmt* node) {
  while (!is_whole_statement(function, node)) node = function.parent.lookup(node);
  return node;
}

// One statement that a macro wrote can go as a whole. Of several, none can.
std::vector<Opaque> by_macros(const Function& function) {
  std::map<SourceLocation, std::vector<const Stmt*>> uses;
  for (const Stmt* node : function.nodes) {
    const auto macro = macro_around(function, node);
    if (!macro || !is_whole_statement(function, node) || isa<NullStmt>(node)) continue;
    const Stmt* const above = function.parent.lookup(node);
    if (above == nullptr || macro_around(function, above) != macro) uses[*macro].push_back(node);
  }
  std::vector<Opaque> found;
  for (const auto& [macro, statements] : uses) {
    const bool one = statements.size() == 1 && range_of(function, statements[0]);
    for (const Stmt* statement : statements) found.push_back({statement, by_macro, one});
  }
  return found;
}

}  // namespace

bool is_understood(const Stmt* node) {
  const Stmt::StmtClass kind = node->getStmtClass();
  return isa<CastExpr>(node) || is_understood_statement(kind) || is_understood_expression(kind) ||
         is_understood_cpp(kind);
}

const FunctionDecl* cleanup_of(const VarDecl* variable) {
  const auto* attribute = variable->getAttr<CleanupAttr>();
  return attribute != nullptr ? attribute->getFunctionDecl() : nullptr;
}

bool returns_twice(const Function& function) {
  return std::any_of(function.nodes.begin(), function.nodes.end(), calls_twice_returning);
}

std::vector<Opaque> opaque_in(const Function& function) {
  std::vector<Opaque> found = by_macros(function);
  const Stmt* const body = function.decl->getBody();
  for (const Stmt* node : function.nodes) {
    if (calls_twice_returning(node)) found.push_back({body, "comes back to a call"});
    if (isa<IndirectGotoStmt>(node)) found.push_back({body, "jumps to a computed place"});
    const std::string why = why_of(function, node);
    if (!why.empty()) found.push_back({whole_around(function, node), why});
  }
  return found;
}

}  // namespace hpcast::slicer

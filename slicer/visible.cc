#include "visible.h"

#include "control.h"
#include "edits.h"

namespace hpcast::slicer {
namespace {

// Of the function's own, the innermost of that name that is declared around there; else null.
const NamedDecl* innermost(const Function& function, const Stmt* at, const IdentifierInfo* name) {
  const SourceManager& sources = function.sources();
  const NamedDecl* found = nullptr;
  for (const ParmVarDecl* parameter : function.decl->parameters())
    if (parameter->getIdentifier() == name) found = parameter;
  for (const Stmt* node : function.nodes) {
    const auto* statement = dyn_cast<DeclStmt>(node);
    if (statement == nullptr || !lies_in(function, at, function.parent.lookup(statement))) continue;
    for (const Decl* each : statement->decls()) {
      const auto* named = dyn_cast<NamedDecl>(each);
      if (named == nullptr || named->getIdentifier() != name) continue;
      const bool before =
          sources.isBeforeInTranslationUnit(named->getLocation(), at->getBeginLoc());
      if (before && (found == nullptr ||
                     sources.isBeforeInTranslationUnit(found->getLocation(), named->getLocation())))
        found = named;
    }
  }
  return found;
}

bool is_member_name(const FunctionDecl* function, DeclarationName name) {
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  return method != nullptr && (!method->getParent()->lookup(name).empty() ||
                               method->getParent()->getNumBases() > 0 || method->isStatic());
}

bool is_declared_before(const VarDecl* variable, const SourceManager& sources,
                        SourceLocation place) {
  for (const VarDecl* each : variable->redecls())
    if (each->getLexicalDeclContext()->isFileContext() &&
        sources.isBeforeInTranslationUnit(each->getLocation(), place))
      return true;
  return false;
}

bool is_complete(const RecordDecl* record, const Function& function, const Stmt* at) {
  const SourceManager& theirs = record->getASTContext().getSourceManager();
  const SourceManager& ours = function.sources();
  if (&theirs == &ours)
    return ours.isBeforeInTranslationUnit(record->getEndLoc(), at->getBeginLoc());
  const FileID file = theirs.getDecomposedExpansionLoc(record->getLocation()).first;
  const auto entry = ours.getFileManager().getOptionalFileRef(name_of(theirs, file));
  const FileID here = entry ? ours.translateFile(*entry) : FileID();
  return here.isValid() &&
         ours.isBeforeInTranslationUnit(ours.getLocForStartOfFile(here), at->getBeginLoc());
}

// Whether the child is only sometimes executed where its parent is.
bool is_optional(const Stmt* parent, const Stmt* child) {
  if (const auto* branch = dyn_cast<IfStmt>(parent)) return child != branch->getCond();
  if (const auto* choice = dyn_cast<SwitchStmt>(parent)) return child != choice->getCond();
  if (const auto* counted = dyn_cast<ForStmt>(parent))
    return child != counted->getInit() && child != counted->getCond();
  if (const auto* checked = dyn_cast<WhileStmt>(parent)) return child != checked->getCond();
  if (const auto* either = dyn_cast<ConditionalOperator>(parent)) return child != either->getCond();
  if (const auto* operation = dyn_cast<BinaryOperator>(parent))
    return operation->isLogicalOp() && child != operation->getLHS();
  return !isa<Expr>(parent) && !isa<CompoundStmt>(parent) && !isa<DeclStmt>(parent);
}

// Whether the node is executed each time before control comes to `at`.
bool is_always_before(const Function& function, const Stmt* node, const Stmt* at) {
  if (!function.sources().isBeforeInTranslationUnit(node->getBeginLoc(), at->getBeginLoc()))
    return false;
  const Stmt* child = node;
  for (const Stmt* above = function.parent.lookup(node); above != nullptr;
       child = above, above = function.parent.lookup(above)) {
    if (lies_in(function, at, above))
      return !isa_and_nonnull<SwitchStmt>(function.parent.lookup(above));
    if (is_optional(above, child) || isa<UnaryExprOrTypeTraitExpr>(above)) return false;
  }
  return false;
}

bool is_assigned(const Function& function, const VarDecl* variable) {
  for (const Stmt* node : function.nodes) {
    const auto* name = dyn_cast<DeclRefExpr>(node);
    if (name == nullptr || name->getDecl() != variable) continue;
    const auto* read = dyn_cast_or_null<CastExpr>(function.parent.lookup(name));
    if (read == nullptr || read->getCastKind() != CK_LValueToRValue) return true;
  }
  return false;
}

}  // namespace

bool is_read_before(const std::string& pointer, const Function& function, const Stmt* at) {
  bool found = false;
  for (const Stmt* node : function.nodes) {
    if (isa<LabelStmt>(node)) return false;
    const auto* access = dyn_cast<MemberExpr>(node);
    if (found || access == nullptr || !access->isArrow()) continue;
    const auto* name = dyn_cast<DeclRefExpr>(access->getBase()->IgnoreParenImpCasts());
    const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    found = variable != nullptr && variable->getNameAsString() == pointer &&
            variable->hasLocalStorage() && is_visible(variable, function, at) &&
            !is_assigned(function, variable) && is_always_before(function, node, at);
  }
  return found;
}

bool is_visible(const VarDecl* variable, const Function& function, const Stmt* at) {
  const IdentifierInfo* const name = variable->getIdentifier();
  if (name == nullptr || name->hadMacroDefinition()) return false;
  if (&variable->getASTContext() != &function.context()) return false;
  if (const NamedDecl* own = innermost(function, at, name)) return own == variable;
  const DeclContext* const around = variable->getDeclContext()->getRedeclContext();
  if (!around->isFileContext() || !around->Encloses(function.decl)) return false;
  return !is_member_name(function.decl, name) &&
         is_declared_before(variable, function.sources(), at->getBeginLoc());
}

bool is_visible(const FieldDecl* field, const Function& function, const Stmt* at) {
  if (field->getIdentifier() == nullptr || field->getIdentifier()->hadMacroDefinition())
    return false;
  const auto* method = dyn_cast<CXXMethodDecl>(function.decl);
  const bool own = method != nullptr && key_of(method->getParent()) == key_of(field->getParent());
  if (field->getAccess() != AS_public && field->getAccess() != AS_none && !own) return false;
  return own || is_complete(field->getParent(), function, at);
}

}  // namespace hpcast::slicer

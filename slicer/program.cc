#include "program.h"

#include "formats.h"
#include "opaque.h"

namespace hpcast::slicer {

// All definitions of a source: functions (templates' instances too) and global variables.
class Finder : public RecursiveASTVisitor<Finder> {
 public:
  explicit Finder(Program& program) : program_(program) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitFunctionDecl(FunctionDecl* function) {
    program_.add(function);
    return true;
  }
  bool VisitVarDecl(VarDecl* variable) {
    const DeclContext* around = variable->getDeclContext();
    if (variable->hasGlobalStorage() && !around->isDependentContext() && variable->hasInit())
      program_.globals_.push_back(variable);
    return true;
  }
  bool VisitStringLiteral(StringLiteral* text) {
    program_.counts_output_ |= counts_output(*text);
    return true;
  }
  bool VisitRecordDecl(RecordDecl* record) {
    const bool whole = record->isThisDeclarationADefinition() && !record->isDependentContext();
    if (record->isUnion() && whole) program_.unions_.push_back(record);
    if (auto* of_class = dyn_cast<CXXRecordDecl>(record); of_class && whole)
      if (!is_of_library(record)) program_.classes_.push_back(of_class);
    return true;
  }

 private:
  Program& program_;
};

Program::Program(const std::vector<Unit>& units) {
  for (const Unit& unit : units) Finder(*this).TraverseAST(unit.ast->getASTContext());
  for (const VarDecl* global : globals_) add_global(const_cast<VarDecl*>(global));  // NOLINT
  reach();
}

Function* Program::add_initialiser(const NamedDecl* of, QualType result, Stmt* statement) {
  ASTContext& context = of->getASTContext();
  const SourceLocation place = statement->getBeginLoc();
  const QualType type = context.getFunctionType(result, {}, FunctionProtoType::ExtProtoInfo());
  IdentifierInfo& name = context.Idents.get("initialiser of " + of->getNameAsString());
  auto* made = FunctionDecl::Create(context, context.getTranslationUnitDecl(), place, place,
                                    DeclarationName(&name), type, nullptr, SC_Static);
  made->setBody(CompoundStmt::Create(context, {statement}, FPOptionsOverride(), place, place));
  Function& function = all_.emplace_back();
  function.decl = made;
  function.number = all_.size();
  function.name = name.getName().str();
  function.initialises = true;
  known_[made] = &function;
  return &function;
}

void Program::add_default(const Expr* computed, const NamedDecl* of) {
  ASTContext& context = of->getASTContext();
  const QualType type = computed->isGLValue() ? context.getLValueReferenceType(computed->getType())
                                              : computed->getType();
  auto* const value = const_cast<Expr*>(computed);  // NOLINT: Clang builds of its own
  Function* const function = add_initialiser(
      of, type, ReturnStmt::Create(context, computed->getBeginLoc(), value, nullptr));
  defaults_[computed] = function;
}

// What runs before main, and after it.
void Program::add_global(VarDecl* variable) {
  if (is_of_library(variable) || variable->isStaticLocal() || variable->getType().isNull()) return;
  const bool ends = variable->needsDestruction(variable->getASTContext()) != QualType::DK_none;
  if (variable->evaluateValue() != nullptr && !ends) return;
  ASTContext& context = variable->getASTContext();
  if (!context.getLangOpts().CPlusPlus) return;
  auto* const statement = new (context)
      DeclStmt(DeclGroupRef(variable), variable->getBeginLoc(), variable->getEndLoc());
  Function* const function = add_initialiser(variable, context.VoidTy, statement);
  function->entry = true;
}

Function* Program::function_of_default(const Expr* computed) const {
  return defaults_.lookup(computed);
}

void Program::add(const FunctionDecl* declaration) {
  if (!declaration->doesThisDeclarationHaveABody() || declaration->isDependentContext()) return;
  const ASTContext& context = declaration->getASTContext();
  if (context.getSourceManager().isInSystemHeader(declaration->getLocation())) return;
  const std::string key = key_of(declaration);
  if (by_key_.contains(key)) return;
  Function& function = all_.emplace_back();
  function.decl = declaration;
  function.number = all_.size();
  function.name = declaration->getQualifiedNameAsString();
  function.entry = declaration->isMain() || declaration->hasAttr<ConstructorAttr>() ||
                   declaration->hasAttr<DestructorAttr>();
  by_key_[key] = &function;
}

Function* Program::function_of(const FunctionDecl* declaration) const {
  if (declaration == nullptr) return nullptr;
  if (const auto found = known_.find(declaration); found != known_.end()) return found->second;
  const auto found = by_key_.find(key_of(declaration));
  Function* const function = found == by_key_.end() ? nullptr : found->second;
  known_[declaration] = function;
  return function;
}

std::vector<Function*> Program::overriders(const CXXMethodDecl* method) const {
  std::vector<Function*> found;
  if (Function* const own = function_of(method)) found.push_back(own);
  if (!method->isVirtual()) return found;
  for (const auto& [key, function] : by_key_) {
    const auto* other = dyn_cast<CXXMethodDecl>(function->decl);
    if (other == nullptr || !other->isVirtual()) continue;
    if (other->getNameAsString() == method->getNameAsString() && function_of(method) != function &&
        other->getNumParams() == method->getNumParams())
      found.push_back(function);
  }
  return found;
}

std::vector<Function*> Program::cleanups_of(const DeclStmt* statement) const {
  std::vector<Function*> found;
  for (const Decl* each : statement->decls())
    if (const auto* variable = dyn_cast<VarDecl>(each))
      if (Function* const function = function_of(cleanup_of(variable))) found.push_back(function);
  return found;
}

}  // namespace hpcast::slicer

#include "library_text.h"

#include "locations.h"

namespace hpcast::slicer {
namespace {

bool lacks_memory(QualType thrown) {
  const CXXRecordDecl* const record = thrown.getNonReferenceType()->getAsCXXRecordDecl();
  const std::string name = record ? record->getNameAsString() : "";
  return name == "bad_alloc" || name == "bad_array_new_length" || name == "length_error";
}

// GCC's library throws by functions: __throw_out_of_range …; of strings the text is not there.
bool throws_by_name(const FunctionDecl* function) {
  static const std::set<std::string> methods = {"at", "substr", "insert", "erase", "replace"};
  const std::string name = function->getNameAsString();
  if (!function->hasBody() && isa<CXXMethodDecl>(function)) return methods.count(name) > 0;
  return name.rfind("__throw_", 0) == 0 && name != "__throw_length_error" &&
         name != "__throw_bad_alloc" && name != "__throw_bad_array_new_length";
}

class Calls : public RecursiveASTVisitor<Calls> {
 public:
  LibraryText::Functions found;
  bool throws = false;

  bool shouldVisitImplicitCode() const { return true; }
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitDeclRefExpr(DeclRefExpr* name) {
    if (const auto* function = dyn_cast<FunctionDecl>(name->getDecl())) found.insert(function);
    return true;
  }
  bool VisitMemberExpr(MemberExpr* access) {
    if (const auto* method = dyn_cast<CXXMethodDecl>(access->getMemberDecl())) found.insert(method);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr* made) {
    found.insert(made->getConstructor());
    const CXXRecordDecl* const record = made->getConstructor()->getParent();
    if (record->isPolymorphic())  // somebody will call what is virtual
      for (const CXXMethodDecl* method : record->methods())
        if (method->isVirtual()) found.insert(method);
    destroy(record);
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr* removed) {
    if (!removed->getDestroyedType().isNull())
      destroy(removed->getDestroyedType()->getAsCXXRecordDecl());
    return true;
  }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr* bound) {
    found.insert(bound->getTemporary()->getDestructor());
    return true;
  }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr* usual) { return TraverseStmt(usual->getExpr()); }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr* usual) { return TraverseStmt(usual->getExpr()); }
  bool VisitCXXThrowExpr(CXXThrowExpr* thrown) {
    throws |= thrown->getSubExpr() == nullptr || !lacks_memory(thrown->getSubExpr()->getType());
    return true;
  }
  void destroy(const CXXRecordDecl* record) {
    if (record == nullptr || !record->hasDefinition()) return;
    if (const CXXDestructorDecl* end = record->getDestructor()) found.insert(end);
  }
};

}  // namespace

bool is_of_library(const Decl* declaration) {
  const SourceManager& sources = declaration->getASTContext().getSourceManager();
  return in_standard_namespace(declaration) || sources.isInSystemHeader(declaration->getLocation());
}

const LibraryText::Text& LibraryText::text_of(const FunctionDecl* function) {
  const auto [at, added] = own_.try_emplace(function);
  if (!added) return at->second;
  Calls calls;
  const FunctionDecl* definition = nullptr;
  if (function->hasBody(definition)) {
    calls.TraverseStmt(definition->getBody());
    if (const auto* constructor = dyn_cast<CXXConstructorDecl>(definition))
      for (const CXXCtorInitializer* init : constructor->inits())
        calls.TraverseStmt(init->getInit());
  }
  if (const auto* end = dyn_cast<CXXDestructorDecl>(function)) {
    for (const FieldDecl* field : end->getParent()->fields())
      calls.destroy(field->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl());
    for (const CXXBaseSpecifier& base : end->getParent()->bases())
      calls.destroy(base.getType()->getAsCXXRecordDecl());
  }
  calls.found.erase(nullptr);
  return at->second = {std::move(calls.found), calls.throws || throws_by_name(function)};
}

const LibraryText::Text& LibraryText::all_of(const FunctionDecl* function) {
  function = function->getCanonicalDecl();
  const auto [at, added] = whole_.try_emplace(function);
  if (!added) return at->second;
  Text& all = at->second;
  Functions seen{function};
  for (std::vector<const FunctionDecl*> todo{function}; !todo.empty();) {
    const Text& text = text_of(todo.back());
    todo.pop_back();
    all.throws |= text.throws;
    for (const FunctionDecl* called : text.calls) {
      const bool library = is_of_library(called);
      const auto* method = dyn_cast<CXXMethodDecl>(called);
      if (!library || (method != nullptr && method->isVirtual())) all.calls.insert(called);
      if (library && seen.insert(called->getCanonicalDecl()).second)
        todo.push_back(called->getCanonicalDecl());
    }
  }
  return all;
}

const LibraryText::Functions& LibraryText::calls_of(const FunctionDecl* function) {
  return all_of(function).calls;
}

bool LibraryText::throws(const FunctionDecl* function) { return all_of(function).throws; }

}  // namespace hpcast::slicer

#include <algorithm>

#include "hpcast/base/diagnostics.h"
#include "locations.h"
#include "program.h"

namespace hpcast::slicer {
namespace {

// Also where another source has defined it.
bool derives(const CXXRecordDecl* derived, const CXXRecordDecl* record) {
  const std::string key = key_of(record);
  return !derived->forallBases([&](const CXXRecordDecl* base) { return key_of(base) != key; });
}

// An object of the library that may hold one of any class.
bool hides_type(const CXXRecordDecl* record) {
  static const std::set<std::string> names = {
      "function", "any", "thread", "packaged_task", "__shared_count", "move_only_function"};
  return in_standard_namespace(record) && names.count(record->getNameAsString()) > 0;
}

}  // namespace

std::vector<Function*> Program::in_order(const std::set<Function*>& functions) const {
  std::vector<Function*> found(functions.begin(), functions.end());
  std::sort(found.begin(), found.end(),
            [](const Function* one, const Function* other) { return one->number < other->number; });
  return found;
}

std::vector<Function*> Program::called_by(const FunctionDecl* library) const {
  std::set<Function*> found;
  for (const FunctionDecl* called : library_.calls_of(library)) {
    std::vector<Function*> own;
    if (const auto* end = dyn_cast<CXXDestructorDecl>(called))
      own = destructors(called->getASTContext().getRecordType(end->getParent()), true);
    else if (const auto* method = dyn_cast<CXXMethodDecl>(called))
      own = overriders(method);
    else if (Function* const function = function_of(called))
      own = {function};
    found.insert(own.begin(), own.end());
  }
  return in_order(found);
}

std::vector<Function*> Program::destructors(QualType type, bool by_pointer) const {
  Seen seen;
  std::set<Function*> found;
  if (!type.isNull() && !type->isReferenceType())
    destroy(type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl(), by_pointer, seen, found);
  return in_order(found);
}

void Program::destroy(const CXXRecordDecl* record, bool by_pointer, Seen& seen,
                      std::set<Function*>& found) const {
  if (record == nullptr || (record = record->getDefinition()) == nullptr) return;
  if (!seen.insert({record, by_pointer}).second) return;
  const auto further = [&](QualType type, bool pointer) {
    destroy(type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl(), pointer, seen, found);
  };
  const auto* instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (!record->hasTrivialDestructor()) {
    const FunctionDecl* const end = record->getDestructor();
    if (Function* const own = function_of(end)) found.insert(own);
    for (const FieldDecl* field : record->fields()) further(field->getType(), false);
    for (const CXXBaseSpecifier& base : record->bases()) further(base.getType(), false);
    if (end != nullptr && is_of_library(end))
      for (const FunctionDecl* called : library_.calls_of(end)) {
        const auto* other = dyn_cast<CXXDestructorDecl>(called);
        if (other != nullptr) destroy(other->getParent(), true, seen, found);
        Function* const own = function_of(called);  // what a smart pointer deletes with
        if (other == nullptr && own != nullptr) found.insert(own);
      }
    if (instance != nullptr && is_of_library(record))  // what it holds
      for (const TemplateArgument& argument : instance->getTemplateArgs().asArray())
        if (argument.getKind() == TemplateArgument::Type) further(argument.getAsType(), true);
  }
  if (hides_type(record))
    for (const CXXRecordDecl* other : classes_) destroy(other, false, seen, found);
  if (!by_pointer) return;
  for (const CXXRecordDecl* other : classes_)
    if (derives(other, record)) destroy(other, false, seen, found);
}

void Program::index(Function& function) {
  function.nodes = {function.decl->getBody()};
  if (const auto* constructor = dyn_cast<CXXConstructorDecl>(function.decl))
    for (const CXXCtorInitializer* init : constructor->inits())
      function.nodes.push_back(init->getInit());
  for (const ParmVarDecl* parameter : function.decl->parameters())
    for (const Expr* length : in_types(parameter).computed) function.nodes.push_back(length);
  for (size_t i = 0; i < function.nodes.size(); ++i) {
    const Stmt* const node = function.nodes[i];
    for (const Stmt* child : live_children(node, function.context())) {
      if (!function.parent.try_emplace(child, node).second) continue;
      function.nodes.push_back(child);
    }
  }
}

void Program::reach(const Stmt* statement, ASTContext& context, std::vector<Function*>& todo) {
  const auto add = [&](const std::vector<Function*>& functions) {
    for (Function* const function : functions)
      if (function != nullptr && !reached_[function]) {
        reached_[function] = true;
        todo.push_back(function);
      }
  };
  const auto found = [&](const FunctionDecl* declaration) {
    if (declaration == nullptr) return;
    const auto* method = dyn_cast<CXXMethodDecl>(declaration);
    add(method ? overriders(method) : std::vector<Function*>{function_of(declaration)});
    if (is_of_library(declaration)) add(called_by(declaration));
  };
  if (const auto* name = dyn_cast<DeclRefExpr>(statement))
    found(dyn_cast<FunctionDecl>(name->getDecl()));
  if (const auto* member = dyn_cast<MemberExpr>(statement))
    found(dyn_cast<FunctionDecl>(member->getMemberDecl()));
  if (const auto* made = dyn_cast<CXXConstructExpr>(statement)) {
    found(made->getConstructor());
    add(destructors(made->getType(), false));
  }
  if (const auto* removed = dyn_cast<CXXDeleteExpr>(statement)) {
    add(destructors(removed->getDestroyedType(), true));
    found(removed->getOperatorDelete());
  }
  if (const auto* made = dyn_cast<CXXNewExpr>(statement)) found(made->getOperatorNew());
  if (const Expr* computed = computed_default(statement)) {
    const auto* argument = dyn_cast<CXXDefaultArgExpr>(statement);
    if (!defaults_.count(computed))
      add_default(computed, argument ? static_cast<const NamedDecl*>(argument->getParam())
                                     : cast<CXXDefaultInitExpr>(statement)->getField());
    add({function_of_default(computed)});
  }
  if (const auto* value = dyn_cast<Expr>(statement); value && value->isPRValue())
    if (value->getType()->isRecordType()) add(destructors(value->getType(), false));
  if (const auto* lambda = dyn_cast<LambdaExpr>(statement)) found(lambda->getCallOperator());
  if (const auto* declared = dyn_cast<DeclStmt>(statement))
    for (const Function* called : cleanups_of(declared)) found(called->decl);
  for (const Stmt* child : live_children(statement, context)) reach(child, context, todo);
}

void Program::reach() {
  std::vector<Function*> todo;
  for (Function& function : all_)
    if (function.entry) {
      reached_[&function] = true;
      todo.push_back(&function);
    }
  const bool has_main = std::any_of(
      todo.begin(), todo.end(), [](const Function* function) { return function->decl->isMain(); });
  if (!has_main)
    throw InputError("there is no main among the sources",
                     "give all sources of one program: what is not there is not known");
  for (const VarDecl* global : globals_) reach(global->getInit(), global->getASTContext(), todo);
  while (!todo.empty()) {
    Function* const function = todo.back();
    todo.pop_back();
    index(*function);
    for (const Stmt* node : std::vector<const Stmt*>(function->nodes))
      if (!function->parent.count(node)) reach(node, function->context(), todo);
  }
  for (Function& function : all_)
    if (reached_[&function]) reachable_.push_back(&function);
}

}  // namespace hpcast::slicer

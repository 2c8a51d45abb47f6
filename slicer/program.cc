#include "program.h"

#include <clang/Index/USRGeneration.h>

#include <algorithm>
#include <filesystem>

#include "hpcast/base/diagnostics.h"
#include "locations.h"
#include "opaque.h"

namespace hpcast::slicer {
namespace {

std::map<std::string, std::string>& given_paths() {
  static std::map<std::string, std::string> paths;
  return paths;
}

std::filesystem::path plain(const std::string& path) {
  return std::filesystem::absolute(path).lexically_normal();
}

// 1 or 0 where it is a constant, -1 where it is not.
int truth_of(const Expr* condition, ASTContext& context) {
  bool value = false;
  if (condition == nullptr || condition->isValueDependent() || condition->HasSideEffects(context) ||
      !condition->EvaluateAsBooleanCondition(value, context))
    return -1;
  return value ? 1 : 0;
}

// What can be jumped to.
bool has_label(const Stmt* statement) {
  if (statement == nullptr) return false;
  if (isa<LabelStmt>(statement) || isa<SwitchCase>(statement)) return true;
  const auto parts = statement->children();
  return std::any_of(parts.begin(), parts.end(), has_label);
}

// The part that is never executed, for a condition is a constant; else null.
const Stmt* dead_part(const Stmt* statement, ASTContext& context) {
  const auto choose = [&](const Expr* condition, const Stmt* yes, const Stmt* no) -> const Stmt* {
    const int truth = truth_of(condition, context);
    const Stmt* const dead = truth < 0 ? nullptr : truth == 1 ? no : yes;
    return has_label(dead) ? nullptr : dead;
  };
  if (const auto* branch = dyn_cast<IfStmt>(statement))
    return choose(branch->getCond(), branch->getThen(), branch->getElse());
  if (const auto* either = dyn_cast<ConditionalOperator>(statement))
    return choose(either->getCond(), either->getTrueExpr(), either->getFalseExpr());
  if (const auto* both = dyn_cast<BinaryOperator>(statement)) {
    if (both->getOpcode() == BO_LAnd) return choose(both->getLHS(), both->getRHS(), nullptr);
    if (both->getOpcode() == BO_LOr) return choose(both->getLHS(), nullptr, both->getRHS());
  }
  if (const auto* loop = dyn_cast<WhileStmt>(statement))
    return choose(loop->getCond(), loop->getBody(), nullptr);
  if (const auto* loop = dyn_cast<ForStmt>(statement))
    return choose(loop->getCond(), loop->getBody(), nullptr);
  return nullptr;
}

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

std::string to_string(const Place& place) { return place.file + ":" + std::to_string(place.line); }

void remember_path(const std::string& given) { given_paths()[plain(given).string()] = given; }

std::string given_path(const std::string& path) {
  const auto found = given_paths().find(plain(path).string());
  if (found != given_paths().end()) return found->second;
  const std::string near = plain(path).lexically_relative(std::filesystem::current_path()).string();
  return near.empty() || near.rfind("..", 0) == 0 ? path : near;
}

std::vector<const Stmt*> live_children(const Stmt* statement, ASTContext& context) {
  std::vector<const Stmt*> children;
  if (const auto* lambda = dyn_cast<LambdaExpr>(statement)) {
    for (const Expr* capture : lambda->capture_inits())
      if (capture != nullptr) children.push_back(capture);
    return children;
  }
  const Stmt* const dead = dead_part(statement, context);
  for (const Stmt* child : statement->children())
    if (child != nullptr && child != dead) children.push_back(child);
  for (const Expr* length : in_types(statement).computed)
    if (std::find(children.begin(), children.end(), length) == children.end())
      children.push_back(length);
  return children;
}

namespace {

// As the compiler sees it, without macros.
const std::string& text_without_macros(const FunctionDecl* definition) {
  static std::map<const FunctionDecl*, std::string> texts;
  std::string& text = texts[definition];
  if (!text.empty()) return text;
  llvm::raw_string_ostream out(text);
  definition->print(out);
  return text;
}

// The declaration by which all know it that is internal to a source, and what tells it from others
// in the same place: a header's function may differ from source to source, by macros.
const NamedDecl* best_declaration(const NamedDecl* declaration, std::string& more) {
  if (const auto* function = dyn_cast<FunctionDecl>(declaration)) {
    const FunctionDecl* const definition = function->getDefinition();
    if (definition == nullptr) return function->getCanonicalDecl();
    more = ":" + std::to_string(std::hash<std::string>{}(text_without_macros(definition)));
    return definition;
  }
  if (const auto* variable = dyn_cast<VarDecl>(declaration)) {
    const auto* around = dyn_cast_or_null<FunctionDecl>(variable->getParentFunctionOrMethod());
    if (around != nullptr) more = ":" + key_of(around);
    return variable->getCanonicalDecl();
  }
  const auto* type = dyn_cast<TagDecl>(declaration);
  return type != nullptr && type->getDefinition() != nullptr ? type->getDefinition() : declaration;
}

}  // namespace

const Expr* computed_default(const Stmt* statement) {
  const auto* argument = dyn_cast<CXXDefaultArgExpr>(statement);
  const auto* field = dyn_cast<CXXDefaultInitExpr>(statement);
  const Expr* const value = argument ? argument->getExpr() : field ? field->getExpr() : nullptr;
  if (value == nullptr || value->isValueDependent()) return nullptr;
  const ASTContext& context =
      argument ? argument->getParam()->getASTContext() : field->getField()->getASTContext();
  Expr::EvalResult result;
  const bool constant = value->EvaluateAsRValue(result, context) && !result.HasSideEffects;
  return constant ? nullptr : value;
}

const VarDecl* variable_of(const DeclRefExpr* name) {
  if (const auto* part = dyn_cast<BindingDecl>(name->getDecl()))
    return cast<VarDecl>(part->getDecomposedDecl());
  return dyn_cast<VarDecl>(name->getDecl());
}

std::string key_of(const NamedDecl* declaration) {
  const auto* function = dyn_cast<FunctionDecl>(declaration);
  const bool instance = function != nullptr && function->isTemplateInstantiation();
  if (instance || (declaration->hasExternalFormalLinkage() && !isa<FieldDecl>(declaration) &&
                   !isa<RecordDecl>(declaration))) {
    SmallString<128> text;
    if (!index::generateUSRForDecl(declaration, text)) return std::string(text);
  }
  std::string more;
  declaration = best_declaration(declaration, more);
  const SourceManager& sources = declaration->getASTContext().getSourceManager();
  const auto [file, offset] = sources.getDecomposedExpansionLoc(declaration->getLocation());
  const auto entry = sources.getFileEntryRefForID(file);
  return (entry ? entry->getName().str() : "") + ":" + std::to_string(offset) + ":" +
         declaration->getNameAsString() + more;
}

Place Function::place(SourceLocation location) const {
  const PresumedLoc found = sources().getPresumedLoc(sources().getExpansionLoc(location));
  if (found.isInvalid()) return {};
  return {given_path(found.getFilename()), found.getLine()};
}

unsigned Function::end_line(const Stmt* statement) const {
  return place(sources().getExpansionRange(statement->getEndLoc()).getEnd()).line;
}

std::string Function::text(const Stmt* statement) const {
  const CharSourceRange range = sources().getExpansionRange(statement->getSourceRange());
  const StringRef raw = Lexer::getSourceText(range, sources(), context().getLangOpts());
  std::string text;
  for (const char c : raw) {
    const bool space = isspace(static_cast<unsigned char>(c)) != 0;
    if (!space)
      text += c;
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
  }
  return text;
}

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

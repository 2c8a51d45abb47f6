#include "keys.h"

#include <clang/Index/USRGeneration.h>

namespace hpcast::slicer {
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

}  // namespace hpcast::slicer

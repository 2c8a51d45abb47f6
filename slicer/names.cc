#include <regex>

#include "control.h"
#include "relevance.h"

namespace hpcast::slicer {

namespace {

std::set<std::string> words_of(const std::string& text) {
  static const std::regex word(R"([A-Za-z_]\w*)");
  std::set<std::string> words;
  for (std::sregex_iterator match(text.begin(), text.end(), word), end; match != end; ++match)
    words.insert(match->str());
  return words;
}

// The function's own of these names.
std::vector<const VarDecl*> variables_in(const Function& function,
                                         const std::set<std::string>& words) {
  std::vector<const VarDecl*> found;
  const auto look = [&](const VarDecl* variable) {
    if (words.count(variable->getNameAsString())) found.push_back(variable);
  };
  for (const ParmVarDecl* parameter : function.decl->parameters()) look(parameter);
  for (const Stmt* node : function.nodes)
    if (const auto* statement = dyn_cast<DeclStmt>(node))
      for (const Decl* each : statement->decls())
        if (const auto* variable = dyn_cast<VarDecl>(each)) look(variable);
  return found;
}

}  // namespace

void Relevance::name_words(const Function& function, const std::string& text, int why) {
  for (const VarDecl* variable : variables_in(function, words_of(text))) name(variable, why);
}

// An expression that people wrote: every variable and field of such a name is looked at by it.
void Relevance::need_names(const Function& function, const Stmt* at,
                           const std::string& expression) {
  const std::set<std::string> words = words_of(expression);
  const std::string why = "read by the pragma's expression `" + expression + "`";
  for (const VarDecl* variable : variables_in(function, words)) need(function, variable, at, why);
  Locations& locations = effects_->points_to().locations();
  for (Location location = 0; location < locations.size(); ++location) {
    const Locations::Info& info = locations[location];
    const bool global = info.declaration != nullptr && !info.declaration->hasLocalStorage();
    if ((global || info.kind == Locations::field) && words.count(info.name))
      mark(location, cause(function, at, why, -1));
  }
}

}  // namespace hpcast::slicer

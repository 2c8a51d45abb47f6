#include <regex>

#include "control.h"
#include "relevance.h"

namespace hpcast::slicer {

// An expression that people wrote: every variable and field of such a name is looked at by it.
void Relevance::need_names(const Function& function, const Stmt* at,
                           const std::string& expression) {
  static const std::regex word(R"([A-Za-z_]\w*)");
  std::set<std::string> words;
  for (std::sregex_iterator match(expression.begin(), expression.end(), word), end; match != end;
       ++match)
    words.insert(match->str());
  const std::string why = "read by the pragma's expression `" + expression + "`";
  const auto look = [&](const VarDecl* variable) {
    if (words.count(variable->getNameAsString())) need(function, variable, at, why);
  };
  for (const ParmVarDecl* parameter : function.decl->parameters()) look(parameter);
  for (const Stmt* node : function.nodes)
    if (const auto* statement = dyn_cast<DeclStmt>(node))
      for (const Decl* each : statement->decls())
        if (const auto* variable = dyn_cast<VarDecl>(each)) look(variable);
  Locations& locations = effects_->points_to().locations();
  for (Location location = 0; location < locations.size(); ++location) {
    const Locations::Info& info = locations[location];
    const bool global = info.declaration != nullptr && !info.declaration->hasLocalStorage();
    if ((global || info.kind == Locations::field) && words.count(info.name))
      mark(location, cause(function, at, why, -1));
  }
}

}  // namespace hpcast::slicer

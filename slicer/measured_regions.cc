#include "measured_regions.h"

#include "control.h"

namespace hpcast::slicer {
namespace {

// Statements that take real time and are kept.
size_t kept_cost(const Relevance& relevance, const Costs& costs) {
  size_t count = 0;
  for (const Function* function : relevance.effects().points_to().program().functions())
    for (const Stmt* node : function->nodes)
      if (is_loop(node) && relevance.is_kept(node) && costs.is_costly(*function, node)) ++count;
  return count;
}

// What the expression reads becomes part of the slice, unless that keeps loops which nothing else
// keeps: these would cost more than is gained.
bool accept(Relevance& relevance, const Costs& costs, const Region& region,
            const Feature& feature) {
  Relevance trial = relevance;
  const std::string why = "read by how often " + feature.name + " run";
  for (const auto& [function, use] : feature.needs.uses) trial.need(*function, use, why);
  for (const Location memory : feature.needs.memory)
    trial.need(*region.function, memory, region.statements.front(), why);
  trial.run();
  if (trial.extent() == relevance.extent()) return true;
  if (kept_cost(trial, costs) > kept_cost(relevance, costs)) return false;
  relevance = std::move(trial);
  return true;
}

// Of one text in several functions, what all agree about.
std::vector<Feature> common_features(const Relevance& relevance, const Costs& costs,
                                     const Region& region) {
  std::vector<Feature> features =
      features_of(relevance, costs, *region.function, region.statements);
  for (const Region::Again& other : region.again) {
    const std::vector<Feature> others =
        features_of(relevance, costs, *other.function, other.statements);
    for (size_t i = 0; i < features.size(); ++i) {
      Feature& own = features[i];
      if (i < others.size() && own.expression == others[i].expression) {
        const Needs& needs = others[i].needs;
        own.needs.uses.insert(own.needs.uses.end(), needs.uses.begin(), needs.uses.end());
        own.needs.memory.insert(needs.memory.begin(), needs.memory.end());
      } else if (!own.expression.empty()) {
        own.name += ": differs between functions of this text";
        own.expression.clear();
      }
    }
  }
  return features;
}

}  // namespace

Regions measured_regions(Relevance& relevance, const Costs& costs, const Regions::Forced& forced) {
  for (;;) {
    const size_t before = relevance.extent();
    Regions regions(relevance, costs, forced);
    for (const auto& [function, statement] : regions.leading_out())
      relevance.keep_returns(*function, statement);
    relevance.run();
    if (relevance.extent() != before) continue;
    for (Region& region : regions.all()) {
      if (!region.time.empty()) continue;
      region.features = common_features(relevance, costs, region);
      for (Feature& feature : region.features) {
        if (feature.expression.empty() || accept(relevance, costs, region, feature)) continue;
        feature.name += ": to know it, loops would have to be kept";
        feature.expression.clear();
      }
    }
    if (relevance.extent() == before) return regions;
  }
}

}  // namespace hpcast::slicer

#include "hpcast/models/power/scale.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/dat/graph.h"
#include "hpcast/models/power/chosen_terms.h"

namespace hpcast::power {

namespace {

class Scaler {
 public:
  Scaler(const Model& known, const dat::Machine& machine, const ScaleRequest& request)
      : known_(known),
        machine_(machine),
        request_(request),
        from_(known_.set(request.set)),
        levels_(dat::levels(machine)) {}

  Model run() {
    check_known();
    if (std::any_of(known_.terms.begin(), known_.terms.end(),
                    [](const Term& term) { return term.line.has_value(); }))
      count_lines(known_);
    made_.name = machine_name();
    set_.name = "scaled";
    set_.description =
        fmt::format("energies of events of {} ('{}'), scaled", known_.name, from_.name);
    for (const Term& term : known_.terms) add(term);
    drop_without_traffic();
    if (std::all_of(made_.terms.begin(), made_.terms.end(), is_of_no_part))
      throw InputError(fmt::format("{} has none of the parts that the terms of {} are about",
                                   made_.name, known_.name));
    add_deeper_caches();
    add_base();
    made_.sets.push_back(std::move(set_));
    made_.assumptions.push_back("an event takes so many times the energy that it takes on " +
                                known_.name + ": " + factors_);
    made_.assumptions.insert(made_.assumptions.end(), request_.assumptions.begin(),
                             request_.assumptions.end());
    return std::move(made_);
  }

 private:
  static bool is_of_no_part(const Term& term) { return term.part == Part::none; }

  void check_known() const {
    std::vector<std::string> names;
    for (const auto& [name, factor] : request_.energy) names.push_back(name);
    check_terms(known_, names);
    if (std::all_of(known_.terms.begin(), known_.terms.end(), is_of_no_part))
      throw InputError("no term of " + known_.name + " says what part of a machine it is about",
                       "such as \"part\": \"memory\" (docs/power.md)");
  }

  std::string machine_name() const {
    const auto name = machine_.extras.find("name");
    const bool has_name = name != machine_.extras.end() && name->is_string() &&
                          !name->get_ref<const std::string&>().empty();
    return has_name ? name->get<std::string>() : request_.name;
  }

  // Of all objects of that kind together, units/s; 0 where there is none.
  double peak_of(const Term& term) const {
    double sum = 0;
    if (term.part == Part::memory)
      for (std::uint32_t m = 0; m < machine_.memories.size(); ++m)
        sum += machine_.class_of_memory(m).throughput.read_bandwidth;
    for (const dat::Core& core : machine_.cores) {
      const dat::CoreClass& c = machine_.core_classes[core.class_index];
      if (term.part == Part::flops) sum += c.dp_flops;
      if (term.part == Part::instructions) sum += c.ips;
    }
    for (std::uint32_t c = 0; c < machine_.caches.size() && term.part == Part::cache; ++c)
      if (level_of(c) == term.cache_level)
        sum += machine_.class_of_cache(c).throughput.read_bandwidth;
    return sum;
  }

  // 0 for caches before memories.
  std::uint32_t level_of(std::uint32_t cache) const {
    if (machine_.class_of_cache(cache).side != CacheSide::core) return 0;
    return levels_[machine_.vertex(dat::Kind::cache, cache)];
  }

  // What misses move: lines of the memory, or of the caches above.
  void set_line(Term& term) const {
    if (!term.line) return;
    if (term.part == Part::memory) term.line = machine_.class_of_memory(0).linesize;
    for (std::uint32_t c = 0; c < machine_.caches.size() && term.part == Part::cache; ++c)
      if (level_of(c) > 0 && level_of(c) + 1 == term.cache_level)
        term.line = machine_.class_of_cache(c).linesize;
    term.factor = *term.line;
  }

  static bool counts_simd(const Numerator& numerator) {
    return std::any_of(numerator.weights.begin(), numerator.weights.end(),
                       [](const auto& weight) { return weight.first.starts_with("fp_simd"); });
  }

  double factor_of(const std::string& term) const {
    const auto at = request_.energy.find(term);
    return at == request_.energy.end() ? request_.other_energy : at->second;
  }

  void add(const Term& term) {
    if (term.part == Part::none && !term.traffic) return;
    Term made = term;
    made.per_cycle = false;
    made.voltage = made.frequency = 0;
    // Whose weights are the known machine's SIMD width.
    if (term.part == Part::flops) std::erase_if(made.numerators, counts_simd);
    if (term.part != Part::none) {
      made.peak = peak_of(term);
      if (made.peak == 0) return;
      set_line(made);
      price(term, made.name);
    }
    made_.terms.push_back(std::move(made));
  }

  // What is priced by the traffic of a term that this machine does not have.
  void drop_without_traffic() {
    const auto lacks_traffic = [&](const Term& term) {
      return term.traffic && made_.find(term.traffic->term) == nullptr;
    };
    for (Term& term : made_.terms)
      if (term.part != Part::none && lacks_traffic(term)) term.traffic.reset();
    while (std::erase_if(made_.terms, lacks_traffic) > 0) continue;
  }

  // At the scaled price of `term`.
  void price(const Term& term, const std::string& name) {
    const Coefficient* const known = from_.find(term.name);
    if (known == nullptr) return;
    const double factor = factor_of(term.name);
    set_.coefficients.push_back({name, factor * known_.watts(from_, *known) / term.peak, {}, true});
    add_item(factors_, fmt::format("{} {}", name, factor));
  }

  void add_deeper_caches() {
    const Term* deepest = nullptr;
    for (const Term& term : known_.terms)
      if (term.part == Part::cache &&
          (deepest == nullptr || term.cache_level > deepest->cache_level))
        deepest = &term;
    if (deepest == nullptr) return;
    for (std::uint32_t level = deepest->cache_level + 1; level <= 3; ++level) {
      Term term = *deepest;
      term.name = fmt::format("l{}", level);
      term.title = fmt::format("L{} throughput", level);
      term.numerators = {{{{fmt::format("l{}_misses", level - 1), 1}}, {}}};
      term.per_cycle = false;
      term.cache_level = level;
      term.peak = peak_of(term);
      set_line(term);
      if (term.peak == 0 || made_.find(term.name) != nullptr) continue;
      price(*deepest, term.name);
      made_.assumptions.push_back(term.title + ": a byte costs what one of " + deepest->title +
                                  " costs");
      made_.terms.push_back(std::move(term));
    }
  }

  void add_base() {
    if (!request_.base_w) {
      made_.assumptions.emplace_back("without base power: what is drawn over idle");
      return;
    }
    Term& base = made_.terms.emplace_back();
    base.name = base.title = "base";
    base.kind = TermKind::always;
    set_.coefficients.push_back({"base", *request_.base_w, {}, false});
  }

  Model known_;
  const dat::Machine& machine_;
  const ScaleRequest& request_;
  const CoefficientSet& from_;
  std::vector<std::uint32_t> levels_;  // by vertex
  Model made_;
  CoefficientSet set_;
  std::string factors_;
};

}  // namespace

Model scaled(const Model& known, const dat::Machine& machine, const ScaleRequest& request) {
  return Scaler(known, machine, request).run();
}

}  // namespace hpcast::power

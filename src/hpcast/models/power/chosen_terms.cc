#include "hpcast/models/power/chosen_terms.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"

namespace hpcast::power {

namespace {

bool have(const std::vector<NamedTable>& tables, const std::string& counter) {
  return std::all_of(tables.begin(), tables.end(), [&](const NamedTable& table) {
    return table.table.column(counter) != nullptr;
  });
}

std::vector<std::string> missing_of(const std::vector<NamedTable>& tables,
                                    const Numerator& numerator) {
  std::vector<std::string> missing;
  for (const auto& [counter, weight] : numerator.weights)
    if (!have(tables, counter)) missing.push_back(counter);
  return missing;
}

class Chooser {
 public:
  Chooser(const Model& model, const std::vector<NamedTable>& tables)
      : model_(model), tables_(tables) {}

  void add(std::size_t index) {
    const Term& term = model_.terms[index];
    if (term.traffic && term.traffic->counted)
      return leave_out(term, "what it moves is in the counters of " + term.traffic->term);
    if (term.kind == TermKind::always) {
      chosen_.terms.push_back({index, {}});
      return;
    }
    for (const Numerator& numerator : term.numerators)
      if (missing_of(tables_, numerator).empty()) return take(index, numerator);
    const std::string lacks =
        fmt::format("no {}", fmt::join(missing_of(tables_, term.numerators.front()), ", no "));
    if (term.optional) return leave_out(term, lacks);
    lacks_operations_ |= term.part == Part::flops || term.part == Part::instructions;
    add_item(lacking_, fmt::format("{} ({})", term.name, lacks), "; ");
  }

  ChosenTerms finish() {
    if (!lacking_.empty())
      throw InputError("the counters lack what the model takes for " + lacking_, remedies());
    return std::move(chosen_);
  }

  bool has_all() const { return lacking_.empty(); }
  // Of what there is; none where nothing of it is counted.
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    bool is_counted = false;
    for (const ChosenTerm& term : chosen_.terms) {
      names.push_back(model_.terms[term.index].name);
      is_counted |= model_.terms[term.index].kind != TermKind::always;
    }
    return is_counted ? names : std::vector<std::string>();
  }

 private:
  std::string remedies() const {
    const bool is_simulated =
        std::any_of(tables_.begin(), tables_.end(),
                    [](const NamedTable& table) { return table.table.source == "memsim"; });
    const std::string first =
        is_simulated && lacks_operations_
            ? "hpcast memory with --tracer valgrind or --operations counts operations"
            : "hpcast counters show lists what there is, --aliases names what is called "
              "otherwise";
    if (names().empty()) return first + ", and --terms takes some of the model's terms only";
    return fmt::format("{}; --terms {} takes what there is", first, fmt::join(names(), ","));
  }

  void leave_out(const Term& term, const std::string& reason) {
    chosen_.left_out.emplace_back(term.name, reason);
  }

  void take(std::size_t index, const Numerator& numerator) {
    ChosenTerm& term = chosen_.terms.emplace_back();
    term.index = index;
    for (const auto& [counter, weight] : numerator.weights) {
      auto& all = chosen_.counters;
      const auto at = std::find(all.begin(), all.end(), counter);
      term.weights.emplace_back(static_cast<std::size_t>(at - all.begin()), weight);
      if (at == all.end()) all.push_back(counter);
    }
    if (!numerator.note.empty())
      chosen_.assumptions.push_back(model_.terms[index].title + ": " + numerator.note);
  }

  const Model& model_;
  const std::vector<NamedTable>& tables_;
  ChosenTerms chosen_;
  std::string lacking_;
  bool lacks_operations_ = false;  // what a simulation counts only where it is told to
};

}  // namespace

ChosenTerms chosen_terms(const Model& model, const std::vector<NamedTable>& tables,
                         const std::vector<std::string>& names) {
  check_terms(model, names);
  Chooser chooser(model, tables);
  for (std::size_t i = 0; i < model.terms.size(); ++i)
    if (names.empty() || std::find(names.begin(), names.end(), model.terms[i].name) != names.end())
      chooser.add(i);
  return chooser.finish();
}

CountedTerms counted_terms(const Model& model, const std::vector<NamedTable>& tables) {
  Chooser chooser(model, tables);
  for (std::size_t i = 0; i < model.terms.size(); ++i) chooser.add(i);
  return {chooser.names(), chooser.has_all()};
}

}  // namespace hpcast::power

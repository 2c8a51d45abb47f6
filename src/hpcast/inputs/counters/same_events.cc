#include "hpcast/inputs/counters/same_events.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "hpcast/inputs/counters/aliases.h"

namespace hpcast::counters {

namespace {

// One that counts a counter or a part of it.
struct Candidate {
  Series* series;
  std::string sum;
  bool has_note;  // it counts something else, too, or not quite that
};

std::vector<Candidate> candidates_for(const std::string& counter, std::vector<Series>& all) {
  std::vector<Candidate> found;
  for (Series& series : all)
    for (const Alias& alias : series.aliases)
      if (alias.counter == counter) found.push_back({&series, alias.sum, !alias.note.empty()});
  return found;
}

// Of what was counted the user's own, else what bears the counter's name, else the first, rather
// one that counts just that.
std::string sum_to_take(const std::string& counter, const std::vector<Candidate>& candidates) {
  const auto worth = [&](const Candidate& c) {
    return std::tuple(!c.series->is_counted(), c.sum != users_sum, c.series->name != counter,
                      c.has_note);
  };
  return std::min_element(
             candidates.begin(), candidates.end(),
             [&](const Candidate& a, const Candidate& b) { return worth(a) < worth(b); })
      ->sum;
}

// All boxes or cores together have those of each.
bool is_same_event(const Series& a, const Series& b) {
  const std::string_view place = place_of(a.name), other = place_of(b.name);
  return key_of(a.name, false) == key_of(b.name, false) &&
         (place == other || place.empty() || other.empty());
}

// What has most of an event first.
void sort_by_worth(std::vector<Candidate>& parts) {
  const auto worth = [](const Candidate& part) {
    const std::string& name = part.series->name;
    return std::tuple(!part.series->is_counted(), !place_of(name).empty(),
                      !modifiers_of(name).empty());
  };
  std::stable_sort(parts.begin(), parts.end(),
                   [&](const Candidate& a, const Candidate& b) { return worth(a) < worth(b); });
}

// The counter's own name is the kept one's.
std::string drop(const std::string& counter, Series& series, const Series& kept) {
  std::erase_if(series.aliases, [&](const Alias& alias) { return alias.counter == counter; });
  if (!series.is_counted()) return {};
  const bool has_its_name = series.name == counter;
  return fmt::format("{} is what {} counts too; {}", series.name, kept.name,
                     has_its_name ? "left out" : "kept under its own name");
}

}  // namespace

std::vector<std::string> count_events_once(std::vector<Series>& all) {
  std::set<std::string> counters;
  for (const Series& series : all)
    for (const Alias& alias : series.aliases)
      if (alias.is_part()) counters.insert(alias.counter);
  std::vector<std::string> notes;
  std::set<std::string> left_out;
  for (const std::string& counter : counters) {
    std::vector<Candidate> candidates = candidates_for(counter, all);
    const std::string sum = sum_to_take(counter, candidates);
    sort_by_worth(candidates);
    std::stable_partition(candidates.begin(), candidates.end(),
                          [&](const Candidate& candidate) { return candidate.sum == sum; });
    std::vector<Series*> kept;
    for (const Candidate& candidate : candidates) {
      const auto same = std::find_if(kept.begin(), kept.end(), [&](const Series* series) {
        return is_same_event(*series, *candidate.series);
      });
      if (candidate.sum == sum && same == kept.end())
        kept.push_back(candidate.series);
      else if (candidate.sum != sum || !sum.empty()) {
        notes.push_back(
            drop(counter, *candidate.series, same == kept.end() ? *kept.front() : **same));
        if (candidate.series->name == counter) left_out.insert(counter);
      }
    }
  }
  std::erase_if(all, [&](const Series& series) { return left_out.count(series.name) > 0; });
  std::erase(notes, "");
  return notes;
}

}  // namespace hpcast::counters

#include "hpcast/inputs/counters/core_kinds.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/counters/aliases.h"
#include "hpcast/inputs/counters/table.h"

namespace hpcast::counters {

namespace {

using Kinds = std::vector<Series*>;  // the same thing, one of each kind of core

constexpr double no_sum = std::numeric_limits<double>::quiet_NaN();
constexpr double all_the_time = 0.95;  // perf prints shares that are a little off

void append_name(std::string& names, const std::string& name) { add_item(names, name); }

// What a series counts: a counter or, of one that several events make up, the event.
std::string thing_counted(const Series& series) {
  const Alias& alias = series.aliases.front();
  return alias.is_part() ? key_of(series.name, false) : alias.counter;
}

struct Things {
  std::vector<std::string> order;
  std::map<std::string, Kinds> kinds;
  std::map<std::string, std::vector<Series*>> further;  // second events of a kind for a counter
  std::set<std::string> all_kinds;
};

Things things_in(std::vector<Series>& all) {
  Things things;
  for (Series& series : all) {
    const std::string_view kind = core_kind_of(series.name);
    if (kind.empty() || series.aliases.empty()) continue;
    things.all_kinds.emplace(kind);
    Kinds& kinds = things.kinds[thing_counted(series)];
    if (kinds.empty()) things.order.push_back(thing_counted(series));
    if (std::none_of(kinds.begin(), kinds.end(),
                     [&](const Series* s) { return core_kind_of(s->name) == kind; }))
      kinds.push_back(&series);
    else
      things.further[thing_counted(series)].push_back(&series);
  }
  return things;
}

// A kind of core on which a program never ran is "not counted" to perf; it ran on the others all
// the time then. A kind that has no line in a row has no part in it: perf stat -A, --per-core.
bool is_whole(const Kinds& kinds, std::size_t row) {
  double share = 0;
  bool not_counted = false;
  for (const Series* kind : kinds) {
    if (!std::isnan(kind->values[row])) {
      share += kind->running[row];
      continue;
    }
    const auto lack = kind->lacks.find(row);
    if (lack == kind->lacks.end()) continue;
    if (lack->second == Lack::not_supported) return false;
    not_counted = true;
  }
  return share > 0 && (!not_counted || share >= all_the_time);
}

bool has_line(const Kinds& kinds, std::size_t row) {
  return std::any_of(kinds.begin(), kinds.end(), [&](const Series* kind) {
    return !std::isnan(kind->values[row]) || kind->lacks.count(row) > 0;
  });
}

struct Sum {
  Series series;
  double scaled = 0, as_counted = 0;
  std::set<std::string> at_rest;  // kinds that count as 0 in some row
};

void add_row(Sum& sum, const Kinds& kinds, std::size_t row) {
  double value = 0, spread = no_sum, share = 0;
  for (const Series* kind : kinds) {
    if (std::isnan(kind->values[row])) {
      if (kind->lacks.count(row) > 0) sum.at_rest.insert(kind->name);
      continue;
    }
    spread = spread_of_sum(value, spread, kind->values[row], kind->spread[row]);
    value += kind->values[row];
    share += kind->running[row];
    sum.as_counted += kind->values[row] * kind->running[row];
  }
  sum.scaled += value;
  sum.series.values[row] = value;
  sum.series.spread[row] = spread;
  sum.series.running[row] = std::min(1.0, share);
}

Sum sum_of(const Kinds& kinds) {
  Sum sum;
  sum.series = *kinds.front();
  for (std::size_t i = 1; i < kinds.size(); ++i) sum.series.name += " + " + kinds[i]->name;
  for (std::size_t row = 0; row < sum.series.values.size(); ++row) {
    sum.series.values[row] = no_sum;
    sum.series.running[row] = 1;
    sum.series.spread[row] = no_sum;
    if (is_whole(kinds, row))
      add_row(sum, kinds, row);
    else if (has_line(kinds, row))
      sum.series.lacks.emplace(row, Lack::not_counted);
  }
  return sum;
}

// What was done with each thing, for the notes.
struct Lists {
  std::string summed, as_counted, at_rest, incomplete, alone;
};

bool is_every_core(const Series& series) {  // Arm's servers have one kind, of that name
  return core_kind_of(series.name).find("pmuv3") != std::string_view::npos;
}

// Into the first of the kinds, where that can be done.
bool add_up(const Kinds& kinds, const std::string& thing, Lists& lists) {
  Sum sum = sum_of(kinds);
  if (!sum.series.is_counted()) return false;
  append_name(lists.summed, thing);
  for (const std::string& name : sum.at_rest) append_name(lists.at_rest, name);
  if (sum.as_counted < all_the_time * sum.scaled)
    append_name(lists.as_counted, thing + " " + format_count(sum.as_counted));
  *kinds.front() = std::move(sum.series);
  return true;
}

std::vector<std::string> notes_of(const Lists& lists) {
  std::vector<std::string> notes;
  const auto note = [&](const char* what, const std::string& names) {
    if (!names.empty()) notes.push_back(what + names);
  };
  note("added up over the kinds of cores: ", lists.summed);
  note(
      "perf scales what a kind of core counted up to the whole time, which is too much for a "
      "program that wandered between the kinds; not scaled up it is: ",
      lists.as_counted);
  note("not counted, and taken for 0, as the other kind of core counted all the time: ",
       lists.at_rest);
  note("not counted on every kind of core: there is no sum, and what there is keeps its own name: ",
       lists.incomplete);
  note("counted on one kind of core alone, whatever others did: ", lists.alone);
  return notes;
}

}  // namespace

std::vector<std::string> add_up_kinds_of_cores(std::vector<Series>& all) {
  Things things = things_in(all);
  std::set<const Series*> added;
  Lists lists;
  for (const std::string& thing : things.order) {
    const Kinds& kinds = things.kinds.at(thing);
    const bool has_all = kinds.size() == things.all_kinds.size();
    if (has_all && kinds.size() == 1) {
      if (!is_every_core(*kinds[0])) append_name(lists.alone, kinds[0]->name);
    } else if (has_all && add_up(kinds, thing, lists)) {
      added.insert(kinds.begin() + 1, kinds.end());
    } else {
      append_name(lists.incomplete, thing);
      for (Series* kind : kinds) kind->aliases.clear();
      for (Series* series : things.further[thing]) series->aliases.clear();
    }
  }
  std::vector<Series> left;
  for (Series& series : all)
    if (added.count(&series) == 0) left.push_back(std::move(series));
  all = std::move(left);
  return notes_of(lists);
}

}  // namespace hpcast::counters

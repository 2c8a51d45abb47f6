#include "hpcast/answers/memory/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

#include "hpcast/answers/compare_words.h"
#include "hpcast/answers/memory/limits.h"
#include "hpcast/answers/memory/verdict.h"

namespace hpcast::answers {
namespace {

using Side = std::optional<Load> LoadDifference::*;

Load load_of(const ObjectResult& object) {
  return {object.time_s, object.occupancy, object.bytes_read + object.bytes_write};
}

std::vector<LoadDifference> compare_objects(const MemoryAnswer& a, const MemoryAnswer& b) {
  std::vector<LoadDifference> rows;
  std::unordered_map<std::string, std::size_t> index;
  const auto add = [&](const MemoryAnswer& result, Side side) {
    for (const ObjectResult& object : result.objects) {
      const auto [it, is_new] = index.try_emplace(object.name, rows.size());
      if (is_new) rows.push_back({object.name, object.kind, {}, {}});
      rows[it->second].*side = load_of(object);
    }
  };
  add(a, &LoadDifference::a);
  add(b, &LoadDifference::b);
  const auto change = [](const LoadDifference& row) {
    return std::fabs((row.a ? row.a->time_s : 0) - (row.b ? row.b->time_s : 0));
  };
  std::stable_sort(rows.begin(), rows.end(), [&](const LoadDifference& x, const LoadDifference& y) {
    return change(x) > change(y);
  });
  return rows;
}

// "MEM12" and "mem0" are of one kind of router, whatever their numbers: "mem".
std::string without_number(const std::string& name) {
  return name.substr(0, name.find_last_not_of("0123456789") + 1);
}

// Of how many objects a core's way leads through before memory depends on the machine: only levels
// of caches face each other by number. Routers do by what they are called.
std::string row_name(const ObjectResult& object) {
  if (object.kind == Kind::cache)
    return fmt::format("{}, level {}", name_of(object.kind), object.level);
  if (object.kind == Kind::router)
    return fmt::format("{} {}", name_of(object.kind), without_number(object.name));
  return name_of(object.kind);
}

// Machines differ in names and counts; by kind they can still be compared.
std::vector<LoadDifference> compare_levels(const MemoryAnswer& a, const MemoryAnswer& b) {
  std::map<std::pair<Kind, std::string>, LoadDifference> levels;
  const auto add = [&](const MemoryAnswer& result, Side side) {
    for (const ObjectResult& object : result.objects) {
      if (object.time_s <= 0) continue;
      LoadDifference& row = levels[{object.kind, row_name(object)}];
      row.name = row_name(object);
      row.kind = object.kind;
      std::optional<Load>& load = row.*side;
      if (!load || object.time_s > load->time_s) load = load_of(object);
    }
  };
  add(a, &LoadDifference::a);
  add(b, &LoadDifference::b);
  std::vector<LoadDifference> rows;
  for (auto& [key, row] : levels) rows.push_back(std::move(row));
  return rows;
}

// A's order, then what only B has.
std::vector<TimeDifference> compare_phases(const MemoryAnswer& a, const MemoryAnswer& b) {
  if (a.phases.size() < 2 && b.phases.size() < 2) return {};
  std::vector<TimeDifference> rows;
  for (const PhaseResult& phase : a.phases) rows.push_back({phase.name, phase.time_s, {}});
  for (const PhaseResult& phase : b.phases) {
    const auto same = std::find_if(rows.begin(), rows.end(), [&](const TimeDifference& row) {
      return row.name == phase.name && !row.b_s;
    });
    if (same != rows.end())
      same->b_s = phase.time_s;
    else
      rows.push_back({phase.name, {}, phase.time_s});
  }
  return rows;
}

// By so much of the longer time.
bool moves(const LimitDifference& row, double longer_s) {
  const auto change = [&](double Limit::*seconds) {
    return std::fabs((row.a ? *row.a.*seconds : 0) - (row.b ? *row.b.*seconds : 0));
  };
  return std::max(change(&Limit::time_s), change(&Limit::worth_s)) >= least_limit * longer_s;
}

std::vector<LimitDifference> compare_limits(const MemoryAnswer& a, const MemoryAnswer& b) {
  std::vector<LimitDifference> rows;
  for (const Limit& limit : a.limits) rows.push_back({limit.kind, limit.name, limit, {}});
  for (const Limit& limit : b.limits) {
    const auto same = std::find_if(rows.begin(), rows.end(), [&](const LimitDifference& row) {
      return row.kind == limit.kind && row.name == limit.name;
    });
    if (same != rows.end())
      same->b = limit;
    else
      rows.push_back({limit.kind, limit.name, {}, limit});
  }
  const double longer_s = std::max(a.time_s, b.time_s);
  std::erase_if(rows, [&](const LimitDifference& row) { return !moves(row, longer_s); });
  return rows;
}

std::vector<std::string> caveats_of(const MemoryAnswer& a, const MemoryAnswer& b) {
  std::vector<std::string> caveats = differing_origins(a, b, {"trace", "program", "machine"});
  if (a.partial) caveats.push_back("A is of a partial trace: " + *a.partial);
  if (b.partial) caveats.push_back("B is of a partial trace: " + *b.partial);
  if (a.operations.empty() != b.operations.empty())
    caveats.push_back(fmt::format("only {} has operation counts, and with them times of the cores",
                                  a.operations.empty() ? 'B' : 'A'));
  if (has_core_times(a) != has_core_times(b))
    caveats.push_back(fmt::format("only {} knows what its cores wait for (their own time)",
                                  has_core_times(a) ? 'A' : 'B'));
  if (has_assumed_caches(a) && has_assumed_caches(b))
    caveats.emplace_back("the caches of both machines are assumed");
  add_assumptions_of_one(caveats, 'A', a.assumptions, b.assumptions);
  add_assumptions_of_one(caveats, 'B', b.assumptions, a.assumptions);
  return caveats;
}

std::string lower_bound_of(const MemoryAnswer& a, const MemoryAnswer& b) {
  if (is_lower_bound(a) == is_lower_bound(b)) return {};
  return is_lower_bound(a) ? "A" : "B";
}

}  // namespace

double Comparison::speedup() const {
  if (time_a_s == time_b_s) return 1;
  return time_b_s > 0 ? time_a_s / time_b_s : std::numeric_limits<double>::infinity();
}

Comparison compare(const MemoryAnswer& a, const MemoryAnswer& b) {
  return {title(a),
          title(b),
          a.time_s,
          b.time_s,
          a.bottleneck,
          b.bottleneck,
          limit_words(a),
          limit_words(b),
          compare_limits(a, b),
          compare_levels(a, b),
          compare_objects(a, b),
          compare_phases(a, b),
          caveats_of(a, b),
          lower_bound_of(a, b)};
}

std::string headline(const Comparison& c) {
  std::string line = faster_or_slower(c.time_a_s, c.time_b_s);
  if (!c.lower_bound.empty())
    line = fmt::format("{}'s time is only a lower bound: {}", c.lower_bound, line);
  if (c.limit_a == c.limit_b) return line + "; the bottleneck stays " + c.limit_a;
  return line + fmt::format("; the bottleneck moves from {} to {}", c.limit_a, c.limit_b);
}

}  // namespace hpcast::answers

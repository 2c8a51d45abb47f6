#include "hpcast/inputs/counters/likwid_sockets.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace hpcast::counters {

std::uint32_t LikwidSockets::Names::index(const std::string& name) {
  const auto [at, is_new] = index_.emplace(name, static_cast<std::uint32_t>(all.size()));
  if (is_new) all.push_back(name);
  return at->second;
}

void LikwidSockets::add_reader(std::uint32_t thread, bool by_energy) {
  readers_.insert(thread);
  if (by_energy) energy_readers_.insert(thread);
}

void LikwidSockets::add(const std::string& event, std::uint32_t place, std::uint32_t thread,
                        double value) {
  events_[event].values.push_back({place, thread, value});
}

void LikwidSockets::expect_counts(const std::string& event, bool is_energy) {
  events_[event].is_expected = true;
  events_[event].is_energy = is_energy;
}

std::string LikwidSockets::names_of(const std::set<std::uint32_t>& threads) const {
  std::vector<std::string> names;
  for (const std::uint32_t thread : threads) names.push_back(threads_.all[thread]);
  return fmt::format("{}", fmt::join(names, ", "));
}

// A reader without a value; or anyone, where those that read nothing have a 0 in its place.
std::set<std::uint32_t> LikwidSockets::lacking_threads(const std::vector<Value>& of_place) const {
  const bool has_zeros = std::any_of(of_place.begin(), of_place.end(), [&](const Value& v) {
    return v.value == 0 && readers_.count(v.thread) == 0;
  });
  std::set<std::uint32_t> lacking;
  for (const Value& v : of_place)
    if (std::isnan(v.value) && (has_zeros || readers_.count(v.thread) > 0))
      lacking.insert(v.thread);
  return lacking;
}

// Where another one has more.
std::set<std::uint32_t> LikwidSockets::readers_with_zeros(const std::vector<Value>& values) const {
  std::map<std::uint32_t, double> sums;
  for (const Value& v : values) sums[v.thread] += v.value;
  std::set<std::uint32_t> zeros;
  for (const auto& [thread, sum] : sums)
    if (sum == 0 && readers_.count(thread) > 0) zeros.insert(thread);
  const bool any =
      std::any_of(sums.begin(), sums.end(), [](const auto& entry) { return entry.second > 0; });
  if (!any) zeros.clear();
  return zeros;
}

// An energy of 0 beside another one of the same socket was not counted; of others nobody knows.
void LikwidSockets::judge_zeros(const std::string& name, Event& event) {
  std::set<std::uint32_t> doubtful;
  for (const std::uint32_t thread : readers_with_zeros(event.values)) {
    if (!event.is_energy || energy_readers_.count(thread) == 0) {
      doubtful.insert(thread);
      continue;
    }
    for (Value& v : event.values)
      if (v.thread == thread) v.value = NAN;
  }
  if (!doubtful.empty())
    notes_.push_back(fmt::format(
        "{} is 0 on {}, where a socket's counters are read: if it could not be counted there, its "
        "sum is of the other sockets alone",
        name, names_of(doubtful)));
}

std::set<std::uint32_t> LikwidSockets::lacking_places(const std::string& name,
                                                      const std::vector<Value>& by_place) {
  std::set<std::uint32_t> places, threads;
  for (auto first = by_place.begin(); first != by_place.end();) {
    const auto last = std::find_if(first, by_place.end(),
                                   [&](const Value& v) { return v.place != first->place; });
    const std::vector<Value> of_place(first, last);
    const std::set<std::uint32_t> lacking = lacking_threads(of_place);
    if (!lacking.empty()) places.insert(first->place);
    const bool others_counted = std::any_of(first, last, [&](const Value& v) {
      return !std::isnan(v.value) && lacking.count(v.thread) == 0;
    });
    if (others_counted) threads.insert(lacking.begin(), lacking.end());
    first = last;
  }
  if (!threads.empty())
    notes_.push_back(fmt::format(
        "{} was not counted on {}, where a socket's counters are read: sums would be of the other "
        "sockets alone, so that it is left out where that lacks",
        name, names_of(threads)));
  return places;
}

// Who counted it in one region and did not run another one: there its socket is no part of the sum.
void LikwidSockets::tell_absent_readers(const std::string& name, const std::vector<Value>& values) {
  std::set<std::uint32_t> readers, absent;
  std::map<std::uint32_t, std::set<std::uint32_t>> there;  // by place
  for (const Value& v : values) {
    if (v.value > 0) readers.insert(v.thread);
    there[v.place].insert(v.thread);
  }
  for (const auto& [place, threads] : there)
    std::set_difference(readers.begin(), readers.end(), threads.begin(), threads.end(),
                        std::inserter(absent, absent.end()));
  if (!absent.empty())
    notes_.push_back(fmt::format(
        "{}: {}, where a socket's counters are read, lacks in some regions: there it is of the "
        "other sockets alone",
        name, names_of(absent)));
}

std::map<std::string, std::set<std::uint32_t>> LikwidSockets::lacking() {
  std::map<std::string, std::set<std::uint32_t>> lacking;
  for (auto& [name, event] : events_) {
    if (event.is_expected) judge_zeros(name, event);
    tell_absent_readers(name, event.values);
    std::stable_sort(event.values.begin(), event.values.end(),
                     [](const Value& a, const Value& b) { return a.place < b.place; });
    if (std::set<std::uint32_t> places = lacking_places(name, event.values); !places.empty())
      lacking.emplace(name, std::move(places));
  }
  return lacking;
}

}  // namespace hpcast::counters

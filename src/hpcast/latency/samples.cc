#include "hpcast/latency/samples.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace hpcast::latency {

namespace {

constexpr double not_counted = std::numeric_limits<double>::quiet_NaN();

double value(const counters::Table& table, const std::string& counter, std::size_t row) {
  const counters::Column* const column = table.column(counter);
  return column == nullptr ? not_counted : column->values[row];
}

// The rows of one stretch of time in one region.
struct Stretch {
  std::optional<std::size_t> together;  // the row of all threads
  std::vector<std::size_t> apart;
};

class Sampler {
 public:
  Sampler(const counters::Table& table, const std::vector<std::string>& counters,
          const Selection& selection)
      : table_(table), counters_(counters), selection_(selection) {}

  Samples run() {
    bool any_together = false;
    for (const auto& [key, stretch] : stretches()) {
      std::vector<Sample> threads;
      for (const std::size_t row : stretch.apart)
        if (is_of_a_thread(row) && has_all(row)) threads.push_back(sample(row, busy(row)));
      if (threads.empty()) {
        any_together |= add_together(stretch);
        continue;
      }
      for (Sample& one : threads) samples_.all.push_back(std::move(one));
    }
    samples_.by_thread = !samples_.all.empty() && !any_together;
    return std::move(samples_);
  }

 private:
  // Where the whole program has rows of its own, regions are parts of it.
  std::map<std::pair<double, std::uint32_t>, Stretch> stretches() const {
    const bool has_whole = std::any_of(table_.rows.begin(), table_.rows.end(),
                                       [](const counters::Row& r) { return r.region == 0; });
    std::map<std::pair<double, std::uint32_t>, Stretch> found;
    for (std::size_t row = 0; row < table_.rows.size(); ++row) {
      const counters::Row& r = table_.rows[row];
      const bool wanted = selection_.region.empty() ? !has_whole || r.region == 0
                                                    : table_.regions[r.region] == selection_.region;
      if (!wanted) continue;
      Stretch& stretch = found[{r.start_s, r.region}];
      if (r.thread == 0)
        stretch.together = row;
      else
        stretch.apart.push_back(row);
    }
    return found;
  }

  bool has_all(std::size_t row) const {
    return std::all_of(counters_.begin(), counters_.end(), [&](const std::string& name) {
      return !std::isnan(value(table_, name, row));
    });
  }

  // A processor that did nothing, or a memory controller, is none.
  bool is_of_a_thread(std::size_t row) const {
    for (const char* name : {"cpu_time", "instructions", "cycles"})
      if (value(table_, name, row) > 0) return true;
    return false;
  }

  // Processor time where it was counted, else the wall clock's.
  double busy(std::size_t row) const {
    const double cpu_time = value(table_, "cpu_time", row);
    return cpu_time > 0 ? cpu_time : table_.rows[row].duration_s;
  }

  double busy_together(const Stretch& stretch, double duration) const {
    if (selection_.threads) return *selection_.threads * duration;
    if (stretch.together && value(table_, "cpu_time", *stretch.together) > 0)
      return busy(*stretch.together);
    double sum = 0;
    for (const std::size_t row : stretch.apart)
      if (is_of_a_thread(row)) sum += busy(row);
    return sum > 0 ? sum : duration;
  }

  Sample sample(std::size_t row, double busy_s) const {
    const counters::Row& r = table_.rows[row];
    Sample s{r.start_s, r.duration_s, busy_s, r.thread, r.region, {}};
    for (const std::string& name : counters_) s.values.push_back(value(table_, name, row));
    return s;
  }

  // Of counters that no row of all threads has, the sum over the rows that have it.
  double total(const std::string& counter, const Stretch& stretch) const {
    if (stretch.together && !std::isnan(value(table_, counter, *stretch.together)))
      return value(table_, counter, *stretch.together);
    double sum = not_counted;
    for (const std::size_t row : stretch.apart) {
      const double v = value(table_, counter, row);
      if (!std::isnan(v)) sum = std::isnan(sum) ? v : sum + v;
    }
    return sum;
  }

  bool add_together(const Stretch& stretch) {
    const std::size_t first = stretch.together ? *stretch.together : stretch.apart.front();
    Sample all = sample(first, busy_together(stretch, table_.rows[first].duration_s));
    all.thread = 0;
    for (std::size_t i = 0; i < counters_.size(); ++i) {
      all.values[i] = total(counters_[i], stretch);
      if (std::isnan(all.values[i])) return false;
    }
    samples_.all.push_back(std::move(all));
    return true;
  }

  const counters::Table& table_;
  const std::vector<std::string>& counters_;
  const Selection& selection_;
  Samples samples_;
};

}  // namespace

Samples samples_with(const counters::Table& table, const std::vector<std::string>& counters,
                     const Selection& selection) {
  return Sampler(table, counters, selection).run();
}

}  // namespace hpcast::latency

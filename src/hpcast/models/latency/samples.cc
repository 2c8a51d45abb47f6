#include "hpcast/models/latency/samples.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "hpcast/inputs/counters/stretches.h"

namespace hpcast::latency {

namespace {

using counters::Stretch;
using counters::value_at;

constexpr double not_counted = std::numeric_limits<double>::quiet_NaN();

// Counted beyond the processors' own caches: no thread's.
bool is_of_memory(std::string_view counter) {
  return counter.starts_with("dram_") || counter.starts_with("memory_side_");
}

class Sampler {
 public:
  Sampler(const counters::Table& table, const std::vector<std::string>& counters,
          const Selection& selection)
      : table_(table), selection_(selection) {
    for (const std::string& counter : counters) {
      wanted_.push_back(table.column(counter));
      if (is_of_memory(counter) && table.source != "memsim") memory_counts_ = true;
    }
    for (const char* name : {"cpu_time", "instructions", "cycles"})
      signs_of_life_.push_back(table.column(name));
  }

  Samples run() {
    bool any_together = false;
    for (const auto& [key, stretch] : counters::stretches_of(table_, selection_.region)) {
      if (!are_threads(stretch)) {
        any_together |= add_together(stretch);
        continue;
      }
      for (const std::size_t row : stretch.apart)
        if (is_of_a_thread(row)) samples_.all.push_back(sample(row, busy(row)));
    }
    samples_.by_thread = !samples_.all.empty() && !any_together;
    return std::move(samples_);
  }

 private:
  bool has_all(std::size_t row) const {
    return std::none_of(wanted_.begin(), wanted_.end(), [&](const counters::Column* column) {
      return std::isnan(value_at(column, row));
    });
  }

  // A processor that did nothing, or a memory controller, is none. Where nothing tells who did
  // something, whoever counted more than memory's accesses is one.
  bool is_of_a_thread(std::size_t row) const {
    const auto is_null = [](const counters::Column* column) { return column == nullptr; };
    if (std::all_of(signs_of_life_.begin(), signs_of_life_.end(), is_null))
      return std::any_of(table_.columns.begin(), table_.columns.end(), [&](const auto& column) {
        return !is_of_memory(column.name) && !std::isnan(column.values[row]);
      });
    return std::any_of(signs_of_life_.begin(), signs_of_life_.end(),
                       [&](const counters::Column* column) { return value_at(column, row) > 0; });
  }

  // Whether each thread can be looked at by itself. What memory controllers counted is all
  // threads', whichever row holds it.
  bool are_threads(const Stretch& stretch) const {
    if (selection_.threads || memory_counts_) return false;
    bool any = false;
    for (const std::size_t row : stretch.apart) {
      if (!is_of_a_thread(row)) continue;
      if (!has_all(row)) return false;
      any = true;
    }
    return any;
  }

  // Processor time where it was counted, else the wall clock's.
  double busy(std::size_t row) const {
    const double cpu_time = value_at(signs_of_life_[0], row);
    return cpu_time > 0 ? cpu_time : table_.rows[row].duration_s;
  }

  double busy_together(const Stretch& stretch, double duration) const {
    if (selection_.threads) return *selection_.threads * duration;
    if (stretch.together && value_at(signs_of_life_[0], *stretch.together) > 0)
      return busy(*stretch.together);
    double sum = 0;
    for (const std::size_t row : stretch.apart)
      if (is_of_a_thread(row)) sum += busy(row);
    return sum > 0 ? sum : duration;
  }

  Sample sample(std::size_t row, double busy_s) const {
    const counters::Row& r = table_.rows[row];
    Sample s{r.start_s, r.duration_s, busy_s, r.thread, r.region, {}};
    for (const counters::Column* column : wanted_) s.values.push_back(value_at(column, row));
    return s;
  }

  // Of counters that no row of all threads has, the sum over the rows that have it.
  static double total(const counters::Column* column, const Stretch& stretch) {
    if (stretch.together && !std::isnan(value_at(column, *stretch.together)))
      return value_at(column, *stretch.together);
    double sum = not_counted;
    for (const std::size_t row : stretch.apart) {
      const double v = value_at(column, row);
      if (!std::isnan(v)) sum = std::isnan(sum) ? v : sum + v;
    }
    return sum;
  }

  bool add_together(const Stretch& stretch) {
    const std::size_t first = stretch.together ? *stretch.together : stretch.apart.front();
    Sample all = sample(first, busy_together(stretch, table_.rows[first].duration_s));
    all.thread = 0;
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      all.values[i] = total(wanted_[i], stretch);
      if (std::isnan(all.values[i])) return false;
    }
    samples_.all.push_back(std::move(all));
    return true;
  }

  const counters::Table& table_;
  const Selection& selection_;
  std::vector<const counters::Column*> wanted_;         // null: not in the table
  std::vector<const counters::Column*> signs_of_life_;  // of a thread; cpu_time first
  bool memory_counts_ = false;                          // among the wanted
  Samples samples_;
};

}  // namespace

Samples samples_with(const counters::Table& table, const std::vector<std::string>& counters,
                     const Selection& selection) {
  return Sampler(table, counters, selection).run();
}

}  // namespace hpcast::latency

// The numbers that were measured, one after another, each with what became of it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/inputs/calibrate/calibration.h"
#include "hpcast/inputs/calibrate/least.h"

namespace hpcast::calibrate {

class Book {
 public:
  // Adds a row. Whether its number may be used: rounds agreed on it.
  bool add(Measurement row) {
    row.used = row.spread <= widest_spread;
    if (!row.used) row.note = "not separated from noise";
    rows_.push_back(std::move(row));
    return rows_.back().used;
  }
  bool add_rate(const std::string& group, const std::string& name, const Least& time,
                std::optional<double> told = {}) {
    return add(
        {group, name, 1 / time.value(), Unit::bytes_per_second, time.spread(), told, {}, {}});
  }
  bool add_time(const std::string& group, const std::string& name, const Least& time,
                std::optional<double> told = {}) {
    return add({group, name, time.value(), Unit::seconds, time.spread(), told, {}, {}});
  }
  // The last row's number is not used, for this reason where there is none yet.
  void only_told(const std::string& why) {
    rows_.back().used = false;
    if (rows_.back().note.empty()) rows_.back().note = why;
  }
  // In a word, what was found instead of a number, where that was no noise.
  void found(const std::string& word) {
    if (rows_.back().spread <= widest_spread) rows_.back().found = word;
  }
  void note(const std::string& text) { rows_.back().note = text; }

  void add_unseen(std::string sentence) { unseen_.push_back(std::move(sentence)); }

  std::vector<Measurement> take_rows() { return std::move(rows_); }
  std::vector<std::string> take_unseen() { return std::move(unseen_); }

 private:
  std::vector<Measurement> rows_;
  std::vector<std::string> unseen_;
};

}  // namespace hpcast::calibrate

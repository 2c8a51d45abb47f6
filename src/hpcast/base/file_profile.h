// In the code of which files the threads of processes were, each time the kernel looked.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>

#include "hpcast/base/mapped_files.h"
#include "hpcast/base/perf_record.h"

namespace hpcast {

class FileProfile {
 public:
  struct Place {
    std::uint32_t process, thread;
    std::string file;  // empty: not known
    auto operator<=>(const Place&) const = default;
  };

  struct Seen {
    std::uint64_t samples = 0;
    std::uint64_t time = 0;  // ns of CPU time
  };

  // Records come in the order of their times.
  void take(const PerfRecord& record);

  const std::map<Place, Seen>& places() const { return places_; }
  // How many times as much would have been seen, had no record been lost.
  double scale() const;

 private:
  void take_sample(const PerfRecord& record);

  std::unordered_map<std::uint32_t, MappedFiles> mapped_;  // by process
  std::map<Place, Seen> places_;
  std::uint64_t taken_ = 0, lost_ = 0;
};

}  // namespace hpcast

// Which functions the streams of a running program tell of.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "hpcast/inputs/reftrace/record.h"

namespace hpcast::reftrace {

// A process's number, and an address as Event::region_enter says it.
using SeenFunction = std::pair<std::uint32_t, std::uint64_t>;

class RegionCollector {
 public:
  // The next words of a thread; events may be cut in two.
  void take(std::uint32_t thread, std::span<const Word> words);

  const std::set<SeenFunction>& functions() const { return functions_; }

 private:
  struct Stream {
    std::uint32_t process = 0;
    Event event{};
    unsigned payload = 0;    // words of that event
    unsigned taken = 0;      // of them so far
    std::uint64_t last = 0;  // address
  };

  void take_payload(Stream& stream, Word word);

  std::map<std::uint32_t, Stream> streams_;
  std::set<SeenFunction> functions_;
};

}  // namespace hpcast::reftrace

// libotf2's reader with faults as InputErrors. The library has one place for its errors: archives
// are read by one thread at a time.
#pragma once

#include <otf2/otf2.h>

#include <functional>
#include <string>

#include "hpcast/inputs/mpitrace/otf2_definitions.h"
#include "hpcast/inputs/mpitrace/otf2_rank.h"

namespace hpcast::mpitrace {

class Otf2Reader {
 public:
  explicit Otf2Reader(std::string anchor);
  ~Otf2Reader();
  Otf2Reader(const Otf2Reader&) = delete;
  Otf2Reader& operator=(const Otf2Reader&) = delete;

  TraceDefinitions definitions();
  // Before any of the locations is read.
  void open(const std::vector<std::uint64_t>& locations);
  // All events of a location go to `events`, which is called "rank N" in faults.
  void read(std::uint64_t location, const TraceLocation& definition,
            const TraceDefinitions& definitions, std::uint32_t rank, RankEvents& events);

  const std::string& anchor() const { return anchor_; }

 private:
  [[noreturn]] void fail(const std::string& what) const;
  void must(OTF2_ErrorCode code, const std::string& what);

  std::string anchor_;
  OTF2_Reader* reader_ = nullptr;
  OTF2_EvtReaderCallbacks* callbacks_ = nullptr;
  OTF2_ErrorCode error_ = OTF2_SUCCESS;
};

}  // namespace hpcast::mpitrace

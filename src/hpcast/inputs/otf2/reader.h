// OTF2 archives of regions and metrics, as Score-P writes them, read by libotf2; its faults as
// InputErrors. The library has one place for its errors: one archive at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "hpcast/inputs/otf2/definitions.h"

struct OTF2_Reader_struct;

namespace hpcast::otf2 {

// A folder with an archive in it, or the archive's anchor file.
bool is_archive(const std::string& path);

struct MetricValue {
  std::uint32_t metric = 0;
  MetricKind kind = MetricKind::accumulated;
  double value = 0;         // of a relative metric
  std::uint64_t count = 0;  // of an accumulated one that is a whole number
  bool is_count = false;
  double scale = 1;
};

// Told of the events in the order of time, those of a location in the order of the archive. When
// it throws, it is told nothing more.
class EventVisitor {
 public:
  virtual ~EventVisitor() = default;
  virtual void enter(std::uint64_t location, std::uint64_t tick, std::uint32_t region) = 0;
  virtual void leave(std::uint64_t location, std::uint64_t tick, std::uint32_t region) = 0;
  // The values of one event whose metrics are defined.
  virtual void metrics(std::uint64_t location, std::uint64_t tick,
                       std::span<const MetricValue> values) = 0;
  // The recorder wrote its buffer to the disk meanwhile: time that is not the program's.
  virtual void flush(std::uint64_t location, std::uint64_t from, std::uint64_t to) = 0;
  // From here on nothing is recorded, or again.
  virtual void recording(std::uint64_t location, std::uint64_t tick, bool on) = 0;
};

class Reader {
 public:
  // Throws InputError where there is no archive, and so do the others where it is broken.
  explicit Reader(const std::string& path);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  const std::string& anchor() const { return path_; }
  Definitions definitions();
  void read_events(const Definitions& all, EventVisitor& visitor);

 private:
  [[noreturn]] void fail(const char* what) const;
  void must(int code, const char* what);
  void open_events(const Definitions& all);
  void check_count(const Definitions& all, std::uint64_t read) const;

  std::string path_;  // of the anchor file
  OTF2_Reader_struct* reader_ = nullptr;
  int error_ = 0;
};

}  // namespace hpcast::otf2

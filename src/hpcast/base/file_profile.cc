#include "hpcast/base/file_profile.h"

namespace hpcast {

void FileProfile::take_sample(const PerfRecord& record) {
  ++taken_;
  Seen& seen = places_[{record.process, record.thread, mapped_[record.process].at(record.address)}];
  ++seen.samples;
  seen.time += record.period;
}

void FileProfile::take(const PerfRecord& record) {
  switch (record.kind) {
    case PerfRecord::Kind::sample:
      return take_sample(record);
    case PerfRecord::Kind::mapping:
      return mapped_[record.process].add(record.address, record.bytes, record.file);
    case PerfRecord::Kind::fork: {
      const MappedFiles parents = mapped_[record.parent];
      mapped_[record.process] = parents;
      return;
    }
    case PerfRecord::Kind::exec:
      mapped_[record.process] = {};
      return;
    case PerfRecord::Kind::lost:
      lost_ += record.count;
  }
}

double FileProfile::scale() const {
  return taken_ == 0 ? 1 : static_cast<double>(taken_ + lost_) / static_cast<double>(taken_);
}

}  // namespace hpcast

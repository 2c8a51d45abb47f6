// The feed of a recorded trace.
#pragma once

#include "hpcast/memsim/stream.h"
#include "hpcast/reftrace/trace_reader.h"

namespace hpcast::memsim {

class TraceFeed : public Feed {
 public:
  explicit TraceFeed(reftrace::TraceReader& reader) : reader_(reader) {}
  std::vector<NewThread> new_threads() override;
  bool complete() const override { return handed_out_; }

 private:
  reftrace::TraceReader& reader_;
  bool handed_out_ = false;
};

}  // namespace hpcast::memsim

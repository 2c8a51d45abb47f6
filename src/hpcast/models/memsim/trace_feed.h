// The feed of a recorded trace.
#pragma once

#include <functional>
#include <utility>

#include "hpcast/inputs/reftrace/trace_reader.h"
#include "hpcast/models/memsim/stream.h"

namespace hpcast::memsim {

class TraceFeed : public Feed {
 public:
  // `on_pass` is called now and again, by the thread that runs the simulation.
  explicit TraceFeed(reftrace::TraceReader& reader, std::function<void()> on_pass = {})
      : reader_(reader), on_pass_(std::move(on_pass)) {}
  std::vector<NewThread> new_threads() override;
  bool complete() const override { return handed_out_; }
  const reftrace::Code* code() const override { return reader_.code(); }

 private:
  reftrace::TraceReader& reader_;
  std::function<void()> on_pass_;
  bool handed_out_ = false;
};

}  // namespace hpcast::memsim

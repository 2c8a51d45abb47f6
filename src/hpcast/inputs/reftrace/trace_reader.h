// Reads a trace directory: the manifest and the words of every thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hpcast/inputs/reftrace/code.h"
#include "hpcast/inputs/reftrace/decoder.h"
#include "hpcast/inputs/reftrace/fifo_reader.h"
#include "hpcast/inputs/reftrace/manifest.h"
#include "hpcast/inputs/reftrace/record.h"
#include "hpcast/inputs/reftrace/stream_files.h"

namespace hpcast::reftrace {

// All faults of the trace are InputErrors naming the file: truncated, corrupt, of a newer version,
// empty, at odds with the manifest (a phase that it does not list, say). What was traced of a
// program that crashed, say, is no fault but partial: why_partial() tells.
class TraceReader {
 public:
  // A directory with FIFOs is read while it is being written: every FIFO at once, in a host thread
  // of its own, ahead of next(), so that the writer never waits for a stream nobody asks for.
  explicit TraceReader(const std::string& path);
  TraceReader(const TraceReader&) = delete;
  TraceReader& operator=(const TraceReader&) = delete;
  ~TraceReader();

  // Of FIFOs, and of a trace whose writer was stopped, only `threads` without counts.
  const Manifest& manifest() const { return manifest_; }
  bool live() const { return fifos_ != nullptr; }
  // What Event::block names; null where the trace does not tell.
  const RecordedCode* code() const { return code_.get(); }

  // Streams are numbered from 0 in the order of manifest().threads.
  std::size_t streams() const { return streams_.size(); }
  // The next words of a stream, valid until the next call for it; none at the end. Several host
  // threads may read different streams at once.
  std::span<const Word> next(std::size_t stream);

  // Why the trace lacks part of what the program did; empty when it is complete. Known once every
  // stream has been read to its end, and before only what the manifest tells.
  std::string why_partial() const;
  // The manifest that stands beside FIFOs once every stream has been read to its end.
  Manifest final_manifest() const;

 private:
  struct Stream;

  void find_streams();
  void open_streams();
  void check_thread(const Stream& stream) const;
  void check_end(const Stream& stream) const;

  std::string path_;
  Manifest manifest_;
  bool counted_ = false;  // manifest_ is a file's, not made up from the directory
  std::unique_ptr<RecordedCode> code_;
  std::unique_ptr<FifoReader> fifos_;
  std::vector<std::unique_ptr<Stream>> streams_;
};

}  // namespace hpcast::reftrace

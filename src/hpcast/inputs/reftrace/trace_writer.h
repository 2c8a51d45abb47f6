// Writes a trace directory: a stream file for each thread of the program, and the manifest.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/reftrace/code.h"
#include "hpcast/inputs/reftrace/encoder.h"
#include "hpcast/inputs/reftrace/manifest.h"
#include "hpcast/inputs/reftrace/record.h"
#include "hpcast/inputs/reftrace/stream_files.h"

namespace hpcast::reftrace {

// The trace grows in a directory beside its path, PATH.partial-PID-N, and takes its name in
// finish(), whole. An older trace of that name is replaced then; anything else there is refused by
// the constructor, but for a directory with FIFOs named as stream files: the streams then go into
// these, and the manifest beside them.
class TraceWriter {
 public:
  explicit TraceWriter(const std::string& path);
  TraceWriter(const TraceWriter&) = delete;
  TraceWriter& operator=(const TraceWriter&) = delete;
  // Without finish(), nothing is left of what was written (into files).
  ~TraceWriter();

  // The next words of a thread. Several host threads may call it at once for different threads. A
  // thread's first call opens its file; a FIFO is waited for until somebody reads it.
  //
  // InputError when the words cannot be written, for instance to a full disk. From then on every
  // call fails so, and finish() makes a partial trace of what was written before.
  void append(std::uint32_t thread, std::span<const Word> words);

  // Where further files of the trace (the log of merge points) belong before finish(). A megabyte
  // of the disk is kept in reserve there so that finish() has room when nothing else has.
  const std::string& directory() const { return directory_; }

  // For the manifest.
  void add_regions(std::vector<Region> regions);
  // The file of what the streams' Event::block name; where it cannot be written, finish() makes a
  // partial trace.
  void add_code(const TracedCode& code, const CodePlaces& places);

  // Ends the streams and writes the manifest: `manifest` completed with the threads, the added
  // regions and, when append() has failed, with that reason. Returns what was written.
  Manifest finish(Manifest manifest);

 private:
  struct Stream;

  Stream& stream_of(std::uint32_t thread);
  void open(Stream& stream);
  Descriptor open_unread_fifo(const std::string& path) const;
  void end(Stream& stream);
  void end_cut(Stream& stream);
  void note_failure(const InputError& error);
  void throw_if_failed();
  void open_idle_fifos();
  void take_name();

  std::string shown_;      // that path as the user gave it
  std::string path_;       // of the finished trace
  std::string directory_;  // that is being written
  std::map<std::uint32_t, std::string> fifos_;
  std::mutex mutex_;  // guards what follows, not what is inside a Stream
  std::map<std::uint32_t, std::unique_ptr<Stream>> streams_;
  std::string failure_;  // why append() failed first
  std::vector<Region> regions_;
  bool has_code_ = false;
  bool finished_ = false;
};

}  // namespace hpcast::reftrace

#include "hpcast/inputs/reftrace/trace_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <thread>
#include <utility>

#include "hpcast/base/diagnostics.h"

namespace hpcast::reftrace {
namespace {

namespace fs = std::filesystem;

constexpr char reserve_name[] = ".reserve";
constexpr std::uint64_t reserve_bytes = std::uint64_t{1} << 20;
// How long finish() waits for a reader of a FIFO whose thread never came to be.
constexpr auto idle_fifo_patience = std::chrono::seconds(5);
constexpr auto idle_fifo_pause = std::chrono::milliseconds(10);

std::map<std::uint32_t, std::string> fifos_in(const std::string& directory) {
  std::map<std::uint32_t, std::string> fifos;
  for (const StreamFile& file : list_streams(directory)) {
    if (file.fifo) fifos[file.thread] = file.path;
  }
  return fifos;
}

// Whether there is something in the way of a trace.
bool in_the_way(const std::string& path) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(path, error))) return false;
  if (!fs::is_directory(path, error)) return true;
  return !fs::is_empty(path, error) && !is_trace(path);
}

std::string make_directory_beside(const std::string& path, const std::string& shown) {
  for (int number = 0;; ++number) {
    std::string directory = fmt::format("{}.partial-{}-{}", path, ::getpid(), number);
    if (::mkdir(directory.c_str(), 0777) == 0) return directory;
    if (errno != EEXIST) fail_with_errno(shown, "cannot create", errno);
  }
}

// Links resolved, no slash at the end: the directory beside it is to be on the same disk.
std::string resolved(const std::string& path) {
  std::error_code error;
  fs::path whole = fs::weakly_canonical(fs::absolute(path, error), error);
  if (error) fail_with_errno(path, "cannot create", error.value());
  if (!whole.has_filename()) whole = whole.parent_path();
  return whole.string();
}

}  // namespace

struct TraceWriter::Stream {
  std::uint32_t thread = 0;
  std::unique_ptr<FileSink> sink;
  std::unique_ptr<StreamEncoder> encoder;  // none until the file is open
  bool fifo = false;
  bool failed = false;
};

TraceWriter::TraceWriter(const std::string& path)
    : shown_(path), path_(resolved(path)), directory_(path_) {
  if (fs::is_directory(path_)) fifos_ = fifos_in(path_);
  if (!fifos_.empty()) {
    ::unlink((path_ + "/" + manifest_name).c_str());  // of what went through them before
    return;
  }
  if (in_the_way(path_)) {
    throw InputError(Diagnostic{path,
                                0,
                                {},
                                "exists already and is not an hpcast trace",
                                "name another directory, or remove it"});
  }
  directory_ = make_directory_beside(path_, shown_);
  allocate_file(directory_ + "/" + reserve_name, reserve_bytes);
}

TraceWriter::~TraceWriter() {
  std::error_code error;
  if (!finished_ && directory_ != path_) fs::remove_all(directory_, error);
}

void TraceWriter::append(std::uint32_t thread, std::span<const Word> words) {
  Stream& stream = stream_of(thread);
  try {
    if (!stream.encoder) open(stream);
    stream.encoder->append(words);
  } catch (const InputError& error) {
    stream.failed = true;
    note_failure(error);
    throw;
  }
}

TraceWriter::Stream& TraceWriter::stream_of(std::uint32_t thread) {
  const std::lock_guard lock(mutex_);
  throw_if_failed();
  std::unique_ptr<Stream>& stream = streams_[thread];
  if (!stream) stream = std::make_unique<Stream>();
  stream->thread = thread;
  return *stream;
}

void TraceWriter::note_failure(const InputError& error) {
  const std::lock_guard lock(mutex_);
  if (failure_.empty()) failure_ = to_string(error.diagnostics().front());
}

void TraceWriter::throw_if_failed() {
  if (!failure_.empty()) throw InputError(failure_);
}

void TraceWriter::open(Stream& stream) {
  const std::string name = stream_file_name(stream.thread);
  std::string path = directory_ + "/" + name;
  if (!fifos_.empty()) {
    const auto fifo = fifos_.find(stream.thread);
    if (fifo == fifos_.end()) {
      throw InputError(Diagnostic{path,
                                  0,
                                  {},
                                  "no such FIFO for a thread of the program",
                                  "make as many FIFOs as the program has threads"});
    }
    path = fifo->second;
    stream.fifo = true;
  }
  stream.sink = std::make_unique<FileSink>(path, shown_ + "/" + name);
  stream.encoder = std::make_unique<StreamEncoder>(*stream.sink, stream.thread);
}

void TraceWriter::add_regions(std::vector<Region> regions) {
  std::move(regions.begin(), regions.end(), std::back_inserter(regions_));
}

void TraceWriter::add_code(const TracedCode& code, const CodePlaces& places) {
  try {
    write_code(directory_ + "/" + code_file_name, code, places);
    has_code_ = true;
  } catch (const InputError& error) {
    note_failure(error);
  }
}

Manifest TraceWriter::finish(Manifest manifest) {
  ::unlink((directory_ + "/" + reserve_name).c_str());
  open_idle_fifos();
  for (auto& [thread, stream] : streams_) {
    end(*stream);
    if (!stream->fifo) stream->sink.reset();  // there may be no descriptor left for the manifest
  }
  if (!failure_.empty()) {
    manifest.complete = false;
    manifest.reason = failure_;
  }
  manifest.threads.clear();
  for (const auto& [thread, stream] : streams_) {
    if (!stream->encoder) continue;
    const StreamTotals& totals = stream->encoder->totals();
    manifest.threads.push_back({thread, stream_file_name(thread), totals.words, totals.references,
                                stream->encoder->bytes()});
  }
  std::move(regions_.begin(), regions_.end(), std::back_inserter(manifest.regions));
  if (has_code_) manifest.code = code_file_name;
  write_manifest(directory_ + "/" + manifest_name, manifest);
  finished_ = true;  // what is there stays, whatever goes wrong now
  streams_.clear();  // closes the files: who reads a FIFO to its end finds the manifest
  if (directory_ != path_) take_name();
  return manifest;
}

// Whoever reads all FIFOs of the directory waits for each to end.
void TraceWriter::open_idle_fifos() {
  for (const auto& [thread, path] : fifos_) {
    if (streams_.contains(thread)) continue;
    Descriptor file = open_unread_fifo(path);
    if (file.get() < 0) continue;  // nobody waits for it
    auto stream = std::make_unique<Stream>();
    stream->thread = thread;
    stream->fifo = true;
    stream->sink = std::make_unique<FileSink>(std::move(file), path);
    stream->encoder = std::make_unique<StreamEncoder>(*stream->sink, thread);
    streams_[thread] = std::move(stream);
  }
}

Descriptor TraceWriter::open_unread_fifo(const std::string& path) const {
  const auto until = std::chrono::steady_clock::now() + idle_fifo_patience;
  for (;;) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0) {
      ::fcntl(fd, F_SETFL, O_WRONLY);
      return Descriptor(fd);
    }
    if (errno != ENXIO || std::chrono::steady_clock::now() > until) return Descriptor();
    std::this_thread::sleep_for(idle_fifo_pause);
  }
}

void TraceWriter::end(Stream& stream) {
  if (!stream.encoder) {  // could not even be begun
    if (!stream.fifo) ::unlink((directory_ + "/" + stream_file_name(stream.thread)).c_str());
    return;
  }
  if (!stream.failed) {
    try {
      failure_.empty() ? stream.encoder->finish() : stream.encoder->finish_cut();
      return;
    } catch (const InputError& error) {
      note_failure(error);
    }
  }
  end_cut(stream);
}

// Half a chunk may stand at the end of the file. When not even the end mark can be written, the
// file ends without one and its reader says so.
void TraceWriter::end_cut(Stream& stream) {
  try {
    if (stream.fifo) return;
    stream.sink->truncate(stream.encoder->bytes());
    stream.encoder->give_up();
  } catch (const InputError& error) {
    note_failure(error);
  }
}

void TraceWriter::take_name() {
  const char* const from = directory_.c_str();
  const char* const to = path_.c_str();
  std::error_code error;
  if (in_the_way(path_))  // the program's own, perhaps
    fail_with_errno(shown_, "cannot give its name to the trace in " + directory_, EEXIST);
  if (::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_EXCHANGE) == 0) {
    fs::remove_all(directory_, error);
    return;
  }
  // Nothing to replace, or a file system that cannot exchange.
  if (fs::exists(path_, error)) fs::remove_all(path_, error);
  if (::rename(from, to) != 0) {
    fail_with_errno(shown_, "cannot give its name to the trace in " + directory_, errno);
  }
}

}  // namespace hpcast::reftrace

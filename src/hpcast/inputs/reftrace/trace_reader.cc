#include "hpcast/inputs/reftrace/trace_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/reftrace/channel.h"

namespace hpcast::reftrace {
namespace {

namespace fs = std::filesystem;

constexpr char stopped[] =
    "manifest.json is missing: hpcast was stopped before it had finished the trace";
constexpr char cut[] = "more was traced than could be written";

[[noreturn]] void fail(const std::string& file, std::string message, std::string hint = {}) {
  throw InputError(Diagnostic{file, 0, {}, std::move(message), std::move(hint)});
}

void check_directory(const std::string& path) {
  constexpr char hint[] =
      "give the directory that hpcast trace -o has written; a program stands behind --";
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) fail(path, "no such trace", hint);
  if (!fs::is_directory(status)) fail(path, "not a trace: it is no directory", hint);
  if (fs::is_empty(path, error) && !error) fail(path, "not a trace: the directory is empty", hint);
}

// Streams without a manifest, or whose manifest is yet to come.
Manifest made_up_from(const std::vector<StreamFile>& files) {
  Manifest manifest;
  for (const StreamFile& file : files) {
    manifest.threads.push_back({file.thread, fs::path(file.path).filename().string(), 0, 0, 0});
  }
  return manifest;
}

void check_all_listed(const std::vector<StreamFile>& files, const Manifest& manifest) {
  for (const StreamFile& file : files) {
    const std::string name = fs::path(file.path).filename().string();
    const bool listed = std::ranges::any_of(
        manifest.threads, [&](const TracedThread& thread) { return thread.file == name; });
    if (!listed) fail(file.path, "not listed in manifest.json: the trace was changed");
  }
}

void check_not_empty(const std::string& path, const Manifest& manifest) {
  const std::uint64_t references = std::accumulate(
      manifest.threads.begin(), manifest.threads.end(), std::uint64_t{0},
      [](std::uint64_t sum, const TracedThread& thread) { return sum + thread.references; });
  if (references > 0) return;
  fail(path,
       "an empty trace: it holds not one memory reference" +
           (manifest.complete ? std::string() : " (" + manifest.reason + ")"),
       "was the program compiled with hpcast-cc, hpcast-c++ or hpcast-fortran?");
}

}  // namespace

struct TraceReader::Stream {
  Stream(std::unique_ptr<ByteSource> source, const TracedThread& thread, std::string name)
      : file(name), listed(thread), decoder(std::move(source), std::move(name)) {}
  std::string file;
  TracedThread listed;
  StreamDecoder decoder;
};

TraceReader::TraceReader(const std::string& path) : path_(path) {
  check_directory(path_);
  find_streams();
  if (!manifest_.code.empty()) code_ = std::make_unique<RecordedCode>(path_ + "/" + manifest_.code);
  open_streams();
}

TraceReader::~TraceReader() = default;

void TraceReader::find_streams() {
  const std::vector<StreamFile> files = list_streams(path_);
  const std::string manifest_path = path_ + "/" + manifest_name;
  if (std::ranges::any_of(files, &StreamFile::fifo)) {
    manifest_ = made_up_from(files);
    std::vector<std::string> paths;
    for (const StreamFile& file : files) paths.push_back(file.path);
    fifos_ = std::make_unique<FifoReader>(paths);
    return;
  }
  if (fs::exists(manifest_path)) {
    manifest_ = read_manifest(manifest_path);
    counted_ = true;
    check_all_listed(files, manifest_);
    check_not_empty(path_, manifest_);
    return;
  }
  if (files.empty()) fail(path_, "not a trace: neither manifest.json nor thread-*.hpt is in it");
  manifest_ = made_up_from(files);
  manifest_.complete = false;
  manifest_.reason = stopped;
}

void TraceReader::open_streams() {
  // Without a manifest, as many as a tracer can tell apart. Phase 0 needs no name.
  const std::uint64_t phases =
      counted_ ? std::max<std::uint64_t>(manifest_.phases.size(), 1) : max_phases;
  for (std::size_t i = 0; i < manifest_.threads.size(); ++i) {
    const TracedThread& thread = manifest_.threads[i];
    const std::string file = path_ + "/" + thread.file;
    std::unique_ptr<ByteSource> source;
    if (fifos_) {
      source = fifos_->source(i);
    } else {
      source = std::make_unique<FileSource>(file);
    }
    streams_.push_back(std::make_unique<Stream>(std::move(source), thread, file));
    streams_.back()->decoder.check_events(phases);
  }
}

std::span<const Word> TraceReader::next(std::size_t number) {
  Stream& stream = *streams_.at(number);
  const std::span<const Word> words = stream.decoder.next();
  check_thread(stream);
  if (words.empty()) check_end(stream);
  return words;
}

void TraceReader::check_thread(const Stream& stream) const {
  if (stream.decoder.thread() == stream.listed.thread) return;
  fail(stream.file, fmt::format("the stream of thread {}, not of thread {}",
                                stream.decoder.thread(), stream.listed.thread));
}

void TraceReader::check_end(const Stream& stream) const {
  const StreamTotals& totals = stream.decoder.totals();
  if (!counted_ || totals.words == stream.listed.words) return;
  fail(stream.file,
       fmt::format("holds {} words, but manifest.json counts {}: the trace was changed",
                   totals.words, stream.listed.words));
}

std::string TraceReader::why_partial() const {
  if (!manifest_.complete) return manifest_.reason;
  if (live() && fs::exists(path_ + "/" + manifest_name)) {
    const Manifest final = final_manifest();
    if (!final.complete) return final.reason;
  }
  const bool any_cut = std::ranges::any_of(
      streams_, [](const std::unique_ptr<Stream>& stream) { return stream->decoder.cut(); });
  return any_cut ? cut : "";
}

Manifest TraceReader::final_manifest() const { return read_manifest(path_ + "/" + manifest_name); }

}  // namespace hpcast::reftrace

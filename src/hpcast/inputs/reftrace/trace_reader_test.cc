#include "hpcast/inputs/reftrace/trace_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "hpcast/base/file.h"
#include "hpcast/inputs/reftrace/scratch_for_tests.h"

namespace hpcast::reftrace {
namespace {

namespace fs = std::filesystem;

class TraceReaderTest : public TraceTest {
 protected:
  // What is said of the trace "t" when all of it is read.
  std::string verdict() const {
    return complaint([&] {
      TraceReader reader(path("t"));
      for (std::size_t i = 0; i < reader.streams(); ++i) {
        while (!reader.next(i).empty()) {
        }
      }
    });
  }
  void shorten(const std::string& name, std::uint64_t by) const {
    fs::resize_file(path(name), fs::file_size(path(name)) - by);
  }
  void change_byte(const std::string& name, long at) const {
    std::fstream file(path(name), std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(at);
    const char byte = static_cast<char>(file.get() ^ 8);
    file.seekp(at);
    file.put(byte);
  }
  void write_text(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }
};

TEST_F(TraceReaderTest, SoundTrace) {
  small_trace();
  EXPECT_EQ(verdict(), "");
}

TEST_F(TraceReaderTest, Nothing) {
  EXPECT_EQ(verdict(),
            "t: no such trace\n  give the directory that hpcast trace -o has written; a program "
            "stands behind --");
}

TEST_F(TraceReaderTest, File) {
  write_text("t", "x");
  EXPECT_EQ(verdict(),
            "t: not a trace: it is no directory\n"
            "  give the directory that hpcast trace -o has written; a program stands behind --");
}

TEST_F(TraceReaderTest, EmptyDirectory) {
  fs::create_directory(path("t"));
  EXPECT_EQ(verdict(),
            "t: not a trace: the directory is empty\n"
            "  give the directory that hpcast trace -o has written; a program stands behind --");
}

TEST_F(TraceReaderTest, DirectoryOfOtherThings) {
  fs::create_directory(path("t"));
  write_text("t/readme", "x");
  EXPECT_EQ(verdict(), "t: not a trace: neither manifest.json nor thread-*.hpt is in it");
}

TEST_F(TraceReaderTest, OtherManifest) {
  fs::create_directory(path("t"));
  write_text("t/manifest.json", "{}");
  EXPECT_EQ(verdict(), "t/manifest.json: not the manifest of an hpcast trace");
}

TEST_F(TraceReaderTest, NewerManifest) {
  fs::create_directory(path("t"));
  write_text("t/manifest.json", "{\"format\": \"hpcast-trace\",\n\"schema_version\": 9}");
  EXPECT_EQ(verdict(),
            "t/manifest.json:2: format version 9 is newer than this hpcast reads (1)\n"
            "  use the hpcast that wrote it, or a newer one");
}

TEST_F(TraceReaderTest, NewerStream) {
  small_trace();
  change_byte("t/thread-00001.hpt", 8);  // 2 becomes 10
  EXPECT_EQ(verdict(),
            "t/thread-00001.hpt: format version 10 is newer than this hpcast reads (2)\n"
            "  use the hpcast that wrote it, or a newer one");
}

TEST_F(TraceReaderTest, TruncatedStream) {
  small_trace();
  shorten("t/thread-00001.hpt", EndMark::bytes);
  EXPECT_EQ(verdict(),
            "t/thread-00001.hpt: ends after 1 chunk without an end mark: the trace was cut off");
}

TEST_F(TraceReaderTest, CorruptStream) {
  small_trace();
  change_byte("t/thread-00000.hpt", 1000);
  EXPECT_EQ(verdict(),
            "t/thread-00000.hpt: corrupt after 0 chunks: a chunk's check sum does not match\n"
            "  trace again");
}

TEST_F(TraceReaderTest, PhasesThatTheManifestDoesNotList) {
  const auto trace_with = [&](std::vector<Word> event, bool with_manifest) {
    fs::remove_all(path("t"));
    TraceWriter writer(path("t"));
    writer.append(0, random_words(5));
    writer.append(0, event);
    Manifest manifest;
    manifest.phases = {"", "solve"};
    writer.finish(std::move(manifest));
    if (!with_manifest) fs::remove(path("t/manifest.json"));
    return verdict();
  };
  const auto phase = [](Word number) {
    return std::vector<Word>{event_head(Event::phase, 2), 5, number};
  };
  const std::string corrupt = "t/thread-00000.hpt: corrupt after 0 chunks: ";
  EXPECT_EQ(trace_with(phase(1), true), "");
  EXPECT_EQ(trace_with(phase(2), true), corrupt + "phase 2 of 2\n  trace again");
  EXPECT_EQ(trace_with(phase(255), false), "");
  EXPECT_EQ(trace_with(phase(4'000'000'000), false),
            corrupt + "phase 4000000000 of 256\n  trace again");
  EXPECT_EQ(trace_with({event_head(Event::phase, 1), 5}, true),
            corrupt + "an event without its payload\n  trace again");
  std::vector<Word> long_event(256, 5);
  long_event[0] = event_head(Event::signal, 255);
  EXPECT_EQ(trace_with(long_event, true),
            corrupt + "an event with too much payload\n  trace again");
}

TEST_F(TraceReaderTest, EmptyStream) {
  small_trace();
  fs::resize_file(path("t/thread-00000.hpt"), 0);
  EXPECT_EQ(verdict(),
            "t/thread-00000.hpt: empty: not even the header of a reference stream was written");
}

TEST_F(TraceReaderTest, MissingStream) {
  small_trace();
  fs::remove(path("t/thread-00001.hpt"));
  EXPECT_EQ(verdict(), "t/thread-00001.hpt: cannot read: No such file or directory");
}

TEST_F(TraceReaderTest, UnlistedStream) {
  small_trace();
  write_text("t/thread-00002.hpt", "x");
  EXPECT_EQ(verdict(), "t/thread-00002.hpt: not listed in manifest.json: the trace was changed");
}

TEST_F(TraceReaderTest, StreamOfAnotherThread) {
  small_trace();
  fs::copy_file(path("t/thread-00000.hpt"), path("t/thread-00001.hpt"),
                fs::copy_options::overwrite_existing);
  EXPECT_EQ(verdict(), "t/thread-00001.hpt: the stream of thread 0, not of thread 1");
}

TEST_F(TraceReaderTest, StreamOfAnotherTrace) {
  small_trace();
  TraceWriter writer(path("u"));
  writer.append(1, random_words(5));
  writer.finish({});
  fs::rename(path("u/thread-00001.hpt"), path("t/thread-00001.hpt"));
  EXPECT_EQ(verdict(),
            "t/thread-00001.hpt: holds 5 words, but manifest.json counts 1000: the trace was "
            "changed");
}

TEST_F(TraceReaderTest, NoReferences) {
  TraceWriter writer(path("t"));
  writer.append(0, std::vector<Word>{event_head(Event::thread_end, 1), 0});
  writer.finish({});
  EXPECT_EQ(verdict(),
            "t: an empty trace: it holds not one memory reference\n"
            "  was the program compiled with hpcast-cc, hpcast-c++ or hpcast-fortran?");
}

TEST_F(TraceReaderTest, NoReferencesBecauseOfACrash) {
  TraceWriter writer(path("t"));
  Manifest manifest;
  manifest.complete = false;
  manifest.reason = "killed by signal 11";
  writer.finish(manifest);
  EXPECT_THAT(verdict(), testing::StartsWith("t: an empty trace: it holds not one memory reference "
                                             "(killed by signal 11)"));
}

TEST_F(TraceReaderTest, PartialTraceIsReadAndSaysSo) {
  Manifest manifest;
  manifest.complete = false;
  manifest.reason = "the program was killed by signal 11";
  small_trace(manifest);
  EXPECT_EQ(verdict(), "");
  EXPECT_EQ(TraceReader(path("t")).why_partial(), "the program was killed by signal 11");
}

TEST_F(TraceReaderTest, StoppedWriterLeavesAPartialTrace) {
  small_trace();
  fs::remove(path("t/manifest.json"));
  EXPECT_EQ(verdict(), "");
  EXPECT_EQ(TraceReader(path("t")).why_partial(),
            "manifest.json is missing: hpcast was stopped before it had finished the trace");
}

TEST_F(TraceReaderTest, CutStreamMakesTheTracePartial) {
  small_trace();
  {
    FileSink sink(path("t/thread-00001.hpt"), "t");
    StreamEncoder encoder(sink, 1);
    encoder.append(random_words(1000));
    encoder.finish_cut();
  }
  TraceReader reader(path("t"));
  EXPECT_EQ(reader.why_partial(), "");
  while (!reader.next(1).empty()) {
  }
  EXPECT_EQ(reader.why_partial(), "more was traced than could be written");
}

}  // namespace
}  // namespace hpcast::reftrace

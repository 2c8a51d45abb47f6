#include "hpcast/inputs/reftrace/trace_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <fstream>
#include <future>
#include <thread>
#include <vector>

#include "hpcast/inputs/reftrace/scratch_for_tests.h"
#include "hpcast/inputs/reftrace/trace_reader.h"

namespace hpcast::reftrace {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;
using Words = std::vector<Word>;

class TraceWriterTest : public TraceTest {
 protected:
  void write_text(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }
  void make_fifos(int count) const {
    fs::create_directory(path("t"));
    for (int i = 0; i < count; ++i) {
      ASSERT_EQ(::mkfifo((path("t/") + stream_file_name(static_cast<unsigned>(i))).c_str(), 0600),
                0);
    }
  }
  static Words read_all(TraceReader& reader, std::size_t stream) {
    Words words;
    for (auto block = reader.next(stream); !block.empty(); block = reader.next(stream)) {
      words.insert(words.end(), block.begin(), block.end());
    }
    return words;
  }
  // Names in this test's directory.
  std::vector<std::string> left() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(directory_)) {
      names.push_back(entry.path().filename().string());
    }
    return names;
  }
};

TEST_F(TraceWriterTest, WordsOfSeveralThreadsComeBack) {
  constexpr unsigned threads = 4;
  TraceWriter writer(path("t"));
  {
    std::vector<std::jthread> hosts;
    for (unsigned thread = 0; thread < threads; ++thread) {
      hosts.emplace_back([&writer, thread] {
        for (unsigned i = 0; i < 50; ++i)
          writer.append(thread, random_words(3000, thread + 10 * i));
      });
    }
  }
  const Manifest written = writer.finish({});
  ASSERT_EQ(written.threads.size(), threads);
  TraceReader reader(path("t"));
  EXPECT_EQ(reader.why_partial(), "");
  EXPECT_FALSE(reader.live());
  ASSERT_EQ(reader.streams(), threads);
  for (unsigned thread = 0; thread < threads; ++thread) {
    const TracedThread& entry = reader.manifest().threads[thread];
    EXPECT_EQ(entry.thread, thread);
    EXPECT_EQ(entry.file, stream_file_name(thread));
    EXPECT_EQ(entry.words, 150'000U);
    EXPECT_EQ(entry.references, 150'000U);
    EXPECT_EQ(entry.bytes, fs::file_size(path("t/" + entry.file)));
    Words expected;
    for (unsigned i = 0; i < 50; ++i) {
      const Words part = random_words(3000, thread + 10 * i);
      expected.insert(expected.end(), part.begin(), part.end());
    }
    EXPECT_TRUE(read_all(reader, thread) == expected);
  }
}

TEST_F(TraceWriterTest, LeavesOnlyTheTrace) {
  small_trace();
  EXPECT_EQ(left(), std::vector<std::string>{"t"});
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(path("t"))) {
    files.push_back(entry.path().filename().string());
  }
  EXPECT_THAT(files, testing::UnorderedElementsAre("manifest.json", "thread-00000.hpt",
                                                   "thread-00001.hpt"));
}

TEST_F(TraceWriterTest, NothingIsLeftWithoutFinish) {
  { TraceWriter(path("t")).append(0, random_words(10)); }
  EXPECT_TRUE(left().empty());
}

TEST_F(TraceWriterTest, KeepsFilesThatOthersPutIntoItsDirectory) {
  TraceWriter writer(path("t"));
  writer.append(0, random_words(10));
  std::ofstream(writer.directory() + "/merge.log") << "x";
  writer.finish({});
  EXPECT_TRUE(fs::exists(path("t/merge.log")));
}

TEST_F(TraceWriterTest, ReplacesAnOlderTrace) {
  small_trace();
  TraceWriter writer(path("t"));
  writer.append(5, random_words(10));
  EXPECT_TRUE(fs::exists(path("t/thread-00001.hpt"))) << "the old one stays until the new one is";
  writer.finish({});
  EXPECT_FALSE(fs::exists(path("t/thread-00001.hpt")));
  EXPECT_TRUE(fs::exists(path("t/thread-00005.hpt")));
  EXPECT_EQ(left(), std::vector<std::string>{"t"});
}

TEST_F(TraceWriterTest, TakesAnEmptyDirectoryAndASlash) {
  fs::create_directory(path("t"));
  TraceWriter writer(path("t/"));
  writer.append(0, random_words(10));
  writer.finish({});
  EXPECT_NO_THROW(TraceReader(path("t/")));
}

TEST_F(TraceWriterTest, RefusesWhatIsNoTrace) {
  constexpr char message[] =
      "t: exists already and is not an hpcast trace\n  name another directory, or remove it";
  write_text("t", "precious");
  EXPECT_EQ(complaint([&] { TraceWriter(path("t")); }), message);
  fs::remove(path("t"));
  fs::create_directory(path("t"));
  write_text("t/manifest.json", R"({"format": "something else"})");
  EXPECT_EQ(complaint([&] { TraceWriter(path("t")); }), message);
  EXPECT_TRUE(fs::exists(path("t/manifest.json")));
}

// The traced program may have made it meanwhile.
TEST_F(TraceWriterTest, LeavesAloneWhatCameToItsName) {
  std::string directory;
  {
    TraceWriter writer(path("t"));
    directory = writer.directory();
    writer.append(0, random_words(10));
    fs::create_directory(path("t"));
    write_text("t/file", "precious");
    EXPECT_THAT(complaint([&] { writer.finish({}); }), HasSubstr("t: cannot give its name to"));
  }
  EXPECT_TRUE(fs::exists(path("t/file")));
  EXPECT_NO_THROW(TraceReader{directory}) << "and what was traced stays";
}

TEST_F(TraceWriterTest, MissingParent) {
  EXPECT_EQ(complaint([&] { TraceWriter(path("no/t")); }),
            "no/t: cannot create: No such file or directory");
}

// Stands for a full disk, whose error takes the same way.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST_F(TraceWriterTest, FullDiskLeavesAPartialTrace) {
  const Words words = random_words(4 * chunk_words);
  {
    const FileSizeLimit limit(3'000'000);
    TraceWriter writer(path("t"));
    writer.append(1, random_words(10));
    const char message[] = "t/thread-00000.hpt: cannot write: File too large";
    EXPECT_EQ(complaint([&] { writer.append(0, words); }), message);
    EXPECT_EQ(complaint([&] { writer.append(0, words); }), message);
    EXPECT_EQ(complaint([&] { writer.append(1, words); }), message);
    EXPECT_FALSE(writer.finish({}).complete);
  }
  TraceReader reader(path("t"));
  EXPECT_THAT(reader.why_partial(), HasSubstr("t/thread-00000.hpt: cannot write: File too large"));
  const Words back = read_all(reader, 0);
  ASSERT_EQ(back.size(), chunk_words);
  EXPECT_TRUE(std::equal(back.begin(), back.end(), words.begin()));
  EXPECT_EQ(read_all(reader, 1).size(), 10U);
}

TEST_F(TraceWriterTest, FifosAreWrittenAndReadAtOnce) {
  make_fifos(3);
  write_text("t/manifest.json", R"({"format": "hpcast-trace"})");  // of an earlier run
  const Words first = random_words(600'000, 1), second = random_words(600'000, 2);
  auto writing = std::async(std::launch::async, [&] {
    TraceWriter writer(path("t"));
    for (std::size_t at = 0; at < first.size(); at += 10'000) {
      writer.append(0, std::span(first).subspan(at, 10'000));
      writer.append(1, std::span(second).subspan(at, 10'000));
    }
    Manifest manifest;
    manifest.tracer = "compiler";
    return writer.finish(manifest);
  });
  TraceReader reader(path("t"));
  EXPECT_TRUE(reader.live());
  ASSERT_EQ(reader.streams(), 3U);
  EXPECT_TRUE(read_all(reader, 1) == second);  // while the writer fills 0, unread
  EXPECT_TRUE(read_all(reader, 0) == first);
  EXPECT_TRUE(read_all(reader, 2).empty());
  EXPECT_EQ(reader.why_partial(), "");
  EXPECT_EQ(reader.final_manifest().tracer, "compiler");
  EXPECT_EQ(reader.final_manifest().threads.at(1).words, second.size());
  EXPECT_TRUE(writing.get().complete);
}

TEST_F(TraceWriterTest, MoreThreadsThanFifos) {
  make_fifos(1);
  TraceWriter writer(path("t"));
  EXPECT_EQ(complaint([&] { writer.append(1, random_words(1)); }),
            "t/thread-00001.hpt: no such FIFO for a thread of the program\n"
            "  make as many FIFOs as the program has threads");
}

TEST_F(TraceWriterTest, FifoWhoseReaderWentAway) {
  make_fifos(1);
  auto writing = std::async(std::launch::async, [&] {
    TraceWriter writer(path("t"));
    return complaint([&] {
      for (int i = 0; i < 100; ++i) writer.append(0, random_words(chunk_words));
    });
  });
  {
    TraceReader reader(path("t"));
    reader.next(0);
  }
  EXPECT_EQ(writing.get(), "t/thread-00000.hpt: cannot write: Broken pipe");
}

}  // namespace
}  // namespace hpcast::reftrace

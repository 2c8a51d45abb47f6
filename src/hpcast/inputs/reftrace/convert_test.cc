#include "hpcast/inputs/reftrace/convert.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <optional>
#include <thread>

#include "hpcast/inputs/reftrace/scratch_for_tests.h"
#include "hpcast/inputs/reftrace/trace_reader.h"

namespace hpcast::reftrace {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

class ConvertTest : public TraceTest {
 protected:
  std::string write(const std::string& text) const {
    std::ofstream(path("in")) << text;
    return path("in");
  }
  // Of path("in"), to path("t").
  Conversion convert_it(std::optional<TextFormat> known = {}) const {
    TextInput input(path("in"), interruption_);
    return convert(input, format_of(input, known), {}, "1.2.3", path("t"));
  }
  std::string complaint_of(const std::string& text, std::optional<TextFormat> known = {}) const {
    write(text);
    return complaint([&] { convert_it(known); });
  }
  TextFormat recognised(const std::string& text) const {
    write(text);
    TextInput input(path("in"), interruption_);
    return format_of(input, {});
  }

  Interruption interruption_;
};

TEST_F(ConvertTest, WritesATrace) {
  write("0x1000 8 R 7\n0x1008 8 W 9\n0x1010 8 W 9\n");
  const Conversion conversion = convert_it();
  EXPECT_TRUE(conversion.written);
  const Manifest manifest = read_manifest(path("t/manifest.json"));
  EXPECT_TRUE(manifest.complete);
  EXPECT_EQ(manifest.tracer, "text");
  EXPECT_EQ(manifest.tool_version, "1.2.3");
  EXPECT_EQ(manifest.phases, std::vector<std::string>{""});
  EXPECT_FALSE(manifest.exit_status.has_value());
  EXPECT_FALSE(manifest.not_traced.empty());
  ASSERT_EQ(manifest.threads.size(), 2U);
  EXPECT_EQ(manifest.threads[0].references, 1U);
  EXPECT_EQ(manifest.threads[1].references, 2U);
  TraceReader reader(path("t"));
  const auto words = reader.next(1);
  ASSERT_EQ(words.size(), 3 + 2 + 2U);
  EXPECT_EQ(words[2], 9U);
  EXPECT_EQ(words[4], reference(0x1010, 3, Op::write));
}

TEST_F(ConvertTest, RecognisesTheFormat) {
  EXPECT_EQ(recognised("==1== Lackey, an example Valgrind tool\n"), TextFormat::lackey);
  EXPECT_EQ(recognised("hello\n\nI  0401ab70,3\n"), TextFormat::lackey);
  EXPECT_EQ(recognised(std::string("\0\n L 10,8\n", 10)), TextFormat::lackey);
  EXPECT_EQ(recognised("# mine\naddress size op\n0x10 8 R\n"), TextFormat::text);
  EXPECT_EQ(recognised("10,8,W"), TextFormat::text);
  EXPECT_EQ(recognised("#\n0x10: R 0x20\n"), TextFormat::pinatrace);
  EXPECT_EQ(recognised("0x10: R 0x20 8 0x1"), TextFormat::pinatrace);
}

TEST_F(ConvertTest, RefusesWhatIsNoTrace) {
  EXPECT_EQ(complaint_of(""), "in: the input is empty");
  EXPECT_EQ(complaint_of("", TextFormat::text), "in: the input is empty");
  EXPECT_THAT(complaint_of("a letter\n"),
              StartsWith("in: no line at its beginning is a reference"));
  EXPECT_THAT(complaint_of(std::string("\x7f"
                                       "ELF\0\n",
                                       6)),
              HasSubstr("a binary file"));
  EXPECT_THAT(complaint_of(std::string("\0", 1), TextFormat::text), HasSubstr("a binary file"));
  EXPECT_EQ(complaint_of("\x1f\x8b"),
            "in: compressed\n  gzip -dc FILE | hpcast trace convert - -o T");
  EXPECT_THAT(complaint_of("a letter\n", TextFormat::lackey),
              HasSubstr("in: not one reference in 1 lines"));
  EXPECT_THAT(complaint_of("I  10,3\n"), HasSubstr("in: not one reference in 1 lines"));
  EXPECT_FALSE(fs::exists(path("t")));
}

TEST_F(ConvertTest, NothingIsLeftOfAnInputWithFaults) {
  EXPECT_THAT(complaint_of("0x1000 8 R\n0x1000 8 X\n"), StartsWith("in:2: 'X' is neither"));
  for (const auto& entry : fs::directory_iterator(directory_))
    EXPECT_EQ(entry.path().filename(), "in");
}

TEST_F(ConvertTest, RefusesDirectories) {
  EXPECT_EQ(complaint([&] { TextInput(directory_, interruption_); }),
            directory_ + ": a directory, not a text");
  small_trace();
  EXPECT_THAT(complaint([&] { TextInput(path("t"), interruption_); }),
              HasSubstr("it is an hpcast trace already: hpcast memory MACHINE t"));
  EXPECT_EQ(complaint([&] { TextInput(path("none"), interruption_); }),
            "none: cannot read: No such file or directory");
}

// Blocks end anywhere in a line.
TEST_F(ConvertTest, ALongInputIsReadWhole) {
  std::string text;
  constexpr std::uint64_t references = 300'000;
  for (std::uint64_t i = 0; i < references; ++i) text += std::to_string(i) + " 1 W\n";
  ASSERT_GT(text.size(), 2 * TextInput::longest_line);
  write(text);
  EXPECT_EQ(convert_it().manifest.threads.at(0).references, references);
  TraceReader reader(path("t"));
  std::uint64_t next = 0;
  for (auto words = reader.next(0); !words.empty(); words = reader.next(0))
    for (const Word word : words)
      if (op_of(word) == Op::write && size_of(word) == 1 && address_of(word) == next) ++next;
  EXPECT_EQ(next, references);
}

TEST_F(ConvertTest, ALineTooLong) {
  const std::string longest = "1 1 R #" + std::string(TextInput::longest_line - 8, 'x') + "\n";
  ASSERT_EQ(longest.size(), TextInput::longest_line);
  EXPECT_EQ(complaint_of("1 1 R\n" + longest), "");
  EXPECT_EQ(complaint_of("1 1 R\n1 1 X\nx" + longest, TextFormat::text),
            "in:2: 'X' is neither a read nor a write\n"
            "  write R, L, read or load; or W, S, write or store\n"
            "in:3: a line of 1.0 MiB or more\n"
            "  no line of such a trace is so long");
}

TEST_F(ConvertTest, APipeInSmallParts) {
  ASSERT_EQ(::mkfifo(path("in").c_str(), 0600), 0);
  std::jthread writer([this] {
    std::ofstream pipe(path("in"));
    for (const char c : std::string("# a comment\n10 8 R\n18 8 W")) pipe << c << std::flush;
  });
  EXPECT_EQ(convert_it().manifest.threads.at(0).references, 2U);
}

TEST_F(ConvertTest, AnInterruptionLeavesNothing) {
  ASSERT_EQ(::mkfifo(path("in").c_str(), 0600), 0);
  std::optional<int> status;
  std::string text;
  const pthread_t reader = ::pthread_self();
  std::jthread writer([this, reader] {
    std::ofstream pipe(path("in"));
    for (int i = 0; i < 200'000; ++i) pipe << "10 8 R\n";
    pipe.flush();
    ::pthread_kill(reader, SIGINT);
    std::this_thread::sleep_for(std::chrono::milliseconds(200));  // the pipe stays open
  });
  try {
    convert_it();
  } catch (const InputError& error) {
    status = error.exit_status();
    text = error.what();
  }
  EXPECT_EQ(status, 128 + SIGINT);
  EXPECT_EQ(text, "interrupted; nothing was written");
  for (const auto& entry : fs::directory_iterator(directory_))
    EXPECT_EQ(entry.path().filename(), "in");
}

// Stands for a full disk.
TEST_F(ConvertTest, AFullDiskLeavesAPartialTrace) {
  std::string text;
  for (const Word word : random_words(600'000))
    text += std::to_string(address_of(word) >> 1) + " 8 R\n";
  write(text);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit limit{2'500'000, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &limit);
  const Conversion conversion = convert_it();
  ::setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_FALSE(conversion.written);
  EXPECT_FALSE(conversion.manifest.complete);
  EXPECT_THAT(conversion.manifest.reason, HasSubstr("cannot write: File too large"));
}

}  // namespace
}  // namespace hpcast::reftrace

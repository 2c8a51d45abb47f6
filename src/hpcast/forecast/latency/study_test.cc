#include "hpcast/forecast/latency/study.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include <csignal>
#include <filesystem>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/schema_for_tests.h"
#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/forecast/latency/study_child.h"
#include "hpcast/forecast/latency/study_key.h"
#include "hpcast/forecast/latency/study_run.h"
#include "hpcast/forecast/latency/unpacked.h"
#include "hpcast/inputs/reftrace/scratch_for_tests.h"

namespace hpcast::forecast {
namespace {

using testing::HasSubstr;

TEST(StudyRunText, FindsTheWorkingSet) {
  EXPECT_EQ(working_set_in("a\nspmv: storage 10 bytes, working set 4711 bytes\n"), 4711u);
  EXPECT_EQ(working_set_in("working set is 5\nworking set 12 bytes, working set 13 bytes"), 12u);
  EXPECT_EQ(working_set_in("working set 12 KiB"), std::nullopt);
  EXPECT_EQ(working_set_in("working set -3 bytes"), std::nullopt);
  EXPECT_EQ(working_set_in(""), std::nullopt);
}

TEST(StudyRunText, TakesTheLastLine) {
  EXPECT_EQ(last_line_of("one\ntwo: /tmp/x/a.mtx\r\n\n", "/tmp/x"), "two: a.mtx");
  EXPECT_EQ(last_line_of("one", "/tmp/x"), "one");
  EXPECT_EQ(last_line_of("\n\n", "/tmp/x"), "");
  EXPECT_EQ(last_line_of(std::string(1000, 'x'), "/tmp/x").size(), 300u);
}

class StudyTest : public reftrace::TraceTest {
 protected:
  ChildFiles child_files() const { return {path("out"), path("err")}; }
  StudyRequest request() const {
    StudyRequest request;
    request.machine_path = source_tree() + "/tests/golden/two-cores.dat.json";
    request.to_s = {3e-7};
    request.program.tracer = reftrace::Tracer::compiler;
    request.command = {"true", "{format}", "{matrix}"};
    request.panel = axis_of("--panel", {"format=CRS,ELL"});
    request.cases = axis_of("--case", {"matrix=a,b"});
    request.directory = path("study");
    return request;
  }
};

TEST_F(StudyTest, ChildWritesToItsFiles) {
  const auto act = [] {
    tell("words");
    dprintf(STDOUT_FILENO, "more");
  };
  EXPECT_EQ(done_apart(act, child_files(), [] {}), "");
  EXPECT_EQ(read_file(path("err")), "words\n");
  EXPECT_EQ(read_file(path("out")), "more");
}

TEST_F(StudyTest, ChildMayEndAnyHow) {
  const auto end_of = [&](const std::function<void()>& act) {
    return done_apart(act, child_files(), [] {});
  };
  EXPECT_EQ(end_of([] { std::raise(SIGKILL); }), "ended by signal 9 (Killed)");
  EXPECT_EQ(end_of([] { throw InputError("no"); }), "ended with status 70");
  EXPECT_EQ(read_file(path("err")), "no\n");
}

TEST_F(StudyTest, ChildEndsWithTheInterruption) {
  const auto wait = [] {
    for (;;) pause();
  };
  EXPECT_THROW(done_apart(wait, child_files(), [] { throw InputError("stop"); }), InputError);
}

TEST_F(StudyTest, DirectoryKeepsWhatItWasMadeWith) {
  claim_directory(request());
  const Json key = read_json(path("study/study.json")).root;
  EXPECT_EQ(Conformance("latency-study.schema.json").faults(key), std::vector<std::string>());
  EXPECT_TRUE(std::filesystem::is_directory(path("study/ELL")));
  StudyRequest more = request();
  more.cases = axis_of("--case", {"matrix=a,b,c"});
  claim_directory(more);
}

TEST_F(StudyTest, DirectoryRefusesAnotherStudy) {
  claim_directory(request());
  write_file_atomically(path("study/CRS/a.json"), "{}");
  StudyRequest other = request();
  other.to_s = {3e-7, 5e-7};
  other.working_set = 2;
  EXPECT_THAT(complaint([&] { claim_directory(other); }),
              HasSubstr("study holds a study that differs in: --to, --working-set"));
  other.same_caches = true;
  EXPECT_THAT(complaint([&] { claim_directory(other); }),
              HasSubstr("--working-set, --same-caches, or the first panel"));
  other.restart = true;
  claim_directory(other);
  EXPECT_FALSE(std::filesystem::exists(path("study/CRS/a.json")));
  other.restart = false;
  claim_directory(other);
}

TEST_F(StudyTest, DirectoryMayNotBeWritable) {
  StudyRequest nowhere = request();
  nowhere.directory = "/dev/null/study";
  EXPECT_THAT(complaint([&] { claim_directory(nowhere); }), HasSubstr("cannot make this folder"));
}

TEST_F(StudyTest, Unpacks) {
  const std::string text(300000, 'x');
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  write_file_atomically(path("a.zst"), packed);
  unpack(path("a.zst"), path("a"));
  EXPECT_EQ(read_file(path("a")), text);
  write_file_atomically(path("b.zst"), packed.substr(0, packed.size() - 3));
  EXPECT_THAT(complaint([&] { unpack(path("b.zst"), path("b")); }), HasSubstr("cut off"));
  write_file_atomically(path("c.zst"), "no Zstandard");
  EXPECT_THAT(complaint([&] { unpack(path("c.zst"), path("c")); }),
              HasSubstr("no whole Zstandard file"));
}

}  // namespace
}  // namespace hpcast::forecast

#include "hpcast/inputs/reftrace/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "hpcast/base/json.h"
#include "hpcast/base/schema_for_tests.h"
#include "hpcast/inputs/reftrace/record.h"
#include "hpcast/inputs/reftrace/scratch_for_tests.h"

namespace hpcast::reftrace {
namespace {

using testing::HasSubstr;

class ManifestTest : public TraceTest {
 protected:
  static Manifest sample() {
    Manifest m;
    m.tool_version = "0.1.0";
    m.command = {"./triad", "1000", "a \"b\"\xff"};
    m.architecture = "x86_64";
    m.tracer = "compiler";
    m.payload = "requests";
    m.address_randomisation = false;
    m.exit_status = 3;
    m.signal = 11;
    m.complete = false;
    m.reason = "the program was killed by signal 11";
    m.threads = {{0, "thread-00000.hpt", 12, 10, 300}, {1, "thread-00001.hpt", 2, 0, 80}};
    m.processes = {{1, 2}, {0, 2}, {0, 0}};
    m.phases = {"", "triad"};
    m.regions = {{0x401000, "main", 1}, {0x401040, "f(int)"}, {named_region | 4095, "a \xc3\xbc"}};
    m.not_traced = {"inline assembly"};
    m.merge_log = "merge.log";
    m.date = "2024-05-06T07:08:09Z";
    return m;
  }
  std::string complaint_on(const std::string& text) const {
    std::ofstream(path("manifest.json")) << text;
    return complaint([&] { read_manifest(path("manifest.json")); });
  }
};

TEST_F(ManifestTest, RoundTrip) {
  Manifest m = sample();
  write_manifest(path("manifest.json"), m);
  const Manifest back = read_manifest(path("manifest.json"));
  EXPECT_EQ(to_text(back), to_text(m));
  EXPECT_EQ(back.regions.at(0).address, 0x401000U);
  EXPECT_EQ(back.command.at(2), "a \"b\"\xef\xbf\xbd");  // what is no UTF-8 is replaced
  EXPECT_EQ(back.address_randomisation, false);
  EXPECT_EQ(back.signal, 11);
  EXPECT_FALSE(back.complete);
}

TEST_F(ManifestTest, AllFaultsAtOnceWithTheirLines) {
  const std::string text = complaint_on(R"({"format": "hpcast-trace",
"schema_version": 1,
"complete": "yes",
"command": ["a", 5],
"payload": "request",
"threads": [
 {"thread": -1, "file": "../x", "words": 1, "references": 1},
 7],
"merge_log": "/etc/passwd"
})");
  EXPECT_THAT(text, HasSubstr("manifest.json:3: /complete: expected true or false"));
  EXPECT_THAT(text, HasSubstr(":4: /command: expected strings, but element 1 is none"));
  EXPECT_THAT(text, HasSubstr(":5: /payload: expected 'references' or 'requests'"));
  EXPECT_THAT(text, HasSubstr("did you mean 'requests'?"));
  EXPECT_THAT(text, HasSubstr(":7: /threads/0/thread: expected a whole number"));
  EXPECT_THAT(text, HasSubstr("/threads/0/file: expected the name of a file within"));
  EXPECT_THAT(text, HasSubstr("/threads/0: 'bytes' is missing"));
  EXPECT_THAT(text, HasSubstr(":8: /threads/1: expected an object"));
  EXPECT_THAT(text, HasSubstr(":9: /merge_log: expected the name of a file within"));
}

TEST_F(ManifestTest, ThreadsAreDistinct) {
  EXPECT_THAT(complaint_on(R"({"format": "hpcast-trace", "schema_version": 1, "complete": true,
"threads": [
 {"thread": 1, "file": "a", "words": 1, "references": 1, "bytes": 1},
 {"thread": 1, "file": "b", "words": 1, "references": 1, "bytes": 1},
 {"thread": 2, "file": "a", "words": 1, "references": 1, "bytes": 1}]})"),
              testing::AllOf(HasSubstr("manifest.json:2: /threads: thread 1 is here twice"),
                             HasSubstr("/threads: two threads have the file 'a'")));
}

TEST_F(ManifestTest, CompletenessMustBeStated) {
  EXPECT_THAT(complaint_on(R"({"format": "hpcast-trace", "schema_version": 1})"),
              HasSubstr("/complete: missing, expected true or false"));
}

TEST_F(ManifestTest, VersionAndThreadMustBeStated) {
  EXPECT_THAT(complaint_on(R"({"format": "hpcast-trace", "complete": true})"),
              HasSubstr("/schema_version: missing, expected 1"));
  EXPECT_THAT(complaint_on(R"({"format": "hpcast-trace", "schema_version": 1, "complete": true,
 "threads": [{"file": "a", "words": 1, "references": 1, "bytes": 1}]})"),
              HasSubstr("/threads/0/thread: missing, expected the thread's number"));
}

TEST_F(ManifestTest, TruncatedJson) {
  EXPECT_THAT(complaint_on(R"({"format": "hpcast-trace",)"), testing::StartsWith("manifest.json:"));
}

TEST_F(ManifestTest, SchemaDescribesIt) {
  Conformance schema("trace-manifest.schema.json");
  EXPECT_THAT(schema.faults(parse_json(to_text(sample()), "full").root), testing::IsEmpty());
  EXPECT_THAT(schema.faults(parse_json(to_text(Manifest{}), "least").root), testing::IsEmpty());
}

}  // namespace
}  // namespace hpcast::reftrace

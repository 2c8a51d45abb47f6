#include "hpcast/answers/memory/read.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "hpcast/answers/memory/sample_for_tests.h"
#include "hpcast/answers/memory/write.h"
#include "hpcast/base/file.h"

namespace hpcast::answers {
namespace {

MemoryResult parse(const std::string& text) { return from_document(parse_json(text, "r.json")); }

// The message for a small sample that `change` has spoilt.
std::string fault_of(const std::function<void(nlohmann::ordered_json&)>& change) {
  nlohmann::ordered_json json = to_json(small_sample());
  change(json);
  try {
    parse(json.dump(1));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ResultFile, RoundTripKeepsEverything) {
  EXPECT_EQ(parse(to_text(small_sample())), small_sample());
  EXPECT_EQ(parse(to_text(large_sample())), large_sample());
  MemoryResult partial = small_sample();
  partial.partial = "killed by signal 9";
  partial.run.exit_status = 137;
  EXPECT_EQ(parse(to_text(partial)), partial);
  EXPECT_EQ(parse(to_text(MemoryResult{})), MemoryResult{});
  EXPECT_EQ(parse(to_text(sample_with_ranks())), sample_with_ranks());
  EXPECT_EQ(parse(to_text(sample_with_core_time())), sample_with_core_time());
  EXPECT_EQ(parse(to_text(sample_with_page_faults())), sample_with_page_faults());
  EXPECT_EQ(parse(to_text(sample_with_loaded_memory())), sample_with_loaded_memory());
  EXPECT_EQ(parse(to_text(sample_with_threads())), sample_with_threads());
  EXPECT_EQ(parse(to_text(sample_with_prefetchers())), sample_with_prefetchers());
  EXPECT_EQ(parse(to_text(sample_with_variants())), sample_with_variants());
  EXPECT_EQ(parse(to_text(sample_with_libraries())), sample_with_libraries());
  MemoryResult sampled = small_sample();
  sampled.sample = Sample{"time", 10, 3, 0.099, 1, {}};
  EXPECT_EQ(parse(to_text(sampled)), sampled);
  sampled.sample = Sample{"sets", 16, 1, 0.0625, 4, 0.1};
  sampled.objects[1].margin = Margin{128.5, 0.05};
  EXPECT_EQ(parse(to_text(sampled)), sampled);
}

TEST(ResultFile, OfBeforeHasItsLimitsMade) {
  nlohmann::ordered_json json = to_json(sample_with_core_time());
  json.erase("limits");
  json["phases"][0].erase("limits");
  EXPECT_EQ(parse(json.dump(1)), sample_with_core_time());
}

TEST(ResultFile, LimitsAreOfAKindAndOfObjects) {
  EXPECT_THAT(fault_of([](auto& json) { json["limits"][0]["kind"] = "disk"; }),
              testing::HasSubstr("/limits/0/kind"));
  EXPECT_THAT(fault_of([](auto& json) { json["phases"][0]["limits"][0]["object"] = "mem7"; }),
              testing::HasSubstr("no object is named 'mem7'"));
}

TEST(ResultFile, CountsBeyondADoubleStayExact) {
  MemoryResult result = small_sample();
  result.objects[0].num_read = (std::uint64_t{1} << 60) + 1;
  EXPECT_EQ(parse(to_text(result)).objects[0].num_read, (std::uint64_t{1} << 60) + 1);
}

TEST(ResultFile, IsReadFromDisk) {
  const std::string path = testing::TempDir() + "/hpcast_result_roundtrip.json";
  write_file_atomically(path, to_text(large_sample()));
  EXPECT_EQ(read_result(path), large_sample());
}

TEST(ResultFile, IsToldFromOthers) {
  EXPECT_TRUE(is_result(Json::parse(to_text(large_sample()))));
  for (const char* text : {R"({"schema_version": 1})", R"({"objects": []})", "[]", "null", "{}"})
    EXPECT_FALSE(is_result(Json::parse(text))) << text;
}

TEST(ResultFile, UnknownMembersAreIgnored) {
  EXPECT_EQ(fault_of([](auto& json) { json["sweep"] = 3; }), "accepted");
}

TEST(ResultFile, NewerSchemaIsRefused) {
  EXPECT_EQ(fault_of([](auto& json) { json["schema_version"] = 2; }),
            "r.json:2: /schema_version: schema_version 2 is newer than this hpcast reads (1)\n"
            "  use the hpcast that wrote the file, or a newer one");
}

TEST(ResultFile, WhatIsNoResultIsRefused) {
  EXPECT_THAT(fault_of([](auto& json) { json.erase("schema_version"); }),
              testing::HasSubstr("r.json:1: not a result of hpcast: no schema_version"));
  EXPECT_THAT(fault_of([](auto& json) {
                json = {1, 2};
              }),
              testing::HasSubstr("not a result of hpcast"));
}

TEST(ResultFile, FaultsNameTheirPlace) {
  EXPECT_THAT(fault_of([](auto& json) { json["objects"][1]["bytes_read"] = -1; }),
              testing::HasSubstr("/objects/1/bytes_read: must be 0 or more, found -1"));
  EXPECT_THAT(fault_of([](auto& json) { json["objects"][1]["kind"] = "cach"; }),
              testing::AllOf(testing::HasSubstr("/objects/1/kind: "),
                             testing::HasSubstr("did you mean 'cache'?")));
  EXPECT_THAT(fault_of([](auto& json) { json["objects"][2].erase("time"); }),
              testing::HasSubstr("/objects/2: 'time' is missing"));
  EXPECT_THAT(fault_of([](auto& json) { json["objects"][2].erase("kind"); }),
              testing::HasSubstr("/objects/2/kind: 'kind' is missing"));
  EXPECT_THAT(fault_of([](auto& json) { json["assumptions"] = {1}; }),
              testing::HasSubstr("/assumptions/0: expected a string"));
  EXPECT_THAT(fault_of([](auto& json) { json.erase("objects"); }),
              testing::HasSubstr("'objects' is missing"));
  EXPECT_THAT(fault_of([](auto& json) { json.erase("bottleneck"); }),
              testing::HasSubstr("'bottleneck' is missing"));
}

TEST(ResultFile, NamesMustBeOfObjects) {
  EXPECT_THAT(fault_of([](auto& json) { json["objects"][1]["name"] = "core0"; }),
              testing::HasSubstr("object 'core0' is here twice"));
  EXPECT_THAT(fault_of([](auto& json) { json["bottleneck"]["name"] = "mem7"; }),
              testing::AllOf(testing::HasSubstr("/bottleneck/name: no object is named 'mem7'"),
                             testing::HasSubstr("did you mean 'mem0'?")));
  EXPECT_THAT(fault_of([](auto& json) { json["phases"][0]["objects"][0]["name"] = "mem7"; }),
              testing::HasSubstr("/phases/0/objects/0/name: no object is named 'mem7'"));
}

TEST(ResultFile, AllFaultsComeAtOnce) {
  const std::string text = fault_of([](auto& json) {
    json["time_s"] = "soon";
    json["run"]["threads"] = -1;
  });
  EXPECT_THAT(text, testing::HasSubstr("/time_s"));
  EXPECT_THAT(text, testing::HasSubstr("/run/threads"));
}

TEST(ResultFile, TruncatedJsonIsRefused) {
  const std::string text = to_text(small_sample());
  EXPECT_THROW(parse(text.substr(0, text.size() / 2)), InputError);
}

}  // namespace
}  // namespace hpcast::answers

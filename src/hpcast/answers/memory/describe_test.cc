// Forecasts of memory as files.
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "hpcast/answers/kind_for_tests.h"
#include "hpcast/answers/memory/sample_for_tests.h"

namespace hpcast::answers {
namespace {

MemoryAnswer parse(const std::string& text) {
  return from_document<MemoryAnswer>(parse_json(text, "r.json"));
}

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

TEST(ResultFile, HasItsSchema) { expect_schema_is_checked_in<MemoryAnswer>(); }

TEST(ResultFile, RoundTripKeepsEverything) {
  for (const MemoryAnswer& sample :
       {small_sample(), large_sample(), MemoryAnswer{}, sample_with_ranks(),
        sample_with_core_time(), sample_with_page_faults(), sample_with_loaded_memory(),
        sample_with_threads(), sample_with_prefetchers(), sample_with_variants(),
        sample_with_libraries()})
    expect_round_trip(sample);
  MemoryAnswer partial = small_sample();
  partial.partial = "killed by signal 9";
  partial.run.exit_status = 137;
  expect_round_trip(partial);
  MemoryAnswer sampled = small_sample();
  sampled.sample = Sample{"time", 10, 3, 0.099, 1, {}};
  expect_round_trip(sampled);
  sampled.sample = Sample{"sets", 16, 1, 0.0625, 4, 0.1};
  sampled.objects[1].margin = Margin{128.5, 0.05};
  expect_round_trip(sampled);
}

// As hpcast 0.1.0 wrote it.
TEST(ResultFile, OfSchemaVersion1IsRead) {
  MemoryAnswer result = sample_with_core_time();
  result.objects[1].margin = Margin{128.5, 0.05};
  nlohmann::ordered_json json = to_json(result);
  json["schema_version"] = 1;
  json.erase("format");
  json.erase("warnings");
  const auto rename = [](auto& object, const char* now, const char* then) {
    if (!object.contains(now)) return;
    object[then] = object[now];
    object.erase(now);
  };
  for (auto& object : json["objects"])
    for (const char* name : {"time", "time_margin", "time_flops", "time_inst", "time_page_faults"})
      rename(object, (name + std::string("_s")).c_str(), name);
  for (auto& phase : json["phases"])
    for (auto& object : phase["objects"]) rename(object, "time_s", "time");
  EXPECT_EQ(parse(json.dump(1)), result);
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
  MemoryAnswer result = small_sample();
  result.objects[0].num_read = (std::uint64_t{1} << 60) + 1;
  EXPECT_EQ(parse(to_text(result)).objects[0].num_read, (std::uint64_t{1} << 60) + 1);
}

TEST(ResultFile, IsReadFromDisk) {
  const std::string path = testing::TempDir() + "/hpcast_result_roundtrip.json";
  write_file_atomically(path, to_text(large_sample()));
  EXPECT_EQ(read_answer<MemoryAnswer>(path), large_sample());
}

TEST(ResultFile, IsToldFromOthers) {
  const auto is_result = [](const std::string& text) {
    return is_answer(Json::parse(text), MemoryAnswer::kind);
  };
  EXPECT_TRUE(is_result(to_text(large_sample())));
  EXPECT_TRUE(is_result(R"({"schema_version": 1, "objects": []})"));
  for (const char* text : {R"({"schema_version": 1})", R"({"objects": []})", "[]", "null", "{}",
                           R"({"schema_version": 2, "format": "hpcast-network-answer"})"})
    EXPECT_FALSE(is_result(text)) << text;
}

TEST(ResultFile, UnknownMembersAreIgnored) {
  EXPECT_EQ(fault_of([](auto& json) { json["sweep"] = 3; }), "accepted");
}

TEST(ResultFile, NewerSchemaIsRefused) {
  EXPECT_EQ(fault_of([](auto& json) { json["schema_version"] = 3; }),
            "r.json:3: /schema_version: schema_version 3 is newer than this hpcast reads (2)\n"
            "  use the hpcast that wrote the file, or a newer one");
}

TEST(ResultFile, WhatIsNoResultIsRefused) {
  EXPECT_THAT(fault_of([](auto& json) { json.erase("schema_version"); }),
              testing::HasSubstr("r.json:1: not an answer of hpcast: no schema_version"));
  EXPECT_THAT(fault_of([](auto& json) {
                json = {1, 2};
              }),
              testing::HasSubstr("not an answer of hpcast"));
}

TEST(ResultFile, FaultsNameTheirPlace) {
  EXPECT_THAT(
      fault_of([](auto& json) { json["objects"][1]["bytes_read"] = -1; }),
      testing::HasSubstr("/objects/1/bytes_read: expected a whole number, 0 or more, found -1"));
  EXPECT_THAT(fault_of([](auto& json) { json["objects"][1]["kind"] = "cach"; }),
              testing::AllOf(testing::HasSubstr("/objects/1/kind: "),
                             testing::HasSubstr("did you mean 'cache'?")));
  EXPECT_THAT(fault_of([](auto& json) { json["objects"][2].erase("time_s"); }),
              testing::HasSubstr("/objects/2: 'time_s' is missing"));
  EXPECT_THAT(fault_of([](auto& json) { json["objects"][2].erase("kind"); }),
              testing::HasSubstr("/objects/2: 'kind' is missing"));
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

std::vector<std::string> keys(const nlohmann::ordered_json& json) {
  std::vector<std::string> names;
  for (const auto& item : json.items()) names.push_back(item.key());
  return names;
}

TEST(ResultJson, MembersStandInADocumentedOrder) {
  const auto json = to_json(small_sample());
  EXPECT_EQ(keys(json), (std::vector<std::string>{
                            "format", "schema_version", "tool", "inputs", "verdict", "time_s",
                            "bottleneck", "limits", "objects", "classes", "phases", "operations",
                            "warnings", "assumptions", "not_modelled", "run"}));
  EXPECT_EQ(keys(json["objects"][1]),
            (std::vector<std::string>{"name", "kind", "class", "numa_node", "level", "num_read",
                                      "num_write", "bytes_read", "bytes_write", "read_hits",
                                      "read_misses", "write_hits", "write_misses", "writebacks",
                                      "invalidations", "time_s", "occupancy"}));
}

TEST(ResultJson, OnlyRunDiffersBetweenRuns) {
  MemoryAnswer other = small_sample();
  other.run = {1,     2, "elsewhere", "2030-01-01T00:00:00Z", 1000, 5, 2, "valgrind",
               {"a"}, 1, "online"};
  auto a = to_json(small_sample()), b = to_json(other);
  EXPECT_NE(a, b);
  a.erase("run");
  b.erase("run");
  EXPECT_EQ(a.dump(), b.dump());
}

TEST(ResultJson, NumbersKeepTheirLastBit) {
  MemoryAnswer result = small_sample();
  result.time_s = 0.1 + 0.2;
  EXPECT_NE(to_text(result).find("0.30000000000000004"), std::string::npos);
}

TEST(ResultJson, BytesThatAreNotUtf8AreReplaced) {
  MemoryAnswer result = small_sample();
  result.inputs[0].path = "caf\xe9.json";
  EXPECT_NE(to_text(result).find("caf\xef\xbf\xbd.json"), std::string::npos);
}

// Names in all the schema's "properties".
void add_members(const Json& schema, std::set<std::string>& names) {
  if (schema.is_object() && schema.contains("properties"))
    for (const auto& member : schema["properties"].items()) names.insert(member.key());
  if (schema.is_structured())
    for (const Json& part : schema) add_members(part, names);
}

TEST(ResultSchema, HasNoMemberThatItsPageLeavesOut) {
  std::set<std::string> names, left_out;
  add_members(read_json(source_tree() + "/schemas/result.schema.json").root, names);
  const std::string page = read_file(source_tree() + "/docs/result.md");
  for (const std::string& name : names)
    if (page.find("`" + name + "`") == std::string::npos) left_out.insert(name);
  EXPECT_GT(names.size(), 100u);
  EXPECT_EQ(left_out, std::set<std::string>());
}

}  // namespace
}  // namespace hpcast::answers

#include "hpcast/answers/memory/write.h"

#include <gtest/gtest.h>

#include "hpcast/answers/memory/sample_for_tests.h"

namespace hpcast::answers {
namespace {

std::vector<std::string> keys(const nlohmann::ordered_json& json) {
  std::vector<std::string> names;
  for (const auto& item : json.items()) names.push_back(item.key());
  return names;
}

TEST(ResultJson, MembersStandInADocumentedOrder) {
  const auto json = to_json(small_sample());
  EXPECT_EQ(keys(json),
            (std::vector<std::string>{"schema_version", "tool", "inputs", "verdict", "time_s",
                                      "bottleneck", "limits", "objects", "classes", "phases",
                                      "operations", "assumptions", "not_modelled", "run"}));
  EXPECT_EQ(keys(json["objects"][1]),
            (std::vector<std::string>{"name", "kind", "class", "numa_node", "level", "num_read",
                                      "num_write", "bytes_read", "bytes_write", "read_hits",
                                      "read_misses", "write_hits", "write_misses", "writebacks",
                                      "invalidations", "time", "occupancy"}));
}

TEST(ResultJson, OnlyRunDiffersBetweenRuns) {
  MemoryResult other = small_sample();
  other.run = {1,     2, "elsewhere", "2030-01-01T00:00:00Z", 1000, 5, 2, "valgrind",
               {"a"}, 1, "online"};
  auto a = to_json(small_sample()), b = to_json(other);
  EXPECT_NE(a, b);
  a.erase("run");
  b.erase("run");
  EXPECT_EQ(a.dump(), b.dump());
}

TEST(ResultJson, NumbersKeepTheirLastBit) {
  MemoryResult result = small_sample();
  result.time_s = 0.1 + 0.2;
  EXPECT_NE(to_text(result).find("0.30000000000000004"), std::string::npos);
}

TEST(ResultJson, BytesThatAreNotUtf8AreReplaced) {
  MemoryResult result = small_sample();
  result.inputs[0].path = "caf\xe9.json";
  EXPECT_NE(to_text(result).find("caf\xef\xbf\xbd.json"), std::string::npos);
}

}  // namespace
}  // namespace hpcast::answers

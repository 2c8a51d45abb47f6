#include "hpcast/answers/member_changes.h"

#include <gtest/gtest.h>

namespace hpcast::answers {
namespace {

std::string told(const char* a, const char* b) {
  std::string text;
  for (const MemberChange& c : member_changes(Json::parse(a), Json::parse(b)))
    text += c.place + "|" + c.member + "|" + std::to_string(c.a) + "|" + std::to_string(c.b) + "\n";
  return text;
}

TEST(MemberChanges, TheLargestShareComesFirst) {
  EXPECT_EQ(told(R"({"time_s": 2, "same": 3, "node_w": 100})",
                 R"({"time_s": 1, "same": 3, "node_w": 110})"),
            "|time_s|2.000000|1.000000\n|node_w|100.000000|110.000000\n");
}

TEST(MemberChanges, ElementsAreBroughtTogetherByTheirNames) {
  EXPECT_EQ(told(R"({"terms": [{"name": "a", "w": 1}, {"name": "b", "w": 2}]})",
                 R"({"terms": [{"name": "b", "w": 4}, {"name": "c", "w": 9}]})"),
            "terms/b|w|2.000000|4.000000\n");
}

TEST(MemberChanges, ElementsWithoutNamesByTheirOrder) {
  EXPECT_EQ(told(R"({"to": [1, 2], "list": [{"x": 1}]})", R"({"to": [1, 3], "list": [{"x": 2}]})"),
            "list/1|x|1.000000|2.000000\n|to 2|2.000000|3.000000\n");
}

TEST(MemberChanges, ElementsOfOneNameByTheirOrderAmongThem) {
  EXPECT_EQ(told(R"({"list": [{"name": "a", "x": 1}, {"name": "b"}, {"name": "a", "x": 2}]})",
                 R"({"list": [{"name": "a", "x": 1}, {"name": "a", "x": 4}, {"name": "b"}]})"),
            "list/a (2)|x|2.000000|4.000000\n");
}

TEST(MemberChanges, WhereAnAnswerComesFromIsNoChange) {
  EXPECT_EQ(told(R"({"schema_version": 1, "run": {"wall_s": 1}})",
                 R"({"schema_version": 2, "run": {"wall_s": 2}})"),
            "");
}

}  // namespace
}  // namespace hpcast::answers

#include "hpcast/base/diagnostics.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hpcast {
namespace {

TEST(Diagnostics, WritesFileLinePointerMessageAndHint) {
  EXPECT_EQ(to_string({"m.json", 12, "/mem_obj/0/class", "no such mem_class 'ddr3'",
                       "did you mean 'ddr4'?"}),
            "m.json:12: /mem_obj/0/class: no such mem_class 'ddr3'\n  did you mean 'ddr4'?");
  EXPECT_EQ(to_string({"m.json", 0, "", "cannot read", ""}), "m.json: cannot read");
  EXPECT_EQ(to_string({"", 0, "", "no program given", ""}), "no program given");
}

TEST(Diagnostics, InputErrorSaysAllItsFaults) {
  const InputError error({{"a", 1, "", "first", ""}, {"a", 2, "", "second", "mend it"}});
  EXPECT_STREQ(error.what(), "a:1: first\na:2: second\n  mend it");
  EXPECT_EQ(error.diagnostics().size(), 2U);
  EXPECT_STREQ(InputError("wrong", "right").what(), "wrong\n  right");
}

TEST(Diagnostics, InputErrorTellsManyAlikeOnce) {
  const auto error_of = [](int alike) {
    std::vector<Diagnostic> all{{"a", 1, "", "first", ""}};
    for (int i = 0; i < alike; ++i) all.push_back({"a", 2 + i, "", "second", "mend it"});
    all.push_back({"a", 9, "", "third", ""});
    return std::string(InputError(all).what());
  };
  EXPECT_EQ(error_of(2), "a:1: first\na:2: second\n  mend it\na:3: second\n  mend it\na:9: third");
  EXPECT_EQ(error_of(5), "a:1: first\na:2: second\n  mend it\n  and 4 more like it\na:9: third");
}

TEST(Nearest, FindsMisspellings) {
  EXPECT_EQ(nearest("ddr3", {"hbm2", "ddr4"}), "ddr4");
  EXPECT_EQ(nearest("raed_bandwidth", {"write_bandwidth", "read_bandwidth"}), "read_bandwidth");
  EXPECT_EQ(nearest("LRU", {"lru", "plru", "random"}), "lru");
  EXPECT_EQ(nearest("lur", {"lru", "plru"}), "lru");
}

TEST(Nearest, AreAllAtTheLeastDistance) {
  EXPECT_EQ(all_nearest("L4", {"L1", "Ls1", "L2", "L1"}), (std::vector<std::string>{"L1", "L2"}));
  EXPECT_EQ(all_nearest("L1", {"L2", "L1", "L3"}), (std::vector<std::string>{"L1"}));
}

TEST(Nearest, IsSilentWhenNothingIsNear) {
  EXPECT_EQ(nearest("dram", {"L1", "L2"}), "");
  EXPECT_EQ(nearest("x", {"y"}), "");
  EXPECT_EQ(nearest("x", {}), "");
  EXPECT_EQ(nearest("", {"a"}), "");
  EXPECT_EQ(nearest(std::string(100000, 'a'), {std::string(100000, 'b')}), "");
}

}  // namespace
}  // namespace hpcast

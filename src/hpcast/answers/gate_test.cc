#include "hpcast/answers/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/base/diagnostics.h"

namespace hpcast::answers {
namespace {

using testing::HasSubstr;

TEST(Gate, LetsPassWhatIsNoMore) {
  const Gate slower = parse_gate("slower:5%");
  EXPECT_FALSE(failure(slower, 100, 105));
  EXPECT_FALSE(failure(slower, 100, 50));
  EXPECT_FALSE(failure(slower, 0, 0));
  EXPECT_THAT(failure(slower, 100, 112).value_or(""), HasSubstr("12 % longer"));
  EXPECT_TRUE(failure(slower, 0, 1));
}

TEST(Gate, ChangedIsEitherWay) {
  const Gate changed = parse_gate("changed:0%");
  EXPECT_FALSE(failure(changed, 2, 2));
  EXPECT_TRUE(failure(changed, 2, 3));
  EXPECT_THAT(failure(changed, 2, 1).value_or(""), HasSubstr("50 % less"));
}

TEST(Gate, RefusesWhatIsNone) {
  for (const char* const text : {"", "slower", "slower:", "slower:5", "slower:%", "slower:-5%",
                                 "slower:nan%", "slower:1e999%", "slwer:5%", "slower:5 GB%"})
    EXPECT_THROW(parse_gate(text), InputError) << text;
}

}  // namespace
}  // namespace hpcast::answers

// Forecasts of networks as files.
#include "hpcast/answers/kind_for_tests.h"
#include "hpcast/answers/network/sample_for_tests.h"

namespace hpcast::answers {
namespace {

TEST(NetworkFile, HasItsSchema) { expect_schema_is_checked_in<NetworkAnswer>(); }

TEST(NetworkFile, IsReadBackAsItWas) {
  NetworkAnswer r = network_sample(4);
  expect_round_trip(r);
  r.partial = "interrupted";
  r.partial_profile = {"the program was killed"};
  r.ideal_time_s.reset();
  expect_round_trip(r);
}

TEST(NetworkFile, FaultsNameTheirPlace) {
  const std::string fault = fault_after(network_sample(4), [](Json& json) {
    json["links"]["history"]["highest"].push_back(0.5);
    json["messages"]["matrix"]["rows"] = 7;
    json["rank_times"][0].erase("late_s");
    json["ranks"] = 0;
    json["messages"]["sizes"] = Json::array();
  });
  for (const char* place : {"/links/history/highest", "/messages/matrix/bytes",
                            "/rank_times/0: 'late_s' is missing", "/ranks", "/messages/sizes"})
    EXPECT_THAT(fault, testing::HasSubstr(place));
}

}  // namespace
}  // namespace hpcast::answers

#include "hpcast/answers/memory/other_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/answers/counters/write.h"
#include "hpcast/answers/memory/read.h"
#include "hpcast/base/diagnostics.h"

namespace hpcast::answers {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string refusal_of(const std::string& json) {
  try {
    from_document(parse_json(json, "r.json"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(OtherResults, HavePagesOfTheirOwn) {
  EXPECT_THAT(refusal_of(to_text(CounterForecast{})),
              AllOf(HasSubstr("this is a result of hpcast generate"),
                    HasSubstr("its page comes with it: hpcast generate … --html PAGE")));
  EXPECT_THAT(refusal_of(R"({"schema_version": 1, "rank_times": []})"),
              HasSubstr("a result of hpcast network"));
  EXPECT_THAT(refusal_of(R"({"schema_version": 1, "job_nodes": 2})"),
              HasSubstr("a result of hpcast power job"));
  EXPECT_THAT(refusal_of(R"({"schema_version": "1.0", "not_allocated": []})"),
              HasSubstr("a result of hpcast skeleton"));
}

TEST(OtherResults, ModelsOfCountersAreForecastBy) {
  EXPECT_THAT(refusal_of(R"({"schema_version": 1, "format": "hpcast-counter-model"})"),
              AllOf(HasSubstr("this is a model of hpcast learn"),
                    HasSubstr("hpcast generate MODEL --size … --html PAGE")));
}

}  // namespace
}  // namespace hpcast::answers

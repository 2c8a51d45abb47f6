#include "hpcast/answers/memory/typical_error.h"

#include <gmock/gmock.h>

#include "hpcast/answers/memory/sample_for_tests.h"

namespace hpcast::answers {
namespace {

using ::testing::Optional;

TEST(ErrorClass, IsWhatLimits) {
  MemoryAnswer r = sample_with_core_time();
  CoreTime& core = *r.objects[0].core->executing;
  EXPECT_THAT(error_class(r), Optional(ErrorClass::memory));  // waits for it, most of the time
  core.caches_s = 1.9;
  EXPECT_THAT(error_class(r), Optional(ErrorClass::core));
  core.page_faults_s = 1;
  EXPECT_THAT(error_class(r), Optional(ErrorClass::memory));  // of its own time
  r.bottleneck.name = r.objects.back().name;
  EXPECT_THAT(error_class(r), Optional(ErrorClass::memory));
}

TEST(ErrorClass, OfSeveralThreadsIsTheirs) {
  MemoryAnswer r = sample_with_core_time();
  r.objects.push_back(r.objects[0]);
  EXPECT_THAT(error_class(r), Optional(ErrorClass::threads));
  r.objects.push_back(r.objects[0]);
  EXPECT_EQ(error_class(r), std::nullopt);  // of three nobody knows
  r.objects.pop_back();
  r.objects.back().core->executing->time_s = 0.3;  // of 4: it does next to nothing
  EXPECT_THAT(error_class(r), Optional(ErrorClass::memory));
}

TEST(ErrorClass, IsNotKnownWhereNobodyMeasured) {
  EXPECT_EQ(error_class(small_sample()), std::nullopt);  // references alone
  MemoryAnswer r = sample_with_core_time();
  r.partial = "killed";
  EXPECT_EQ(error_class(r), std::nullopt);
  r = sample_with_core_time();
  r.sample.emplace();
  EXPECT_EQ(error_class(r), std::nullopt);
}

TEST(TypicalErrors, AreOfSomeCasesEach) {
  for (const ErrorClass c : {ErrorClass::core, ErrorClass::memory, ErrorClass::threads})
    for (const char* tracer : {"valgrind", "compiler"}) {
      TypicalError error = typical_error(c, tracer);
      EXPECT_EQ(error.of, name_of(c));
      EXPECT_GT(error.share, 0);
      EXPECT_LT(error.share, 1);
      EXPECT_GT(error.cases, 4U);
      EXPECT_EQ(error.date.size(), 10U);
      EXPECT_THAT(to_string(error), ::testing::HasSubstr(words_of(c)));
      EXPECT_THAT(to_string(error), ::testing::EndsWith(", and this machine is not calibrated"));
      error.calibrated = true;
      EXPECT_THAT(to_string(error), ::testing::EndsWith("it is no bound"));
    }
}

}  // namespace
}  // namespace hpcast::answers

#include "hpcast/models/countergen/doubts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "hpcast/base/schema_for_tests.h"
#include "hpcast/models/countergen/learn.h"
#include "hpcast/models/countergen/model_file.h"

namespace hpcast::countergen {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

using Misses = std::function<double(const Sizes&)>;

// Loops one after the other, each of which misses so often in L2.
countertrace::Trace run_that_misses(const std::vector<double>& misses) {
  using countertrace::Event;
  countertrace::Trace trace{.ticks_a_second = 1'000'000'000,
                            .regions = {},
                            .metrics = {{"PAPI_L2_DCM", "#"}},
                            .threads = {{"thread", {}, {}}},
                            .notes = {},
                            .is_simulated = false,
                            .partial = {},
                            .cache_lines = {}};
  countertrace::Thread& thread = trace.threads.front();
  double sum = 0;
  for (std::uint32_t loop = 0; loop < misses.size(); ++loop) {
    trace.regions.push_back("loop" + std::to_string(loop));
    for (const bool is_behind : {false, true}) {
      const std::uint64_t time = 2000 * loop + (is_behind ? 1000 : 0);
      thread.events.push_back({time, 0, Event::Kind::metrics});
      thread.events.push_back({time, loop, is_behind ? Event::Kind::leave : Event::Kind::enter});
      if (is_behind) sum += misses[loop];
      thread.values.push_back(sum);
    }
  }
  return trace;
}

Model learned(const std::vector<Sizes>& sizes, const std::vector<Misses>& loops) {
  std::vector<TrainingRun> runs;
  for (const Sizes& of : sizes) {
    std::vector<double> misses;
    for (const Misses& loop : loops) misses.push_back(loop(of));
    runs.push_back({"run", of, run_that_misses(misses)});
  }
  return learn({}, runs);
}

Model learned(const std::vector<Sizes>& sizes, const Misses& misses) {
  return learned(sizes, std::vector<Misses>{misses});
}

std::vector<Sizes> sizes_n(const std::vector<double>& values) {
  std::vector<Sizes> sizes;
  for (const double n : values) sizes.push_back({{"n", n}});
  return sizes;
}

TEST(Doubts, AreNoneOfWhatIsExact) {
  const Model model =
      learned(sizes_n({100, 200, 400}), [](const Sizes& of) { return 3 * of[0].second; });
  EXPECT_THAT(misfits(model), IsEmpty());
  EXPECT_THAT(sizes_that_tell_little(model), IsEmpty());
  EXPECT_THAT(guesses_at(model, {1000}), IsEmpty());
  ASSERT_EQ(model.runs[1].held.size(), 2U);
  EXPECT_DOUBLE_EQ(model.runs[1].held[0].measured, 600);
  EXPECT_NEAR(model.runs[1].held[0].forecast, 600, 1e-6);
}

TEST(Doubts, TellWhatDoesNotFit) {
  Model model = learned(sizes_n({100, 200, 400}), [](const Sizes& of) { return 3 * of[0].second; });
  model.runs[2].held[0] = {120'000, 43'800};
  EXPECT_THAT(misfits(model),
              ElementsAre("PAPI_L2_DCM does not fit what it was learned from: 120 k measured at "
                          "n=400, 43.8 k by the model"));
  model.runs[2].held.clear();
  EXPECT_THAT(misfits(model), IsEmpty()) << "nobody knows";
}

TEST(Doubts, TellOfWhichSizesThereAreTooFew) {
  std::vector<Sizes> sizes;
  for (const double n : {100.0, 200.0}) sizes.push_back({{"n", n}, {"p", 1}});
  const Model model = learned(sizes, [](const Sizes& of) { return of[0].second; });
  EXPECT_THAT(sizes_that_tell_little(model),
              ElementsAre(HasSubstr("n has 2 values only"), HasSubstr("p=1 in all runs")));
  EXPECT_THAT(guesses_at(model, {150, 1}), IsEmpty());
  EXPECT_EQ(why_a_guess(model, {150, 1}), "");
  EXPECT_EQ(why_a_guess(model, {400, 2}),
            "n=400 lies outside of its 2 values, p=2 lies outside of its 1 value");
  EXPECT_THAT(
      guesses_at(model, {400, 2}),
      ElementsAre("n=400 lies outside of what was learned from, n=100 and n=200: how counts "
                  "go on there is a guess",
                  HasSubstr("p=2 lies outside of what was learned from, p=1:")));
}

TEST(Doubts, TellWhatNoLawDescribes) {
  const Misses known = [](const Sizes& of) { return 3 * of[0].second; };
  const Misses jumps = [](const Sizes& of) {
    const double n = of[0].second;
    return n == 200 || n == 800 ? 10 : 1000;
  };
  const std::vector<Sizes> sizes = sizes_n({100, 200, 400, 800, 1600});
  EXPECT_THAT(lawless_shares(learned(sizes, {known, known})), IsEmpty());
  EXPECT_THAT(lawless_shares(learned(sizes, jumps)),
              ElementsAre(AllOf(StartsWith("100 % of PAPI_L2_DCM comes from places that no law"),
                                HasSubstr("more than 25 % off there"))));
  const Misses many = [](const Sizes& of) { return 3000 * of[0].second; };
  EXPECT_THAT(lawless_shares(learned(sizes, {jumps, many})), IsEmpty()) << "they hardly matter";
}

// n² and n·log2(n) both grow by four from 2 to 4.
TEST(Doubts, TellWhichLawsAreNotTheOnlyOnes) {
  const Misses square = [](const Sizes& of) { return 1000 * of[0].second * of[0].second; };
  Model model = learned(sizes_n({2, 4}), square);
  const std::string text = to_text(model);
  EXPECT_THAT(Conformance("counter-model.schema.json").faults(Json::parse(text)), IsEmpty());
  model = model_in(parse_json(text, "M"));
  EXPECT_EQ(to_text(model), text);
  EXPECT_THAT(open_laws(model, {4}), IsEmpty());
  EXPECT_THAT(
      open_laws(model, {32}),
      ElementsAre(StartsWith("100 % of PAPI_L2_DCM comes from places where other laws fit")));
  const auto ambiguous = [](const Model& of) {
    return std::any_of(of.laws.begin(), of.laws.end(), [&](const auto& place) {
      return is_ambiguous(of, place.second.metrics[0].law);
    });
  };
  EXPECT_TRUE(ambiguous(model));
  model = learned(sizes_n({2, 4, 8}), square);
  EXPECT_FALSE(ambiguous(model));
  EXPECT_THAT(open_laws(model, {32}), IsEmpty());
}

TEST(Doubts, TellWhichOrderIsNotTheOnlyOne) {
  Model model = learned(sizes_n({2, 4}), [](const Sizes&) { return 1; });
  EXPECT_EQ(open_order(model, {8}), "");
  const auto law_of = [](const Term& term, double coefficient) {
    Law law;
    law.stretches.push_back({term, coefficient});
    law.split = term;
    return law;
  };
  CountLaw& times = model.shape[0].patterns[0].second[0].times;
  times = {law_of({{2}, {0}}, 1), 0};
  times.law.rivals = {law_of({{1}, {1}}, 2)};
  EXPECT_EQ(open_order(model, {4}), "");
  EXPECT_EQ(open_order(model, {8}),
            "'loop0' is entered 64 times, or 48 by another law that fits all runs");
}

TEST(Doubts, TellWhichSizesWereNeverChangedAtOnce) {
  std::vector<Sizes> sizes;
  const auto add = [&](double n, double p) { sizes.push_back({{"n", n}, {"p", p}}); };
  add(100, 4);
  add(200, 4);
  add(400, 4);
  add(200, 1);
  add(200, 2);
  const Misses misses = [](const Sizes& of) { return of[0].second / of[1].second; };
  const Model model = learned(sizes, misses);
  EXPECT_TRUE(is_ambiguous(model, model.laws.begin()->second.metrics[0].law)) << "or a sum";
  EXPECT_THAT(sizes_that_tell_little(model),
              ElementsAre(HasSubstr("no run has both n other than 200 and p other than 4")));
  EXPECT_THAT(guesses_at(model, {200, 8}), IsEmpty());
  EXPECT_THAT(guesses_at(model, {800, 4}), IsEmpty());
  EXPECT_THAT(guesses_at(model, {800, 8}),
              ElementsAre(AllOf(StartsWith("n=800 with p=8"), HasSubstr("is a guess"))));
  EXPECT_EQ(why_a_guess(model, {800, 4}), "");
  EXPECT_EQ(why_a_guess(model, {220, 5}), "no run has both n other than 200 and p other than 4");
  add(400, 2);
  EXPECT_THAT(sizes_that_tell_little(learned(sizes, misses)), IsEmpty());
}

// Weak scaling: whatever grows with n grows with p as well.
TEST(Doubts, TellWhichSizesVaryTogether) {
  std::vector<Sizes> sizes;
  for (const double p : {1.0, 2.0, 4.0}) sizes.push_back({{"n", 1000 * p * p}, {"p", p}});
  const Misses misses = [](const Sizes& of) { return of[0].second; };
  const Model model = learned(sizes, misses);
  EXPECT_TRUE(is_ambiguous(model, model.laws.begin()->second.metrics[0].law)) << "or p^2";
  EXPECT_THAT(sizes_that_tell_little(model), ElementsAre(HasSubstr("n and p vary together")));
  EXPECT_THAT(guesses_at(model, {64'000, 8}), IsEmpty());
  EXPECT_THAT(guesses_at(model, {16'000, 1}), ElementsAre(HasSubstr("n=16000 with p=1")));
  EXPECT_EQ(why_a_guess(model, {64'000, 8}), "");
  EXPECT_EQ(why_a_guess(model, {16'000, 1}), "n and p vary together in all runs");
  sizes.push_back({{"n", 16'000}, {"p", 1}});
  EXPECT_THAT(sizes_that_tell_little(learned(sizes, misses)), IsEmpty());
}

// As many cells a process as whole numbers allow, or steps of 8.
TEST(Doubts, SeeThatRoundedSizesVaryTogether) {
  const Misses misses = [](const Sizes& of) { return of[0].second; };
  const auto told_of = [&](const std::vector<double>& n) {
    std::vector<Sizes> sizes;
    for (std::size_t i = 0; i < n.size(); ++i)
      sizes.push_back({{"n", n[i]}, {"p", std::pow(2.0, i)}});
    return sizes_that_tell_little(learned(sizes, misses));
  };
  EXPECT_THAT(told_of({1000, 1264, 1584, 2000}), ElementsAre(HasSubstr("n and p vary together")));
  EXPECT_THAT(told_of({4, 5, 6, 8}), ElementsAre(HasSubstr("n and p vary together")));
  EXPECT_THAT(told_of({1000, 1200, 1800, 2000}), IsEmpty());
}

}  // namespace
}  // namespace hpcast::countergen

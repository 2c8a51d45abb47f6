#include "hpcast/models/countergen/law.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

namespace hpcast::countergen {
namespace {

using SizeList = std::vector<std::vector<double>>;

std::vector<Observation> observe(const SizeList& sizes,
                                 const std::function<double(const std::vector<double>&)>& number) {
  std::vector<Observation> observations;
  for (const auto& size : sizes) observations.push_back({size, number(size), 10});
  return observations;
}

// The paper's: (width, steps).
const SizeList pathfinder_sizes = {{100, 100}, {1000, 1000}, {10000, 1000}, {100000, 100}};
const std::vector<std::string> grid_names = {"cols", "rows"};

void expect_near(const Law& law, const std::vector<double>& sizes, double number, double within) {
  EXPECT_NEAR(law.at(sizes) / number, 1, within) << to_string(law, grid_names);
}

TEST(Law, FindsProductsOfPowers) {
  const auto number = [](const std::vector<double>& s) { return s[0] * s[1] / 16; };
  const Law law = fit_law(observe(pathfinder_sizes, number));
  EXPECT_EQ(to_string(law, grid_names), "0.0625·cols·rows");
  expect_near(law, {1000, 100}, 6250, 1e-9);
  expect_near(law, {1e6, 1e3}, 6.25e7, 1e-9);
  EXPECT_LT(law.error(), 1e-9);
}

TEST(Law, OfOneSizeIsNotTakenToHoldAtOthers) {
  EXPECT_GT(fit_law({{{100}, 50, 10}}).error(), 0.5);
  EXPECT_EQ(fit_law({{{100}, 1, 10}}).error(), 0);  // as good as nothing
}

// Two runs of one size that are 10 apart say how sure a mean is, as 20 values of them do.
TEST(Law, TakesRunsOfOneSizeForNoise) {
  std::vector<Observation> runs, values;
  for (double n = 100; n < 2000; n *= 2) {
    const double mean = n / 10 + std::fmod(n, 7);
    runs.push_back({{n}, mean - 5, 10});
    runs.push_back({{n}, mean + 5, 10});
    values.push_back({{n}, mean, 20, 25});
  }
  EXPECT_EQ(fit_law(runs), fit_law(values));
}

TEST(Law, FindsConstantsAndLogarithms) {
  const SizeList sizes = {{64}, {100}, {256}, {1000}, {5000}, {20000}};
  const Law constant = fit_law(observe(sizes, [](const auto&) { return 42.0; }));
  EXPECT_EQ(to_string(constant, {"n"}), "42");
  const Law sorting =
      fit_law(observe(sizes, [](const auto& s) { return 7 + 0.25 * s[0] * std::log2(s[0]); }));
  EXPECT_EQ(to_string(sorting, {"n"}), "7 + 0.25·n·log2(n)");
  expect_near(sorting, {1e6}, 0.25e6 * std::log2(1e6), 1e-5);
}

// What a form says of a size left out may be below 0, whose logarithm is no number: it must not
// pass for the least error.
TEST(Law, FindsALogarithmBesideFormsThatFallBelowZero) {
  const SizeList sizes = {{1000, 5155}, {3007, 1289}, {9014, 645}, {27021, 430}, {81028, 323}};
  const Law law = fit_law(observe(
      sizes, [](const auto& s) { return s[0] * std::log2(s[0]) * (1 + 1e-4 * std::sin(s[0])); }));
  EXPECT_LT(law.error(), 1e-3) << to_string(law, grid_names);
  expect_near(law, {400000, 100}, 400000 * std::log2(400000), 1e-3);
}

// A step, or noise, is no cube, of which one value alone tells.
TEST(Law, OfAConstantIsNoneThatOneValueAsksFor) {
  const auto law_of = [](double first, double factor, const std::vector<double>& counts) {
    std::vector<Observation> observations;
    for (double n = first; const double count : counts) {
      observations.push_back({{n}, count, 1});
      n *= factor;
    }
    return fit_law(observations);
  };
  const Law step = law_of(1, 2, {15, 15, 15, 15, 18});
  EXPECT_EQ(to_string(step, {"p"}), "15.4");
  EXPECT_LT(step.bounds_at({64}).low, 15);
  EXPECT_GT(step.bounds_at({64}).high, 18);
  EXPECT_EQ(to_string(law_of(100, 4, {20, 20, 21}), {"n"}), "20.3");
  EXPECT_EQ(to_string(law_of(1000, 2, {1e6, 1.02e6, 9.9e5, 1.01e6, 1.08e6}), {"n"}), "1.02e+06");
  EXPECT_EQ(to_string(law_of(1000, 2, {1e6, 1e6, 1e6, 1e6, 1.2e6}), {"n"}), "1.03e+06");
  EXPECT_EQ(to_string(law_of(1000, 2, {1e5, 2e5, 4e5, 8e5, 1.8e6}), {"n"}), "102·n");
  // What grows slowly all along asks for it, and so does what falls.
  EXPECT_EQ(to_string(law_of(1, 2, {1000, 1021, 1059, 1141, 1300}), {"p"}), "980 + 20·p");
  EXPECT_EQ(to_string(law_of(1, 2, {1001, 501, 251, 126, 63}), {"p"}), "1e+03·p^-1");
}

// Many runs: the same as few, where there is one law.
TEST(Law, OfManySizesIsFound) {
  SizeList sizes;
  for (double n = 100; n < 1e6; n *= 1.35) sizes.push_back({std::floor(n)});
  const Law law =
      fit_law(observe(sizes, [](const auto& s) { return s[0] * (s[0] < 30000 ? 0.125 : 0.5); }));
  ASSERT_EQ(law.stretches.size(), 2U) << to_string(law, {"n"});
  expect_near(law, {1000}, 125, 1e-9);
  expect_near(law, {1e7}, 5e6, 1e-9);
}

// A row that no longer stays in the cache costs three times as much. Which of the two sizes it is
// shows only where both stretches have the same term.
TEST(Law, FindsWhereDataOutgrowACache) {
  const auto number = [](const std::vector<double>& s) {
    return s[0] * (s[0] < 4000 ? 0.0625 : 0.2);
  };
  const Law law = fit_law(observe(pathfinder_sizes, number));
  ASSERT_EQ(law.stretches.size(), 2U) << to_string(law, grid_names);
  EXPECT_EQ(to_string(law, grid_names), "(0.0625 … 0.2)·cols");
  expect_near(law, {1000, 100}, 62.5, 1e-9);
  expect_near(law, {1e6, 100}, 200000, 1e-9);
  EXPECT_GT(law.at({3000, 100}), 187.5);
  EXPECT_LT(law.at({3000, 100}), 600);
}

// n² and n·log2(n) both grow by four from 2 to 4.
TEST(Law, SpansOthersThatFitAsWell) {
  const Law law = fit_law(observe({{2}, {4}}, [](const auto& s) { return 100 * s[0] * s[0]; }));
  EXPECT_LT(law.error(), 1e-9);
  ASSERT_EQ(law.rivals.size(), 1U) << to_string(law, {"n"});
  EXPECT_EQ(to_string(law.rivals[0], {"n"}), "200·n·log2(n)");
  EXPECT_NEAR(law.bounds_at({8}).low, 4800, 1e-6);
  EXPECT_NEAR(law.bounds_at({8}).high, 6400, 1e-6);
  EXPECT_NEAR(law.bounds_at({4}).low, 1600, 1e-6);
  EXPECT_NEAR(law.bounds_at({4}).high, 1600, 1e-6);
  const auto square = [](const auto& s) { return 100 * s[0] * s[0]; };
  EXPECT_TRUE(fit_law(observe({{2}, {4}, {8}}, square)).rivals.empty());
  EXPECT_TRUE(fit_law(observe({{2}, {4}}, [](const auto&) { return 7.0; })).rivals.empty());
  EXPECT_TRUE(fit_law({{{100}, 50, 10}}).rivals.empty()) << "it is not taken to hold anyway";
}

// Up to 1000 columns is up to a million in rows.
TEST(Law, SpansWhereElseDataMayOutgrowACache) {
  const auto number = [](const std::vector<double>& s) {
    return s[0] * (s[0] < 4000 ? 0.0625 : 0.2);
  };
  const Law law = fit_law(observe(pathfinder_sizes, number));
  for (const std::vector<double>& sizes : {std::vector<double>{1000, 1e5}, {1e4, 10}}) {
    EXPECT_LT(law.bounds_at(sizes).low, 0.0626 * sizes[0]) << to_string(law, grid_names);
    EXPECT_GT(law.bounds_at(sizes).high, 0.1999 * sizes[0]) << to_string(law, grid_names);
  }
}

// Columns that are asked for at random: from some size on so many of them are not in the cache.
TEST(Law, FindsWhereDataAskedForAtRandomOutgrowACache) {
  const auto number = [](const std::vector<double>& s) {
    return 2 * s[0] + 8 * std::max(0.0, s[0] - 3000);
  };
  const SizeList sizes = {{500}, {1000}, {2000}, {4000}, {8000}, {16000}};
  const Law law = fit_law(observe(sizes, number));
  EXPECT_EQ(to_string(law, {"n"}), "(2·n … 10·n - 2.4e+04)");
  for (const double n : {100.0, 1500.0, 2500.0, 3500.0, 12000.0, 160000.0})
    expect_near(law, {n}, number({n}), 1e-9);
}

// Of a curve that bends up and then down only the beginning is seen.
TEST(Law, GrowsNoFasterThanItsLimit) {
  const auto number = [](const std::vector<double>& s) {
    return s[0] * 100 / (1 + std::pow(3000 / s[0], 2));
  };
  const std::vector<Observation> seen = observe({{64}, {96}, {128}, {160}, {224}, {320}}, number);
  EXPECT_GT(fit_law(seen).at({1e5}), 1e9) << "it looks like a cube";
  const Law law = fit_law(seen, {{}, {{{1}, {0}}}});
  EXPECT_NEAR(law.at({6400}) / law.at({640}), 10, 1) << to_string(law, {"n"});
}

// Least squares may have a forecast below 0 for a size left out, of which there is no logarithm.
TEST(Law, IsSimpleWhereOthersAreBelowZero) {
  const auto number = [](const std::vector<double>& s) {
    return s[0] < 100 ? 3456 : 1 + 0.375 * s[0] * s[0];
  };
  const Law law = fit_law(observe({{96}, {160}, {224}, {288}, {416}}, number));
  EXPECT_EQ(to_string(law, {"n"}), "0.375·n^2");
}

TEST(Law, WithstandsNoise) {
  std::mt19937 random(1);
  for (int round = 0; round < 20; ++round) {
    std::vector<Observation> observations;
    for (const double n : {50.0, 100.0, 200.0, 400.0, 800.0, 1600.0}) {
      std::poisson_distribution<int> noise(12);
      double sum = 0;
      for (int i = 0; i < 100; ++i) sum += n / 2 + noise(random);
      observations.push_back({{n}, sum / 100, 100});
    }
    expect_near(fit_law(observations), {1200}, 612, 0.05);
    expect_near(fit_law(observations), {16000}, 8012, 0.15);
  }
}

// Strong scaling: each rank has its share.
TEST(Law, FindsSharedWork) {
  const auto text_of = [](const std::function<double(double)>& number) {
    const SizeList sizes = {{1}, {2}, {4}, {8}, {16}};
    return to_string(fit_law(observe(sizes, [&](const auto& s) { return number(s[0]); })), {"p"});
  };
  EXPECT_EQ(text_of([](double p) { return 1e5 / p; }), "1e+05·p^-1");
  EXPECT_EQ(text_of([](double p) { return 1 + 1e5 / p; }), "1 + 1e+05·p^-1");
  EXPECT_EQ(text_of([](double p) { return 7 + 100 * std::log2(p); }), "7 + 100·log2(p)");
  EXPECT_EQ(text_of([](double p) { return 1e5 / p + 50 * p; }), "1e+05·p^-1 + 50·p");
  EXPECT_EQ(text_of([](double p) { return 300 + 1e5 / p + 500 * std::log2(p); }),
            "300 + 1e+05·p^-1 + 500·log2(p)");
  EXPECT_EQ(text_of([](double p) { return 100 + 1e5 / std::sqrt(p); }), "100 + 1e+05·p^-0.5");
}

// One size more than there are coefficients shows that a law is the very one.
TEST(Law, OfTwoTermsAndAConstantIsFoundAtFourSizesWhereItIsExact) {
  const SizeList sizes = {{1}, {2}, {4}, {8}};
  const auto law_of = [&](double wrong) {
    return fit_law(observe(sizes, [&](const auto& s) {
      return 1 + 2 * (4000 / s[0] + 5 * s[0] * s[0]) + (s[0] == 4 ? wrong : 0);
    }));
  };
  const Law law = law_of(0);
  EXPECT_EQ(to_string(law, {"p"}), "1 + 10·p^2 + 8e+03·p^-1");
  EXPECT_NEAR(law.at({64}), 1 + 125 + 10 * 4096, 1e-3);
  EXPECT_TRUE(law_of(1).second_coefficient == 0 || law_of(1).constant == 0);
}

// Inner points, messages to others, all to all.
TEST(Law, OfAnySignIsFoundWhereItIsExact) {
  const auto expect_found = [](const SizeList& sizes, double size, double (*number)(double)) {
    const Law law = fit_law(observe(sizes, [&](const auto& s) { return number(s[0]); }));
    EXPECT_LT(law.error(), 1e-9) << to_string(law, {"n"});
    expect_near(law, {size}, number(size), 1e-9);
  };
  const SizeList ranks = {{2}, {4}, {8}, {16}, {32}};
  expect_found({{4000}, {8000}, {16000}}, 1e5, [](double n) { return n - 1999; });
  expect_found({{2500}, {5000}, {10000}, {20000}}, 1e5, [](double n) { return n - 1999; });
  expect_found({{2000}, {4000}, {8000}, {16000}}, 1e5,
               [](double n) { return (n - 2) * (n - 2) + 1; });
  expect_found(ranks, 64, [](double p) { return 1000 * (p - 1) + 1; });
  expect_found(ranks, 1024, [](double p) { return 1e5 * (p - 1) / p + 1; });
  const Law law = fit_law(observe(ranks, [](const auto& s) { return 1e5 - 1e4 / s[0]; }));
  EXPECT_EQ(to_string(law, {"p"}), "1e+05 - 1e+04·p^-1");
}

// At these four, -1.01e5 - 0.0101 w² + 1.11e3 w is the same.
TEST(Law, OfAnySignStandsForNoOtherSize) {
  const auto number = [](const std::vector<double>& s) { return s[0] * s[1] + s[0] + 100; };
  const Law law = fit_law(observe(pathfinder_sizes, number));
  expect_near(law, {1e6, 100}, number({1e6, 100}), 0.01);
}

// Noise of a few counts meets one of many forms.
TEST(Law, OfAnySignIsNotFoundByChance) {
  std::mt19937 random(1);
  std::normal_distribution<double> noise(0, 10);
  for (int round = 0; round < 500; ++round) {
    const Law law = fit_law(
        observe({{1}, {2}, {4}}, [&](const auto&) { return std::round(200 + noise(random)); }));
    EXPECT_GE(law.constant, 0) << to_string(law, {"p"});
    EXPECT_GE(law.stretches[0].coefficient, 0) << to_string(law, {"p"});
  }
}

// What only several ranks do is 0 for one: of a logarithm that tells nothing.
TEST(Law, WithALogarithmIsJudgedBySizesOtherThanOne) {
  const auto law_of = [](const SizeList& sizes, const std::function<double(double)>& number) {
    return fit_law(observe(sizes, [&](const auto& s) { return number(s[0]); }));
  };
  const auto of_several = [](double p) { return p > 1 ? 4000.0 : 0.0; };
  for (const SizeList& sizes : {SizeList{{1}, {2}, {4}}, {{1}, {2}, {4}, {8}}}) {
    const Law law = law_of(sizes, of_several);
    for (const double p : {16.0, 64.0, 1024.0}) {
      EXPECT_LE(law.bounds_at({p}).low, 4000) << to_string(law, {"p"});
      EXPECT_GE(law.bounds_at({p}).high, 4000) << to_string(law, {"p"});
    }
  }
  const auto shared = [](double p) { return 8000 / p * std::log2(p); };
  const Law law = law_of({{1}, {2}, {4}, {8}}, shared);
  EXPECT_NEAR(law.bounds_at({1024}).low / shared(1024), 1, 1e-6) << to_string(law, {"p"});
  EXPECT_NEAR(law.bounds_at({1024}).high / shared(1024), 1, 1e-6) << to_string(law, {"p"});
}

// The last size's data do not fit into a cache any more.
TEST(Law, HoldsWhatItWasLearnedFrom) {
  for (const std::vector<double>& numbers :
       {std::vector<double>{25, 26, 120'000}, {11'000, 22'000, 120'000}, {500, 250, 9000}}) {
    std::vector<Observation> observations;
    for (std::size_t i = 0; i < 3; ++i)
      observations.push_back({{1e5 * std::exp2(static_cast<double>(i))}, numbers[i], 1});
    const Law law = fit_law(observations);
    for (const Observation& o : observations) {
      const Bounds bounds = law.bounds_at(o.sizes);
      EXPECT_LE(bounds.low, o.mean * 1.000001) << to_string(law, {"n"});
      EXPECT_GE(bounds.high, o.mean * 0.999999) << to_string(law, {"n"});
    }
  }
}

TEST(Law, OfOneSizeIsWhatWasThere) {
  const Law law = fit_law({{{100, 100}, 5, 3}, {{100, 100}, 8, 6}});
  EXPECT_NEAR(law.at({100, 100}), 7, 1e-8);
  EXPECT_NEAR(law.at({1e6, 1}), 7, 1e-8);
  EXPECT_EQ(fit_law({{{3}, 0, 1}, {{4}, 0, 1}, {{5}, 0, 1}}).at({9}), 0);
}

}  // namespace
}  // namespace hpcast::countergen

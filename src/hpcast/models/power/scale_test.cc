#include "hpcast/models/power/scale.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/inputs/dat/read.h"
#include "hpcast/models/power/predict.h"
#include "hpcast/models/power/tables_for_tests.h"

namespace hpcast::power {
namespace {

using testing::Contains;
using testing::DoubleNear;
using testing::HasSubstr;

dat::Machine shipped_machine(const std::string& name) {
  return dat::read_machine(source_tree() + "/machines/" + name + ".dat.json");
}

double joules_of(const Model& model, const std::string& term) {
  const CoefficientSet& set = model.set("");
  return model.watts(set, *set.find(term)) / model.find(term)->peak;
}

TEST(ScalePower, TakesPeaksOfTheMachineAndEnergiesOfTheKnownOne) {
  const Model k = shipped_model("k-computer");
  ScaleRequest request;
  request.other_energy = 0.5;
  request.energy["memory"] = 0.1;
  request.base_w = 60;
  const Model made = scaled(k, shipped_machine("a64fx"), request);
  EXPECT_EQ(made.find("fp")->peak, 48 * 64e9);
  EXPECT_EQ(made.find("memory")->peak, 1024e9);
  EXPECT_EQ(made.find("memory")->factor, 256);
  EXPECT_EQ(made.find("l2")->peak, 4 * 1024e9);
  EXPECT_EQ(made.find("l2")->factor, 256);
  EXPECT_EQ(made.find("fp")->numerators.front().weights.front().first, "dp_flops");
  EXPECT_EQ(made.find("l1d")->peak, 48 * 256e9);
  EXPECT_EQ(made.find("integer")->peak, 48 * 8e9);
  EXPECT_THAT(joules_of(made, "fp"), DoubleNear(0.5 * 128.65e-12, 1e-14));
  EXPECT_THAT(joules_of(made, "memory"), DoubleNear(0.1 * 1150.8e-12, 1e-13));
  EXPECT_EQ(made.find("io"), nullptr);
  EXPECT_EQ(made.find("l3"), nullptr);
  EXPECT_THAT(made.assumptions,
              Contains(HasSubstr("fp 0.5, memory 0.1, l2 0.5, l1d 0.5, integer 0.5")));
  EXPECT_EQ(made.set("").find("base")->value, 60);
}

// Factors of 1 and the node itself: the same power of the same counts.
TEST(ScalePower, IsTheKnownModelForItsOwnMachine) {
  const Model k = shipped_model("k-computer");
  ScaleRequest request;
  request.base_w = 10e6 / 82944;
  const Model made = scaled(k, shipped_machine("sparc64-viiifx"), request);
  Values values = k_counters(0.3, 0.4, 0.05, 0.5, 0.2);
  values.emplace_back("dp_flops", 0.3 * 128e9);
  values.emplace_back("network_sent", 1e9);
  values.emplace_back("network_received", 1e9);
  PredictRequest traffic;
  traffic.power.by_traffic = true;
  const NamedTable table = one_row(1, values);
  EXPECT_THAT(predict(made, {table}, {}).node_w(),
              DoubleNear(predict(k, {table}, traffic).node_w(), 1e-9));
}

TEST(ScalePower, AddsCachesThatTheKnownMachineLacks) {
  const Model made = scaled(shipped_model("k-computer"), shipped_machine("epyc-7702x2-nps4"), {});
  const Term* const l3 = made.find("l3");
  ASSERT_NE(l3, nullptr);
  EXPECT_EQ(l3->numerators[0].weights[0].first, "l2_misses");
  EXPECT_DOUBLE_EQ(joules_of(made, "l3"), joules_of(made, "l2"));
  EXPECT_EQ(l3->factor, 64);
  EXPECT_THAT(made.assumptions, Contains(HasSubstr("without base power")));
  ScaleRequest request;
  request.energy["memry"] = 2;
  EXPECT_THAT(
      error_of([&] { scaled(shipped_model("k-computer"), shipped_machine("a64fx"), request); }),
      HasSubstr("did you mean 'memory'?"));
}

std::vector<std::string> names_with(const std::string& suffix) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(source_tree() + "/machines")) {
    const std::string file = entry.path().filename().string();
    if (file.ends_with(suffix)) names.push_back(file.substr(0, file.size() - suffix.size()));
  }
  return names;
}

// What is made is a model; where nothing can be made, why.
TEST(ScalePower, MakesModelsThatReadBack) {
  for (const std::string& known : names_with(".power.json"))
    for (const std::string& machine : names_with(".dat.json")) {
      const std::string error = error_of([&] {
        const Model made = scaled(shipped_model(known), shipped_machine(machine), {});
        EXPECT_EQ(to_text(model_of(to_text(made))), to_text(made));
        // Known for their own lines, terms have this machine's.
        EXPECT_EQ(made.find("memory")->factor,
                  shipped_machine(machine).class_of_memory(0).linesize);
      });
      const char* const expected = known == "cortex-a15" ? "says what part of a machine it is about"
                                   : known == "five-rates" ? "has formulas, and no coefficients"
                                                           : "no error";
      EXPECT_THAT(error, HasSubstr(expected)) << known << " on " << machine;
    }
}

TEST(ScalePower, DropsWhatIsPricedByATermThatIsNotThere) {
  dat::Machine machine = shipped_machine("a64fx");
  for (dat::MemClass& c : machine.mem_classes) c.throughput = {};
  const Model made = scaled(shipped_model("k-computer"), machine, {});
  EXPECT_EQ(made.find("memory"), nullptr);
  EXPECT_EQ(made.find("communication"), nullptr);
  EXPECT_EQ(error_of([&] { model_of(to_text(made)); }), "no error");
}

TEST(ScalePower, IsNamedAfterTheMachineOrAsAsked) {
  dat::Machine machine = shipped_machine("a64fx");
  ScaleRequest request;
  request.name = "next";
  EXPECT_EQ(scaled(shipped_model("k-computer"), machine, request).name, "Fujitsu A64FX");
  machine.extras.erase("name");
  EXPECT_EQ(scaled(shipped_model("k-computer"), machine, request).name, "next");
}

// One rule for all that counts lines: what tells no line keeps its factor.
TEST(ScalePower, TakesLinesOfTermsThatHaveThem) {
  Model k = shipped_model("k-computer");
  for (Term& term : k.terms) term.line.reset();
  const Model kept = scaled(k, shipped_machine("a64fx"), {});
  EXPECT_EQ(kept.find("memory")->factor, 128);
  EXPECT_EQ(kept.find("l2")->factor, 8);
  // A scaled model can be scaled again.
  const Model again = scaled(shipped_model("a64fx"), shipped_machine("epyc-7702x2-nps4"), {});
  for (const char* const term : {"memory", "l2", "l3"}) {
    EXPECT_EQ(again.find(term)->factor, 64) << term;
    EXPECT_EQ(again.find(term)->line, 64) << term;
  }
}

}  // namespace
}  // namespace hpcast::power

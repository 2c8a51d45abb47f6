#include "hpcast/models/power/model_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "hpcast/base/schema_for_tests.h"
#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/models/power/tables_for_tests.h"

namespace hpcast::power {
namespace {

using testing::AllOf;
using testing::DoubleNear;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::filesystem::path> shipped_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(source_tree() + "/machines"))
    if (entry.path().string().ends_with(".power.json")) files.push_back(entry.path());
  return files;
}

std::string fault_in(const std::string& members) {
  return error_of([&] {
    model_of(R"({"format": "hpcast-power-model", "schema_version": 1, "name": "m", )" + members +
             "}");
  });
}

const std::string one_term =
    R"("terms": [{"name": "memory", "counters": {"dram_reads": 1}, "factor": "128 B",
       "peak": "46 GB/s"}])";

TEST(PowerModelFile, ShippedModelsReadAndFitTheSchema) {
  const std::vector<std::filesystem::path> files = shipped_files();
  EXPECT_GE(files.size(), 2);
  for (const auto& file : files) {
    EXPECT_THAT(Conformance("power.schema.json").faults(read_json(file.string()).root), IsEmpty())
        << file;
    EXPECT_EQ(error_of([&] { read_model(file.string()); }), "no error") << file;
  }
}

TEST(PowerModelFile, IsReadBackAsItWasWritten) {
  for (const auto& file : shipped_files()) {
    const std::string text = to_text(read_model(file.string()));
    const Document document = parse_json(text, "again");
    EXPECT_EQ(to_text(model_in(document)), text) << file;
    EXPECT_THAT(Conformance("power.schema.json").faults(document.root), IsEmpty()) << file;
  }
}

// The paper's coefficients are MW of the system; its nodes: section 2.2.
TEST(PowerModelFile, TellsWattsOfANode) {
  const Model model = shipped_model("k-computer");
  EXPECT_EQ(model.nodes(), 82944U);
  const CoefficientSet& set = model.set("");
  EXPECT_EQ(set.name, "basic-loops");
  const auto watts = [&](const char* term) { return model.watts(set, *set.find(term)); };
  EXPECT_THAT(watts("fp"), DoubleNear(16.468, 1e-3));
  EXPECT_THAT(watts("memory"), DoubleNear(52.934, 1e-3));
  EXPECT_THAT(watts("l2"), DoubleNear(1.033, 1e-3));
  EXPECT_THAT(watts("l1d"), DoubleNear(28.090, 1e-3));
  EXPECT_THAT(watts("integer"), DoubleNear(2.928, 1e-3));
  EXPECT_THAT(watts("base"), DoubleNear(120.56, 1e-2));
  EXPECT_THAT(*model.residual(set), DoubleNear(0.6318, 1e-4));
  // Section 4.2: integers cost the kernels 8.4 times as much.
  const CoefficientSet& kernels = model.set("application-kernels");
  EXPECT_THAT(model.watts(kernels, *kernels.find("integer")) / watts("integer"),
              DoubleNear(8.4, 0.05));
  // Table 1 and section 3.3: 46 GB/s are 0.36 bytes a FLOP, the caches' peaks 1 and 2.
  const double flops = model.find("fp")->peak;
  EXPECT_THAT(model.find("memory")->peak / flops, DoubleNear(0.36, 0.005));
  EXPECT_EQ(model.find("l2")->peak / flops, 1);
  EXPECT_EQ(model.find("l1d")->peak / flops, 2);
}

TEST(PowerModelFile, TakesEnergiesOfEvents) {
  const Model model =
      model_of(R"({"format": "hpcast-power-model", "schema_version": 1, "name": "m", )" + one_term +
               R"(, "coefficients": [{"name": "a", "energy": {"memory": "1 nJ"},
           "energy_error": {"memory": "10 pJ"}}]})");
  const CoefficientSet& set = model.set("a");
  EXPECT_DOUBLE_EQ(model.watts(set, set.coefficients[0]), 46);
  EXPECT_DOUBLE_EQ(*model.standard_error(set, set.coefficients[0]), 0.46);
}

TEST(PowerModelFile, KeepsThePowerWithAnotherFactor) {
  Model model = shipped_model("k-computer");
  const double before = model.watts(model.set(""), *model.set("").find("l2"));
  set_factor(model, "l2", 128);
  EXPECT_EQ(model.find("l2")->factor, 128);
  EXPECT_DOUBLE_EQ(model.watts(model.set(""), *model.set("").find("l2")), before / 16);
  EXPECT_THAT(error_of([&] { set_factor(model, "l4", 1); }), HasSubstr("did you mean 'l2'?"));
  EXPECT_THAT(error_of([&] { set_factor(model, "base", 1); }), HasSubstr("it is no rate"));
}

TEST(PowerModelFile, NamesEveryFault) {
  EXPECT_THAT(
      fault_in(R"("clok": "2 GHz", "terms": [
        {"name": "fp", "peak": "128 GFLOP/s"},
        {"name": "memory", "counters": {"dram_reads": 1}, "factor": "128 B", "peak": "46 GFLOP/s"},
        {"name": "l2", "counters": {"l1d_misses": 1}, "factor": "8 B", "peak": "128 GB"},
        {"name": "fp", "counters": {"cycles": 0}, "peak": 1, "per": "cycle"},
        {"name": "base", "kind": "allways"},
        {"name": "v", "counters": {"cycles": 1}, "peak": 1, "scales_with": {"voltage": 2}}],
        "coefficients": [{"name": "a", "of": "system", "power": {"memry": 1, "fp": "3 GB/s"},
          "energy": {"base": 1}}])"),
      AllOf(HasSubstr("/clok: there is no such member\n  did you mean 'clock'?"),
            HasSubstr("/terms/0/counters: expected counters with their weights"),
            HasSubstr("/terms/1/peak: the factor counts bytes, and the peak does not"),
            HasSubstr("/terms/2/peak: expected the rate at which the term is 1"),
            HasSubstr("/terms/3/name: a term of this name stands above"),
            HasSubstr("/terms/3/counters/cycles: a weight of 0 counts nothing"),
            HasSubstr("/terms/3/per: the model has no clock"),
            HasSubstr("/terms/4/kind: expected 'rate', 'during' or 'always'"),
            HasSubstr("/terms/5/scales_with: the model has no nominal voltage"),
            HasSubstr("/coefficients/0/of: the model does not say how many nodes"),
            HasSubstr("/coefficients/0/power/memry: there is no term 'memry'\n  did you mean "
                      "'memory'?"),
            HasSubstr("/coefficients/0/power/fp: expected watts")));
  EXPECT_THAT(fault_in(one_term + R"(, "coefficients": [{"name": "a", "power": {"memory": 1},
                "energy": {"memory": 1}, "power_error": {"memory": -1}}])"),
              AllOf(HasSubstr("energy/memory: 'memory' has a power already"),
                    HasSubstr("power_error/memory: expected a standard error")));
  EXPECT_THAT(fault_in(R"("terms": [{"name": "a", "counters": {"network_sent": 1}, "factor": "1 B",
                "peak": "1 GB/s", "traffic": {"of": "memory", "bytes": 2}}])"),
              HasSubstr("/terms/0/traffic/of: there is no other term 'memory'"));
}

TEST(PowerModelFile, RefusesOtherFiles) {
  EXPECT_THAT(error_of([] { model_of("{}"); }), HasSubstr("m.json: no power model"));
  EXPECT_THAT(
      error_of([] { model_of(R"({"format": "hpcast-power-model", "schema_version": 2})"); }),
      HasSubstr("expected schema_version 1"));
  EXPECT_THAT(error_of([] { shipped_model("five-rates").set(""); }),
              HasSubstr("five rates of any node: has formulas, and no coefficients"));
  EXPECT_THAT(error_of([] { shipped_model("k-computer").set("basic-loop"); }),
              HasSubstr("did you mean 'basic-loops'?"));
}

}  // namespace
}  // namespace hpcast::power

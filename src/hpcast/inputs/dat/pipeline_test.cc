// How a core executes instructions: read, with what is bad in it, and written again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "hpcast/base/instruction_names.h"
#include "hpcast/inputs/dat/embedded_generations.h"
#include "hpcast/inputs/dat/generations.h"
#include "hpcast/inputs/dat/pipeline_members.h"
#include "hpcast/inputs/dat/read.h"
#include "hpcast/inputs/dat/write.h"

namespace hpcast::dat {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

using Kinds = InstructionKind;

std::string with_core(const std::string& members) {
  return R"({"core_class": [{"name": "c")" + members + R"(}],
"cache_class": [{"name": "L1", "capacity": "32 KiB", "associativity": 8, "linesize": 64,
  "read_bandwidth": "128 GB/s"}],
"mem_class": [{"name": "m", "capacity": "8 GiB", "linesize": 64, "read_bandwidth": "51.2 GB/s"}],
"edge_class": [{"name": "wire"}],
"core_obj": [{"name": "core0", "class": "c"}], "cache_obj": [{"name": "L1_0", "class": "L1"}],
"mem_obj": [{"name": "mem0", "class": "m"}],
"edge_obj": [{"name": "e0", "class": "wire", "source": "core0", "target": "L1_0"},
  {"name": "e1", "class": "wire", "source": "L1_0", "target": "mem0"}]})";
}

// On its second line.
std::string with_pipeline(const std::string& members, const std::string& others = {}) {
  return with_core(others + ", \"pipeline\":\n{" + members + "}");
}

Pipeline read(const std::string& members, const std::string& others = {}) {
  return parse_machine(with_pipeline(members, others), "m").core_classes[0].pipeline.value();
}

std::vector<std::string> told(const std::vector<Diagnostic>& diagnostics) {
  std::vector<std::string> texts;
  for (const Diagnostic& d : diagnostics) texts.push_back(to_string(d));
  return texts;
}

std::vector<std::string> faults(const std::string& members) {
  try {
    read(R"("clock": 1e9, "generation": "zen5", )" + members);
  } catch (const InputError& e) {
    return told(e.diagnostics());
  }
  return {};
}

std::string group_of(const Pipeline& p, const Timing& timing) {
  return timing.units == Timing::no_units ? "none" : p.units[timing.units].name;
}

TEST(Pipeline, IsItsGenerationWhereTheDatSaysNothingElse) {
  const Pipeline p = read(R"("clock": "3.41 GHz", "generation": "zen5")");
  EXPECT_EQ(p.generation, "zen5");
  EXPECT_EQ(p.clock, 3.41e9);
  EXPECT_EQ(p.dispatch_width, 8U);
  EXPECT_EQ(p.reorder_buffer, 448U);
  EXPECT_EQ(p.line_fill_buffers, 24U);
  EXPECT_EQ(p.vector_scheduler, 60U);
  EXPECT_TRUE(p.fuses_branches);
  const Timing& add = p.timing(Kinds::float_add, Precision::double_precision, 4);
  EXPECT_EQ(add.latency, 3);
  EXPECT_EQ(add.chained, 2);
  EXPECT_EQ(group_of(p, add), "add");
  EXPECT_EQ(p.timing(Kinds::load, Precision::none, 3).latency, 4);
  EXPECT_EQ(p.timing(Kinds::load, Precision::none, 5).latency, 7);
  EXPECT_EQ(p.timing(Kinds::move, Precision::none, 3).units, Timing::no_units);
}

TEST(Pipeline, IsGenericWhereNoGenerationIsNamed) {
  EXPECT_EQ(read(R"("clock": 1)").generation, "generic");
  EXPECT_FALSE(parse_machine(with_core(""), "m").core_classes[0].pipeline);
}

TEST(Pipeline, TakesWhatIsInFlightFromItsCore) {
  const Machine m = parse_machine(
      with_pipeline(R"("clock": 1e9, "generation": "zen5")", R"(, "window": 100)"), "m");
  EXPECT_EQ(m.core_classes[0].pipeline->reorder_buffer, 100U);
  EXPECT_EQ(m.core_classes[0].pipeline->line_fill_buffers, 24U);
  EXPECT_EQ(m.core_classes[0].line_fill_buffers, 0U);
}

TEST(Pipeline, ReadsEveryMember) {
  for (const PipelineMember& member : pipeline_members) {
    const Pipeline p = read(R"("clock": 1e9, ")" + std::string(member.name) +
                            "\": " + std::to_string(member.most));
    EXPECT_EQ(p.*member.value, member.most) << member.name;
  }
  for (const PipelineMember& member : translation_members) {
    const Pipeline p = read(R"("clock": 1e9, ")" + std::string(member.name) +
                            "\": " + std::to_string(member.most));
    EXPECT_EQ(p.*member.value, member.most) << member.name;
  }
  EXPECT_FALSE(read(R"("clock": 1e9, "fuses_branches": false)").fuses_branches);
}

TEST(Pipeline, MoreSpecificEntriesWin) {
  const Pipeline p = read(R"("clock": 1e9, "generation": "zen5", "instructions": {
    "float-divide/single/16": {"latency": 7}, "float-divide": {"latency": 30, "slots": 3},
    "float-divide/16": {"cycles": 9}, "float-divide/64": {}, "float-divide/single": {"latency": 20}})");
  const auto divide = [&](Precision precision, unsigned log2) {
    return p.timing(Kinds::float_divide, precision, log2);
  };
  const unsigned generation_cycles = 8;
  EXPECT_EQ(divide(Precision::double_precision, 3).latency, 30);
  EXPECT_EQ(divide(Precision::double_precision, 3).chained, 30);
  EXPECT_EQ(divide(Precision::double_precision, 3).cycles, generation_cycles);
  EXPECT_EQ(divide(Precision::double_precision, 3).slots, 3);
  EXPECT_EQ(divide(Precision::double_precision, 4).cycles, 9);
  EXPECT_EQ(divide(Precision::double_precision, 5).cycles, 9);
  EXPECT_EQ(divide(Precision::double_precision, 6).cycles, generation_cycles);
  EXPECT_EQ(divide(Precision::single_precision, 2).latency, 20);
  EXPECT_EQ(divide(Precision::single_precision, 2).slots, 3);
  EXPECT_EQ(divide(Precision::single_precision, 4).latency, 7);
  EXPECT_EQ(divide(Precision::single_precision, 6).latency, 7);
}

TEST(Pipeline, UnitsSharePortsByName) {
  const Pipeline p = read(R"("clock": 1e9, "generation": "zen5",
    "units": {"fma": ["f0", "f4"], "new": 2, "newer": ["new.1", "f0"]},
    "instructions": {"logic": {"units": "new"}, "shuffle": {"units": "newer"},
                     "jump": {"units": "none"}})");
  const auto ports = [&](const std::string& name) {
    std::vector<std::string> names;
    for (const UnitGroup& group : p.units)
      for (std::size_t i = 0; group.name == name && i < p.ports.size(); ++i)
        if (group.ports >> i & 1) names.push_back(p.ports[i]);
    std::sort(names.begin(), names.end());
    return names;
  };
  EXPECT_THAT(ports("fma"), ElementsAre("f0", "f4"));
  EXPECT_THAT(ports("new"), ElementsAre("new.0", "new.1"));
  EXPECT_THAT(ports("newer"), ElementsAre("f0", "new.1"));
  EXPECT_THAT(ports("transfer"), ElementsAre("f4"));
  EXPECT_THAT(p.ports, testing::Not(Contains("f1.0")));
  EXPECT_EQ(group_of(p, p.timing(Kinds::logic, Precision::none, 4)), "new");
  EXPECT_EQ(group_of(p, p.timing(Kinds::jump, Precision::none, 3)), "none");
}

TEST(Pipeline, SaysWhatIsWrongWithEntries) {
  const auto entry = [](const std::string& key, const std::string& value) {
    return faults("\"instructions\": {\"" + key + "\": " + value + "}");
  };
  EXPECT_THAT(
      entry("float-ad", "{}"),
      ElementsAre("m:2: /core_class/0/pipeline/instructions/float-ad: no kind of instruction "
                  "'float-ad'\n  did you mean 'float-add'?"));
  EXPECT_THAT(entry("float-add/duble", "{}"),
              ElementsAre("m:2: /core_class/0/pipeline/instructions/float-add~1duble: no precision "
                          "'duble', expected 'single' or 'double'\n  did you mean 'double'?"));
  for (const char* width : {"0", "3", "128", "16/16"}) {
    const auto found = entry(std::string("float-add/double/") + width, "{}");
    ASSERT_EQ(found.size(), 1U) << width;
    EXPECT_THAT(found[0],
                testing::HasSubstr("of registers in bytes, expected 1, 2, 4, 8, 16, 32 or "
                                   "64, and nothing behind it\n  as in"));
  }
  EXPECT_THAT(entry("load/8/double", "{}").size(), 1U);
  EXPECT_THAT(entry("load", R"({"units": "lod"})"),
              ElementsAre("m:2: /core_class/0/pipeline/instructions/load/units: no group of units "
                          "'lod'\n  did you mean 'load'?"));
  EXPECT_THAT(entry("load", R"({"chained": 5})"),
              ElementsAre("m:2: /core_class/0/pipeline/instructions/load: chained 5 is longer than "
                          "the latency of 4 cycles\n  chained is what forwarding within the unit "
                          "leaves of the latency"));
  EXPECT_THAT(entry("load", R"({"chained": 5, "latency": 6})"), IsEmpty());
  EXPECT_THAT(entry("load", R"({"chained": 5}, "load/1": {"latency": 9})"), IsEmpty());
  EXPECT_THAT(entry("load", R"({"latency": -1, "cycles": 0, "slots": 65})").size(), 3U);
  EXPECT_THAT(entry("load", R"({"latncy": 4})"),
              ElementsAre("m:2: /core_class/0/pipeline/instructions/load/latncy: there is no such "
                          "member\n  did you mean 'latency'?"));
  EXPECT_THAT(entry("load/8", R"({}, "load/08": {})").size(), 1U);
  EXPECT_THAT(entry("load", "4").size(), 1U);
}

TEST(Pipeline, SaysWhatIsWrongWithUnits) {
  EXPECT_THAT(
      faults(R"("units": {"add": []})"),
      ElementsAre("m:2: /core_class/0/pipeline/units/add: the group has no ports\n  give it "
                  "one, or leave it out"));
  EXPECT_EQ(faults(R"("units": {"add": 0})").size(), 1U);
  EXPECT_EQ(faults(R"("units": {"add": 65})").size(), 1U);
  EXPECT_EQ(faults(R"("units": {"add": ["a", 1]})").size(), 1U);
  EXPECT_EQ(faults(R"("units": {"none": 1})").size(), 1U);
  EXPECT_EQ(faults(R"("units": 4)").size(), 1U);
  EXPECT_THAT(faults(R"("units": {"add": 60})"),
              ElementsAre(testing::MatchesRegex("m:2: /core_class/0/pipeline/units: [78]. ports in "
                                                "all .with those of the generation's groups., at "
                                                "most 64 can be")));
}

TEST(Pipeline, SaysWhatIsWrongWithMembers) {
  EXPECT_THAT(
      faults(R"("dispatch_width": 0)"),
      ElementsAre("m:2: /core_class/0/pipeline/dispatch_width: expected a whole number from "
                  "1 to 64, found 0"));
  EXPECT_THAT(
      faults(R"("dispatch_with": 4)"),
      ElementsAre("m:2: /core_class/0/pipeline/dispatch_with: there is no such member\n  did "
                  "you mean 'dispatch_width'?"));
  EXPECT_EQ(faults(R"("fuses_branches": 1)").size(), 1U);
  const auto faults_of = [](const std::string& text) {
    try {
      parse_machine(text, "m");
    } catch (const InputError& e) {
      return told(e.diagnostics());
    }
    return std::vector<std::string>();
  };
  EXPECT_THAT(faults_of(with_pipeline(R"("generation": "zen4")")),
              ElementsAre("m:2: /core_class/0/pipeline: 'clock' is missing, expected Hz, such as "
                          "2.1e9 or \"2.1 GHz\""));
  EXPECT_THAT(faults_of(with_pipeline(R"("clock": "2 ns")")).size(), 1U);
  EXPECT_THAT(
      faults_of(with_pipeline(R"("clock": 1, "generation": "zem4")")),
      ElementsAre("m:2: /core_class/0/pipeline/generation: no generation of cores 'zem4'\n  "
                  "did you mean 'zen4'?"));
  EXPECT_THAT(faults_of(with_pipeline(R"("clock": 1, "generation": "pentium")"))[0],
              testing::HasSubstr("known are 'a64fx', 'broadwell', "));
}

TEST(Pipeline, WarnsOfUnitsThatNothingUses) {
  std::vector<Diagnostic> warnings;
  parse_machine(with_pipeline(R"("clock": 1, "units": {"extra": 2, "load": 3})"), "m", &warnings);
  EXPECT_THAT(
      told(warnings),
      ElementsAre("m:2: /core_class/0/pipeline/units/extra: no instruction uses these units\n  "
                  "name them as \"units\" of an entry of \"instructions\""));
}

TEST(Pipeline, IsWrittenAsWhatDiffersFromItsGeneration) {
  const std::string said =
      R"("generation":"zen4","clock":2000000000,"refill":9,"fuses_branches":false,)"
      R"("units":{"new":["n0"]},"instructions":{"load/16":{"latency":6},)"
      R"("float-add":{"chained":2},"float-divide/single":{"latency":9},)"
      R"("shuffle":{"units":"new"}})";
  const Json written =
      to_json(parse_machine(with_pipeline(said), "m"))["core_class"][0]["pipeline"];
  EXPECT_EQ(written, Json::parse("{" + said + "}")) << written.dump(1);
}

bool same(const Pipeline& a, const Pipeline& b) {
  for (const PipelineMember& member : pipeline_members)
    if (a.*member.value != b.*member.value) return false;
  if (a.units.size() != b.units.size() || a.clock != b.clock) return false;
  for (unsigned kind = 0; kind < instruction_kinds; ++kind)
    for (unsigned precision = 0; precision < precisions; ++precision)
      for (unsigned width = 0; width < register_widths; ++width) {
        Timing x = a.timings[kind][precision][width], y = b.timings[kind][precision][width];
        if (group_of(a, x) != group_of(b, y)) return false;
        x.units = y.units = 0;
        if (x != y) return false;
      }
  return true;
}

// Whatever a program made of a pipeline: what is written reads as the same.
TEST(Pipeline, SurvivesTheRoundTrip) {
  std::mt19937 random(1);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  for (int trial = 0; trial < 12; ++trial) {
    const auto names = generations();
    Machine m = parse_machine(with_core(""), "m");
    m.core_classes[0].pipeline =
        pipeline_of(names[below(static_cast<unsigned>(names.size()))], 2e9, m.core_classes[0]);
    Pipeline& p = *m.core_classes[0].pipeline;
    for (unsigned change = below(30); change > 0; --change) {
      Timing& t = p.timings[below(instruction_kinds)][below(precisions)][below(register_widths)];
      t.latency = static_cast<std::uint16_t>(1 + below(4));
      t.chained = static_cast<std::uint16_t>(1 + below(t.latency));
      if (below(2)) t.cycles = static_cast<std::uint16_t>(1 + below(3));
      if (below(2)) t.slots = static_cast<std::uint8_t>(below(3));
      if (below(2))
        t.units = static_cast<std::uint8_t>(below(static_cast<unsigned>(p.units.size())));
    }
    if (below(2)) p.units[below(static_cast<unsigned>(p.units.size()))].ports |= 1;
    if (below(2)) p.refill = below(50);
    const std::string text = to_text(m);
    const Machine again = parse_machine(text, "m");
    EXPECT_TRUE(same(p, *again.core_classes[0].pipeline)) << text;
    EXPECT_EQ(to_text(again), text);
  }
}

// A table says everything, so that nothing is 0 unnoticed, and where it is from.
TEST(Generations, SayEverything) {
  EXPECT_GE(generations().size(), 17U);
  for (const EmbeddedGeneration& file : embedded_generations()) {
    const Json json = Json::parse(file.json);
    EXPECT_FALSE(json["sources"].empty()) << file.name;
    EXPECT_TRUE(json["title"].is_string()) << file.name;
    for (const PipelineMember& member : pipeline_members)
      EXPECT_TRUE(json["pipeline"].contains(member.name)) << file.name << " " << member.name;
    EXPECT_TRUE(json["pipeline"].contains("fuses_branches")) << file.name;
    for (const char* kind : instruction_names) {
      const Json entry = json["pipeline"]["instructions"].value(kind, Json::object());
      for (const char* member : {"latency", "cycles", "slots", "units"})
        EXPECT_TRUE(entry.contains(member)) << file.name << " " << kind << " " << member;
    }
  }
}

TEST(Generations, AreSensible) {
  for (const std::string& name : generations()) {
    const Pipeline& p = *generation(name).pipeline;
    EXPECT_GE(p.reorder_buffer, p.dispatch_width) << name;
    EXPECT_EQ(p.timing(Kinds::move, Precision::none, 3).units, Timing::no_units) << name;
    for (unsigned kind = 0; kind < instruction_kinds; ++kind)
      for (unsigned precision = 0; precision < precisions; ++precision)
        for (unsigned width = 1; width < register_widths; ++width) {
          const Timing& narrow = p.timings[kind][precision][width - 1];
          const Timing& wide = p.timings[kind][precision][width];
          if (kind == static_cast<unsigned>(Kinds::convert) || width == 4) continue;
          if (kind == static_cast<unsigned>(Kinds::divide)) continue;  // a64fx: 64 bits are faster
          EXPECT_GE(wide.latency, narrow.latency) << name << " " << instruction_names[kind];
        }
  }
}

}  // namespace
}  // namespace hpcast::dat

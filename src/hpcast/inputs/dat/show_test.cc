#include "hpcast/inputs/dat/show.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/inputs/dat/generate.h"
#include "hpcast/inputs/dat/read.h"
#include "hpcast/inputs/dat/view.h"
#include "hpcast/inputs/dat/write.h"

namespace hpcast::dat {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ShowText, FoldsALargeMachine) {
  EXPECT_EQ(
      show_text(generate("epyc-7713x2-nps4")),
      "2 x AMD EPYC 7713 (Milan), NPS4\n"
      "128 cores, 272 caches, 8 memories, 26 routers, 445 edges, 8 NUMA nodes\n"
      "\n"
      "8 × mem0 ... mem7 (memory ddr4-3200x2, 64 GiB, 51.2 GB/s, NUMA 0-7)\n"
      "└─ iod0 ... iod7 (router iod, 205 GB/s read, 102 GB/s write) <-> xgmi0 ... xgmi1, each "
      "other\n"
      "   └─ 2 × ccd0 ... ccd15 (router ccd, 51.2 GB/s read, 25.6 GB/s write)\n"
      "      └─ L3_0 ... L3_15 (cache L3, 32 MiB, 16 ways, 64 B lines, exclusive, 512 GB/s each "
      "way)\n"
      "         └─ 8 × L2_0 ... L2_127 (cache L2, 512 KiB, 8 ways, 64 B lines, inclusive, 64 GB/s "
      "each way)\n"
      "            └─ L1_0 ... L1_127 (cache L1, 32 KiB, 8 ways, 64 B lines, 128 GB/s read, 64 "
      "GB/s "
      "write)\n"
      "               └─ core0 ... core127 (core zen3, 32 GFLOP/s)\n"
      "2 × xgmi0 ... xgmi1 (router xgmi, 288 GB/s) <-> iod0 ... iod7, each other at 144 GB/s each "
      "way\n"
      "\n"
      "zen3: zen3 at 2 GHz, 6 a cycle, 256 in flight, 96 and 64 waiting for units on 17 ports, 21 "
      "cycles lost at a mispredicted branch\n");
}

TEST(ShowText, ShowsEveryObjectOfASmallMachine) {
  const Machine m = generate("i7-7700k");
  const std::string text = show_text(m);
  for (std::uint32_t v = 0; v < m.vertex_count(); ++v) {
    EXPECT_THAT(text, HasSubstr(m.vertex_object(v).name + " ("));
  }
}

TEST(ShowText, SaysNothingOfCoresWhereNothingIsKnown) {
  Machine m = generate("i7-7700k");
  EXPECT_THAT(show_text(m), HasSubstr("\n\ni7-7700K: skylake at 4.2 GHz"));
  m.core_classes[0].pipeline.reset();
  EXPECT_THAT(show_text(m), Not(HasSubstr("skylake")));
}

TEST(View, FoldingKeepsEveryVertexOnce) {
  for (const std::string& name : known_machines()) {
    const Machine m = generate(name);
    for (const bool fold : {false, true}) {
      std::vector<int> seen(m.vertex_count());
      for (const ViewNode& node : make_view(m, fold).nodes) {
        for (const std::uint32_t v : node.vertices) ++seen[v];
      }
      EXPECT_THAT(seen, testing::Each(1)) << name;
    }
  }
}

TEST(View, DoesNotFoldWhatDiffers) {
  Machine m = generate("a64fx");
  m.core_classes.push_back(m.core_classes[0]);
  m.core_classes[1].name = "assistant";
  m.cores[20].class_index = 1;
  const View view = make_view(m);
  EXPECT_EQ(view.roots.size(), 2U);  // three CMGs alike, one with the odd core
}

TEST(ShowDot, IsAGraphWithEscapedNames) {
  Machine m = generate("i7-7700k");
  m.cores[0].name = "a \"b\\";
  const std::string dot = show_dot(m);
  EXPECT_THAT(dot, testing::StartsWith("graph \"Intel Core i7-7700K\" {"));
  EXPECT_THAT(dot, HasSubstr("a \\\"b\\\\"));
  EXPECT_THAT(dot, testing::EndsWith("}\n"));
}

TEST(ShowSvg, IsSelfContainedEscapedAndFollowsDarkMode) {
  Machine m = generate("xeon-e5-2680v4x2");
  m.extras["name"] = "<a & b>";
  const std::string svg = show_svg(m);
  EXPECT_THAT(svg, HasSubstr("&lt;a &amp; b&gt;"));
  EXPECT_THAT(svg, Not(HasSubstr("<a & b>")));
  EXPECT_THAT(svg, HasSubstr("prefers-color-scheme: dark"));
  EXPECT_THAT(svg, Not(HasSubstr("href")));
  EXPECT_THAT(svg, testing::EndsWith("</svg>\n"));
}

TEST(Show, SurvivesWhatNoCoreReaches) {
  Machine m = generate("i7-7700k");
  m.routers.push_back({"alone", 0, 0, {}});
  m.router_classes.push_back({"r", {1, 1, Duplex::full}, {}, {}});
  EXPECT_THAT(show_text(m), HasSubstr("alone (router r"));
  EXPECT_THAT(show_svg(m), HasSubstr("alone"));
}

}  // namespace
}  // namespace hpcast::dat

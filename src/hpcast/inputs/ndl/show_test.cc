#include "hpcast/inputs/ndl/show.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "hpcast/inputs/ndl/picture.h"
#include "hpcast/inputs/ndl/read.h"

namespace hpcast::ndl {

namespace {

using testing::HasSubstr;
using testing::Not;

Network shown_network(const std::string& topology) {
  return parse_network(parse_json(R"({"name": "a <net>", "topology": )" + topology +
                                      R"(, "links": {"bandwidth": "1 GB/s", "latency": "10 ns"}})",
                                  "net.json"));
}

TEST(Picture, OfASmallNetworkHasEveryVertexAndCableInItsOwnPlace) {
  struct Case {
    const char* topology;
    std::size_t boxes, wires;
  };
  for (const Case& one :
       {Case{R"({"type": "mesh", "extents": [2, 3]})", 6, 7},
        Case{R"({"type": "torus", "extents": [4]})", 4, 4},
        Case{R"({"type": "fat-tree", "arity": 2, "levels": 3})", 20, 24},
        Case{R"({"type": "dragonfly", "groups": 3, "routers_per_group": 2, "nodes_per_router": 2,
                 "global_links_per_router": 1})",
             18, 18}}) {
    const Picture picture = picture_of(shown_network(one.topology));
    EXPECT_FALSE(picture.collapsed);
    EXPECT_EQ(picture.boxes.size(), one.boxes) << one.topology;
    EXPECT_EQ(picture.wires.size(), one.wires) << one.topology;
    std::set<std::pair<double, double>> places;
    for (const PictureBox& box : picture.boxes) places.emplace(box.x, box.y);
    EXPECT_EQ(places.size(), one.boxes) << one.topology;
  }
}

TEST(Picture, OfALargeNetworkHasABoxForAllOfAKind) {
  const Picture picture =
      picture_of(shown_network(R"({"type": "fat-tree", "arity": 10, "levels": 3})"));
  EXPECT_TRUE(picture.collapsed);
  ASSERT_EQ(picture.boxes.size(), 4u);
  EXPECT_EQ(picture.boxes[0].times, 1000u);
  EXPECT_EQ(picture.boxes[3].times, 100u);
  EXPECT_EQ(picture.wires.size(), 3u);
}

TEST(ShowNetwork, TitleHasTheTypeOnce) {
  Network network = shown_network(R"({"type": "tofu", "extents": [2, 2, 2]})");
  EXPECT_THAT(show_svg(network), HasSubstr(">a &lt;net&gt; (tofu)</text>"));
  network.name = "K computer (Tofu)";
  EXPECT_THAT(show_svg(network), HasSubstr(">K computer (Tofu)</text>"));
}

TEST(ShowNetwork, BoxesAreAsWideAsTheirNames) {
  const std::string name(30, 'w');
  const Network network = shown_network(R"({"type": "custom", "nodes": ["a", ")" + name +
                                        R"("], "links": [{"from": "a", "to": ")" + name + "\"}]}");
  EXPECT_THAT(show_svg(network), HasSubstr("class=\"box\" width=\"219\""));
}

TEST(ShowNetwork, TextIsItsFacts) {
  const Network network = shown_network(R"({"type": "torus", "extents": [3]})");
  const std::string text = show_text(network);
  EXPECT_THAT(text, HasSubstr("a <net>: " + show_shape(network) + "\n"));
  for (const FactLine& line : fact_lines(network)) {
    EXPECT_THAT(text, HasSubstr(line.name));
    EXPECT_THAT(text, HasSubstr(line.value + "\n"));
  }
}

TEST(ShowNetwork, EscapesNames) {
  const std::string svg = show_svg(shown_network(R"({"type": "torus", "extents": [40, 40]})"));
  EXPECT_THAT(svg, HasSubstr("a &lt;net&gt;"));
  EXPECT_THAT(svg, HasSubstr("×1600"));
  EXPECT_THAT(svg, HasSubstr("dimension 1: rings of 40, 1 GB/s, 10 ns"));
  EXPECT_THAT(svg, Not(HasSubstr("<net>")));
  EXPECT_THAT(show_dot(shown_network(R"({"type": "torus", "extents": [3]})")),
              HasSubstr("v0 -- v1 ["));
}

}  // namespace

}  // namespace hpcast::ndl

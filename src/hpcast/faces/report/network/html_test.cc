#include "hpcast/faces/report/network/html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hpcast/answers/network/sample_for_tests.h"
#include "hpcast/base/json.h"
#include "hpcast/faces/report/network/report.h"

namespace hpcast::report {
namespace {

using answers::network_sample;
using answers::NetworkAnswer;
using answers::NetworkTimeline;
using testing::HasSubstr;
using testing::Not;

NetworkTimeline timeline_sample() {
  NetworkTimeline t;
  t.unit_s = 1e-6;
  t.calls = {"computes", "</script><i>"};
  t.infos = {{}, {answers::RankState::late, 1, true, -1, 4000}};
  t.ranks = {0, 1};
  t.rows = {{{0, 1000, 0}, {1000, 3000, 1}}, {{0, 2000, 0}}};
  t.messages = {{0, 1, 2000, 3000, 4000}};
  t.all_messages = 2;
  t.merged_s = 1e-6;
  return t;
}

TEST(NetworkPage, NeedsNothingButItselfAndEscapesNames) {
  const std::string html = html_page(network_sample(4), timeline_sample());
  EXPECT_THAT(html, Not(HasSubstr("=\"http")));
  EXPECT_THAT(html, Not(HasSubstr("<b>net")));
  EXPECT_THAT(html, Not(HasSubstr("</script><i>")));
  EXPECT_THAT(html, HasSubstr("3 times the 1 ms of an ideal network"));
  EXPECT_THAT(html, HasSubstr("<strong>node 0 to node 1</strong> (60 %)"));
}

TEST(NetworkPage, LeavesOutWhatThereIsNot) {
  NetworkAnswer r;
  r.ranks = 1;
  r.rank_times.resize(1);
  const std::string html = html_page(r, {});
  for (const char* part : {"class=\"gantt\"", "class=\"heats\"", "class=\"matrix\"",
                           "class=\"load\"", "class=\"late\"", "Busiest links"})
    EXPECT_THAT(html, Not(HasSubstr(part)));
}

TEST(NetworkPage, FoldsManyRanks) {
  EXPECT_THAT(split_figure(network_sample(100)), HasSubstr("Each column is a rank."));
  const std::string html = split_figure(network_sample(1000));
  EXPECT_THAT(html, HasSubstr("Each column is the mean of 7 ranks."));
  EXPECT_THAT(html, HasSubstr("mean of ranks 7 to 13: ends at 3 ms"));
}

TEST(NetworkPage, ColoursHeatByTheBusiestLink) {
  const std::string html = heat_figure(network_sample(2));
  EXPECT_THAT(html, HasSubstr("down, node 3 to 5: at most 96 %, mean 40 %"));
  EXPECT_THAT(html, HasSubstr("class=\"o6\""));
  EXPECT_THAT(html, Not(HasSubstr("down, node 0 to 2")));
}

TEST(NetworkPage, FoldsTheMatrix) {
  NetworkAnswer r = network_sample(512);
  r.matrix = {1, 512, std::vector<std::uint64_t>(512 * 512)};
  r.matrix.bytes[512 * 511 + 510] = 4096;
  EXPECT_THAT(traffic_figures(r), HasSubstr("504 to 511 to 504 to 511: 4.0 KiB"));
}

TEST(NetworkPage, TellsOfLateRanks) {
  EXPECT_THAT(late_table(network_sample(4)), HasSubstr("<th>rank 1</th>"));
  EXPECT_THAT(path_table(network_sample(4)), HasSubstr("message from rank 0 to rank 1"));
}

TEST(Gantt, DataAreJson) {
  const Json data = parse_json(gantt_data(network_sample(4), timeline_sample()), "data").root;
  EXPECT_EQ(data["end"], 3000);
  EXPECT_EQ(data["calls"][1], "</script><i>");
  EXPECT_EQ(data["rows"], Json::parse("[[0,1000,0,0,2000,1],[0,2000,0]]"));
  EXPECT_EQ(data["infos"], Json::parse("[0,0,null,null,5,1,-1,4000]"));
  EXPECT_EQ(data["path"], Json::parse("[0,0,2000,-1,1,2000,3000,0]"));
}

TEST(Gantt, SaysWhatIsLeftOut) {
  const std::string html = gantt_figure(network_sample(4), timeline_sample());
  EXPECT_THAT(html, HasSubstr("2 of 4 ranks"));
  EXPECT_THAT(html, HasSubstr("shorter than 1 µs is merged"));
  EXPECT_THAT(html, HasSubstr("1 of 2 messages"));
}

}  // namespace
}  // namespace hpcast::report

#include "hpcast/faces/report/memory/html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "hpcast/answers/memory/sample_for_tests.h"
#include "hpcast/faces/report/kit/markup.h"
#include "hpcast/faces/report/memory/analysis.h"
#include "hpcast/faces/report/memory/groups.h"

namespace hpcast::report {
namespace {

using answers::large_sample;
using answers::MemoryAnswer;
using answers::sample_with_core_time;
using answers::sample_with_page_faults;
using answers::sample_with_ranks;
using answers::sample_with_threads;
using answers::small_sample;
using testing::HasSubstr;
using testing::Not;

std::string page(const MemoryAnswer& result) { return html_page(std::span(&result, 1)); }

std::size_t occurrences(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++count;
  }
  return count;
}

// Every tag that is opened is closed, in order. Knows the void elements that the page uses.
std::string first_unbalanced_tag(const std::string& html) {
  std::vector<std::string> open;
  for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at + 1)) {
    const std::size_t end = html.find('>', at);
    const bool closes = html[at + 1] == '/';
    const std::size_t begin = at + (closes ? 2 : 1);
    const std::string name = html.substr(begin, html.find_first_of(" >\n/", begin) - begin);
    if (name == "!DOCTYPE" || name == "meta" || html[end - 1] == '/') continue;
    if (!closes) {
      open.push_back(name);
      if (name == "script" || name == "style") at = html.find("</" + name, at) - 1;
    } else if (open.empty() || open.back() != name) {
      return "</" + name + ">";
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : "<" + open.back() + ">";
}

TEST(HtmlReport, BeginsWithTheVerdict) {
  const std::string html = page(large_sample());
  EXPECT_THAT(html, HasSubstr("limited by <strong class=\"limit\">mem3</strong> (memory)"));
  EXPECT_LT(html.find("class=\"verdict\""), html.find("<svg"));
}

TEST(HtmlReport, SaysWhatLibrariesTookThatTheForecastLacks) {
  MemoryAnswer result = answers::sample_with_libraries();
  result.run.libraries->each[0].name = "lib<m>.so";
  EXPECT_THAT(page(result), HasSubstr("at least <span class=\"time\">4 s</span>without "
                                      "lib&lt;m&gt;.so and 1 more library, which took 350 ms of "
                                      "CPU time here, limited by"));
}

TEST(HtmlReport, IsWellFormed) {
  EXPECT_EQ(first_unbalanced_tag(page(large_sample())), "");
  EXPECT_EQ(first_unbalanced_tag(page(small_sample())), "");
  EXPECT_EQ(first_unbalanced_tag(page(sample_with_ranks())), "");
  EXPECT_EQ(first_unbalanced_tag(page(sample_with_core_time())), "");
  EXPECT_EQ(first_unbalanced_tag(page(MemoryAnswer{})), "");
}

TEST(HtmlReport, NeedsNothingButItself) {
  const std::string html = page(large_sample());
  for (const char* outside : {"http://", "https://", "src=", "@import", "url(", "<link"}) {
    EXPECT_THAT(html, Not(HasSubstr(outside)));
  }
  EXPECT_THAT(html, HasSubstr("default-src 'none'"));
}

TEST(HtmlReport, EscapesEveryString) {
  const std::string evil = "\"'><script>alert(1)</script>";
  MemoryAnswer result = sample_with_ranks();
  for (answers::RankResult& rank : result.ranks) {
    rank.bottleneck += evil;
    rank.cores.resize(1, evil);
  }
  for (answers::ObjectResult& object : result.objects) object.name += evil;
  for (answers::ObjectResult& object : result.objects) object.class_name += evil;
  result.bottleneck.name += evil;
  result.phases.push_back(result.phases[0]);
  for (answers::PhaseResult& phase : result.phases) {
    phase.name += evil;
    phase.bottleneck += evil;
  }
  for (answers::Input& input : result.inputs) input = {evil, evil, evil};
  result.inputs.push_back({evil + ".json", "", "machine"});
  result.tool = {evil, evil};
  result.assumptions = result.not_modelled = {evil};
  result.partial = evil;
  result.run.command = {evil};
  result.run.host = result.run.date = result.run.tracer = result.run.mode = evil;
  const std::string html = page(result);
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(html, Not(HasSubstr("\"'>")));
  EXPECT_EQ(occurrences(html, "<script"), 1u);
  EXPECT_EQ(first_unbalanced_tag(html), "");
}

TEST(HtmlReport, DrawsEveryObjectButIdleEdges) {
  const std::string html = page(large_sample());
  EXPECT_EQ(occurrences(html, " data-n="), 128u * 3 + 32 + 20 + 8);
  EXPECT_EQ(occurrences(html, " limit\""), 1u);
}

TEST(HtmlReport, PhasesAppearWhenThereAreSeveral) {
  EXPECT_EQ(occurrences(page(large_sample()), "<button type=\"button\" data-phase="), 4u);
  EXPECT_THAT(page(large_sample()), HasSubstr("<h3>Phases</h3>"));
  EXPECT_THAT(page(small_sample()), Not(HasSubstr("<h3>Phases</h3>")));
}

TEST(HtmlReport, DrawsEdgesOfNodesWithoutObjects) {
  MemoryAnswer result = large_sample();
  const std::size_t cells = occurrences(page(result), " data-n=");
  std::size_t edges = 0;
  for (answers::ObjectResult& object : result.objects) {
    if (object.kind != answers::Kind::edge) continue;
    object.numa_node += 100;
    object.time_s = 0.5;
    ++edges;
  }
  EXPECT_EQ(occurrences(page(result), " data-n="), cells + edges);
}

TEST(HtmlReport, MemoryWithoutCoresHasNoColumn) {
  MemoryAnswer result = large_sample();
  for (answers::ObjectResult& object : result.objects)
    if (object.kind == answers::Kind::memory && object.numa_node >= 6) object.numa_node += 94;
  const std::string html = page(result);
  EXPECT_THAT(html, HasSubstr("NUMA 100, 101, without cores"));
  EXPECT_THAT(html, HasSubstr(">NUMA 7<"));
  EXPECT_THAT(html, Not(HasSubstr(">NUMA 100<")));
}

TEST(HtmlReport, ShowsWhatLimits) {
  EXPECT_THAT(page(small_sample()), HasSubstr("<h3>What limits</h3>"));
  EXPECT_THAT(page(small_sample()), Not(HasSubstr("Time of each phase by what it is for")));
  const std::string html = page(sample_with_core_time());
  EXPECT_THAT(html, HasSubstr("4 s</span> ± 25 % or more, limited by"));
  EXPECT_THAT(html, HasSubstr("Time of each phase by what it is for"));
  EXPECT_THAT(html, HasSubstr("core0</strong> (core): waiting for memory, next"));
  EXPECT_THAT(html, HasSubstr("waiting for memory</th><td data-v=\"2500000000.000000\">2.5 s</td>"
                              "<td data-v=\"62.500000\">62 %<span class=\"meter\">"));
  EXPECT_THAT(html, HasSubstr("<td class=\"l\">2 s, 2.0× faster</td>"));
  EXPECT_THAT(page(answers::sample_with_loaded_memory()), HasSubstr(">waiting for loaded memory<"));
  EXPECT_THAT(html, Not(HasSubstr("In each phase")));
  EXPECT_THAT(page(large_sample()), HasSubstr("In each phase"));
}

TEST(HtmlReport, SaysThatReferencesAloneAreALowerBound) {
  EXPECT_THAT(page(large_sample()), HasSubstr("<p class=\"verdict\">at least <span"));
  EXPECT_THAT(page(small_sample()), Not(HasSubstr("at least")));
}

TEST(HtmlReport, ShowsWhatEachRankDid) {
  EXPECT_THAT(page(small_sample()), Not(HasSubstr("<h3>Ranks</h3>")));
  const std::string html = page(sample_with_ranks());
  EXPECT_THAT(html, HasSubstr("<h3>Ranks</h3>"));
  EXPECT_THAT(html, HasSubstr("Rank 0 moves most, 2.00 times the mean"));
  EXPECT_THAT(html, HasSubstr("core1 to core3 (3)"));
}

TEST(HtmlReport, PicturesSpeakToScreenReaders) {
  const std::string html = page(large_sample());
  EXPECT_EQ(occurrences(html, "<svg"), 4u);
  EXPECT_EQ(occurrences(html, "role=\"img\" aria-label="), 4u);
  EXPECT_THAT(html, HasSubstr("8 × ddr4_3200_x2: busiest 92 %."));
}

TEST(HtmlReport, RatiosKeepToTheirColumn) {
  MemoryAnswer result = small_sample();
  result.objects[1].time_s = result.time_s / 167817;
  EXPECT_THAT(page(result), HasSubstr("168 k×"));
  EXPECT_THAT(page(result), Not(HasSubstr("167817")));
}

TEST(HtmlReport, PrintsTheTableOfObjects) {
  const std::string html = page(small_sample());
  EXPECT_THAT(html, HasSubstr("<details class=\"card\" open>"));
  EXPECT_THAT(html, HasSubstr("addEventListener('beforeprint'"));
  EXPECT_THAT(html, Not(HasSubstr("details:not([open])")));
}

TEST(HtmlReport, ShowsProvenance) {
  const std::string html = page(large_sample());
  EXPECT_THAT(html, HasSubstr(std::string(64, 'a')));
  EXPECT_THAT(html, HasSubstr("./triad --elements 89478485"));
  EXPECT_THAT(html, HasSubstr("hpcast 0.1.0"));
}

TEST(HtmlReport, SeveralResultsHaveASummaryOnTop) {
  const std::array results = {large_sample(), small_sample()};
  const std::string html = html_page(results);
  EXPECT_THAT(html, HasSubstr("2 forecasts"));
  EXPECT_THAT(html, HasSubstr("<a href=\"#r2\">T on small</a>"));
  EXPECT_THAT(html, HasSubstr("id=\"r2\""));
  EXPECT_EQ(first_unbalanced_tag(html), "");
}

TEST(HtmlComparison, HasVerdictChartsAndTables) {
  MemoryAnswer faster = large_sample();
  faster.time_s /= 2;
  for (answers::ObjectResult& object : faster.objects) {
    if (object.kind == answers::Kind::memory) object.time_s /= 2;
  }
  const answers::Comparison comparison = compare(large_sample(), faster);
  const std::string html = html_page(comparison);
  EXPECT_THAT(html, HasSubstr("<h2>" + headline(comparison) + "</h2>"));
  EXPECT_EQ(occurrences(html, "<svg"), 2u);
  EXPECT_EQ(occurrences(html, "class=\"side-a\""), comparison.levels.size() + 8);
  EXPECT_THAT(html, HasSubstr("<th scope=\"row\">mem3</th>"));
  EXPECT_EQ(first_unbalanced_tag(html), "");
}

TEST(HtmlComparison, StandsResultsWithoutObjectsAndStrangeNames) {
  EXPECT_EQ(first_unbalanced_tag(html_page(compare(MemoryAnswer{}, MemoryAnswer{}))), "");
  MemoryAnswer evil = small_sample();
  for (answers::ObjectResult& object : evil.objects) object.name += "<script>";
  evil.bottleneck.name += "<script>";
  evil.partial = "<script>";
  EXPECT_EQ(occurrences(html_page(compare(small_sample(), evil)), "<script>"), 1u);
}

TEST(Groups, GoFromTheCoresToTheMemories) {
  std::vector<std::string> labels;
  for (const Group& group : group_objects(large_sample())) {
    if (!is_idle_edge(group)) labels.push_back(group.label);
  }
  EXPECT_THAT(labels, testing::ElementsAre("zen2", "L1D_rome", "L2_rome", "L3_rome", "ccd_link",
                                           "io_die", "socket_link", "ddr4_3200_x2"));
}

TEST(Groups, OfOneClassAtSeveralLevelsNameTheLevel) {
  const std::vector<Group> groups = group_objects(small_sample());
  EXPECT_EQ(groups[1].label, "wire, level 0");
  EXPECT_EQ(groups[3].label, "wire, level 1");
}

TEST(Markup, ColoursFollowTheOccupancy) {
  EXPECT_STREQ(occupancy_class(0), "o0");
  EXPECT_STREQ(occupancy_class(0.05), "o1");
  EXPECT_STREQ(occupancy_class(0.5), "o4");
  EXPECT_STREQ(occupancy_class(1), "o6");
  EXPECT_EQ(phase_class(0, 1), "one");
  EXPECT_EQ(phase_class(9, 12), "px");
}

TEST(HtmlReport, ShowsThreadsAndWhatTheTimeIsFor) {
  const std::string html = page(sample_with_threads());
  EXPECT_THAT(html, HasSubstr("thread 3: 5 s; works 1 s; waits 4 s"));
  EXPECT_THAT(html, HasSubstr("waiting for other threads"));
  EXPECT_THAT(html, Not(HasSubstr("thread 3: 5 s; its instructions")));
  EXPECT_THAT(html, HasSubstr("add 20 % of it"));
  EXPECT_THAT(page(sample_with_threads(16)),
              HasSubstr("<strong class=\"limit\">threads that wait for each other</strong>"));
}

TEST(HtmlReport, ShowsWhatThreadsWithACoreEachWorkedOn) {
  MemoryAnswer result = sample_with_threads();
  result.objects.push_back(result.objects[0]);
  result.objects.back().name = result.phases[0].threads[1].core = "core1";
  result.objects.back().core->executing = answers::CoreTime{1, 0.5, 0, 0.25};
  EXPECT_THAT(page(result),
              HasSubstr("thread 3: 5 s; its instructions 250 ms; waiting for memory 500 ms; "
                        "mispredicted branches 0 s; busy units 250 ms; page faults 0 s; waiting "
                        "for other threads 4 s"));
}

}  // namespace
}  // namespace hpcast::report

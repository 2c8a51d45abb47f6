#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/markup.h"
#include "hpcast/faces/report/memory/charts.h"
#include "hpcast/faces/report/memory/html.h"
#include "hpcast/faces/report/memory/html_tables.h"

namespace hpcast::report {

using answers::Comparison;
using answers::LoadDifference;

namespace {

std::string side(char letter, const std::string& title, double time_s, const std::string& limit,
                 const answers::Bottleneck& bottleneck) {
  return fmt::format(
      "<div class=\"tile\"><dt class=\"key-{}\">{}: {}</dt><dd>{} <small>limited by {}; {} busy {} "
      "of the time</small></dd></div>\n",
      letter == 'A' ? "a" : "b", letter, escape(title), format_time(time_s), escape(limit),
      escape(bottleneck.name), format_percent(bottleneck.occupancy));
}

std::string top_of(const Comparison& c) {
  std::string html =
      "<section class=\"result\">\n" + page_heading("Memory forecasts compared", headline(c));
  for (const std::string& caveat : c.caveats) {
    html += "<p class=\"partial\"><b>Mind:</b> " + escape(caveat) + "</p>\n";
  }
  return html + "<dl class=\"tiles\" style=\"margin-top:16px\">\n" +
         side('A', c.title_a, c.time_a_s, c.limit_a, c.bottleneck_a) +
         side('B', c.title_b, c.time_b_s, c.limit_b, c.bottleneck_b) + "</dl>\n";
}

std::string charts(const Comparison& c, const std::vector<LoadDifference>& changed) {
  constexpr std::size_t most = 14;
  std::string html =
      "<div class=\"pair\"><figure><h3>Levels</h3>\n<figcaption>Time of the busiest object of "
      "each, "
      "A above B.</figcaption>\n" +
      difference_chart(c.levels, c.levels.size()) + "</figure>\n<figure><h3>Objects</h3>\n";
  if (changed.empty())
    return html + "<p class=\"note\">None changes its time.</p></figure></div>\n";
  return html +
         "<figcaption>Those whose time changes most, matched by name, A above B.</figcaption>\n" +
         difference_chart(changed, most) + "</figure></div>\n";
}

}  // namespace

std::string html_page(const Comparison& c) {
  std::vector<LoadDifference> changed;
  std::copy_if(c.objects.begin(), c.objects.end(), std::back_inserter(changed), answers::changes);
  std::string html = top_of(c) + charts(c, changed);
  if (!c.phases.empty()) {
    html += "<div class=\"card\"><h3>Phases</h3>" + difference_table("Phases", "Phase", c.phases) +
            "</div>\n";
  }
  if (!c.limits.empty()) {
    html +=
        "<div class=\"card\"><h3>Limits that move</h3><p class=\"note\">Worth: how much is saved "
        "if that alone cost nothing.</p>" +
        difference_table("Limits", c.limits) + "</div>\n";
  }
  html += "<div class=\"card\"><h3>Busiest object of each level</h3>" +
          difference_table("Levels", c.levels) + "</div>\n";
  html += fmt::format("<details class=\"card\" open><summary>All {} objects</summary>",
                      c.objects.size()) +
          difference_table("All objects", c.objects) + "</details>\n</section>\n";
  return page(headline(c), html);
}

}  // namespace hpcast::report

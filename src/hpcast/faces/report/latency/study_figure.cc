// Small multiples, with one scale for all, so that panels can be compared.
#include <algorithm>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/axis.h"
#include "hpcast/faces/report/kit/line_chart.h"
#include "hpcast/faces/report/kit/svg.h"
#include "hpcast/faces/report/kit/table.h"
#include "hpcast/faces/report/latency/study.h"

namespace hpcast::report {

namespace {

using answers::StudyOutcome;
using answers::StudyResult;
using answers::StudyRun;

constexpr double figure_width = 1180;
constexpr double legend_height = 26, title_height = 22, plot_height = 150, foot_height = 34;
constexpr double axis_width = 38, panel_gap = 16;

// Longer latencies are stronger: the last is the darkest of the page's steps.
std::string latency_class(std::size_t latency, std::size_t latencies) {
  const std::size_t from_last = std::min<std::size_t>(latencies - 1 - latency, 4);
  return "t" + std::to_string(4 - from_last);
}

// Of slowdowns: from 1, by logarithm where they reach far.
Axis slowdown_axis(const StudyResult& study) {
  double least = 1, most = 1;
  for (const StudyRun& run : study.runs) {
    if (run.outcome != StudyOutcome::answered) continue;
    for (const double slowdown : *run.by(study.method)) {
      least = std::min(least, slowdown);
      most = std::max(most, slowdown);
    }
  }
  const bool log = most > 6;
  const double from = log ? std::max(least, 0.1) : least;
  return {from, std::max(most, from + 0.1), log};
}

class SmallMultiples {
 public:
  explicit SmallMultiples(const StudyResult& study)
      : study_(study),
        axis_(slowdown_axis(study)),
        columns_(columns_for(study.panels.size())),
        rows_((study.panels.size() + columns_ - 1) / columns_),
        svg_(figure_width, height(), title(), "lines study") {}

  std::string draw() && {
    draw_legend();
    for (std::size_t i = 0; i < study_.panels.size(); ++i) draw_panel(i);
    svg_.label("soft middle", figure_width / 2, height() - 4,
               "each panel: its cases (" + study_.case_name + "), the least slowdown first");
    return std::move(svg_).end();
  }

 private:
  static std::size_t columns_for(std::size_t panels) {
    constexpr std::size_t most = 5;
    const std::size_t rows = (panels + most - 1) / most;
    return std::max<std::size_t>(1, (panels + rows - 1) / rows);
  }
  double row_height() const { return title_height + plot_height + foot_height; }
  double height() const { return legend_height + static_cast<double>(rows_) * row_height() + 16; }
  std::string title() const {
    return "Predicted slowdowns of " + std::to_string(study_.cases.size()) + " cases, sorted, by " +
           study_.panel_name + " and latency of memory";
  }
  double panel_width() const { return (figure_width - axis_width) / static_cast<double>(columns_); }

  void draw_legend() {
    std::string text = std::string("run time over that at present, by ") + name_of(study_.method);
    if (axis_.log) text += ", logarithmic";
    svg_.label("soft", 0, 14, text);
    double x = figure_width;
    for (std::size_t i = study_.to_s.size(); i-- > 0;) {
      const std::string name = format_time(study_.to_s[i]);
      x -= character_width * static_cast<double>(display_width(name)) + 12;
      svg_.label("", x, 14, name);
      svg_.put("<polyline class=\"{}\" points=\"{:.1f},10 {:.1f},10\"/>",
               latency_class(i, study_.to_s.size()), x - 28, x - 6);
      x -= 34;
    }
  }

  void draw_panel(std::size_t i) {
    const auto column = static_cast<double>(i % columns_);
    const std::size_t above = i / columns_;
    const auto row = static_cast<double>(above);
    left_ = axis_width + column * panel_width();
    right_ = left_ + panel_width() - panel_gap;
    top_ = legend_height + row * row_height() + title_height;
    const answers::PanelSummary summary = answers::summary_of(study_, study_.panels[i]);
    const bool alone = study_.panels.size() == 1;
    svg_.label("strong", left_, top_ - 7,
               (alone ? study_.panel_name + " " : "") + study_.panels[i]);
    svg_.label("soft end", right_, top_ - 7, missing_text(summary));
    draw_axes(i % columns_ == 0);
    for (std::size_t latency = 0; latency < study_.to_s.size(); ++latency)
      draw_line(study_.panels[i], latency);
    if (summary.answered == 0) svg_.label("soft middle", (left_ + right_) / 2, y(1) - 60, "no run");
  }

  static std::string missing_text(const answers::PanelSummary& summary) {
    std::string text =
        std::to_string(summary.answered) + (summary.answered == 1 ? " run" : " runs");
    if (summary.refused > 0) text += fmt::format(", {} refused", summary.refused);
    if (summary.failed > 0) text += fmt::format(", {} failed", summary.failed);
    return text;
  }

  void draw_axes(bool names) {
    for (const double tick : axis_.ticks(5)) {
      svg_.line(tick == 1 ? "axis base" : "axis", left_, y(tick), right_, y(tick));
      if (names) svg_.label("soft end", left_ - 6, y(tick) + 4, fmt::format("{:.3g}×", tick));
    }
    svg_.label("soft", left_, top_ + plot_height + 18, "1");
    svg_.label("soft end", right_, top_ + plot_height + 18, std::to_string(study_.cases.size()));
  }

  void draw_line(const std::string& panel, std::size_t latency) {
    const std::vector<const StudyRun*> runs = answers::sorted_runs(study_, panel, latency);
    const std::string colour = latency_class(latency, study_.to_s.size());
    const auto slowdown = [&](std::size_t i) { return (*runs[i]->by(study_.method))[latency]; };
    svg_.put("<polyline class=\"{}\" points=\"", colour);
    for (std::size_t i = 0; i < runs.size(); ++i) svg_.put("{:.1f},{:.1f} ", x(i), y(slowdown(i)));
    svg_.put("\"/>");
    for (std::size_t i = 0; i < runs.size(); ++i)
      svg_.put(
          "<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.2\"><title>{}</title></circle>",
          colour, x(i), y(slowdown(i)),
          escape(panel + ", " + runs[i]->name + ": " + answers::slowdown_text(slowdown(i)) + "×" +
                 " at " + format_time(study_.to_s[latency])));
  }

  // By rank among all cases: a panel that lacks some has a shorter line.
  double x(std::size_t rank) const {
    const auto last = static_cast<double>(std::max<std::size_t>(study_.cases.size(), 2) - 1);
    return left_ + 4 + (right_ - left_ - 8) * static_cast<double>(rank) / last;
  }
  double y(double slowdown) const {
    return top_ + plot_height * (1 - axis_.share(std::max(slowdown, axis_.from)));
  }

  const StudyResult& study_;
  Axis axis_;
  std::size_t columns_, rows_;
  Svg svg_;
  double left_ = 0, right_ = 0, top_ = 0;  // of the panel that is being drawn
};

// Steps over the share of the run's time: cases take unlike times, their phases line up. What takes
// less than a thousandth of it would be a spike that nobody can read.
Series reads_over_time(const StudyRun& run) {
  Series series;
  series.name = run.name;
  const answers::StudyInterval& last = run.over_time.back();
  const double begin = run.over_time.front().start_s;
  const double whole = last.start_s + last.duration_s - begin;
  for (const answers::StudyInterval& interval : run.over_time) {
    if (!(interval.duration_s > whole / 1000)) continue;
    const double from = (interval.start_s - begin) / whole;
    series.points.push_back({from, interval.outstanding});
    series.points.push_back({from + interval.duration_s / whole, interval.outstanding});
  }
  return series;
}

constexpr char standalone_style[] =
    "<style>svg{background:#fff}"
    "text{font:12px system-ui,-apple-system,'Segoe UI',Roboto,'Liberation Sans',sans-serif;"
    "fill:#16181d}"
    "text.soft{fill:#565b66}text.strong{font-weight:650}text.end{text-anchor:end}"
    "text.middle{text-anchor:middle}.axis{stroke:#dcdad4}.base{stroke:#565b66}"
    "polyline{fill:none;stroke-width:1.6}"
    ".t0{stroke:#d3e4f8}.t1{stroke:#a5c8f0}.t2{stroke:#659fe0}.t3{stroke:#2a6fc4}"
    ".t4{stroke:#0b2c63}circle{stroke:none!important}circle.t0{fill:#d3e4f8}"
    "circle.t1{fill:#a5c8f0}circle.t2{fill:#659fe0}circle.t3{fill:#2a6fc4}"
    "circle.t4{fill:#0b2c63}</style>";

}  // namespace

std::string slowdown_figure(const StudyResult& study) { return SmallMultiples(study).draw(); }

std::string over_time_figures(const StudyResult& study) {
  LineChart chart;
  chart.x_label = "share of the run's time";
  chart.y_label = "outstanding reads";
  chart.x_text = [](double share) { return format_percent(share); };
  chart.y_text = [](double reads) { return fmt::format("{:.3g}", reads); };
  chart.y_to = 1;
  chart.dots = false;
  chart.width = figure_width;
  std::string figures;
  for (const std::string& panel : study.panels) {
    std::vector<Series> series;
    for (const StudyRun& run : study.runs)
      if (run.panel == panel && !run.over_time.empty()) series.push_back(reads_over_time(run));
    if (series.empty()) continue;
    chart.title = "Outstanding reads over time, " + study.panel_name + " " + panel;
    figures += "<figure><h3>" + escape(chart.title) + "</h3>\n" + line_chart(chart, series) +
               "</figure>\n";
  }
  return figures;
}

std::string svg_file(const StudyResult& study) {
  std::string svg = slowdown_figure(study);
  svg.insert(svg.find('>') + 1, standalone_style);
  svg.insert(std::string("<svg").size(), " xmlns=\"http://www.w3.org/2000/svg\"");
  return svg;
}

}  // namespace hpcast::report

// Where the ranks' time went, who was late, and what the run's time is made of.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/axis.h"
#include "hpcast/faces/report/kit/markup.h"
#include "hpcast/faces/report/kit/svg.h"
#include "hpcast/faces/report/network/html.h"

namespace hpcast::report {

namespace {

using answers::NetworkAnswer;
using answers::RankTime;
using answers::TimeSplit;

struct SplitPart {
  double TimeSplit::*time;
  const char* style;  // of phases: Okabe and Ito's colours
  const char* name;
};
constexpr std::array<SplitPart, 4> split_parts = {
    {{&TimeSplit::compute_s, "p0", "computes"},
     {&TimeSplit::mpi_s, "p4", "works in MPI"},
     {&TimeSplit::late_s, "p1", "waits for others to begin"},
     {&TimeSplit::transfer_s, "p3", "waits for data"}}};

constexpr std::size_t most_split_columns = 160, shown_extremes = 5, shown_path = 100;

std::string split_text(const TimeSplit& split) {
  std::string text = "ends at " + format_time(split.end_s());
  for (const SplitPart& part : split_parts)
    text += fmt::format(", {} {}", part.name, format_time(split.*part.time));
  return text;
}

std::string split_key() {
  std::string html = "<p class=\"key\">";
  for (const SplitPart& part : split_parts)
    html += fmt::format("<span><i class=\"{}\"></i>{}</span>", part.style, part.name);
  return html + "</p>\n";
}

// A column for each rank or, where there are many, for the mean of so many.
class SplitChart {
 public:
  explicit SplitChart(const NetworkAnswer& r)
      : r_(r),
        ranks_a_column_((r.rank_times.size() + most_split_columns - 1) / most_split_columns),
        svg_(width, height, "Time of the ranks, split") {}

  std::size_t ranks_a_column() const { return ranks_a_column_; }

  std::string draw() && {
    const Axis axis{0, r_.time_s, false};
    for (const double tick : axis.ticks(4)) {
      const double y = bottom - (bottom - top) * axis.share(tick);
      svg_.line("axis", left, y, width, y);
      svg_.label("soft end", left - 6, y + 4, format_time(tick));
    }
    const std::size_t columns = (r_.rank_times.size() + ranks_a_column_ - 1) / ranks_a_column_;
    const double pitch = std::min(60.0, (width - left) / static_cast<double>(columns));
    for (std::size_t i = 0; i < columns; ++i) draw_column(i, pitch);
    return std::move(svg_).end();
  }

 private:
  static constexpr double width = 1160, height = 260, left = 70, top = 8, bottom = 226;

  void draw_column(std::size_t column, double pitch) {
    const std::size_t first = column * ranks_a_column_;
    const std::size_t last = std::min(first + ranks_a_column_, r_.rank_times.size());
    TimeSplit mean;
    for (std::size_t i = first; i < last; ++i) {
      for (const SplitPart& part : split_parts)
        mean.*part.time += r_.rank_times[i].split.*part.time / static_cast<double>(last - first);
    }
    const double x = left + pitch * static_cast<double>(column);
    std::string name = fmt::format("rank {}", r_.rank_times[first].rank);
    if (last - first > 1)
      name = fmt::format("mean of ranks {} to {}", r_.rank_times[first].rank,
                         r_.rank_times[last - 1].rank);
    double y = bottom;
    for (const SplitPart& part : split_parts) {
      const double length = (bottom - top) * (mean.*part.time) / r_.time_s;
      y -= length;
      if (length > 0)
        svg_.box(part.style, x, y, std::max(pitch * 0.9, pitch - 2), length,
                 name + ": " + split_text(mean));
    }
    if (x >= next_label_) {
      svg_.label("soft", x, bottom + 16, std::to_string(r_.rank_times[first].rank));
      next_label_ = x + 60;
    }
  }

  const NetworkAnswer& r_;
  std::size_t ranks_a_column_;
  Svg svg_;
  double next_label_ = 0;
};

std::string extreme_row(const char* what, const RankTime& rank) {
  std::string html = fmt::format("<tr><th>{}</th><td>{}</td>", what, rank.rank);
  for (const SplitPart& part : split_parts)
    html += fmt::format("<td>{}</td>", format_time(rank.split.*part.time));
  return html + fmt::format("<td>{}</td><td>{}</td></tr>\n", format_time(rank.split.end_s()),
                            format_time(rank.made_wait_s));
}

template <class Key>
const RankTime& extreme(const NetworkAnswer& r, Key key) {
  return *std::max_element(r.rank_times.begin(), r.rank_times.end(),
                           [&](const RankTime& a, const RankTime& b) { return key(a) < key(b); });
}

std::string extreme_table(const NetworkAnswer& r) {
  std::string html =
      "<div class=\"scroll\"><table><thead><tr><th class=\"l\">The rank that</th><th>is</th>";
  for (const SplitPart& part : split_parts) html += fmt::format("<th>{}</th>", part.name);
  html += "<th>ends</th><th>made others wait</th></tr></thead><tbody>\n";
  const auto row = [&](const char* what, auto key) { html += extreme_row(what, extreme(r, key)); };
  row("ends last", [](const RankTime& rank) { return rank.split.end_s(); });
  row("ends first", [](const RankTime& rank) { return -rank.split.end_s(); });
  row("computes longest", [](const RankTime& rank) { return rank.split.compute_s; });
  row("computes shortest", [](const RankTime& rank) { return -rank.split.compute_s; });
  row("waits longest",
      [](const RankTime& rank) { return rank.split.late_s + rank.split.transfer_s; });
  row("waits shortest",
      [](const RankTime& rank) { return -rank.split.late_s - rank.split.transfer_s; });
  const auto made_wait = [](const RankTime& rank) { return rank.made_wait_s; };
  if (extreme(r, made_wait).made_wait_s > 0) row("made others wait longest", made_wait);
  return html + "</tbody></table></div>\n";
}

}  // namespace

std::string split_figure(const NetworkAnswer& r) {
  if (r.rank_times.empty() || r.time_s <= 0) return {};
  SplitChart chart(r);
  std::string note = "Each column is a rank";
  if (chart.ranks_a_column() > 1)
    note = fmt::format("Each column is the mean of {} ranks", chart.ranks_a_column());
  if (r.rank_times.size() < r.ranks)
    note +=
        fmt::format(" of those {} that end last or keep others waiting most", r.rank_times.size());
  return "<figure class=\"ranks\"><h3>Time of the ranks</h3>\n<figcaption>" + note +
         ".</figcaption>\n" + split_key() + "<div class=\"scroll\">" + std::move(chart).draw() +
         "</div>" + extreme_table(r) + "</figure>\n";
}

std::string late_table(const NetworkAnswer& r) {
  const std::vector<RankTime> late = answers::late_ranks(r, 4 * shown_extremes);
  if (late.empty()) return {};
  const double most = late.front().made_wait_s;
  std::string html =
      "<figure class=\"late\"><h3>Late senders and receivers</h3>\n<figcaption>How long others "
      "were "
      "blocked because this rank had not yet begun to send or receive, all together.</figcaption>\n"
      "<div class=\"scroll\"><table class=\"sortable\"><thead><tr><th "
      "class=\"l\">Rank</th><th>made "
      "others wait</th><th>computes</th><th>waits itself</th></tr></thead><tbody>\n";
  for (const RankTime& rank : late)
    html += fmt::format(
        "<tr><th>rank {}</th><td data-v=\"{:.12f}\">{}<span class=\"meter\"><i "
        "style=\"width:{:.0f}%\"></i></span></td><td data-v=\"{:.12f}\">{}</td><td "
        "data-v=\"{:.12f}\">{}</td></tr>\n",
        rank.rank, rank.made_wait_s, format_time(rank.made_wait_s), 100 * rank.made_wait_s / most,
        rank.split.compute_s, format_time(rank.split.compute_s),
        rank.split.late_s + rank.split.transfer_s,
        format_time(rank.split.late_s + rank.split.transfer_s));
  return html + "</tbody></table></div></figure>\n";
}

std::string path_table(const NetworkAnswer& r) {
  const answers::CriticalPath& path = r.critical_path;
  if (path.parts.empty()) return {};
  std::vector<const answers::PathPart*> parts;
  for (const answers::PathPart& part : path.parts) parts.push_back(&part);
  std::stable_sort(parts.begin(), parts.end(), [](const auto* a, const auto* b) {
    return a->end_s - a->begin_s > b->end_s - b->begin_s;
  });
  parts.resize(std::min(parts.size(), shown_path));
  std::sort(parts.begin(), parts.end(),
            [](const auto* a, const auto* b) { return a->begin_s < b->begin_s; });
  std::string html = fmt::format(
      "<details class=\"card\" open><summary>Critical path: {} on ranks, {} in the "
      "network</summary>"
      "<p class=\"note\">What had to be shorter for the run to be; {} of its parts, in order. "
      "</p><div class=\"scroll\"><table class=\"sortable\"><thead><tr><th>begins</th><th>takes</th>"
      "<th class=\"l\">what</th></tr></thead><tbody>\n",
      format_time(path.on_ranks_s), format_time(path.in_network_s),
      parts.size() < path.parts.size() ? fmt::format("the {} longest", parts.size())
                                       : std::to_string(parts.size()));
  for (const answers::PathPart* part : parts)
    html += fmt::format(
        "<tr><td data-v=\"{:.12f}\">{}</td><td data-v=\"{:.12f}\">{}</td><td class=\"l\">{}</td>"
        "</tr>\n",
        part->begin_s, format_time(part->begin_s), part->end_s - part->begin_s,
        format_time(part->end_s - part->begin_s),
        part->from ? fmt::format("message from rank {} to rank {}", *part->from, part->rank)
                   : fmt::format("rank {}", part->rank));
  return html + "</tbody></table></div></details>\n";
}

}  // namespace hpcast::report

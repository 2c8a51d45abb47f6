#include "hpcast/faces/report/memory/charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "hpcast/answers/memory/verdict.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/markup.h"
#include "hpcast/faces/report/kit/svg.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::report {

using answers::LoadDifference;
using answers::MemoryAnswer;
using answers::ObjectResult;
using answers::PhaseResult;

namespace {

std::size_t fitting(double width) {
  return static_cast<std::size_t>(std::max(0.0, width) / character_width);
}

std::string first_fitting(const std::string& full, const std::string& brief, std::size_t room) {
  return display_width(full) <= room ? full : shortened(brief, room);
}

// Half of the charts' width; two of them stand beside each other.
constexpr double half_width = 560;
constexpr double bar_height = 16, bar_pitch = 25, top = 24;

// The busiest objects of each group, then the busiest of those.
std::vector<std::uint32_t> busiest_objects(const MemoryAnswer& result,
                                           const std::vector<Group>& groups) {
  constexpr std::size_t most = 14, most_alike = 3;
  std::vector<std::uint32_t> chosen;
  for (const Group& group : groups) {
    for (std::size_t i = 0; i < std::min(most_alike, group.members.size()); ++i) {
      if (result.objects[group.members[i]].time_s > 0) chosen.push_back(group.members[i]);
    }
  }
  std::stable_sort(chosen.begin(), chosen.end(), [&](std::uint32_t a, std::uint32_t b) {
    return result.objects[a].time_s > result.objects[b].time_s;
  });
  chosen.resize(std::min(chosen.size(), most));
  return chosen;
}

void draw_forecast_line(Svg& svg, double x, double height, const std::string& text) {
  svg.line("forecast", x, top - 6, x, height - 4);
  svg.label("accent end", x, 12, text);
}

std::string summary(const MemoryAnswer& result, const std::vector<std::uint32_t>& objects) {
  std::string text = "Busiest objects. ";
  for (const std::uint32_t index : objects) {
    const ObjectResult& object = result.objects[index];
    text += fmt::format("{}: {}, {}. ", object.name, format_time(object.time_s),
                        format_percent(object.occupancy));
  }
  return text;
}

// "5.2×", "63×", "168 k×": a column of a few characters must hold any ratio.
std::string headroom(double ratio) {
  if (ratio >= 999.5) return format_count(ratio) + "×";
  return fmt::format("{:.{}f}×", ratio, ratio < 9.95 ? 1 : 0);
}

double seconds(const std::optional<answers::Load>& load) { return load ? load->time_s : 0; }
std::string time_of(const std::optional<answers::Load>& load) {
  return load ? format_time(load->time_s) : "not there";
}

}  // namespace

std::string phase_timeline(const MemoryAnswer& result) {
  constexpr double width = 1160, height = 74, bar = 34, y = 18;
  std::string description = "Phases. ";
  for (const PhaseResult& phase : result.phases) {
    description += fmt::format("{}: {}, limited by {}. ", phase.name, format_time(phase.time_s),
                               limit_words(result, phase));
  }
  Svg svg(width, height, description, "wide");
  double x = 0;
  for (std::size_t i = 0; i < result.phases.size(); ++i) {
    const PhaseResult& phase = result.phases[i];
    const double length = width * phase.share;
    const std::string limit = limit_words(result, phase);
    const std::string hover =
        fmt::format("{}: {} ({}), limited by {}", phase.name, format_time(phase.time_s),
                    format_percent(phase.share), limit);
    svg.box(phase_class(i, result.phases.size()), x, y, length - 2, bar, hover);
    const std::size_t room = fitting(length - 14);
    if (room >= 4) {
      const char* ink = i == 0 ? "on0 strong" : "on strong";
      svg.label(ink, x + 8, y + 22,
                first_fitting(phase.name + ", " + format_time(phase.time_s), phase.name, room));
      if (!phase.bottleneck.empty()) {
        svg.label("soft", x + 1, y + bar + 16,
                  first_fitting("limited by " + limit, limit, room + 1));
      }
    }
    x += length;
  }
  svg.label("soft", 0, 11, "0");
  svg.label("soft end", width - 2, 11, format_time(result.time_s));
  return std::move(svg).end();
}

std::string busiest_chart(const MemoryAnswer& result, const std::vector<Group>& groups,
                          const PhaseTimes& times) {
  constexpr double left = 120, right = 58, scale = half_width - left - right;
  const std::vector<std::uint32_t> objects = busiest_objects(result, groups);
  const double height = top + bar_pitch * static_cast<double>(objects.size()) + 6;
  Svg svg(half_width, height, summary(result, objects));
  double y = top;
  for (const std::uint32_t index : objects) {
    const ObjectResult& object = result.objects[index];
    const bool limits = object.name == result.bottleneck.name;
    svg.label(limits ? "end accent" : "end", left - 8, y + 12.5,
              shortened(object.name, fitting(left - 10)));
    double x = left;
    for (std::size_t phase = 0; phase < times.phases() && result.time_s > 0; ++phase) {
      const double seconds = times.time_s(phase, index);
      const double length = scale * seconds / result.time_s;
      const std::string name = result.phases.empty() ? "" : " in " + result.phases[phase].name;
      const std::string style = phase_class(phase, times.phases());
      svg.box(style == "one" && limits ? "hot" : style, x, y, length, bar_height,
              object.name + ": " + format_time(seconds) + name);
      x += length;
    }
    svg.label(limits ? "end accent" : "end soft", half_width - 2, y + 12.5,
              format_percent(object.occupancy));
    y += bar_pitch;
  }
  draw_forecast_line(svg, left + scale, height, "forecast " + format_time(result.time_s));
  return std::move(svg).end();
}

std::string level_chart(const MemoryAnswer& result, const std::vector<Group>& groups) {
  constexpr double left = 150, right = 138, scale = half_width - left - right;
  std::vector<const Group*> rows;
  std::string description = "Time each level alone would need. ";
  for (const Group& group : groups) {
    if (group.longest_s <= 0) continue;
    rows.push_back(&group);
    description += fmt::format("{}: {}. ", group.label, format_time(group.longest_s));
  }
  const double height = top + bar_pitch * static_cast<double>(rows.size()) + 6;
  Svg svg(half_width, height, description);
  const Group* limit = limiting_group(result, groups);
  double y = top;
  for (const Group* group : rows) {
    const double longest = scale * group->longest_s / result.time_s;
    const double mean = scale * group->mean_s / result.time_s;
    const std::string hover =
        fmt::format("{}: busiest {}, mean {}", group->label, format_time(group->longest_s),
                    format_time(group->mean_s));
    svg.label(
        group == limit ? "end accent" : "end", left - 8, y + 12.5,
        shortened(fmt::format("{} × {}", group->members.size(), group->label), fitting(left - 10)));
    svg.box("longest", left, y, longest, bar_height, hover);
    svg.box(group == limit ? "hot" : "mean", left, y, mean, bar_height, hover);
    svg.label(group == limit ? "end accent" : "end soft", left + scale + 68, y + 12.5,
              format_time(group->longest_s));
    svg.label(group == limit ? "end accent" : "end strong", half_width - 2, y + 12.5,
              group == limit ? "limits" : headroom(result.time_s / group->longest_s));
    y += bar_pitch;
  }
  draw_forecast_line(svg, left + scale, height, "forecast " + format_time(result.time_s));
  return std::move(svg).end();
}

std::string forecast_chart(const std::vector<std::string>& titles,
                           const std::vector<double>& times_s) {
  constexpr double width = 1160, left = 330, right = 90, scale = width - left - right;
  const double longest = *std::max_element(times_s.begin(), times_s.end());
  std::string description = "Forecasts. ";
  for (std::size_t i = 0; i < titles.size(); ++i) {
    description += titles[i] + ": " + format_time(times_s[i]) + ". ";
  }
  Svg svg(width, bar_pitch * static_cast<double>(titles.size()) + 4, description, "wide");
  double y = 4;
  for (std::size_t i = 0; i < titles.size(); ++i) {
    const double length = longest > 0 ? scale * times_s[i] / longest : 0;
    svg.label("end", left - 8, y + 12.5, shortened(titles[i], fitting(left - 10)));
    svg.box("one", left, y, length, bar_height, titles[i] + ": " + format_time(times_s[i]));
    svg.label("strong", left + length + 6, y + 12.5, format_time(times_s[i]));
    y += bar_pitch;
  }
  return std::move(svg).end();
}

std::string difference_chart(const std::vector<LoadDifference>& rows, std::size_t most) {
  constexpr double left = 150, right = 72, scale = half_width - left - right;
  constexpr double bar = 11, pitch = 32;
  const std::size_t count = std::min(most, rows.size());
  double longest = 0;
  std::string description = "Times of A and B. ";
  for (std::size_t i = 0; i < count; ++i) {
    longest = std::max({longest, seconds(rows[i].a), seconds(rows[i].b)});
    description +=
        fmt::format("{}: {}, {}. ", rows[i].name, time_of(rows[i].a), time_of(rows[i].b));
  }
  Svg svg(half_width, pitch * static_cast<double>(count) + 4, description);
  for (std::size_t i = 0; i < count; ++i) {
    const double y = 4 + pitch * static_cast<double>(i);
    svg.label("end", left - 8, y + 15.5, shortened(rows[i].name, fitting(left - 10)));
    const auto draw = [&](const char* side, const std::optional<answers::Load>& load, double at) {
      const double length = longest > 0 ? scale * seconds(load) / longest : 0;
      svg.box(side, left, at, length, bar, rows[i].name + ": " + time_of(load));
      svg.label("soft", left + length + 6, at + 9.5, time_of(load));
    };
    draw("side-a", rows[i].a, y);
    draw("side-b", rows[i].b, y + bar + 2);
  }
  return std::move(svg).end();
}

}  // namespace hpcast::report

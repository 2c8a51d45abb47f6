#include "hpcast/faces/cli/skeleton/skeleton_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::cli {

using skeleton::Region;

namespace {

using report::Align;
using report::printable;
using report::Table;

// "n" of hpcast_skeleton_trips(0, n, 1).
std::string readable(std::string expression) {
  constexpr std::string_view call = "hpcast_skeleton_trips(0", last = ", 1)";
  for (std::size_t at = 0; (at = expression.find(call, at)) != std::string::npos; ++at) {
    const std::size_t comma = expression.find(", ", at), end = expression.find(')', at);
    if (comma == std::string::npos || end == std::string::npos || end < comma) continue;
    const std::string inner = expression.substr(comma + 2, end + 1 - comma - 2);
    if (!inner.ends_with(last) || inner.find('(') != std::string::npos) continue;
    expression.replace(at, end + 1 - at, inner.substr(0, inner.size() - last.size()));
  }
  return expression;
}

// The expression, or the lines of its loops where nobody would want to read that.
std::string feature_text(const skeleton::Feature& feature) {
  constexpr std::size_t longest = 40;
  std::string text = readable(feature.expression);
  const bool is_readable = text.size() <= longest && text.find("hpcast_") == std::string::npos;
  return is_readable || feature.name.empty() ? text : feature.name;
}

std::string replaced_section(const forecast::Skeleton& skeleton,
                             const report::TextOptions& options) {
  if (skeleton.plan.regions.empty()) return {};
  Table table({{"Replaced", Align::left},
               {"In", Align::left},
               {"Time", Align::left},
               {"Depends on", Align::left}});
  const std::size_t longest = options.width / 2;
  for (std::size_t i = 0; i < skeleton.plan.regions.size(); ++i) {
    const Region& region = skeleton.plan.regions[i];
    table.row({printable(lines_of(region.file, region.line, region.end_line)),
               printable(region.function), time_of(region, skeleton.times[i]),
               report::shortened(printable(features_of(region)), longest)});
  }
  return '\n' + table.text(options.width, options.colour);
}

std::string why_text(const std::vector<skeleton::Place>& why) {
  std::string text;
  for (const skeleton::Place& place : why) {
    if (!text.empty()) text += " → ";
    if (place.line > 0) text += lines_of(place.file, place.line, 0) + " ";
    text += place.text;
  }
  return printable(text);
}

std::string kept_section(const forecast::Skeleton& skeleton, const report::TextOptions& options) {
  if (skeleton.plan.kept.empty()) return {};
  std::string text = "\nKept, and why\n";
  for (const skeleton::Kept& kept : skeleton.plan.kept) {
    const std::string place = fmt::format("{}{}{}: ", lines_of(kept.file, kept.line, kept.end_line),
                                          kept.function.empty() ? "" : " in ", kept.function);
    text += report::wrapped(printable(place) + why_text(kept.why), options.width, "    ") + '\n';
  }
  return text;
}

std::string not_allocated_section(const forecast::Skeleton& skeleton,
                                  const report::TextOptions& options) {
  std::vector<std::string> entries;
  for (const skeleton::Place& place : skeleton.plan.not_allocated)
    entries.push_back(
        printable(fmt::format("{}: {}", lines_of(place.file, place.line, 0), place.text)));
  return list_section("Not allocated", entries, options);
}

}  // namespace

std::string lines_of(const std::string& file, int line, int end_line) {
  const std::string_view path = file;
  const std::string_view name = path.substr(path.find_last_of('/') + 1);
  return end_line > line ? fmt::format("{}:{}-{}", name, line, end_line)
                         : fmt::format("{}:{}", name, line);
}

std::string features_of(const Region& region) {
  std::string text;
  for (const skeleton::Feature& feature : region.features) add_item(text, feature_text(feature));
  if (!region.unknown.empty()) text += text.empty() ? "…" : ", …";
  return text.empty() ? "-" : text;
}

std::string time_of(const Region& region, const skeleton::Found& found) {
  if (!region.time.empty()) return "given";
  switch (found.fit) {
    case skeleton::Fit::found:
      return "error " + format_percent(found.time.mean_error);
    case skeleton::Fit::other_text:
      return "of another text";
    case skeleton::Fit::missing:
      break;
  }
  return "none";
}

std::string skeleton_text(const forecast::Skeleton& skeleton, const report::TextOptions& options) {
  return skeleton.verdict + '\n' + replaced_section(skeleton, options) +
         kept_section(skeleton, options) + not_allocated_section(skeleton, options) +
         list_section("Not modelled", skeleton.plan.not_modelled, options);
}

std::string calibration_text(const forecast::Calibration& calibration,
                             const forecast::Skeleton& skeleton, const std::string& database,
                             const report::TextOptions& options) {
  std::string text = fmt::format(
      "{}: {} of {} in {}\n", printable(database), counted(calibration.fits.size(), "region"),
      printable(calibration.processor), counted(calibration.runs, "run"));
  if (calibration.longest_error)
    text += fmt::format("The longest run's computation, forecast from the others: {} off\n",
                        format_percent(*calibration.longest_error));
  if (calibration.lost > 0)
    text += fmt::format("Not counted for want of room: {} calls, of features of too many sizes\n",
                        format_count(calibration.lost));
  Table table(
      {{"Region", Align::left}, {"Calls"}, {"Share"}, {"Mean error"}, {"Worst"}, {"Run left out"}});
  for (const skeleton::RegionFit& fit : calibration.fits) {
    const auto region =
        std::find_if(skeleton.plan.regions.begin(), skeleton.plan.regions.end(),
                     [&](const Region& candidate) { return candidate.id == fit.region; });
    if (region == skeleton.plan.regions.end()) continue;
    table.row({printable(region->name), format_count(fit.calls), format_percent(fit.share),
               format_percent(fit.mean_error), format_percent(fit.worst_error),
               fit.left_out_error ? format_percent(*fit.left_out_error) : "-"});
  }
  return text + '\n' + table.text(options.width, options.colour) + '\n';
}

}  // namespace hpcast::cli

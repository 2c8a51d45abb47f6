#include "hpcast/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/counters/report.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::report {

namespace {

using answers::amount_text;
using answers::CounterForecast;

std::string metric_totals(const CounterForecast& f, const TextOptions& options) {
  if (f.metrics.empty()) return {};
  const bool is_compared = std::any_of(
      f.metrics.begin(), f.metrics.end(),
      [](const CounterForecast::Metric& metric) { return metric.total.measured.has_value(); });
  std::vector<Table::Column> columns{{"metric", Align::left}, {"forecast"}, {"nine of ten"}};
  if (is_compared) columns.insert(columns.end(), {{"measured"}, {"off by"}});
  Table table(columns);
  for (const CounterForecast::Metric& metric : f.metrics) {
    const CounterForecast::Total& total = metric.total;
    const std::string unit = printable(metric.unit);
    const std::string interval = interval_text(metric);
    std::vector<std::string> row{printable(metric.name), amount_text(total.value, unit),
                                 interval.empty() ? "-" : printable(interval)};
    if (is_compared) {
      row.push_back(total.measured ? amount_text(*total.measured, unit) : "-");
      const std::optional<double> error = relative_error(total);
      row.push_back(error ? answers::signed_percent(*error) : "-");
    }
    table.row(std::move(row));
  }
  return '\n' + table.text(options.width, options.colour);
}

// As many as leave room for regions' names; at least one.
std::size_t metrics_beside_names(const CounterForecast& f, std::size_t width) {
  constexpr std::size_t names = 28, entered_and_time = 20;
  std::size_t used = names + entered_and_time, fitting = 0;
  for (const CounterForecast::Metric& metric : f.metrics) {
    used += std::max<std::size_t>(display_width(metric.name), 8) + 2;
    if (fitting > 0 && used > width) break;
    ++fitting;
  }
  return fitting;
}

std::string region_lines(const CounterForecast& f, const TextOptions& options) {
  if (f.regions.empty()) return {};
  constexpr std::size_t most = 12;
  const std::size_t metrics = metrics_beside_names(f, options.width);
  std::vector<Table::Column> columns{{"region", Align::left}, {"entered"}, {"time"}};
  for (std::size_t i = 0; i < metrics; ++i) columns.push_back({printable(f.metrics[i].name)});
  Table table(columns);
  for (const CounterForecast::Region* region : leading_regions(f, most)) {
    std::vector<std::string> row{printable(region->name),
                                 format_count(static_cast<double>(region->entered)),
                                 format_time(region->time_s)};
    for (std::size_t i = 0; i < metrics; ++i) row.push_back(format_count(region->gains[i].value));
    table.row(std::move(row));
  }
  if (f.regions.size() > most)
    table.note(fmt::format("  … {} more that count less", f.regions.size() - most));
  if (f.metrics.size() > metrics)
    table.note(fmt::format("  … {} in the page and the JSON",
                           counted(f.metrics.size() - metrics, "more metric")));
  return '\n' + table.text(options.width, options.colour);
}

std::string comparison_lines(const CounterForecast& f, const TextOptions& options) {
  if (f.comparisons.empty()) return {};
  Table table({{"errors", Align::left},
               {"from"},
               {"events"},
               {"mean"},
               {"median"},
               {"largest"},
               {"total"},
               {"outside"},
               {"left out"}});
  for (const CounterForecast::Comparison& c : f.comparisons) {
    const auto of_events = [&c](double ratio) {
      return c.events == 0 ? "-" : format_percent(ratio);
    };
    table.row({printable(c.metric), format_count(c.least_event),
               format_count(static_cast<double>(c.events)), of_events(c.mean), of_events(c.median),
               of_events(c.largest), answers::signed_percent(c.total_error),
               of_events(c.share_outside()), format_count(static_cast<double>(c.left_out))});
  }
  const std::string words =
      "Against " + printable(f.against) +
      ": relative errors of single events; smaller ones than \"from\" are left out, but not of "
      "the total. Outside: of what nine of ten should lie within.";
  return '\n' + wrapped(words, options.width, "  ") + '\n' +
         table.text(options.width, options.colour);
}

}  // namespace

std::vector<const CounterForecast::Region*> leading_regions(const CounterForecast& f,
                                                            std::size_t most) {
  const auto gain = [&f](const CounterForecast::Region& region) {
    return f.metrics.empty() ? 0 : region.gains.front().value;
  };
  double seconds = 0, gains = 0;
  for (const CounterForecast::Region& region : f.regions) {
    seconds += region.time_s;
    gains += gain(region);
  }
  const auto share = [&](const CounterForecast::Region* region) {
    return std::max(seconds > 0 ? region->time_s / seconds : 0,
                    gains > 0 ? gain(*region) / gains : 0);
  };
  std::vector<const CounterForecast::Region*> regions;
  for (const CounterForecast::Region& region : f.regions) regions.push_back(&region);
  std::stable_sort(regions.begin(), regions.end(),
                   [&](const auto* a, const auto* b) { return share(a) > share(b); });
  regions.resize(std::min(regions.size(), most));
  std::stable_sort(regions.begin(), regions.end(),
                   [](const auto* a, const auto* b) { return a->time_s > b->time_s; });
  return regions;
}

std::string origin_text(const CounterForecast& f) {
  return fmt::format("{}, learned from {}; order of events {}", f.method,
                     counted(f.learned_sizes.size(), "run"),
                     f.shape.empty() ? "forecast, too" : "of " + f.shape);
}

std::string text_report(const CounterForecast& f, const TextOptions& options) {
  std::string text =
      styled(wrapped(printable(f.verdict), options.width, "  "), Style::strong, options.colour) +
      '\n';
  for (const std::string& line : to_mind(f))
    text += "Mind: " + wrapped(printable(line), options.width - 6, "  ") + '\n';
  text += styled(wrapped(printable(origin_text(f)), options.width, "  "), Style::faint,
                 options.colour) +
          '\n';
  text += metric_totals(f, options) + region_lines(f, options) + comparison_lines(f, options);
  text += list_section("Warnings", f.warnings, options);
  text += list_section("Assumed", f.assumptions, options);
  return text + list_section("Not modelled", f.not_modelled, options);
}

}  // namespace hpcast::report

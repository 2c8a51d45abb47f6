#include "hpcast/faces/cli/counters/learned_text.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/table.h"
#include "hpcast/forecast/counters/forecast.h"
#include "hpcast/models/countergen/counter_roles.h"
#include "hpcast/models/countergen/doubts.h"
#include "hpcast/models/countergen/outgrown.h"

namespace hpcast::cli {

namespace {

constexpr std::size_t most_places = 12;

std::size_t index_of(const countergen::Model& model, const std::string& shown) {
  const std::vector<std::string> names = model.metric_names();
  const auto wanted = std::find(names.begin(), names.end(), shown);
  if (wanted == names.end())
    throw InputError(fmt::format("--show {}: there is no such counter", shown),
                     fmt::format("it has {}", fmt::join(names, ", ")));
  return static_cast<std::size_t>(wanted - names.begin());
}

std::string region_text(const countergen::Model& model, std::uint32_t stack) {
  return stack == countergen::Stacks::none
             ? "outside of all regions"
             : report::printable(model.regions.all()[model.stacks.region(stack)]);
}

std::string move_text(const countergen::Model& model, countergen::Move move) {
  if (move == countergen::no_move) return "the end";
  return report::printable(model.regions.all()[countergen::region_of(move)]);
}

// "enters a", "a to b": what lies at the two ends of the place.
std::string place_text(const countergen::Model& model, const countergen::Place& place) {
  std::string text = region_text(model, place.stack);
  const bool from_inside = place.before != countergen::no_move && countergen::leaves(place.before);
  const bool to_inside = place.after != countergen::no_move && !countergen::leaves(place.after);
  if (from_inside) text += " after " + move_text(model, place.before);
  if (to_inside) text += (from_inside ? ", before " : " before ") + move_text(model, place.after);
  return text + (place.first ? ", first" : "");
}

struct Row {
  const countergen::Place* place;
  const countergen::PlaceLaws* laws;
  double weight;  // of the metric, in all training runs, about
};

std::vector<Row> rows_of(const countergen::Model& model, std::size_t metric) {
  const auto runs = static_cast<double>(model.runs.size());
  std::vector<Row> rows;
  for (const auto& [place, laws] : model.laws) {
    double sum = 0;
    for (const countergen::LearnedRun& run : model.runs)
      sum += laws.metrics[metric].law.at(run.sizes);
    rows.push_back({&place, &laws, laws.steps / runs * sum});
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& one, const Row& other) { return one.weight > other.weight; });
  return rows;
}

// Of values of that size left out in turn, each place as important as what it counts.
double mean_error(const std::vector<Row>& rows, std::size_t metric, std::size_t size) {
  double sum = 0, weights = 0;
  for (const Row& row : rows) {
    sum += row.weight * row.laws->metrics[metric].law.seen[size].error;
    weights += row.weight;
  }
  return weights > 0 ? sum / weights : 0;
}

// By size.
std::vector<double> mean_errors(const countergen::Model& model, std::size_t metric) {
  const std::vector<Row> rows = rows_of(model, metric);
  std::vector<double> errors;
  for (std::size_t size = 0; size < model.size_names.size(); ++size)
    errors.push_back(mean_error(rows, metric, size));
  return errors;
}

// Of what the metric counts in all runs, how much comes from laws that are not the only ones to
// fit.
double ambiguous_share(const countergen::Model& model, std::size_t metric) {
  double all = 0, ambiguous = 0;
  for (const Row& row : rows_of(model, metric)) {
    all += row.weight;
    if (is_ambiguous(model, row.laws->metrics[metric].law)) ambiguous += row.weight;
  }
  return all > 0 ? ambiguous / all : 0;
}

double worst_error(const countergen::Model& model, std::size_t metric) {
  const std::vector<double> errors = mean_errors(model, metric);
  return *std::max_element(errors.begin(), errors.end());
}

// The first level's misses where no other counter is worse.
std::size_t worst_metric(const countergen::Model& model) {
  const std::vector<std::size_t> misses = countergen::roles_of(model.metric_names()).misses;
  std::size_t worst = misses.empty() ? 0 : misses.front();
  for (std::size_t m = 0; m < model.metrics.size(); ++m)
    if (worst_error(model, m) > worst_error(model, worst)) worst = m;
  return worst;
}

std::string error_line(const countergen::Model& model) {
  const std::size_t worst = worst_metric(model), time = model.metrics.size();
  const std::vector<double> errors = mean_errors(model, worst);
  std::string text = fmt::format(
      "{}{}: a size left out is forecast to {}, place by place, on average",
      report::printable(model.metrics[worst].name), time > 1 ? ", the worst counter" : "",
      format_percent(*std::max_element(errors.begin(), errors.end())));
  if (errors.size() > 1) {
    std::vector<std::string> along;
    for (std::size_t size = 0; size < errors.size(); ++size)
      along.push_back(fmt::format("{} along {}", format_percent(errors[size]),
                                  report::printable(model.size_names[size])));
    text += fmt::format(" ({})", fmt::join(along, ", "));
  }
  if (const double share = ambiguous_share(model, worst); share > 0)
    text += fmt::format(", but {} of it has laws that these runs do not tell from others",
                        format_percent(share));
  return text + fmt::format("; the time to {}\n", format_percent(worst_error(model, time)));
}

std::string doubt_lines(const countergen::Model& model) {
  std::string text;
  for (const auto& lines :
       {countergen::misfits(model), countergen::lawless_shares(model),
        countergen::sizes_that_tell_little(model), countergen::outgrown_caches(model)})
    for (const std::string& line : lines) text += "Mind: " + report::printable(line) + "\n";
  return text;
}

std::string law_section(const countergen::Model& model, std::size_t metric,
                        const report::TextOptions& options) {
  if (model.laws.empty()) return {};
  const std::vector<Row> rows = rows_of(model, metric);
  report::Table table({{"Where", report::Align::left},
                       {"Steps"},
                       {model.metrics[metric].name, report::Align::left},
                       {"Left out"}});
  bool any_ambiguous = false;
  for (std::size_t i = 0; i < std::min(rows.size(), most_places); ++i) {
    const countergen::GrowthLaw& law = rows[i].laws->metrics[metric];
    const bool ambiguous = is_ambiguous(model, law.law);
    any_ambiguous = any_ambiguous || ambiguous;
    table.row({(model.threads.size() > 1 ? fmt::format("{}: ", rows[i].place->thread) : "") +
                   place_text(model, *rows[i].place),
               fmt::format("{:.0f}", rows[i].laws->steps),
               law.holds ? to_string(law.law, model.size_names) : "trees",
               format_percent(law.law.error()) + (ambiguous ? " ?" : "")});
  }
  std::string text = "\n" + table.text(options.width, options.colour);
  if (rows.size() > most_places)
    text += fmt::format("and {} more\n", counted(rows.size() - most_places, "place"));
  return text + "Left out: the error where a size is forecast from its other values.\n" +
         (any_ambiguous ? "?: other laws fit these runs as well, and say something else at other "
                          "sizes.\n"
                        : "");
}

// How the truth that was learned from compares with hardware's.
std::string source_line(const countergen::Model& model) {
  if (model.noise > 0)
    return fmt::format(
        "{}ounters with noise added: of Poisson's distribution, {:g} an event on "
        "average.\n",
        model.is_simulated ? "Simulated c" : "C", model.noise);
  return model.is_simulated ? "Simulated counters, which are less noisy than hardware's: --noise "
                              "adds some.\n"
                            : "";
}

std::string sizes_text(const countergen::Model& model) {
  std::vector<std::string> ranges;
  for (std::size_t i = 0; i < model.size_names.size(); ++i) {
    std::set<double> values;
    for (const countergen::LearnedRun& run : model.runs) values.insert(run.sizes[i]);
    ranges.push_back(*values.begin() == *values.rbegin()
                         ? fmt::format("{}={:g}", model.size_names[i], *values.begin())
                         : fmt::format("{}={:g} to {:g}", model.size_names[i], *values.begin(),
                                       *values.rbegin()));
  }
  return fmt::format("{}", fmt::join(ranges, ", "));
}

}  // namespace

std::string learned_text(const countergen::Model& model, const std::string& file,
                         const std::string& shown, const report::TextOptions& options) {
  std::uint64_t events = 0;
  for (const countergen::LearnedRun& run : model.runs) events += run.events;
  std::string text = fmt::format(
      "{}: {} of {} by {}, learned from {} ({}), {} events\n", report::printable(file),
      counted(model.metrics.size(), "counter"), counted(model.regions.all().size(), "region"),
      forecast::method_of(model), counted(model.runs.size(), "run"),
      report::printable(sizes_text(model)), format_count(static_cast<double>(events)));
  if (!model.laws.empty()) text += error_line(model);
  text += doubt_lines(model);
  text += model.irregular.empty() ? "The order of events follows from the sizes.\n"
                                  : report::printable(model.irregular) +
                                        ": hpcast generate needs the order, by --shape TRACE\n";
  text += source_line(model) +
          law_section(model, shown.empty() ? worst_metric(model) : index_of(model, shown), options);
  std::string sizes;
  for (const std::string& name : model.size_names) add_item(sizes, name + "=…", ",");
  return text + fmt::format("\nnext: hpcast generate {} --size {} -o DIR\n",
                            report::printable(file), report::printable(sizes));
}

}  // namespace hpcast::cli

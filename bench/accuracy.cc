// How true forecasts are: kernels of every kind in several builds (workloads/accuracy), each
// natively and as hpcast forecasts it on this host, and the error by class. docs/accuracy.md.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "accuracy_cases.h"
#include "benchmark.h"
#include "build_tree.h"
#include "forecast_run.h"
#include "hpcast/answers/memory/typical_error.h"
#include "hpcast/base/date.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/base/units.h"
#include "table.h"

namespace {

using namespace hpcast;
using namespace hpcast::bench;

// What is asked for, as geometric mean and median of the error.
struct ClassOfCases {
  std::string name, title;
  double most_mean = 0, most_median = 0;  // 0: nothing
};
const std::vector<ClassOfCases> classes{{"core", "bound by the core", 0.12, 0.08},
                                        {"memory", "bound by caches and memory", 0.25, 0},
                                        {"program", "whole programs", 0.25, 0},
                                        {"threads", "two threads", 0.25, 0}};
constexpr double most_mean_of_all = 0.18;  // of those with one thread

struct Choice {
  std::string machine;
  std::string tracer = "valgrind";
  std::string typical;  // file to write typical_errors() to; empty: none
  Words more;           // options of hpcast memory
};

// What forecasts would be by less of a model.
struct ByModel {
  const char* name;
  double time_s;
};

struct Measured {
  std::vector<double> native;                  // s, of each round
  double forecast = 0;                         // s
  std::optional<answers::ErrorClass> limited;  // what limits the forecast
  std::string limit;
  std::vector<ByModel> by_model;
  Cost simulation;

  double least_native() const { return least(native); }
  double noise() const { return median(native) / least_native(); }
  double ratio() const { return forecast / least_native(); }
};

struct Entry {
  AccuracyCase c;
  Measured measured;
};

// All cases in each round, so that what disturbs this host for a while disturbs one time of each.
void measure_natively(std::vector<Entry>& entries, int rounds, const Report& report) {
  for (int r = 1; r <= rounds; ++r) {
    for (Entry& e : entries) e.measured.native.push_back(native_time(e.c.native_command()));
    report.print(fmt::format("native round {} of {} done\n", r, rounds));
  }
  report.print("\n");
}

// What a core executes takes less by that; what is not of a core takes as long as it did.
double without(const answers::MemoryAnswer& r, double answers::CoreTime::*part) {
  double longest = 0;
  for (const answers::ObjectResult& o : r.objects) {
    const bool executes = o.core && o.core->executing;
    longest = std::max(
        longest, executes ? o.core->executing->time_s - (*o.core->executing).*part : o.time_s);
  }
  return longest;
}

std::vector<ByModel> times_by_model(const answers::MemoryAnswer& r, double pmnet) {
  return {{"all is as it is", r.time_s},
          {"the first cache always answered", without(r, &answers::CoreTime::caches_s)},
          {"branches were always predicted", without(r, &answers::CoreTime::branches_s)},
          {"units were never busy", without(r, &answers::CoreTime::units_s)},
          {"PMNet's maximum counted alone", pmnet}};
}

void forecast_once(Entry& e, const std::string& machine, const Choice& choice) {
  const Words options = Words{"--tracer", choice.tracer, "--only", e.c.kernel} + choice.more;
  const Command command = choice.tracer == "valgrind" ? e.c.command(1) : e.c.compiled_command(1);
  const Forecast f = forecast_online(machine, options, command);
  const Forecast pmnet = forecast_online(machine, options + Words{"--model", "pmnet"}, command);
  e.measured.forecast = f.result.time_s;
  e.measured.limited = answers::error_class(f.result);
  e.measured.limit = f.result.bottleneck.name;
  e.measured.by_model = times_by_model(f.result, pmnet.result.time_s);
  e.measured.simulation = f.cost;
}

void add_row(Table& table, const Entry& e, const Report& report) {
  const Measured& m = e.measured;
  report.add(table, {e.c.name(), e.c.class_name, format_time(m.least_native()),
                     fmt::format("{:.2f}", m.noise()), format_time(m.forecast),
                     fmt::format("{:.2f}", m.ratio()), m.limit});
}

nlohmann::ordered_json to_json(const Entry& e) {
  const Measured& m = e.measured;
  nlohmann::ordered_json by_model;
  for (const ByModel& model : m.by_model) by_model[model.name] = model.time_s;
  return {{"kernel", e.c.kernel},
          {"build", e.c.build},
          {"threads", e.c.threads},
          {"class", e.c.class_name},
          {"native_s", m.least_native()},
          {"noise", m.noise()},
          {"forecast_s", m.forecast},
          {"ratio", m.ratio()},
          {"limit", m.limit},
          {"by_model_s", by_model},
          {"simulation", bench::to_json(m.simulation)}};
}

// max(r, 1/r) - 1 of a ratio r: 1 for twice as long and for half as long.
double factor_off(double ratio) { return std::max(ratio, 1 / ratio) - 1; }

// Geometric, of the factors.
double mean_error(const std::vector<double>& ratios) {
  double sum = 0;
  for (const double ratio : ratios) sum += std::log1p(factor_off(ratio));
  return std::expm1(sum / static_cast<double>(ratios.size()));
}

struct Errors {
  std::size_t cases = 0;
  double mean = 0;    // geometric, of max(r, 1/r), - 1
  double middle = 0;  // median of |r - 1|
  double bias = 0;    // geometric mean of r
  std::size_t within_20_percent = 0, within_half = 0;
  std::vector<const Entry*> worst;  // three
};

Errors errors_of(std::vector<const Entry*> entries) {
  Errors errors;
  errors.cases = entries.size();
  std::vector<double> apart, ratios;
  double logarithms = 0;
  for (const Entry* e : entries) {
    const double ratio = e->measured.ratio();
    apart.push_back(std::abs(ratio - 1));
    ratios.push_back(ratio);
    logarithms += std::log(ratio);
    errors.within_20_percent += apart.back() <= 0.2 ? 1 : 0;
    errors.within_half += factor_off(ratio) <= 0.5 ? 1 : 0;
  }
  errors.mean = mean_error(ratios);
  errors.middle = median(apart);
  errors.bias = std::exp(logarithms / static_cast<double>(entries.size()));
  std::sort(entries.begin(), entries.end(), [](const Entry* a, const Entry* b) {
    return factor_off(a->measured.ratio()) > factor_off(b->measured.ratio());
  });
  entries.resize(std::min<std::size_t>(entries.size(), 3));
  errors.worst = entries;
  return errors;
}

std::string worst_of(const Errors& errors) {
  std::string text;
  for (const Entry* e : errors.worst)
    text += fmt::format("{}{} {:.2f}", text.empty() ? "" : "; ", e->c.name(), e->measured.ratio());
  return text;
}

nlohmann::ordered_json to_json(const Errors& errors) {
  nlohmann::ordered_json worst = nlohmann::ordered_json::array();
  for (const Entry* e : errors.worst)
    worst.push_back({{"case", e->c.name()}, {"ratio", e->measured.ratio()}});
  return {{"cases", errors.cases},
          {"mean_error", errors.mean},
          {"median_error", errors.middle},
          {"bias", errors.bias},
          {"within_20_percent", errors.within_20_percent},
          {"within_1.5", errors.within_half},
          {"worst", worst}};
}

// A line of the table of classes, and what is asked for.
void conclude_class(Table& table, const ClassOfCases& of, const std::vector<const Entry*>& entries,
                    Report& report) {
  if (entries.empty()) return;
  const Errors e = errors_of(entries);
  table.add({of.title, std::to_string(e.cases), format_percent(e.mean), format_percent(e.middle),
             fmt::format("{:.2f}", e.bias), std::to_string(e.within_20_percent),
             std::to_string(e.within_half), worst_of(e)});
  report.data["classes"][of.name] = to_json(e);
  if (!report.wants_all() || report.data["tracer"] != "valgrind") return;
  if (of.most_mean > 0)
    report.claim({.text = of.title + ": mean error", .value = e.mean, .most = of.most_mean});
  if (of.most_median > 0)
    report.claim({.text = of.title + ": median error", .value = e.middle, .most = of.most_median});
}

void conclude(const std::vector<Entry>& entries, Report& report) {
  Table table({"error", "cases", "geo-mean", "median", "bias", "within 20 %", "within 1.5×",
               "worst, forecast ÷ native"});
  std::map<std::string, std::vector<const Entry*>> of_class;
  std::vector<const Entry*> one_thread;
  for (const Entry& e : entries) {
    of_class[e.c.class_name].push_back(&e);
    if (e.c.threads == 1) one_thread.push_back(&e);
  }
  for (const ClassOfCases& of : classes) conclude_class(table, of, of_class[of.name], report);
  conclude_class(table, {"all", "all with one thread", most_mean_of_all, 0}, one_thread, report);
  report.print("\n" + table.text());
}

std::string mean_of_model(const std::vector<Entry>& entries, std::size_t model,
                          const std::string& class_name) {
  std::vector<double> ratios;
  for (const Entry& e : entries)
    if (e.c.class_name == class_name)
      ratios.push_back(e.measured.by_model[model].time_s / e.measured.least_native());
  return ratios.empty() ? "-" : format_percent(mean_error(ratios));
}

// What each part of the model is worth: the mean error without it.
void conclude_models(const std::vector<Entry>& entries, const Report& report) {
  Table table({"geo-mean error, if", "core", "memory", "program", "threads"});
  const std::vector<ByModel>& models = entries.front().measured.by_model;
  for (std::size_t i = 0; i < models.size(); ++i) {
    Table::Row row{models[i].name};
    for (const ClassOfCases& of : classes) row.push_back(mean_of_model(entries, i, of.name));
    table.add(row);
  }
  report.print("\n" + table.text());
}

// What verdicts tell of a forecast by what limits it:
// src/hpcast/answers/memory/typical_errors.json.
nlohmann::ordered_json typical_errors(const std::vector<Entry>& entries) {
  nlohmann::ordered_json of_class;
  for (const auto c :
       {answers::ErrorClass::core, answers::ErrorClass::memory, answers::ErrorClass::threads}) {
    std::vector<const Entry*> limited;
    for (const Entry& e : entries)
      if (e.measured.limited == c) limited.push_back(&e);
    if (limited.empty())
      throw InputError(std::string("no case is ") + answers::words_of(c), "leave --only out");
    const double error = std::round(1000 * errors_of(limited).mean) / 1000;
    of_class[answers::name_of(c)] = {{"error", error}, {"cases", limited.size()}};
  }
  return {{"date", date_now().substr(0, 10)}, {"classes", of_class}};
}

// In their tracer's place.
void write_typical_errors(const Choice& choice, const std::vector<Entry>& entries) {
  nlohmann::ordered_json all = nlohmann::ordered_json::parse(read_file(choice.typical));
  all[choice.tracer] = typical_errors(entries);
  write_file_atomically(choice.typical, all.dump(2) + "\n");
}

void measure_all(const Choice& choice, const Options& options, Report& report) {
  std::vector<Entry> entries;
  for (const AccuracyCase& c : accuracy_cases(options, report)) entries.push_back({c, {}});
  if (entries.empty()) return;
  const ScratchFolder scratch;
  const std::string machine = host_file(choice.machine, options, scratch, report);
  report.data["date"] = date_now();
  report.data["machine"] = choice.machine.empty() ? "hpcast calibrate" : choice.machine;
  report.data["tracer"] = choice.tracer;
  report.data["options"] = choice.more;
  measure_natively(entries, options.runs, report);
  Table table({"case", "class", "native", "noise", "forecast", "÷ native", "limit"});
  for (Entry& e : entries) {
    e.measured.native.push_back(native_time(e.c.native_command()));
    forecast_once(e, machine, choice);
    add_row(table, e, report);
    report.data["cases"].push_back(to_json(e));
  }
  conclude(entries, report);
  conclude_models(entries, report);
  if (!choice.typical.empty()) write_typical_errors(choice, entries);
}

void add_options(CLI::App& app, Choice& choice) {
  app.add_option("--machine", choice.machine,
                 "DAT file of this host; default: what hpcast calibrate measures first");
  app.add_option("--tracer", choice.tracer,
                 "compiler: of the kernels as hpcast-cc has compiled them (the claims are of the "
                 "other)")
      ->check(CLI::IsMember({"valgrind", "compiler"}))
      ->capture_default_str();
  app.add_option("--typical", choice.typical,
                 "file in which the tracer's errors are written anew that verdicts tell: "
                 "src/hpcast/answers/memory/typical_errors.json");
  app.add_option("--with", choice.more,
                 "option of hpcast memory for each forecast: --with=--coherence=msi")
      ->allow_extra_args(false)
      ->take_all();
}

}  // namespace

int main(int argc, char** argv) {
  Choice choice;
  return run_benchmark(
      argc, argv,
      {.about = "Kernels of every kind in several builds: native time, the forecast on this host, "
                "and the error by class.\nnative: least of all calls in all rounds, CPU time of "
                "the thread (two threads: wall time);\nnoise: median of the rounds ÷ that.",
       .add_options = [&choice](CLI::App& app) { add_options(app, choice); },
       .run = [&choice](const Options& options,
                        Report& report) { measure_all(choice, options, report); },
       .default_runs = 8,
       .what_counts = "least"});
}

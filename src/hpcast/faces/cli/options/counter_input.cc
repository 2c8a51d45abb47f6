#include "hpcast/faces/cli/options/counter_input.h"

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/text.h"
#include "hpcast/base/version.h"
#include "hpcast/faces/cli/options/quantities.h"
#include "hpcast/inputs/counters/merge.h"
#include "hpcast/inputs/counters/read.h"
#include "hpcast/inputs/counters/write.h"

namespace hpcast::cli {

namespace {

std::vector<std::string> counter_formats() {
  std::vector<std::string> names;
  for (const counters::Format format : counters::formats) names.emplace_back(name_of(format));
  return names;
}

}  // namespace

CounterInputOptions add_counter_input(CLI::App& command, CounterInput& input) {
  CounterInputOptions options;
  options.files =
      command.add_option("files", input.files,
                         "files to read; several are runs of the same program, put side by side");
  options.formats = {
      command
          .add_option("--format", input.format, "of the files; default: told from their content")
          ->check(CLI::IsMember(counter_formats())),
      command.add_option("--aliases", input.aliases,
                         "what the files call counters: lines NAME,COUNTER[,FACTOR[,per_second]]"),
      command.add_option("--interval", input.interval, "OTF2: length of the intervals, as 100ms")};
  return options;
}

std::vector<std::string> inputs_of(const CounterInput& input) {
  std::vector<std::string> files = input.files;
  files.push_back(input.aliases);
  return files;
}

counters::Table read_counter_input(const CounterInput& input) {
  counters::ReadOptions options;
  options.format = counters::format_named(input.format);
  if (!input.aliases.empty()) options.aliases = counters::read_aliases(input.aliases);
  if (!input.interval.empty()) options.interval_s = seconds_in("--interval", input.interval);
  std::vector<counters::NamedTable> tables;
  for (const std::string& file : input.files)
    tables.push_back({file, counters::read_counters(file, options)});
  return counters::merge(tables, counters::Surplus::refuse);
}

CounterFile counter_file(const std::string& option, const std::string& path,
                         const std::string& to) {
  if (to == "json" || (to.empty() && path.ends_with(".json"))) return CounterFile::json;
  if (to == "csv" || path.ends_with(".csv") || is_standard_output(path)) return CounterFile::csv;
  throw InputError(option + " " + path + ": neither .csv nor .json",
                   "the end of its name says which of them it is to be");
}

std::string counter_text(CounterFile file, const counters::Table& table) {
  return file == CounterFile::json ? counters::to_json(table, version()) : counters::to_csv(table);
}

double seconds_in(const std::string& option, const std::string& text) {
  return quantity_in(option, text, Dimension::seconds);
}

std::vector<double> list_of_seconds(const std::string& option, const std::string& text) {
  std::vector<double> seconds;
  for (const std::string& part : split(text, ',')) seconds.push_back(seconds_in(option, part));
  return seconds;
}

}  // namespace hpcast::cli

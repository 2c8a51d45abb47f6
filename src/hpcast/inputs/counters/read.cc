#include "hpcast/inputs/counters/read.h"

#include <algorithm>
#include <filesystem>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/inputs/counters/other_outputs.h"
#include "hpcast/inputs/counters/own_csv.h"
#include "hpcast/inputs/counters/perf_dialects.h"
#include "hpcast/inputs/counters/possible.h"
#include "hpcast/inputs/counters/readers.h"
#include "hpcast/inputs/counters/text_numbers.h"

namespace hpcast::counters {

namespace {

constexpr const char* formats_hint =
    "perf stat -x, or -j; likwid-perfctr -O; an OTF2 archive; CSV with a line of names; --format "
    "says which it is";

bool names_columns(std::string_view text) {
  const std::string_view line = first_line(text);
  const auto is_text = [](char c) { return static_cast<unsigned char>(c) >= ' ' || c == '\t'; };
  return line.find_first_of(",;\t") != std::string_view::npos &&
         std::all_of(line.begin(), line.end(), is_text) &&
         !to_number(trimmed(line.substr(0, line.find_first_of(",;\t"))));
}

Format format_in(std::string_view text, const std::string& file) {
  if (is_own_csv(text)) return Format::csv;
  if (is_likwid(text)) return Format::likwid;
  if (is_perf_json(text)) return Format::perf_json;
  if (is_table_json(text)) return Format::json;
  refuse_other_outputs(text, file);
  refuse_perf_for_people(text, file);
  if (is_perf(text)) return Format::perf;
  refuse_if_perf_metrics(text, file);
  if (names_columns(text)) return Format::csv;
  throw InputError({file, 0, {}, "this is no table of counters that hpcast knows", formats_hint});
}

Table table_in_text(std::string_view text, const std::string& file, const ReadOptions& options) {
  switch (options.format ? *options.format : format_in(text, file)) {
    case Format::perf:
      return read_perf(text, file, options.aliases);
    case Format::perf_json:
      return read_perf_json(text, file, options.aliases);
    case Format::likwid:
      return read_likwid(text, file, options.aliases);
    case Format::csv:
      return read_csv(text, file, options.aliases);
    case Format::json:
      return read_table_json(text, file);
    case Format::otf2:
      break;
  }
  throw InputError({file, 0, {}, "an OTF2 archive is no text", "name its anchor file, NAME.otf2"});
}

Table possible(Table table, const std::string& file) {
  check_possible(table, file);
  return table;
}

}  // namespace

const char* name_of(Format format) {
  switch (format) {
    case Format::perf:
      return "perf";
    case Format::perf_json:
      return "perf-json";
    case Format::likwid:
      return "likwid";
    case Format::otf2:
      return "otf2";
    case Format::csv:
      return "csv";
    case Format::json:
      return "json";
  }
  return "";
}

std::optional<Format> format_named(std::string_view name) {
  for (const Format format : formats)
    if (name == name_of(format)) return format;
  return std::nullopt;
}

Table counters_in(std::string_view text, const std::string& file, const ReadOptions& options) {
  text = text_in(text, file);
  const Lines is_text(text, file);
  return possible(table_in_text(text, file, options), file);
}

Table read_counters(const std::string& path, const ReadOptions& options) {
  const bool told = options.format.has_value();
  if (told ? *options.format == Format::otf2 : is_otf2(path))
    return possible(read_otf2(path, options.aliases, options.interval_s), path);
  if (options.interval_s > 0)
    throw InputError(path + ": intervals are made of OTF2 archives only",
                     "perf stat -I and likwid-perfctr -t make their own");
  return counters_in(read_file(path), path, options);
}

}  // namespace hpcast::counters

#include <fmt/core.h>

#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/base/line_faults.h"
#include "hpcast/inputs/counters/aliases.h"
#include "hpcast/inputs/counters/text_numbers.h"

namespace hpcast::counters {

namespace {

std::vector<std::string> canonical_names() {
  std::vector<std::string> names;
  for (const CounterInfo& info : catalogue()) names.emplace_back(info.name);
  return names;
}

std::string no_such_counter(const std::string& name) {
  return "there is no counter '" + name + "' (docs/counters.md lists them)";
}

void add_line(std::string_view line, std::size_t number, Aliases& aliases, LineFaults& faults) {
  const std::vector<std::string> fields = csv_fields(line);
  if (fields.size() < 2 || fields.size() > 4)
    return faults.add(number, "expected: name,counter[,factor[,per_second]]");
  const std::string name(trimmed(fields[0])), counter(trimmed(fields[1]));
  if (name == "name" && counter == "counter") return;
  if (name.empty()) faults.add(number, "the name is empty");
  if (find(counter) == nullptr)
    faults.add(number, no_such_counter(counter), did_you_mean(counter, canonical_names()));
  double factor = 1;
  if (fields.size() >= 3 && !trimmed(fields[2]).empty()) {
    const auto given = to_number(trimmed(fields[2]));
    if (!given || *given <= 0) faults.add(number, "the factor is no positive number");
    factor = given.value_or(1);
  }
  const bool per_second = fields.size() == 4 && trimmed(fields[3]) == "per_second";
  if (fields.size() == 4 && !per_second && !trimmed(fields[3]).empty())
    faults.add(number, "the fourth value may be per_second only");
  aliases.add(name, {counter, factor, users_sum, {}, per_second});
}

Aliases aliases_in_csv(std::string_view text, const std::string& file) {
  Lines lines(text, file);
  LineFaults faults(file);
  Aliases aliases;
  while (lines.next()) {
    const std::string_view line = trimmed(lines.line());
    if (!line.empty() && !line.starts_with('#')) add_line(line, lines.number(), aliases, faults);
  }
  faults.throw_if_any();
  return aliases;
}

Aliases aliases_in_json(std::string_view text, const std::string& file) {
  const Document document = parse_json(text, file);
  Faults faults(document);
  Aliases aliases;
  for (std::size_t i = 0; i < document.root.size(); ++i) {
    Fields fields(document.root[i], pointer_to("", i), faults);
    const std::string name = fields.required_text("name");
    const std::string counter = fields.required_text("counter");
    if (!counter.empty() && find(counter) == nullptr)
      fields.fault("counter", no_such_counter(counter), did_you_mean(counter, canonical_names()));
    const double factor = fields.quantity("factor", Dimension::none).value_or(1);
    aliases.add(name, {counter, factor, users_sum, {}, fields.flag("per_second").value_or(false)});
  }
  faults.throw_if_any();
  return aliases;
}

}  // namespace

Aliases aliases_in(std::string_view text, const std::string& file) {
  text = text_in(text, file);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && text[first] == '[') return aliases_in_json(text, file);
  return aliases_in_csv(text, file);
}

Aliases read_aliases(const std::string& path) { return aliases_in(read_file(path), path); }

}  // namespace hpcast::counters

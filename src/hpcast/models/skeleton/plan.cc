#include "hpcast/models/skeleton/plan.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/text.h"

namespace hpcast::skeleton {

namespace {

constexpr int most_lines = std::numeric_limits<int>::max();

int line_in(Fields& fields, const std::string& key) {
  return static_cast<int>(fields.integer(key, 0, most_lines).value_or(0));
}

// of_each(array, function): what the function makes of each element.
template <class Make>
auto of_each(Fields& fields, const std::string& key, Faults& faults, const Make& make) {
  std::vector<decltype(make(std::declval<Fields&>()))> made;
  const Json& array = fields.array(key);
  for (std::size_t i = 0; i < array.size(); ++i) {
    Fields element(array[i], pointer_to(fields.pointer(key), i), faults);
    made.push_back(make(element));
  }
  return made;
}

Place place_in(Fields& fields) {
  return {fields.text("file").value_or(""), line_in(fields, "line"),
          fields.text("text").value_or("")};
}

Region region_in(Fields& fields, Faults& faults) {
  Region region;
  region.id = static_cast<int>(fields.integer("id", 0, 1 << 30).value_or(0));
  region.name = fields.required_text("name");
  region.file = fields.required_text("file");
  region.line = line_in(fields, "line");
  region.end_line = line_in(fields, "end_line");
  region.function = fields.text("function").value_or("");
  of_each(fields, "features", faults, [&](Fields& feature) {
    const std::string name = feature.text("name").value_or("");
    const std::string expression = feature.text("expression").value_or("");
    if (expression.empty())
      region.unknown.push_back(name);
    else
      region.features.push_back({name, expression});
    return true;
  });
  region.time = fields.text("time").value_or("");
  region.forced = fields.flag("forced").value_or(false);
  region.text = fields.text("text").value_or("");
  region.hash = fields.text("hash").value_or("");
  return region;
}

void check_version(const Document& document) {
  const Json& root = document.root;
  const auto version = root.is_object() ? root.find("schema_version") : root.end();
  if (root.is_object() && root.contains("regions") && version != root.end() &&
      *version == plan_version)
    return;
  throw InputError(
      Diagnostic{document.file,
                 document.line_of("/schema_version"),
                 {},
                 std::string("not a skeleton's plan of schema_version ") + plan_version,
                 "hpcast skeleton SOURCE… -o DIR writes one"});
}

void check_ids(const Plan& plan, const Document& document) {
  std::set<int> ids;
  for (const Region& region : plan.regions)
    if (!ids.insert(region.id).second)
      throw InputError(document.file + ": two regions have the id " + std::to_string(region.id));
}

}  // namespace

Plan plan_in(const Document& document) {
  check_version(document);
  Faults faults(document);
  Fields root(document.root, "", faults);
  Plan plan;
  plan.inputs = of_each(root, "inputs", faults, [](Fields& fields) {
    return Input{fields.required_text("path"), fields.text("sha256").value_or("")};
  });
  plan.regions =
      of_each(root, "regions", faults, [&](Fields& fields) { return region_in(fields, faults); });
  plan.kept = of_each(root, "kept", faults, [&](Fields& fields) {
    return Kept{fields.text("file").value_or(""), line_in(fields, "line"),
                line_in(fields, "end_line"), fields.text("function").value_or(""),
                of_each(fields, "why", faults, place_in)};
  });
  plan.warnings = of_each(root, "warnings", faults, [&](Fields& fields) {
    return Warning{place_in(fields), of_each(fields, "flow", faults, place_in)};
  });
  plan.not_allocated = of_each(root, "not_allocated", faults, [](Fields& fields) {
    return Place{fields.text("file").value_or(""), line_in(fields, "line"),
                 fields.text("name").value_or("")};
  });
  plan.not_modelled = root.texts("not_modelled");
  if (const Json* const communication = root.member("communication")) {
    Fields fields(*communication, root.pointer("communication"), faults);
    plan.calls = fields.whole("calls", Dimension::none, Range::not_negative).value_or(0);
  }
  faults.throw_if_any();
  check_ids(plan, document);
  return plan;
}

std::string hash_of(const Region& region) {
  constexpr std::size_t digits = 16;
  const std::vector<std::string> lines = split(read_file(region.file), '\n');
  std::string text;
  const auto end = std::min(static_cast<std::size_t>(std::max(region.end_line, 0)), lines.size());
  for (auto line = static_cast<std::size_t>(std::max(region.line, 1)); line <= end; ++line)
    text += lines[line - 1] + '\n';
  for (const Feature& feature : region.features) text += feature.expression + '\n';
  return sha256(text).substr(0, digits);
}

}  // namespace hpcast::skeleton

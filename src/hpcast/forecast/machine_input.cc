#include "hpcast/forecast/machine_input.h"

#include <initializer_list>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/dat/read.h"

namespace hpcast::forecast {

namespace {

Json value_of(const std::string& text) {
  // A number or a literal as JSON reads it, anything else a string with a unit or a word.
  const Json parsed = Json::parse(text, nullptr, false);
  return parsed.is_discarded() ? Json(text) : parsed;
}

void apply(Document& document, const std::string& change) {
  const std::size_t equals = change.find('=');
  const std::size_t dot = change.rfind('.', equals);
  if (equals == std::string::npos || dot == std::string::npos || dot == 0 || dot + 1 == equals)
    throw InputError("--set " + change + ": expected CLASS.FIELD=VALUE",
                     "for example --set ddr4.read_bandwidth='30.4 GB/s'");
  const std::string name = change.substr(0, dot);
  const std::string field = change.substr(dot + 1, equals - dot - 1);
  std::vector<std::string> names;
  bool found = false;
  for (const char* kind :
       {"core_class", "cache_class", "mem_class", "router_class", "edge_class"}) {
    if (!document.root.contains(kind) || !document.root[kind].is_array()) continue;
    for (Json& c : document.root[kind]) {
      if (!c.is_object() || !c.contains("name") || !c["name"].is_string()) continue;
      names.push_back(c["name"].get<std::string>());
      if (names.back() != name) continue;
      c[field] = value_of(change.substr(equals + 1));
      found = true;
    }
  }
  if (!found)
    throw InputError("--set " + change + ": " + document.file + " has no class '" + name + "'",
                     did_you_mean(name, names));
}

}  // namespace

dat::Machine load_machine(const std::string& path, const std::vector<std::string>& changes) {
  if (changes.empty()) return dat::read_machine(path);
  Document document = read_json(path);
  for (const std::string& change : changes) apply(document, change);
  return dat::parse_machine(document.root.dump(1), path + " (with --set)");
}

}  // namespace hpcast::forecast

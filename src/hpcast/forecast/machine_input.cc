#include "hpcast/forecast/machine_input.h"

#include <initializer_list>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/dat/read.h"

namespace hpcast::forecast {

namespace {

Json value_of(const std::string& text) {
  // A number or a literal as JSON reads it, anything else a string with a unit or a word.
  const Json parsed = Json::parse(text, nullptr, false);
  return parsed.is_discarded() ? Json(text) : parsed;
}

struct Change {
  std::string text;
  std::string name;  // of a class
  std::string field;
  std::string value;
  std::string kind;  // of the class
};

Change parse_change(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::size_t dot = text.rfind('.', equals);
  if (equals == std::string::npos || dot == std::string::npos || dot == 0 || dot + 1 == equals)
    throw InputError("--set " + text + ": expected CLASS.FIELD=VALUE",
                     "for example --set ddr4.read_bandwidth='30.4 GB/s'");
  return {text,
          text.substr(0, dot),
          text.substr(dot + 1, equals - dot - 1),
          text.substr(equals + 1),
          {}};
}

std::string hint_for_name(const std::string& what, const std::string& name,
                          const std::vector<std::string>& known) {
  const std::string near = did_you_mean(name, known);
  return near.empty() && !known.empty() ? what + " is one of " + list_of(known) : near;
}

// Calls f(member's name, an element that has a name, that name) for those of the document's arrays.
template <class F>
void each_named(Json& root, std::initializer_list<const char*> members, F&& f) {
  for (const char* member : members) {
    if (!root.contains(member) || !root[member].is_array()) continue;
    for (Json& element : root[member])
      if (element.is_object() && element.contains("name") && element["name"].is_string())
        f(member, element, element["name"].get_ref<const std::string&>());
  }
}

// Whoever reads an answer takes the names of objects for those of their classes.
std::string hint_for_object(Document& document, const Change& change) {
  std::string hint;
  each_named(document.root, {"core_obj", "cache_obj", "mem_obj", "router_obj", "edge_obj"},
             [&](const char*, const Json& object, const std::string& name) {
               if (name != change.name || !object.contains("class")) return;
               if (!object["class"].is_string()) return;
               const auto& of = object["class"].get_ref<const std::string&>();
               hint = "'" + name + "' is an object of the class '" + of + "': --set " + of + "." +
                      change.field + "='" + change.value + "'";
             });
  return hint;
}

void apply(Document& document, Change& change, const std::string& file) {
  std::vector<std::string> names, found_in;
  each_named(document.root,
             {"core_class", "cache_class", "mem_class", "router_class", "edge_class"},
             [&](const char* kind, Json& c, const std::string& name) {
               names.push_back(name);
               if (name != change.name) return;
               found_in.emplace_back(kind);
               c[change.field] = value_of(change.value);
             });
  if (found_in.size() > 1)
    throw InputError("--set " + change.text + ": " + file + " has a " + found_in[0] + " and a " +
                         found_in[1] + " of the name '" + change.name + "'",
                     "rename one of them in a copy of the file");
  if (!found_in.empty()) {
    change.kind = found_in[0];
    return;
  }
  const std::string hint = hint_for_object(document, change);
  throw InputError("--set " + change.text + ": " + file + " has no class '" + change.name + "'",
                   hint.empty() ? hint_for_name("CLASS", change.name, names) : hint);
}

// A member that the DAT's reader only keeps has no effect: not what a change is for.
template <class Class>
void refuse_without_effect(const std::vector<Class>& classes, const Change& change) {
  for (const Class& c : classes)
    if (c.name == change.name && c.extras.contains(change.field))
      throw InputError(
          "--set " + change.text + ": a class of this kind has no '" + change.field + "'",
          hint_for_name("FIELD", change.field, dat::members_of(change.kind)));
}

}  // namespace

LoadedMachine machine_of_text(const std::string& text, const std::string& name,
                              const std::vector<std::string>& changes) {
  Document document = parse_json(text, name);
  if (!changes.empty()) document.file += " (with --set)";
  std::vector<Change> parsed;
  for (const std::string& change : changes) {
    parsed.push_back(parse_change(change));
    apply(document, parsed.back(), name);
  }
  std::vector<Diagnostic> warnings;
  dat::Machine machine = dat::parse_machine(document, &warnings);
  for (const Change& change : parsed) {
    refuse_without_effect(machine.core_classes, change);
    refuse_without_effect(machine.cache_classes, change);
    refuse_without_effect(machine.mem_classes, change);
    refuse_without_effect(machine.router_classes, change);
    refuse_without_effect(machine.edge_classes, change);
  }
  return {std::move(machine), sha256(text), std::move(warnings)};
}

LoadedMachine load_machine(const std::string& path, const std::vector<std::string>& changes) {
  LoadedMachine loaded = machine_of_text(read_file(path), path, changes);
  tell_warnings(loaded.warnings);
  return loaded;
}

}  // namespace hpcast::forecast

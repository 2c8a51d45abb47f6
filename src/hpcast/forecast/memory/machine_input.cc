#include "hpcast/forecast/memory/machine_input.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/base/text.h"
#include "hpcast/forecast/changes.h"
#include "hpcast/inputs/dat/read.h"

namespace hpcast::forecast {

namespace {

constexpr std::string_view pipeline_place = ".pipeline";
constexpr ChangeForm class_change = {"CLASS.FIELD=VALUE", "ddr4.read_bandwidth='30.4 GB/s'"};

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
               if (name != change.place || !object.contains("class")) return;
               if (!object["class"].is_string()) return;
               const auto& of = object["class"].get_ref<const std::string&>();
               hint = "'" + name + "' is an object of the class '" + of + "': --set " + of + "." +
                      change.member + "='" + change.value + "'";
             });
  return hint;
}

constexpr std::initializer_list<const char*> all_classes = {
    "core_class", "cache_class", "mem_class", "router_class", "edge_class"};

std::vector<std::string> names_of(Json& root, std::initializer_list<const char*> kinds) {
  std::vector<std::string> names;
  each_named(root, kinds, [&](const char*, const Json&, const std::string& name) {
    names.push_back(on_one_line(name));
  });
  return names;
}

// CLASS.pipeline.MEMBER is of how a core executes.
bool is_of_pipeline(Json& root, const Change& change) {
  const std::vector<std::string> names = names_of(root, all_classes);
  return change.place.ends_with(pipeline_place) &&
         std::find(names.begin(), names.end(), change.place) == names.end();
}

// Changes each class of the name; says of which kinds those were.
std::vector<std::string> change_classes(Json& root, const Change& change) {
  const bool of_pipeline = is_of_pipeline(root, change);
  const std::string name =
      change.place.substr(0, change.place.size() - (of_pipeline ? pipeline_place.size() : 0));
  std::vector<std::string> kinds;
  each_named(
      root, of_pipeline ? std::initializer_list<const char*>{"core_class"} : all_classes,
      [&](const char* kind, Json& c, const std::string& of) {
        if (of != name || (of_pipeline && c.contains("pipeline") && !c["pipeline"].is_object()))
          return;
        kinds.emplace_back(kind);
        (of_pipeline ? c["pipeline"] : c)[change.member] = change.json();
      });
  return kinds;
}

void apply(Document& document, const Change& change, const std::string& file) {
  const std::vector<std::string> found_in = change_classes(document.root, change);
  if (found_in.size() > 1)
    throw InputError("--set " + change.text + ": " + file + " has a " + found_in[0] + " and a " +
                         found_in[1] + " of the name '" + change.place + "'",
                     "rename one of them in a copy of the file");
  if (!found_in.empty()) return;
  const std::string hint = hint_for_object(document, change);
  throw InputError(
      "--set " + change.text + ": " + file + " has no class '" + change.place + "'",
      hint.empty()
          ? did_you_mean_or(change.place, names_of(document.root, all_classes), "the classes are")
          : hint);
}

// A member that the DAT's reader only keeps has no effect: not what a change is for.
template <class Class>
void refuse_without_effect(const std::vector<Class>& classes, const Change& change,
                           const dat::ClassMembers& members) {
  for (const Class& c : classes) {
    if (c.name != change.place || !c.extras.contains(change.member)) continue;
    std::vector<std::string> known = members.at(c.name);
    std::erase(known, "name");
    throw InputError(
        "--set " + change.text + ": a class of this kind has no '" + change.member + "'",
        did_you_mean_or(change.member, known, "the members are"));
  }
}

// So has a latency beside the curve that takes its place.
template <class Class>
void refuse_latency_beside_curve(const std::vector<Class>& classes, const Change& change) {
  for (const Class& c : classes)
    if (c.name == change.place && change.member == "latency" && !c.latency_curve.empty())
      throw InputError(
          "--set " + change.text + ": the latency_curve of '" + c.name + "' takes its place",
          "--set " + c.name + ".latency_curve=[] beside it, or another latency_curve instead");
}

}  // namespace

LoadedMachine machine_of_text(const std::string& text, const std::string& name,
                              const std::vector<std::string>& changes) {
  Document document = parse_json(text, name);
  if (!changes.empty()) document.file = with_set(name);
  std::vector<Change> parsed;
  for (const std::string& change : changes) {
    parsed.push_back(parse_change(change, class_change));
    apply(document, parsed.back(), name);
  }
  std::vector<Diagnostic> warnings;
  dat::ClassMembers members;
  dat::Machine machine = dat::parse_machine(document, &warnings, &members);
  for (const Change& change : parsed) {
    refuse_without_effect(machine.core_classes, change, members);
    refuse_without_effect(machine.cache_classes, change, members);
    refuse_without_effect(machine.mem_classes, change, members);
    refuse_without_effect(machine.router_classes, change, members);
    refuse_without_effect(machine.edge_classes, change, members);
    refuse_latency_beside_curve(machine.cache_classes, change);
    refuse_latency_beside_curve(machine.mem_classes, change);
    refuse_latency_beside_curve(machine.router_classes, change);
    refuse_latency_beside_curve(machine.edge_classes, change);
  }
  return {std::move(machine), text, sha256(text), std::move(warnings)};
}

LoadedMachine load_machine(const std::string& path, const std::vector<std::string>& changes) {
  LoadedMachine loaded = machine_of_text(read_file(path), path, changes);
  tell_warnings(loaded.warnings);
  return loaded;
}

}  // namespace hpcast::forecast

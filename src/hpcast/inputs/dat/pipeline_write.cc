#include "hpcast/inputs/dat/pipeline_write.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "hpcast/base/instruction_names.h"
#include "hpcast/inputs/dat/generations.h"
#include "hpcast/inputs/dat/pipeline_members.h"

namespace hpcast::dat {
namespace {

using Row = std::array<Timing, register_widths>;  // by width

std::string group_name(const Pipeline& pipeline, const Timing& timing) {
  return timing.units == Timing::no_units ? no_units_name : pipeline.units[timing.units].name;
}

std::vector<std::string> port_names(const Pipeline& pipeline, const UnitGroup& group) {
  std::vector<std::string> names;
  for (std::size_t port = 0; port < pipeline.ports.size(); ++port) {
    if (group.ports >> port & 1) names.push_back(pipeline.ports[port]);
  }
  std::sort(names.begin(), names.end());
  return names;
}

const UnitGroup* find_group(const Pipeline& pipeline, const std::string& name) {
  const auto found = std::find_if(pipeline.units.begin(), pipeline.units.end(),
                                  [&](const UnitGroup& group) { return group.name == name; });
  return found == pipeline.units.end() ? nullptr : &*found;
}

class Difference {
 public:
  Difference(const Pipeline& pipeline, const Pipeline& base) : pipeline_(pipeline), base_(base) {}

  Json units() const {
    Json json = Json::object();
    for (const UnitGroup& group : pipeline_.units) {
      const auto ports = port_names(pipeline_, group);
      const UnitGroup* const known = find_group(base_, group.name);
      if (!known || port_names(base_, *known) != ports) json[group.name] = ports;
    }
    return json;
  }

  Json instructions() {
    Json json = Json::object();
    for (unsigned kind = 0; kind < instruction_kinds; ++kind) {
      for (unsigned precision = 0; precision < precisions; ++precision) {
        std::string key = instruction_names[kind];
        if (precision > 0) key += std::string("/") + precision_names[precision];
        add_row(json, key, pipeline_.timings[kind][precision], base_row(kind, precision));
      }
    }
    return json;
  }

 private:
  // What the reader has for the row before it meets the row's own entries: those without a
  // precision hold for all, and change the same members.
  Row base_row(unsigned kind, unsigned precision) const {
    Row row = base_.timings[kind][precision];
    for (std::size_t width = 0; width < row.size(); ++width) {
      row[width].units = renumbered(row[width]);
      if (precision > 0) change(row[width], kind, width);
    }
    return row;
  }

  std::uint8_t renumbered(const Timing& timing) const {
    if (timing.units == Timing::no_units) return timing.units;
    const UnitGroup* const group = find_group(pipeline_, base_.units[timing.units].name);
    return static_cast<std::uint8_t>(group - pipeline_.units.data());
  }

  void change(Timing& timing, unsigned kind, std::size_t width) const {
    Timing general = base_.timings[kind][0][width];
    general.units = renumbered(general);
    const Json entry = difference(pipeline_.timings[kind][0][width], general);
    const Timing& there = pipeline_.timings[kind][0][width];
    if (entry.contains("latency")) timing.latency = there.latency;
    if (entry.contains("latency") || entry.contains("chained")) timing.chained = there.chained;
    if (entry.contains("cycles")) timing.cycles = there.cycles;
    if (entry.contains("slots")) timing.slots = there.slots;
    if (entry.contains("units")) timing.units = there.units;
  }

  // What makes `there` of `here`.
  Json difference(const Timing& there, const Timing& here) const {
    Json json = Json::object();
    if (there.latency != here.latency) json["latency"] = there.latency;
    if (there.chained != (json.contains("latency") ? there.latency : here.chained))
      json["chained"] = there.chained;
    if (there.units != here.units) json["units"] = group_name(pipeline_, there);
    if (there.cycles != here.cycles) json["cycles"] = there.cycles;
    if (there.slots != here.slots) json["slots"] = there.slots;
    return json;
  }

  // An entry for each stretch of widths that differ alike. Where they are several, each names its
  // width, so that none holds for another.
  void add_row(Json& json, const std::string& key, const Row& there, const Row& here) const {
    std::vector<std::pair<std::size_t, Json>> stretches;
    for (std::size_t width = 0; width < there.size(); ++width) {
      Json entry = difference(there[width], here[width]);
      const bool begins = stretches.empty() ? !entry.empty() : entry != stretches.back().second;
      if (begins) stretches.emplace_back(width, std::move(entry));
    }
    for (auto& [width, entry] : stretches) {
      const bool holds_for_all = width == 0 && stretches.size() == 1;
      json[holds_for_all ? key : key + "/" + std::to_string(1U << width)] = std::move(entry);
    }
  }

  const Pipeline& pipeline_;
  const Pipeline& base_;
};

}  // namespace

Json difference_from_generation(const Pipeline& pipeline) {
  const Pipeline& base = *generation(pipeline.generation).pipeline;
  Json json = Json::object();
  const auto put_members = [&](std::span<const PipelineMember> members) {
    for (const PipelineMember& member : members)
      if (pipeline.*member.value != base.*member.value) json[member.name] = pipeline.*member.value;
  };
  put_members(pipeline_members);
  put_members(translation_members);
  if (pipeline.fuses_branches != base.fuses_branches)
    json["fuses_branches"] = pipeline.fuses_branches;
  Difference difference(pipeline, base);
  Json units = difference.units();
  if (!units.empty()) json["units"] = std::move(units);
  Json instructions = difference.instructions();
  if (!instructions.empty()) json["instructions"] = std::move(instructions);
  return json;
}

}  // namespace hpcast::dat

#include "hpcast/inputs/counters/event_set.h"

#include <algorithm>
#include <set>

#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/inputs/counters/catalogue.h"

namespace hpcast::counters {

namespace {

ProcessorKind read_kind(Fields& fields) {
  ProcessorKind kind;
  kind.vendor = fields.text("vendor").value_or("");
  kind.family = static_cast<int>(fields.integer("family", 0, 10000).value_or(-1));
  kind.implementer = fields.text("implementer").value_or("");
  kind.part = fields.text("part").value_or("");
  if (fields.member("models") != nullptr)
    for (const Json& model : fields.array("models")) {
      if (!model.is_number_unsigned() || model.get<std::uint64_t>() > 10000)
        fields.fault("models", "expected model numbers, as in /proc/cpuinfo");
      else
        kind.models.push_back(model.get<int>());
    }
  if (kind.vendor.empty() && kind.implementer.empty())
    fields.fault("vendor", "expected vendor or implementer, as in /proc/cpuinfo");
  return kind;
}

void read_event_counters(Fields& fields, CountedEvent& event) {
  const Json* const counters = fields.member("counters");
  if (counters == nullptr) return;
  if (!counters->is_object())
    return fields.fault("counters", "expected an object: factors by counter");
  for (const auto& [name, factor] : counters->items()) {
    std::vector<std::string> names;
    for (const CounterInfo& info : catalogue()) names.emplace_back(info.name);
    if (find(name) == nullptr)
      fields.fault("counters", "there is no counter '" + name + "'", did_you_mean(name, names));
    if (!factor.is_number() || factor.get<double>() <= 0)
      fields.fault("counters", name + ": expected a positive factor");
    else
      event.counters[name] = factor.get<double>();
  }
}

CountedEvent read_event(Fields& fields) {
  CountedEvent event;
  event.perf = fields.required_text("perf");
  event.part = fields.flag("part").value_or(false);
  event.note = fields.text("note").value_or("");
  read_event_counters(fields, event);
  return event;
}

template <class Read>
void for_each_object(Fields& fields, const char* key, Faults& faults, Read read) {
  std::size_t i = 0;
  for (const Json& value : fields.array(key)) {
    Fields member(value, pointer_to(fields.pointer(key), i++), faults);
    read(member);
  }
}

EventGroup read_group(Fields& fields, Faults& faults) {
  EventGroup group;
  group.name = fields.required_text("name");
  group.system_wide = fields.flag("system_wide").value_or(false);
  group.one_cpu_each = fields.one_of<bool>("one_cpu_per", {{"node", true}}, false);
  for_each_object(fields, "events", faults,
                  [&](Fields& event) { group.events.push_back(read_event(event)); });
  if (group.events.empty()) fields.fault("events", "the group counts nothing");
  return group;
}

}  // namespace

std::string CountedEvent::printed_name() const {
  const std::size_t at = perf.find("name=");
  if (at == std::string::npos) return perf;
  const std::size_t end = perf.find_first_of(",/", at);
  return perf.substr(at + 5, end == std::string::npos ? end : end - at - 5);
}

EventSet event_set_in(std::string_view text, const std::string& file) {
  const Document document = parse_json(text, file);
  Faults faults(document);
  Fields fields(document.root, "", faults);
  EventSet set;
  set.name = fields.required_text("name");
  set.title = fields.required_text("title");
  set.source = fields.required_text("source");
  set.probe = fields.text("probe").value_or(set.probe);
  if (fields.member("processors") != nullptr)
    for_each_object(fields, "processors", faults,
                    [&](Fields& kind) { set.processors.push_back(read_kind(kind)); });
  std::set<std::string> names;
  for_each_object(fields, "groups", faults, [&](Fields& group) {
    set.groups.push_back(read_group(group, faults));
    if (!names.insert(set.groups.back().name).second)
      group.fault("name", "two groups have this name");
  });
  if (set.groups.empty()) fields.fault("groups", "the set has no group");
  faults.throw_if_any();
  return set;
}

EventSet read_event_set(const std::string& path) { return event_set_in(read_file(path), path); }

bool fits(const EventSet& set, const Processor& processor) {
  return std::any_of(set.processors.begin(), set.processors.end(), [&](const ProcessorKind& kind) {
    return kind.vendor == processor.vendor && kind.implementer == processor.implementer &&
           (kind.family < 0 || kind.family == processor.family) &&
           (kind.part.empty() || kind.part == processor.part) &&
           (kind.models.empty() || std::find(kind.models.begin(), kind.models.end(),
                                             processor.model) != kind.models.end());
  });
}

}  // namespace hpcast::counters

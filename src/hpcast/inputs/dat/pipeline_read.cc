#include "hpcast/inputs/dat/pipeline_read.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>

#include "hpcast/base/instruction_names.h"
#include "hpcast/base/text.h"
#include "hpcast/inputs/dat/pipeline_members.h"

namespace hpcast::dat {
namespace {

constexpr int for_all = -1;

// KIND[/PRECISION][/BYTES]
struct TimingKey {
  unsigned kind = 0;
  int precision = for_all;
  int log2_width = for_all;
  auto operator<=>(const TimingKey&) const = default;
};

// What an entry says; the rest is that of a less specific one.
struct TimingEntry {
  std::string pointer;
  std::optional<std::uint16_t> latency, chained, cycles;
  std::optional<std::uint8_t> slots, units;
};

struct PortGroup {
  std::string name;
  std::vector<std::string> ports;
};

std::optional<int> index_in(std::string_view word, std::span<const char* const> names) {
  const auto found = std::find(names.begin(), names.end(), word);
  if (found == names.end()) return std::nullopt;
  return static_cast<int>(found - names.begin());
}

std::optional<int> log2_of_width(const std::string& text) {
  unsigned bytes = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!std::has_single_bit(bytes) || bytes >= 1U << register_widths) return std::nullopt;
  return std::countr_zero(bytes);
}

bool is_number(const std::string& text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

class PipelineReader {
 public:
  PipelineReader(Fields& fields, const Document& document, Faults& faults,
                 std::vector<Diagnostic>* warnings, const Pipeline& base)
      : fields_(fields),
        document_(document),
        faults_(faults),
        warnings_(warnings),
        pipeline_(base) {}

  Pipeline read() {
    read(pipeline_members);
    read(translation_members);
    pipeline_.fuses_branches = fields_.flag("fuses_branches").value_or(pipeline_.fuses_branches);
    read_units();
    read_instructions();
    refuse_unknown(fields_, faults_);
    return std::move(pipeline_);
  }

 private:
  void read(std::span<const PipelineMember> members) {
    for (const PipelineMember& member : members)
      if (const auto value = fields_.integer(member.name, member.least, member.most))
        pipeline_.*member.value = static_cast<std::uint32_t>(*value);
  }

  // The member, an object; null where there is none.
  const Json* object_at(const char* key, const char* expected) {
    const Json* value = fields_.member(key);
    if (!value || value->is_object()) return value;
    fields_.fault(key, std::string("expected an object {...}: ") + expected);
    return nullptr;
  }

  void read_units() {
    for (const UnitGroup& group : pipeline_.units) groups_.push_back({group.name, names_of(group)});
    const Json* units = object_at("units", "the ports of each group of units");
    if (!units) return;
    for (const auto& [name, ports] : units->items()) read_group(name, ports);
    if (groups_.size() > max_unit_groups) {
      fields_.fault("units", "more than " + std::to_string(max_unit_groups) + " groups of units");
      groups_.resize(max_unit_groups);
    }
    number_ports();
    units_given_ = units;
  }

  std::vector<std::string> names_of(const UnitGroup& group) const {
    std::vector<std::string> names;
    for (std::size_t port = 0; port < pipeline_.ports.size(); ++port) {
      if (group.ports >> port & 1) names.push_back(pipeline_.ports[port]);
    }
    return names;
  }

  void read_group(const std::string& name, const Json& value) {
    const std::string pointer = pointer_to(fields_.pointer("units"), name);
    if (name == no_units_name) {
      faults_.add(pointer, "no group can be called 'none'",
                  "that is what instructions say that need no units");
      return;
    }
    const std::vector<std::string> ports = read_ports(name, value, pointer);
    if (ports.empty()) return;
    const auto known = std::find_if(groups_.begin(), groups_.end(),
                                    [&](const PortGroup& group) { return group.name == name; });
    if (known == groups_.end())
      groups_.push_back({name, ports});
    else
      known->ports = ports;
  }

  // A number stands for so many ports that are called by the group's name.
  std::vector<std::string> read_ports(const std::string& name, const Json& value,
                                      const std::string& pointer) {
    std::vector<std::string> ports;
    if (value.is_number_unsigned() && value.get<std::uint64_t>() <= max_ports) {
      for (std::uint64_t i = 0; i < value.get<std::uint64_t>(); ++i)
        ports.push_back(name + "." + std::to_string(i));
    } else if (value.is_array() && std::all_of(value.begin(), value.end(),
                                               [](const Json& port) { return port.is_string(); })) {
      ports = value.get<std::vector<std::string>>();
    } else {
      faults_.add(pointer,
                  "expected ports' names, as [\"p0\", \"p1\"], or their number, from 1 to " +
                      std::to_string(max_ports));
      return {};
    }
    if (ports.empty())
      faults_.add(pointer, "the group has no ports", "give it one, or leave it out");
    return ports;
  }

  void number_ports() {
    pipeline_.ports.clear();
    pipeline_.units.clear();
    for (const PortGroup& group : groups_) {
      std::uint64_t bits = 0;
      for (const std::string& port : group.ports) bits |= bit_of(port);
      pipeline_.units.push_back({group.name, bits});
    }
    if (pipeline_.ports.size() <= max_ports) return;
    fields_.fault("units", std::to_string(pipeline_.ports.size()) +
                               " ports in all (with those of the generation's groups), at most " +
                               std::to_string(max_ports) + " can be");
    pipeline_.ports.resize(max_ports);
  }

  std::uint64_t bit_of(const std::string& port) {
    auto& ports = pipeline_.ports;
    const auto found = std::find(ports.begin(), ports.end(), port);
    const auto index = static_cast<std::size_t>(found - ports.begin());
    if (found == ports.end()) ports.push_back(port);
    return index < max_ports ? std::uint64_t{1} << index : 0;
  }

  void read_instructions() {
    const Json* instructions = object_at("instructions", "what each kind of instruction needs");
    if (instructions) {
      for (const auto& [name, value] : instructions->items()) read_entry(name, value);
    }
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) apply(entry);
    check_chained();
    if (units_given_) warn_of_idle_units(*units_given_);
  }

  void read_entry(const std::string& name, const Json& value) {
    const std::string pointer = pointer_to(fields_.pointer("instructions"), name);
    const std::optional<TimingKey> key = read_key(name, pointer);
    Fields fields(value, pointer, faults_);
    if (!value.is_object()) return;
    TimingEntry entry{pointer, {}, {}, {}, {}, {}};
    entry.latency = cycles_of(fields, "latency", 0);
    entry.chained = cycles_of(fields, "chained", 0);
    if (!entry.chained) entry.chained = entry.latency;
    entry.cycles = cycles_of(fields, "cycles", 1);
    entry.slots = number<std::uint8_t>(fields.integer("slots", 0, max_slots));
    if (const auto units = fields.text("units")) entry.units = group_of(*units, fields);
    refuse_unknown(fields, faults_);
    if (key && !entries_.emplace(*key, entry).second)
      faults_.add(pointer, "another entry is for the same instructions", "write it once");
  }

  template <class T>
  static std::optional<T> number(std::optional<std::int64_t> value) {
    if (!value) return std::nullopt;
    return static_cast<T>(*value);
  }
  static std::optional<std::uint16_t> cycles_of(Fields& fields, const char* key,
                                                std::int64_t least) {
    return number<std::uint16_t>(fields.integer(key, least, max_cycles));
  }

  std::optional<std::uint8_t> group_of(const std::string& name, Fields& fields) {
    if (name == no_units_name) return Timing::no_units;
    std::vector<std::string> names{no_units_name};
    for (std::size_t i = 0; i < pipeline_.units.size(); ++i) {
      if (pipeline_.units[i].name == name) return static_cast<std::uint8_t>(i);
      names.push_back(pipeline_.units[i].name);
    }
    const std::string near = did_you_mean(name, names);
    fields.fault("units", "no group of units '" + name + "'",
                 near.empty() ? "there are " + list_of(names) : near);
    return std::nullopt;
  }

  std::optional<TimingKey> read_key(const std::string& name, const std::string& pointer) {
    std::vector<std::string> parts = split(name, '/');
    const auto kind = index_in(parts[0], instruction_names);
    if (!kind) {
      const std::vector<std::string> names(instruction_names.begin(), instruction_names.end());
      const std::string near = did_you_mean(parts[0], names);
      faults_.add(pointer, "no kind of instruction '" + parts[0] + "'",
                  near.empty() ? "there are " + list_of(names) : near);
      return std::nullopt;
    }
    TimingKey key{static_cast<unsigned>(*kind)};
    parts.erase(parts.begin());
    return read_precision(parts, pointer, key) && read_width(parts, pointer, key)
               ? std::optional(key)
               : std::nullopt;
  }

  bool read_precision(std::vector<std::string>& parts, const std::string& pointer, TimingKey& key) {
    if (parts.empty() || is_number(parts[0])) return true;
    const auto precision = index_in(parts[0], precision_names);
    if (!precision || *precision == 0) {
      faults_.add(pointer, "no precision '" + parts[0] + "', expected 'single' or 'double'",
                  did_you_mean(parts[0], {"single", "double"}));
      return false;
    }
    key.precision = *precision;
    parts.erase(parts.begin());
    return true;
  }

  bool read_width(const std::vector<std::string>& parts, const std::string& pointer,
                  TimingKey& key) {
    if (parts.empty()) return true;
    const auto width = log2_of_width(parts[0]);
    if (!width || parts.size() > 1) {
      faults_.add(pointer,
                  "no width '" + parts[0] +
                      "' of registers in bytes, expected 1, 2, 4, 8, "
                      "16, 32 or 64, and nothing behind it",
                  "as in \"float-add/double/32\"");
      return false;
    }
    key.log2_width = *width;
    return true;
  }

  using Entries = std::map<TimingKey, TimingEntry>;  // the more specific behind the less specific

  void apply(Entries::const_iterator at) {
    const auto& [key, entry] = *at;
    const auto next = std::next(at);
    const bool followed = key.log2_width != for_all && next != entries_.end() &&
                          next->first.kind == key.kind && next->first.precision == key.precision;
    const int end = followed ? next->first.log2_width : static_cast<int>(register_widths);
    for (int width = std::max(key.log2_width, 0); width < end; ++width) {
      for (int precision = 0; precision < static_cast<int>(precisions); ++precision) {
        if (key.precision == for_all || key.precision == precision)
          change(key.kind, static_cast<std::size_t>(precision), static_cast<std::size_t>(width),
                 entry);
      }
    }
  }

  void change(unsigned kind, std::size_t precision, std::size_t width, const TimingEntry& entry) {
    Timing& timing = pipeline_.timings[kind][precision][width];
    timing.latency = entry.latency.value_or(timing.latency);
    timing.chained = entry.chained.value_or(timing.chained);
    timing.cycles = entry.cycles.value_or(timing.cycles);
    timing.slots = entry.slots.value_or(timing.slots);
    timing.units = entry.units.value_or(timing.units);
    if (timing.chained > timing.latency)
      impossible_[{kind, precision, width}] = &entry;
    else
      impossible_.erase({kind, precision, width});
  }

  // Only where all entries have been applied: a more specific one may mend it.
  void check_chained() {
    std::set<const TimingEntry*> told;
    for (const auto& [at, entry] : impossible_) {
      if (!told.insert(entry).second) continue;
      const auto& [kind, precision, width] = at;
      const Timing& timing = pipeline_.timings[kind][precision][width];
      faults_.add(entry->pointer,
                  "chained " + std::to_string(timing.chained) + " is longer than the latency of " +
                      std::to_string(timing.latency) + " cycles",
                  "chained is what forwarding within the unit leaves of the latency");
    }
  }

  void warn_of_idle_units(const Json& units) {
    if (!warnings_) return;
    for (std::size_t i = 0; i < pipeline_.units.size(); ++i) {
      const std::string& name = pipeline_.units[i].name;
      if (!units.contains(name) || is_used(static_cast<std::uint8_t>(i))) continue;
      const std::string pointer = pointer_to(fields_.pointer("units"), name);
      warnings_->push_back({document_.file, document_.line_of(pointer), pointer,
                            "no instruction uses these units",
                            "name them as \"units\" of an entry of \"instructions\""});
    }
  }

  bool is_used(std::uint8_t group) const {
    for (const auto& kind : pipeline_.timings)
      for (const auto& precision : kind)
        for (const Timing& timing : precision)
          if (timing.units == group) return true;
    return false;
  }

  Fields& fields_;
  const Document& document_;
  Faults& faults_;
  std::vector<Diagnostic>* warnings_;
  Pipeline pipeline_;
  std::vector<PortGroup> groups_;
  const Json* units_given_ = nullptr;
  Entries entries_;
  // By kind, precision and width: chained longer than the latency, and who made it so.
  std::map<std::tuple<unsigned, std::size_t, std::size_t>, const TimingEntry*> impossible_;
};

}  // namespace

Pipeline read_pipeline(Fields& fields, const Document& document, Faults& faults,
                       std::vector<Diagnostic>* warnings, const Pipeline& base) {
  return PipelineReader(fields, document, faults, warnings, base).read();
}

}  // namespace hpcast::dat

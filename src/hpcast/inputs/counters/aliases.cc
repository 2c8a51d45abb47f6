#include "hpcast/inputs/counters/aliases.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

#include "hpcast/inputs/counters/text_numbers.h"

namespace hpcast::counters {

namespace {

constexpr std::string_view modifier_letters = "ukhGHpPSDIeWb";

// As Linux names the cores' counters. Where they are of several kinds: Intel's cpu_core, cpu_atom
// and cpu_lowpower, Arm's armv8_cortex_a53, armv8_pmuv3_1, Apple's apple_icestorm_pmu.
bool is_cores(std::string_view unit) {
  const bool is_arm = unit.starts_with("armv") && unit.size() > 4 && is_digit(unit[4]);
  return unit == "cpu" || unit == "cpu_core" || unit == "cpu_atom" || unit == "cpu_lowpower" ||
         is_arm || unit.starts_with("apple_");
}

bool begins_with_one_of(std::string_view name, std::span<const std::string_view> heads) {
  return std::any_of(heads.begin(), heads.end(),
                     [&](std::string_view head) { return name.starts_with(head); });
}

// "unc_m_cas_count.rd [uncore_imc_0]": what perf stat --no-merge tells of one box.
struct BoxedName {
  std::string_view event, box;
};

BoxedName boxed_name(std::string_view name) {
  constexpr std::array<std::string_view, 6> units{"uncore_", "amd_",   "arm_",
                                                  "hisi_",   "nvidia", "cpu"};
  const std::size_t open = name.rfind(" [");
  if (open == std::string_view::npos || !name.ends_with(']')) return {name, {}};
  const std::string_view box = name.substr(open + 2, name.size() - open - 3);
  if (!begins_with_one_of(box, units)) return {name, {}};
  return {name.substr(0, open), box};
}

bool is_numbered(std::string_view unit) {
  const std::size_t line = unit.rfind('_');
  return line != std::string_view::npos && line > 0 && line + 1 < unit.size() &&
         std::all_of(unit.begin() + static_cast<std::ptrdiff_t>(line) + 1, unit.end(), is_digit);
}

// Events that tell their unit themselves: "uncore_imc_0/unc_m_cas_count.rd/".
bool tells_its_unit(std::string_view event) {
  constexpr std::array<std::string_view, 5> heads{"unc_", "UNC_", "umc_", "l3_", "dram_channel"};
  return begins_with_one_of(event, heads);
}

// "uncore_imc_3/cas_count_read/" is the event of box 3 of that kind: "uncore_imc/cas_count_read/".
// The cores' own units say nothing: "cpu_core/cycles/".
std::string without_unit_number(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos || slash + 1 == name.size()) return std::string(name);
  std::string_view unit = name.substr(0, slash);
  std::string_view event = name.substr(slash + 1);
  if (const std::size_t end = event.find('/'); end != std::string_view::npos)
    event = event.substr(0, end);
  if (is_cores(unit) || tells_its_unit(event)) return std::string(event);
  if (is_numbered(unit)) unit = unit.substr(0, unit.rfind('_'));
  return std::string(unit) + "/" + std::string(event);
}

std::string with_hash(std::string key) {
  const auto first = std::find_if(key.begin(), key.end(), is_digit);
  const auto last = std::find_if_not(first, key.end(), is_digit);
  if (first == key.begin() || first == key.end()) return key;
  return std::string(key.begin(), first) + "#" + std::string(last, key.end());
}

Alias to_alias(const KnownName& known) {
  const auto text = [](const char* words) { return words == nullptr ? "" : words; };
  return {known.counter, known.factor, text(known.sum), text(known.note)};
}

std::vector<Alias> built_in(std::string_view key) {
  std::vector<Alias> found;
  for (const KnownName& known : known_names())
    if (key == known.name) found.push_back(to_alias(known));
  return found;
}

}  // namespace

std::string_view modifiers_of(std::string_view name) {
  const bool is_closed = name.ends_with('/');  // "cpu_core/cycles:u/", as "cpu_core/cycles/u"
  if (is_closed) name.remove_suffix(1);
  const std::size_t mark = name.find_last_of(is_closed ? ":" : ":/");
  if (mark == std::string_view::npos || mark + 1 >= name.size()) return {};
  const std::string_view tail = name.substr(mark + 1);
  return tail.find_first_not_of(modifier_letters) == std::string_view::npos ? tail
                                                                            : std::string_view{};
}

bool names_a_box(std::string_view name) {
  const std::string key = key_of(name, false);
  constexpr std::array<std::string_view, 16> units{
      "unc_", "uncore_", "umc_",   "amd_umc",   "amd_l3", "amd_df", "l3_",  "dram_channel",
      "arm_", "hisi_",   "nvidia", "cas_count", "mc_cas", "edc_",   "hbm_", "pwr_"};
  return begins_with_one_of(key, units);
}

std::string_view place_of(std::string_view name) {
  if (const std::size_t end = name.find("::"); end != std::string_view::npos)
    return name.substr(0, end);
  if (const std::string_view box = boxed_name(name).box; !box.empty()) return box;
  const std::string_view unit = name.substr(0, name.find('/'));
  if (unit.size() == name.size()) return {};
  return is_numbered(unit) || !core_kind_of(name).empty() ? unit : std::string_view{};
}

std::string_view core_kind_of(std::string_view name) {
  // libpfm's for Intel's hybrid processors and Arm's cores
  constexpr std::array<std::string_view, 6> ends{"_glc", "_grt", "_rwc", "_cmt", "_lnc", "_skt"};
  if (const std::size_t end = name.find("::"); end != std::string_view::npos) {
    const std::string_view component = name.substr(0, end);
    const bool is_kind = std::any_of(
        ends.begin(), ends.end(), [&](std::string_view tail) { return component.ends_with(tail); });
    return is_kind || component.starts_with("arm_ac") ? component : std::string_view{};
  }
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos) return {};
  const std::string_view unit = name.substr(0, slash);
  return is_cores(unit) && unit != "cpu" ? unit : std::string_view{};
}

std::string key_of(std::string_view name, bool numbered) {
  name = boxed_name(name).event;
  if (const std::size_t component = name.find("::"); component != std::string_view::npos)
    name = name.substr(component + 2);
  if (const std::string_view modifiers = modifiers_of(name); !modifiers.empty()) {
    if (name.ends_with('/')) name.remove_suffix(1);
    name.remove_suffix(modifiers.size() +
                       (name[name.size() - modifiers.size() - 1] == ':' ? 1 : 0));
  }
  std::string key = without_unit_number(name);
  while (!key.empty() && key.back() == '/') key.pop_back();
  for (char& c : key) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (c == '.' || c == ':' || c == '-' || c == '/' || c == ' ') c = '_';
  }
  return numbered ? with_hash(std::move(key)) : key;
}

void Aliases::add(std::string_view name, Alias alias) {
  own_[key_of(name, false)].push_back(std::move(alias));
}

std::vector<Alias> Aliases::find(std::string_view name) const {
  for (const bool numbered : {false, true}) {
    const std::string key = key_of(name, numbered);
    if (const auto own = own_.find(key); own != own_.end()) return own->second;
    if (std::vector<Alias> known = built_in(key); !known.empty()) return known;
  }
  if (const CounterInfo* canonical = counters::find(name)) return {{canonical->name}};
  return {};
}

}  // namespace hpcast::counters

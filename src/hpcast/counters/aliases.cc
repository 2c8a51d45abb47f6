#include "hpcast/counters/aliases.h"

#include <algorithm>
#include <cctype>

#include "hpcast/counters/text_numbers.h"

namespace hpcast::counters {

namespace {

constexpr std::string_view modifier_letters = "ukhGHpPSDIeWb";

// "uncore_imc_3/cas_count_read/" is the event of box 3 of that kind: "uncore_imc/cas_count_read/".
// The cores' own units say nothing: "cpu_core/cycles/".
std::string without_unit_number(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos || slash + 1 == name.size()) return std::string(name);
  std::string_view unit = name.substr(0, slash);
  std::string_view event = name.substr(slash + 1);
  if (const std::size_t end = event.find('/'); end != std::string_view::npos)
    event = event.substr(0, end);
  if (unit == "cpu" || unit == "cpu_core" || unit == "cpu_atom") return std::string(event);
  std::size_t length = unit.size();
  while (length > 0 && is_digit(unit[length - 1])) --length;
  if (length > 1 && length < unit.size() && unit[length - 1] == '_')
    unit = unit.substr(0, length - 1);
  return std::string(unit) + "/" + std::string(event);
}

std::string with_hash(std::string key) {
  const auto first = std::find_if(key.begin(), key.end(), is_digit);
  const auto last = std::find_if_not(first, key.end(), is_digit);
  if (first == key.begin() || first == key.end()) return key;
  return std::string(key.begin(), first) + "#" + std::string(last, key.end());
}

Alias to_alias(const KnownName& known) {
  return {known.counter, known.factor, known.part, known.note == nullptr ? "" : known.note};
}

std::vector<Alias> built_in(std::string_view key) {
  std::vector<Alias> found;
  for (const KnownName& known : known_names())
    if (key == known.name) found.push_back(to_alias(known));
  return found;
}

}  // namespace

std::string_view modifiers_of(std::string_view name) {
  const std::size_t mark = name.find_last_of(":/");
  if (mark == std::string_view::npos || mark + 1 >= name.size()) return {};
  const std::string_view tail = name.substr(mark + 1);
  return tail.find_first_not_of(modifier_letters) == std::string_view::npos ? tail
                                                                            : std::string_view{};
}

std::string key_of(std::string_view name, bool numbered) {
  if (const std::size_t component = name.find("::"); component != std::string_view::npos)
    name = name.substr(component + 2);
  if (const std::string_view modifiers = modifiers_of(name); !modifiers.empty())
    name.remove_suffix(modifiers.size() +
                       (name[name.size() - modifiers.size() - 1] == ':' ? 1 : 0));
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
  if (const CounterInfo* canonical = counters::find(name)) return {{canonical->name, 1, false, {}}};
  return {};
}

}  // namespace hpcast::counters

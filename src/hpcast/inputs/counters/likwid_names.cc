#include "hpcast/inputs/counters/likwid_names.h"

#include <algorithm>
#include <array>
#include <span>

#include "hpcast/inputs/counters/text_numbers.h"

namespace hpcast::counters {

namespace {

bool is_likwid_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

bool begins_with_any(std::string_view name, std::span<const std::string_view> heads) {
  return std::any_of(heads.begin(), heads.end(),
                     [&](std::string_view head) { return name.starts_with(head); });
}

// "MBOX0C1" and "MBOX0C2" are counters of MBOX0, "PMC0" and "PMC1" of the core.
std::string box_of(std::string_view counter) {
  std::size_t end = counter.size();
  while (end > 0 && is_digit(counter[end - 1])) --end;
  const bool of_numbered_box = end > 1 && counter[end - 1] == 'C' && is_digit(counter[end - 2]);
  return std::string(counter.substr(0, of_numbered_box ? end - 1 : end));
}

}  // namespace

bool is_likwid_mpi_thread(std::string_view field) {
  const std::size_t cpu = field.rfind(':');
  if (cpu == std::string_view::npos || cpu == 0) return false;
  const std::size_t rank = field.rfind(':', cpu - 1);
  return rank != std::string_view::npos && rank > 0 && is_likwid_number(field.substr(cpu + 1)) &&
         is_likwid_number(field.substr(rank + 1, cpu - rank - 1));
}

bool is_likwid_thread(std::string_view field) {
  return field.starts_with("HWThread ") || field.starts_with("Core ") ||
         is_likwid_mpi_thread(field);
}

bool is_likwid_no_value(std::string_view field) {
  return field == "-" || field == "nan" || field == "-nan" || field.empty();
}

LikwidCounter likwid_counter(std::string_view name, std::string_view event) {
  constexpr std::array<std::string_view, 4> of_threads{"PMC", "FIXC", "TMP", "VTG"};
  constexpr std::array<std::string_view, 5> of_memories{"MBOX", "HBM", "EDC", "EDBX", "DFC"};
  LikwidCounter counter;
  const std::string_view plain = name.substr(0, name.find(':'));
  if (plain.size() < name.size()) counter.options = name.substr(plain.size() + 1);
  counter.box = box_of(plain);
  const bool is_energy = plain.starts_with("PWR");
  counter.is_of_a_socket =
      !begins_with_any(plain, of_threads) && !(is_energy && event.starts_with("RAPL_CORE"));
  counter.is_of_its_memory_or_energy =
      counter.is_of_a_socket && (is_energy || begins_with_any(plain, of_memories));
  counter.is_of_an_l3 = plain.starts_with("CPMC");
  counter.is_of_hbm = plain.starts_with("HBM");
  counter.is_level = plain.starts_with("TMP") || plain.starts_with("VTG");
  if (is_energy) counter.unit = "J";
  if (plain.starts_with("TMP")) counter.unit = "C";
  if (plain.starts_with("VTG")) counter.unit = "V";
  return counter;
}

}  // namespace hpcast::counters

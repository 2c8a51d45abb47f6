// Counter tables and models for tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/inputs/counters/table.h"
#include "hpcast/models/power/model_file.h"
#include "hpcast/models/power/node_samples.h"

namespace hpcast::power {

using Values = std::vector<std::pair<std::string, double>>;

inline void add_row(counters::Table& table, const counters::Row& place, const Values& values) {
  const std::size_t row = table.add_row(place);
  for (const auto& [name, value] : values) {
    const counters::CounterInfo* const info = counters::find(name);
    table.column_to_fill(name, info == nullptr ? counters::Unit::events : info->unit).values[row] =
        value;
  }
}

inline NamedTable one_row(double duration, const Values& values) {
  NamedTable named{"app", {}};
  add_row(named.table, {0, duration, 0, 0}, values);
  return named;
}

inline Model shipped_model(const std::string& name) {
  return read_model(source_tree() + "/machines/" + name + ".power.json");
}

inline Model model_of(const std::string& text) { return model_in(parse_json(text, "m.json")); }

// What an InputError says; "no error" where there is none.
template <class Function>
std::string error_of(const Function& function) {
  try {
    function();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

// What a K node counts in a second at these rates of eqs. 1 to 5.
inline Values k_counters(double fp, double memory, double l2, double l1d, double integer) {
  return {{"cycles", 2e9},
          {"fp_scalar_instructions", 0},
          {"fp_simd_instructions", 0},
          {"fp_scalar_fma_instructions", 0},
          {"fp_simd_fma_instructions", fp * 128e9 / 4},
          {"dram_reads", 0.75 * memory * 46e9 / 128},
          {"dram_writes", 0.25 * memory * 46e9 / 128},
          {"l1d_misses", l2 * 128e9 / 8},
          {"loads_and_stores", l1d * 256e9 / 8},
          {"other_instructions", integer * 32e9}};
}

// Of a second of LINPACK's kernels: multiply-adds of whole vectors, a load for every two of them,
// of so many doubles as the counters say, and half as many other instructions.
inline Values linpack_counters(double flops, double flops_an_instruction, double loads_a_load = 1) {
  const double fma = flops / flops_an_instruction, loads = loads_a_load * fma / 2;
  return {{"dp_flops", flops}, {"sp_flops", 0},   {"dram_reads", 0},
          {"dram_writes", 0},  {"l1d_misses", 0}, {"l2_misses", 0},
          {"loads", loads},    {"stores", 0},     {"instructions", 1.25 * fma + loads}};
}

}  // namespace hpcast::power

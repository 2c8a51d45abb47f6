// What the parts of a pipeline are called in a DAT, and what they can be.
#pragma once

#include <array>
#include <cstdint>

#include "hpcast/inputs/dat/pipeline.h"

namespace hpcast::dat {

struct PipelineMember {
  const char* name;
  std::uint32_t Pipeline::*value;
  std::int64_t least, most;
};

inline constexpr std::array<PipelineMember, 22> pipeline_members{{
    {"fetch_width", &Pipeline::fetch_width, 1, 64},
    {"fetch_line", &Pipeline::fetch_line, 0, 4096},
    {"call_bubble", &Pipeline::call_bubble, 0, 100},
    {"dispatch_width", &Pipeline::dispatch_width, 1, 64},
    {"retire_width", &Pipeline::retire_width, 1, 64},
    {"scheduler", &Pipeline::scheduler, 1, 65536},
    {"vector_scheduler", &Pipeline::vector_scheduler, 1, 65536},
    {"vector_queue", &Pipeline::vector_queue, 0, 65536},
    {"load_queue", &Pipeline::load_queue, 1, 65536},
    {"store_queue", &Pipeline::store_queue, 1, 65536},
    {"registers", &Pipeline::registers, 0, 65536},
    {"vector_registers", &Pipeline::vector_registers, 0, 65536},
    {"set_fill", &Pipeline::set_fill, 0, 1000},
    {"set_lines", &Pipeline::set_lines, 0, 1024},
    {"refill", &Pipeline::refill, 0, 1000},
    {"branch_history", &Pipeline::branch_history, 0, 1000},
    {"flag_transfer", &Pipeline::flag_transfer, 0, 1000},
    {"forward", &Pipeline::forward, 0, 1000},
    {"vector_forward", &Pipeline::vector_forward, 0, 1000},
    {"indexed", &Pipeline::indexed, 0, 1000},
    {"split_load", &Pipeline::split_load, 1, 64},
    {"split_store", &Pipeline::split_store, 1, 64},
}};
// What depends on the system that runs on the core as well: in no generation's table.
inline constexpr std::array<PipelineMember, 4> translation_members{{
    {"tlb", &Pipeline::tlb, 1, 1 << 20},
    {"page_walk", &Pipeline::page_walk, 0, 10000},
    {"page_walk_near", &Pipeline::page_walk_near, 0, 10000},
    {"page_walkers", &Pipeline::page_walkers, 1, 64},
}};

inline constexpr std::size_t max_ports = 64;
inline constexpr std::size_t max_unit_groups = Timing::no_units;
inline constexpr std::int64_t max_cycles = 10000;  // latencies, and units busy
inline constexpr std::int64_t max_slots = 64;

inline constexpr const char* no_units_name = "none";
// By Precision; none: an entry for all of them.
inline constexpr std::array<const char*, precisions> precision_names{"", "single", "double"};

}  // namespace hpcast::dat

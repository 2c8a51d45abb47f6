// What the kernel tells of a program that it samples (perf_event_open), record by record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

struct perf_event_attr;

namespace hpcast {

struct PerfRecord {
  enum class Kind : std::uint8_t {
    sample,   // the thread was at `address`
    mapping,  // the process has code of `file` from `address` on
    fork,     // `process` begins with what `parent` has mapped
    exec,     // the process becomes another program
    lost      // there was no room for `count` records
  };
  Kind kind = Kind::sample;
  std::uint64_t time = 0;  // ns of CLOCK_MONOTONIC
  std::uint32_t process = 0, thread = 0;
  std::uint64_t address = 0;  // sample, mapping
  std::uint64_t period = 0;   // sample: ns of CPU time that it stands for
  std::uint64_t bytes = 0;    // mapping
  std::uint32_t parent = 0;   // fork
  std::uint64_t count = 0;    // lost
  std::string file = {};      // mapping: a path, "[vdso]", "//anon"
  bool operator==(const PerfRecord&) const = default;
};

// Of an event that samples what a thread does in user mode each `period` ns of its CPU time, from
// its next exec on, with its children, as parse_perf_records() reads it.
perf_event_attr sampling_event(std::uint64_t period);
// The same, which tells what they map, too.
perf_event_attr sampling_and_mapping_event(std::uint64_t period);

// Bytes `tail` to `head` of a ring, in order; none where there are more than it holds. Its size is
// a power of two.
std::vector<std::byte> ring_content(std::span<const std::byte> ring, std::uint64_t tail,
                                    std::uint64_t head);

// Adds to `records` what `bytes` hold. Leaves out records of other kinds, and stops at one that is
// cut off.
void parse_perf_records(std::span<const std::byte> bytes, std::vector<PerfRecord>& records);

}  // namespace hpcast

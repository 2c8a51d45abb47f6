// What `hpcast trace summary` answers, as plain data: what was executed of a recorded program.
// schemas/trace-summary.schema.json, docs/valgrind.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/answers/answer.h"

namespace hpcast::answers {

struct KindCount {
  std::string kind;  // "load", "floating-point add"
  std::uint64_t instructions = 0;
  bool operator==(const KindCount&) const = default;
};

struct InstructionMix {
  std::string name;  // of the phase; empty for the whole run
  std::uint64_t instructions = 0;
  std::vector<KindCount> kinds;            // that there are, most first
  std::uint64_t taken = 0, not_taken = 0;  // conditional branches
  bool operator==(const InstructionMix&) const = default;

  std::uint64_t of_kind(const std::string& kind) const;  // 0: there are none
};

struct HotLoop {
  std::uint32_t block = 0;     // the superblock that begins a turn
  std::string function, file;  // empty: not known
  std::uint32_t line = 0;      // 0: likewise
  std::uint64_t turns = 0, instructions = 0;
  KindCount mostly;  // the kind that most of them are of
  bool operator==(const HotLoop&) const = default;
};

struct TraceSummary : Answer {
  static constexpr AnswerKind kind = {"hpcast-trace-summary-answer", "hpcast trace summary",
                                      "docs/valgrind.md", "undescribed",
                                      "trace-summary.schema.json"};
  std::string trace;  // its name
  std::uint64_t threads = 0;
  std::uint64_t undescribed = 0;  // superblocks executed of which nothing is known
  InstructionMix whole;
  std::vector<InstructionMix> phases;  // that executed anything; none where there is only one
  std::vector<HotLoop> loops;          // most instructions first, at most `most_loops`
  std::uint64_t loops_found = 0;
  bool operator==(const TraceSummary&) const = default;

  static constexpr std::size_t most_loops = 1000;
};
// What it consists of in files.
void describe(Mapping& m, TraceSummary& summary);

// "main, chase.c:31", "superblock 7"
std::string place_text(const HotLoop& loop);

// "T: 12 M instructions of 2 threads, 93 % of them in the loop at main, chase.c:31"
std::string verdict_line(const TraceSummary& summary);

}  // namespace hpcast::answers

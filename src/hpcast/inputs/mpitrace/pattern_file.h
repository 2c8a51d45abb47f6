// What a pattern file says, checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/base/json.h"
#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/inputs/mpitrace/read.h"

namespace hpcast::mpitrace {

enum class PatternKind : std::uint8_t {
  halo,
  tofu_neighbors,
  all_to_all,
  ring,
  shift,
  random,
  incast,
  ping_pong,
  tree,
  allreduce,
  broadcast,
  reduce,
  allgather,
  barrier,
};

struct Pattern {
  PatternKind kind = PatternKind::halo;
  std::string name;  // of the kind
  std::uint32_t ranks = 1;
  std::uint64_t bytes = 0;  // of a message; of a collective: Operation::amount
  std::uint64_t steps = 1;
  Picoseconds compute = 0;  // at the start of each step

  std::vector<std::uint32_t> shape;  // the last extent runs fastest
  std::vector<bool> periodic;        // by dimension
  bool diagonals = false;            // neighbours across edges and corners too
  bool collective = false;           // all-to-all: one call of MPI
  std::uint32_t distance = 1, messages = 1, root = 0, arity = 2;
  std::uint64_t seed = 1;
};

Pattern pattern_of(const Document& document, const ReadOptions& options);

}  // namespace hpcast::mpitrace

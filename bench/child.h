// A program run to its end, and what it cost.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace hpcast::bench {

using Words = std::vector<std::string>;
Words operator+(Words words, const Words& more);

struct Command {
  Words words;      // the program, by path or as PATH finds it, and its arguments
  int threads = 1;  // OMP_NUM_THREADS, with OMP_WAIT_POLICY=passive
};

struct Cost {
  double wall_s = 0;
  double cpu_s = 0;      // user and system, of the program and of the children it waited for
  double memory_gb = 0;  // the most that one of them had at a time
};

struct Outcome {
  Cost cost;
  std::string output;  // standard output
};

// Throws InputError, with the end of what the program said, where it does not exit with 0.
Outcome run(const Command& command);

}  // namespace hpcast::bench

// How long regions took in an instrumented program, as hpcast_skeleton_measure.c writes it.
#pragma once

#include <string>
#include <vector>

namespace hpcast::skeleton {

// Calls of a region whose features were about the same, added up.
struct Sample {
  int region = 0;
  double calls = 0, seconds = 0;
  std::vector<double> values;  // of its features
};

// One run of the program.
struct Run {
  std::string command;
  std::size_t processes = 0;
  std::vector<Sample> samples;
  double lost = 0;  // calls that nobody counted, for want of room
};

// Of all its regions and processes.
double seconds_in(const Run& run);

// Of runs of the same command the one that took the middle time, of an even number the lesser: what
// other work on the host costs now and then is not in it, nor what it spared once. A whole one: the
// middle of each region apart would be no run's. `runs` is not empty.
Run middle_run(std::vector<Run> runs);

// Adds one process's file to the run. Throws InputError where it is damaged.
void read_samples(const std::string& path, Run& run);

}  // namespace hpcast::skeleton

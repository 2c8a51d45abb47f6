// The cases of workloads/accuracy: kernels in several builds.
#pragma once

#include <string>
#include <vector>

#include "benchmark.h"
#include "hpcast/base/scratch_folder.h"

namespace hpcast::bench {

struct AccuracyCase {
  std::string kernel, build, class_name;
  int threads = 1;

  std::string name() const;
  Command command(int calls) const;
  Command compiled_command(int calls) const;  // the same, through hpcast-cc
  // As a program that has its processors to itself: one each, and no sleep where threads meet.
  Command native_command() const;
};

// Those that this processor can run and --only lets through; --quick: one of each class.
std::vector<AccuracyCase> accuracy_cases(const Options& options, Report& report);

// Seconds of a call: the least of a dozen. Of a command that prints what a kernel does:
// "dot 0.001344830 s, checksum 755136.2".
double native_time(const Command& command);

// The DAT file that was given; else this host as calibrated now, with --quick only described.
std::string host_file(const std::string& given, const Options& options,
                      const ScratchFolder& scratch, const Report& report);

}  // namespace hpcast::bench

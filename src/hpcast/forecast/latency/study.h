// Many runs of one program, each forecast at longer memory latencies: docs/latency-study.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/answers/latency/study.h"
#include "hpcast/forecast/latency/study_plan.h"
#include "hpcast/inputs/reftrace/traced_process.h"

namespace hpcast::forecast {

struct StudyRequest {
  std::string machine_path;
  std::vector<std::string> changes;  // "CLASS.FIELD=VALUE"
  std::vector<double> to_s;
  std::string region;             // counts alone; empty: the whole run
  double working_set = 4;         // at least so many times the last cache; 0: scale all by `scale`
  std::uint64_t scale = 1;        // caches so many times smaller
  bool same_caches = false;       // a case's first answer decides on the caches of all its runs
  std::uint32_t intervals = 100;  // simulated ones
  reftrace::ProgramOptions program;
  std::vector<std::string> command;  // with placeholders
  StudyAxis panel, cases;
  std::string directory;      // where results are kept
  bool restart = false;       // throw away what is there
  bool retry_failed = false;  // once more what is there but failed
};

// Makes the runs that the directory does not have yet, and reads all. A run that fails is recorded
// so, whatever becomes of it. Throws InputError: bad requests, a directory with a study of another
// request; and with an exit status of 128 + signal where a signal stops it, having kept all runs
// but the present one. To be called while this process has one thread.
answers::StudyResult run_study(const StudyRequest& request);

}  // namespace hpcast::forecast

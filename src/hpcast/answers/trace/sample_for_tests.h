// A summary of a trace with everything in it, and with names that need care.
#pragma once

#include "hpcast/answers/trace/answer.h"

namespace hpcast::answers {

inline TraceSummary sample_trace_summary() {
  TraceSummary s;
  s.inputs = {{"chase.trace", "", "trace"}};
  s.trace = "chase.trace";
  s.threads = 2;
  s.undescribed = 3;
  s.whole = {"", 1000, {{"load", 600}, {"integer", 400}}, 90, 10};
  s.phases = {{"<start>", 100, {{"integer", 100}}, 0, 0},
              {"chase", 900, {{"load", 600}, {"integer", 300}}, 90, 10}};
  s.loops = {{7, "follow<int>", "src/chase.c", 31, 90, 800, {"load", 600}},
             {9, "", "", 0, 4, 100, {"integer", 60}}};
  s.loops_found = 2;
  s.partial = "killed by signal 9";
  s.verdict = verdict_line(s);
  return s;
}

}  // namespace hpcast::answers

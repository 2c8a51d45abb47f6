// Answers about power, small.
#pragma once

#include <limits>

#include "hpcast/answers/power/answer.h"
#include "hpcast/answers/power/fit.h"
#include "hpcast/answers/power/job_power.h"

namespace hpcast::answers {

inline std::vector<PowerTerm> two_power_terms() {
  return {{"memory", "memory throughput", "B", 50e9, 40, false},
          {"base", "base", "", 0, 100, true}};
}

inline PowerAnswer sample_power() {
  PowerAnswer r;
  r.inputs = {{"app.csv", std::string(64, 'a'), "counters"}};
  r.model = "our nodes";
  r.coefficients = "fitted";
  r.terms = two_power_terms();
  r.groups = {{"solve", 3, {0.5, 1}, {20, 100}, 121.0}, {"write <out>", 1, {0.1, 1}, {4, 100}, {}}};
  r.intervals = {{0, 3, 0, {20, 100}, 121.0}, {3, 1, 1, {4, 100}, {}}};
  r.rates = {0.4, 1};
  r.watts = {16, 100};
  r.time_s = 4;
  r.peak_w = 120;
  r.nodes_per_rack = 10;
  r.nodes = 100;
  r.residual_w = 1.5;
  r.comparison = {0.01, {}};
  r.warnings = {"memory: too much"};
  r.assumptions = r.not_modelled = {"a"};
  r.verdict = verdict_line(r);
  return r;
}

inline JobPower sample_job_power() {
  JobPower job;
  job.inputs = {{"halo.json", std::string(64, 'a'), "profile"}};
  job.model = "our nodes";
  job.coefficients = "fitted";
  job.network = "ring <8>";
  job.terms = two_power_terms();
  job.time_s = 3;
  job.ranks = 8;
  job.job_nodes = 4;
  job.nodes = 6;
  job.windows = {{0, 1, {50, 600}}, {1, 1, {150, 600}}, {2, 1, {0, 600}}};
  job.limits = {{700, false, {{1, 2, 750}}, 1, 0.5}, {800, true, {}, 0, 0}};
  job.warnings = job.assumptions = job.not_modelled = {"a"};
  job.verdict = verdict_line(job);
  return job;
}

inline PowerFit sample_power_fit() {
  PowerFit fit;
  fit.inputs = {{"app.csv", std::string(64, 'a'), "counters"}};
  fit.model = "our nodes";
  fit.coefficients = "fitted";
  fit.terms = two_power_terms();
  fit.fitted = {{{40, 2.0}, {40, 2.0}, 1.5, 0.3}, {{100, 1.0}, {100, {}}, {}, 1}};
  fit.ordinary = fit.nonnegative_quality = {1.5, 0.99, 0.01, 0.02};
  fit.condition = 3.4;
  fit.samples = {{121, 120}, {103, 104}, {110, 111}};
  fit.groups = {{"a", 3, {0.5, 1}, {20, 100}, 121.0},
                {"b <c>", 1, {0.1, 1}, {4, 100}, 103.0},
                {"d", 1, {0.25, 1}, {10, 100}, 110.0}};
  fit.applications = {{"a", 1, 0.01, 0.03}, {"b <c>", 1, 0.01, {}}, {"d", 1, 0.01, 0.01}};
  fit.warnings = fit.assumptions = fit.not_modelled = {"a"};
  fit.verdict = verdict_line(fit);
  return fit;
}

}  // namespace hpcast::answers

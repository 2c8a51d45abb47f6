// What `hpcast power job` answers, as plain data: a system's power over the time of a job.
// docs/power.md, schemas/job-power.schema.json. Watts and joules are of the whole system.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/answers/power/answer.h"

namespace hpcast::answers {

struct JobWindow {
  double start_s = 0, duration_s = 0;
  std::vector<double> watts;  // by term, means over the window
  bool operator==(const JobWindow&) const = default;
};

// A stretch of windows above a limit.
struct PowerExcess {
  double start_s = 0, end_s = 0;
  double most_w = 0;
  bool operator==(const PowerExcess&) const = default;
};

struct PowerLimit {
  double limit_w = 0;        // with base power
  bool of_increase = false;  // it was asked for without
  std::vector<PowerExcess> excesses;
  double over_s = 0;       // how long, all of them together
  double cap_costs_s = 0;  // how much longer the job takes when it is held to the limit
  bool operator==(const PowerLimit&) const = default;
};

struct JobPower : Answer {
  static constexpr AnswerKind kind = {"hpcast-job-power-answer", "hpcast power job",
                                      "docs/power.md", "peak_at_s", "job-power.schema.json"};
  std::string model, coefficients, network;
  double time_s = 0;  // of the job
  std::uint64_t ranks = 0, job_nodes = 0;
  std::uint64_t nodes = 0;  // of the system
  std::vector<PowerTerm> terms;
  std::vector<JobWindow> windows;  // one after the other, at least one
  std::vector<PowerLimit> limits;
  bool operator==(const JobPower&) const = default;

  double base_w() const;
  double job_w() const;  // the mean of its own nodes, theirs of base power too
  double mean_w() const;
  double energy_j() const { return mean_w() * time_s; }
  const JobWindow& peak() const;  // the first of those that draw most
  bool is_within_limits() const;
};
// What it consists of in files.
void describe(Mapping& m, JobPower& job);

// To five digits: a limit may be near.
std::string system_watts_text(double watts);
// Power as the limit was asked for: "15 MW", or "4.5 MW over base".
std::string limited_text(const JobPower& job, const PowerLimit& limit, double watts);

std::string verdict_line(const JobPower& job);

}  // namespace hpcast::answers

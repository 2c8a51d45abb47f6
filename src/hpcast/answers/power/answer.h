// What `hpcast power predict` answers, as plain data: docs/power.md,
// schemas/power-result.schema.json. Watts are of a node where nothing else is said.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/answers/answer.h"

namespace hpcast::answers {

// What draws power.
struct PowerTerm {
  std::string name, title;
  std::string unit;          // "B", "FLOP", …; empty where nothing is counted
  double peak = 0;           // units/s at a rate of 1; 0 likewise
  double coefficient_w = 0;  // at a rate of 1
  bool always = false;       // whatever the node does
  bool operator==(const PowerTerm&) const = default;

  // Of a unit; nothing where nothing is counted.
  std::optional<double> joules() const;
};

// One program or region, all its intervals together.
struct PowerGroup {
  std::string name;
  double time_s = 0;
  std::vector<double> rates;         // by term, as a fraction of the peak; means over time
  std::vector<double> watts;         // by term
  std::optional<double> measured_w;  // mean over time
  bool operator==(const PowerGroup&) const = default;
};

struct PowerInterval {
  double start_s = 0, duration_s = 0;
  std::size_t group = 0;
  std::vector<double> watts;  // by term
  std::optional<double> measured_w;
  bool operator==(const PowerInterval&) const = default;
};

// Of what was measured, where it was.
struct PowerComparison {
  double mean_error = 0;              // |forecast - measured| / measured, mean over the intervals
  std::optional<double> correlation;  // Pearson's; empty where nothing varies
  bool operator==(const PowerComparison&) const = default;
};

struct PowerAnswer : Answer {
  static constexpr AnswerKind kind = {"hpcast-power-answer", "hpcast power predict",
                                      "docs/power.md", "node_w", "power-result.schema.json"};
  std::string model, coefficients;  // their names
  std::vector<PowerTerm> terms;
  std::vector<double> rates;         // by term, as a fraction of the peak; means over all time
  std::vector<double> watts;         // by term, the same
  std::optional<double> residual_w;  // of the model's fit
  double time_s = 0;
  double peak_w = 0;                            // of the interval that draws most
  std::uint64_t nodes_per_rack = 0, nodes = 0;  // of the system; 0: not known
  std::optional<std::uint64_t> job_nodes;
  std::vector<PowerGroup> groups;
  std::vector<PowerInterval> intervals;
  std::optional<PowerComparison> comparison;
  bool operator==(const PowerAnswer&) const = default;

  double node_w() const;                 // mean over all time
  double base_w() const;                 // of what draws always
  double share(std::size_t term) const;  // of node_w(); 0 where the node draws nothing
  std::optional<double> rack_w() const;  // where the model knows racks
  std::optional<double> job_w() const;   // of its nodes alone
  // Of the job and of nodes that do nothing beside it; without a job, were all nodes to do this.
  std::optional<double> system_w() const;
};
// What it consists of in files.
void describe(Mapping& m, PowerAnswer& result);

double sum_of(const std::vector<double>& watts);
// Of what draws always.
double base_of(const std::vector<PowerTerm>& terms, const std::vector<double>& watts);
// The term that draws most of what comes and goes; of all where nothing does.
std::size_t largest_term(const std::vector<PowerTerm>& terms, const std::vector<double>& watts);
// "18.2 MW, 219 W a node: …"
std::string verdict_line(const PowerAnswer& result);

}  // namespace hpcast::answers

// A machine's power as a sum of terms, each a coefficient times how active a part of the node is:
// the paper's (k-power.txt) eqs. 1 to 6, or others. In a file: docs/power.md,
// schemas/power.schema.json.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hpcast/base/json.h"

namespace hpcast::power {

// What a term counts.
enum class EventUnit : std::uint8_t { events, bytes, flops, instructions, cycles };
const char* symbol_of(EventUnit unit);  // "B", "FLOP", …

enum class TermKind : std::uint8_t {
  rate,    // events a second, as a fraction of the peak
  during,  // 1 while anything is counted: files being written
  always,  // 1
};

// What of a machine a term is about; cache levels by their distance from the core.
enum class Part : std::uint8_t { none, flops, instructions, memory, cache };

// A weighted sum of counters.
struct Numerator {
  std::vector<std::pair<std::string, double>> weights;
  std::string note;  // what is assumed when this one is taken
};

// What a term moves through the memory of another one: bytes there for each of its own.
struct Traffic {
  std::string term;
  double bytes = 0;
  bool counted = false;  // the other term's counters have it already
};

struct Term {
  std::string name, title;
  TermKind kind = TermKind::rate;
  std::vector<Numerator> numerators;  // the first whose counters there are
  double factor = 1;                  // units of each event: bytes of a line
  std::optional<double> line;         // bytes of each event where whole lines are meant
  EventUnit unit = EventUnit::events;
  double peak = 1;         // units/s of a node at which the rate is 1
  bool per_cycle = false;  // the time is cycles by the clock, not the wall clock's
  // The rate times (V / nominal V)^voltage (f / nominal f)^frequency.
  int voltage = 0, frequency = 0;
  bool optional = false;  // left out where its counters are missing
  std::optional<Traffic> traffic;
  Part part = Part::none;
  std::uint32_t cache_level = 0;  // of Part::cache, from 1
};

struct Coefficient {
  std::string term;
  double value = 0;                      // W at a rate of 1; J of each unit where per_event
  std::optional<double> standard_error;  // in the same unit
  bool per_event = false;
};

// How a set was fitted. Errors are relative to the measured power, means of their absolute values.
struct FitFacts {
  std::string method;
  std::uint64_t samples = 0, applications = 0;
  std::optional<double> r2;  // none where the power did not vary
  double mean_error = 0;
  std::optional<double> left_out_error;  // of applications that were not learnt from
};

struct CoefficientSet {
  std::string name, description;
  bool of_system = false;  // watts (not joules) and the residual are of all nodes, not of one
  std::vector<Coefficient> coefficients;
  std::optional<double> residual;  // W
  std::optional<FitFacts> fit;

  const Coefficient* find(std::string_view term) const;  // null: there is none
};

struct Model {
  std::string name, description, date;
  Json sources = Json::object();                // by what they are the sources of
  std::optional<double> clock;                  // Hz
  std::optional<double> nominal_voltage;        // V
  std::optional<double> nominal_frequency;      // Hz
  std::uint64_t nodes_per_rack = 0, racks = 0;  // 0: not known
  std::vector<Term> terms;
  std::vector<CoefficientSet> sets;
  std::vector<std::string> assumptions;

  std::uint64_t nodes() const { return nodes_per_rack * racks; }  // 0: not known
  const Term* find(std::string_view term) const;                  // null: there is none
  // The named one, the first where the name is empty. Throws InputError where there is none.
  const CoefficientSet& set(const std::string& name) const;

  // W of a node at a rate of 1.
  double watts(const CoefficientSet& set, const Coefficient& coefficient) const;
  std::optional<double> standard_error(const CoefficientSet& set,
                                       const Coefficient& coefficient) const;
  std::optional<double> residual(const CoefficientSet& set) const;  // W of a node
};

// Throws InputError for a name that is no term's.
void check_terms(const Model& model, const std::vector<std::string>& names);

// Whole lines for each event of the terms that tell their length.
void count_lines(Model& model);

// Other bytes (or whatever it counts in) of each event; coefficients stay, in joules of an event,
// and so does the power. Throws InputError for a name that is no term's, or that of no
// rate.
void set_factor(Model& model, const std::string& term, double factor);

}  // namespace hpcast::power

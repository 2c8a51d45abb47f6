// What `hpcast power fit` answers beside the model, as plain data: docs/power.md,
// schemas/power-fit.schema.json. Watts are of a node, errors relative to the measured power, means
// of their absolute values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/answers/power/answer.h"

namespace hpcast::answers {

struct PowerCoefficient {
  double watts = 0;                      // at an activity of 1
  std::optional<double> standard_error;  // where there is one
  bool operator==(const PowerCoefficient&) const = default;
};

struct FittedTerm {
  PowerCoefficient ordinary, nonnegative;
  std::optional<double> inflation;  // variance inflation factor; of a constant none
  double mean_activity = 0;
  bool operator==(const FittedTerm&) const = default;
};

struct FitQuality {
  // sqrt(sum of squares / (samples - coefficients)); nothing where these are as many.
  std::optional<double> residual_w;
  std::optional<double> r2;  // none where the power does not vary
  double mean_error = 0;
  std::optional<double> left_out_error;  // applications forecast from the others
  bool operator==(const FitQuality&) const = default;
};

struct FittedApplication {
  std::string name;
  std::uint64_t samples = 0;
  double mean_error = 0;                 // by the chosen method, as all of the rest
  std::optional<double> left_out_error;  // where it was forecast from the others
  bool operator==(const FittedApplication&) const = default;
};

struct FittedSample {
  double measured_w = 0, fitted_w = 0;
  bool operator==(const FittedSample&) const = default;
};

struct PowerFit : Answer {
  static constexpr AnswerKind kind = {"hpcast-power-fit-answer", "hpcast power fit",
                                      "docs/power.md", "nonnegative", "power-fit.schema.json"};
  std::string model, coefficients;  // their names
  bool nonnegative = false;         // the method that was chosen; otherwise ordinary
  std::vector<PowerTerm> terms;     // with the chosen coefficients
  std::vector<FittedTerm> fitted;   // by term
  FitQuality ordinary, nonnegative_quality;
  double condition = 0;  // number of the terms' columns at length 1
  std::vector<FittedSample> samples;
  std::vector<PowerGroup> groups;               // by application
  std::vector<FittedApplication> applications;  // in the same order
  bool operator==(const PowerFit&) const = default;

  std::size_t left_out_applications() const;  // how many were forecast from the others
  bool power_is_constant() const { return !ordinary.r2.has_value(); }
  const FitQuality& quality() const { return nonnegative ? nonnegative_quality : ordinary; }
  const PowerCoefficient& chosen(const FittedTerm& term) const {
    return nonnegative ? term.nonnegative : term.ordinary;
  }
};
// What it consists of in files.
void describe(Mapping& m, PowerFit& fit);

// What an answer says of fits.
std::string r2_text(const FitQuality& quality);
std::string residual_text(const FitQuality& quality);  // "1.5 W"
std::string left_out_text(const PowerFit& fit);  // "applications left out", "2 of 3 applications …"
// Errors of what does not change say nothing.
std::string constant_power_text(const PowerFit& fit);

// "4.2 % off in the mean, 5.3 % for applications left out; …"
std::string verdict_line(const PowerFit& fit);

}  // namespace hpcast::answers

// Figures of power by term, as in k-power.txt: breakdowns (its figures 7 and 8), power over what a
// node does (5 and 6), and over time.
#pragma once

#include <string>
#include <vector>

#include "hpcast/answers/power/answer.h"
#include "hpcast/answers/power/job_power.h"

namespace hpcast::report {

std::string watts_text(double watts);

// What groups draw over base as stacked bars, a line across each where it was measured; nothing
// where no term comes and goes.
std::string power_breakdown(const std::vector<answers::PowerTerm>& terms,
                            const std::vector<answers::PowerGroup>& groups);

// What groups draw over base, over the rate of each term that counts something; nothing for fewer
// than three groups.
std::string power_correlations(const std::vector<answers::PowerTerm>& terms,
                               const std::vector<answers::PowerGroup>& groups);

// A system's power over a job's time, over base and with it; the lowest limit as a line, unless it
// is far above.
std::string job_power_figures(const answers::JobPower& job);

// Nothing for one interval, or where intervals lie beside each other in time.
std::string power_over_time(const answers::PowerAnswer& result);

}  // namespace hpcast::report

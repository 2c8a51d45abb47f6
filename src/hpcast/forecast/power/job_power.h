// A system's power over the time of a job: when each rank computes, from the network's forecast,
// and what its node draws then, from a power model. docs/power.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hpcast/answers/power/job_power.h"
#include "hpcast/forecast/network/forecast.h"
#include "hpcast/models/power/model.h"
#include "hpcast/models/power/node_power.h"

namespace hpcast::forecast {

struct JobPowerRequest {
  power::NodePowerRequest power;
  std::optional<double> limit_w, limit_increase_w;
  double waiting_w = 0;            // over base, of a node all of whose ranks are in MPI
  std::optional<double> window_s;  // else a thousandth of the job
};

inline constexpr std::size_t most_power_windows = 100'000;

// All but `tool` and `inputs`. `tables`: what a node with all its ranks counts while these compute.
// `network` kept its timeline. Throws InputError as power::node_power() does, for a limit that base
// power is above, more nodes than the model's system has, and too many windows.
answers::JobPower job_power(const NetworkForecast& network, const power::Model& model,
                            const std::vector<power::NamedTable>& tables,
                            const JobPowerRequest& request);

}  // namespace hpcast::forecast

#include "hpcast/forecast/network/forecast.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "hpcast/base/date.h"
#include "hpcast/base/file.h"
#include "hpcast/base/interruption.h"
#include "hpcast/base/progress.h"
#include "hpcast/base/units.h"
#include "hpcast/base/version.h"
#include "hpcast/forecast/file_input.h"
#include "hpcast/forecast/network/result.h"
#include "hpcast/models/netsim/process_exchange.h"

namespace hpcast::forecast {

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Faults of the profile that only show while it is simulated name it.
[[noreturn]] void blame(const InputError& error, const std::string& profile) {
  std::vector<Diagnostic> faults = error.diagnostics();
  for (Diagnostic& fault : faults)
    if (fault.file.empty()) fault.file = profile;
  throw InputError(std::move(faults));
}

netsim::Outcome simulate_by(const hpcast_wire* wire, const NetworkForecast& made,
                            const netsim::SimulationOptions& options) {
  if (wire == nullptr) return netsim::simulate(made.network, made.profile, options);
  netsim::ProcessExchange exchange(*wire);
  return netsim::simulate_part(made.network, made.profile, options, exchange);
}

// Nothing where that run did not come to its end: with wildcards, messages that take no time can
// meet other receives than those that do.
std::optional<double> ideal_time(const NetworkForecast& made, netsim::SimulationOptions options) {
  options.fidelity = netsim::Fidelity::ideal;
  options.keeps_timeline = false;
  options.most_messages = 0;
  options.threads = 1;
  try {
    const netsim::Outcome ideal = netsim::simulate(made.network, made.profile, options);
    if (!ideal.stopped_early) return netsim::to_seconds(ideal.time);
  } catch (const InputError&) {
  }
  return {};
}

mpitrace::Matches matches_in(const netsim::Outcome& outcome, std::size_t ranks) {
  mpitrace::Matches matches(ranks);
  for (const netsim::WildcardMatch& match : outcome.wildcards)
    matches[match.rank][match.operation] = {match.source, match.tag};
  return matches;
}

void describe_run(const NetworkRequest& request, double simulated_s, NetworkForecast& made) {
  answers::NetworkAnswer& r = made.result;
  r.inputs = {file_input(request.network, "network")};
  for (const std::string& profile : request.profiles)
    r.inputs.push_back(file_input(profile, "profile"));
  r.tool.version = version();
  r.run.simulated_s = simulated_s;
  r.run.events_per_s = static_cast<double>(made.outcome.events) / std::max(simulated_s, 1e-9);
  r.run.host = host_name();
  r.run.processes = request.wire == nullptr ? 1 : static_cast<std::uint32_t>(request.wire->size);
  r.run.date = date_now();
}

// What the result does not have beyond what network_result() says.
void describe_limits(const NetworkRequest& request, NetworkForecast& made) {
  answers::NetworkAnswer& r = made.result;
  if (request.keeps_timeline && made.outcome.messages.size() == most_listed_messages)
    r.not_modelled.push_back(
        fmt::format("in timelines: messages beyond {} of {}", most_listed_messages, r.messages));
  if (made.outcome.stopped_early) {
    r.partial = "interrupted";
    return;
  }
  if (!r.ideal_time_s)
    r.not_modelled.push_back(made.signal != 0
                                 ? "the time on an ideal network: interrupted before it was known"
                                 : "the time on an ideal network: there, ranks wait for each other "
                                   "without end");
}

}  // namespace

NetworkForecast forecast_network(const NetworkRequest& request, NetworkInputs inputs) {
  NetworkForecast made;
  made.network = std::move(inputs.network);
  made.profile = std::move(inputs.profile);
  const std::size_t ranks = made.profile.ranks.size();
  const Interruption interruption;
  Progress progress("network");
  netsim::SimulationOptions options;
  options.goes_on = [&](std::uint32_t finished, netsim::Time now) {
    if (progress.due())
      progress.show(fmt::format("{} simulated, {} of {} ranks done",
                                format_time(netsim::to_seconds(now)), finished, ranks));
    return interruption.caught() == 0;
  };
  options.fidelity = request.fidelity;
  options.keeps_timeline = request.keeps_timeline;
  options.most_messages = request.keeps_timeline ? most_listed_messages : 0;
  options.threads = request.threads;
  const auto began = std::chrono::steady_clock::now();
  try {
    made.outcome = simulate_by(request.wire, made, options);
  } catch (const InputError& error) {
    blame(error, request.scale_to ? "the scaled profile" : request.profiles.front());
  }
  if (request.wire != nullptr && request.wire->rank != 0) return {};
  const double simulated_s = seconds_since(began);
  made.result = network_result(made.network, made.profile, made.outcome, request.fidelity);
  made.result.assumptions.insert(made.result.assumptions.begin(), inputs.assumptions.begin(),
                                 inputs.assumptions.end());
  made.result.ideal_time_s = ideal_time(made, options);
  if (request.keeps_timeline) made.matches = matches_in(made.outcome, ranks);
  made.signal = interruption.caught();
  describe_limits(request, made);
  describe_run(request, simulated_s, made);
  made.result.run.wall_s = seconds_since(began);
  made.result.verdict = verdict_line(made.result);
  return made;
}

}  // namespace hpcast::forecast

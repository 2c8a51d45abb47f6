#include "hpcast/forecast/network/assumptions.h"

#include <fmt/core.h>

#include <algorithm>

#include "hpcast/base/units.h"

namespace hpcast::forecast {

namespace {

bool has_nonblocking_collectives(const mpitrace::Profile& profile) {
  return std::any_of(profile.ranks.begin(), profile.ranks.end(), [](const auto& rank) {
    return std::any_of(rank.operations.begin(), rank.operations.end(), [](const auto& operation) {
      return operation.kind == mpitrace::Kind::icollective;
    });
  });
}

void describe_collectives(const ndl::Network& network, const mpitrace::Profile& profile,
                          answers::NetworkAnswer& r) {
  if (totals_of(profile).collectives == 0) return;
  r.assumptions.push_back(
      fmt::format("collectives are the messages that {} makes of them",
                  network.mpi.family == ndl::MpiFamily::mpich ? "MPICH 4.0" : "Open MPI 4.1"));
  if (!network.mpi.combine_bandwidth)
    r.not_modelled.emplace_back(
        "the time that reductions compute (mpi.combine_bandwidth is not given)");
  if (network.nodes.ranks > 1)
    r.not_modelled.emplace_back("collectives over the memory that ranks of a node share");
  if (has_nonblocking_collectives(profile))
    r.not_modelled.emplace_back(
        "schedules of their own for non-blocking collectives (they are those of blocking ones), "
        "and the processor's work on their later rounds in calls that do not wait for them");
}

// The processors' work beyond their overheads is copying, but for what reductions compute.
std::string copying_share(const ndl::MpiCosts& mpi, const answers::NetworkAnswer& r) {
  constexpr double worth_telling = 0.1;  // of the run
  const double overheads = (mpi.send_overhead + mpi.receive_overhead) *
                           static_cast<double>(r.messages) / static_cast<double>(r.ranks);
  const double copying = r.mean.mpi_s - overheads;
  if (r.time_s <= 0 || copying < worth_telling * r.time_s) return {};
  return "; that is most of what ranks do in MPI here: look at mpi.eager_limit and "
         "mpi.copy_bandwidth of the NDL first";
}

void describe_copies(const ndl::MpiCosts& mpi, answers::NetworkAnswer& r) {
  if (!mpi.copy_bandwidth) return;
  r.assumptions.push_back(
      fmt::format("messages of up to {} (eager) are copied at {} at both ends{}",
                  format_bytes(static_cast<double>(mpi.eager_limit)),
                  format_bandwidth(*mpi.copy_bandwidth), copying_share(mpi, r)));
}

void describe_mpi(const ndl::Network& network, answers::NetworkAnswer& r) {
  const ndl::MpiCosts& mpi = network.mpi;
  if (mpi.ping_pong)
    r.assumptions.push_back(fmt::format(
        "MPI's start-up latency of {} contains the way of an empty message; the rest, {}, is the "
        "processors' work, half of it each",
        format_time(*mpi.ping_pong), format_time(2 * mpi.send_overhead)));
  else
    r.assumptions.push_back(
        fmt::format("a message costs its sender's processor {}, its receiver's {}",
                    format_time(mpi.send_overhead), format_time(mpi.receive_overhead)));
  r.assumptions.push_back(
      fmt::format("messages of more than {} ask their receiver first; this goes on {}",
                  format_bytes(static_cast<double>(mpi.eager_limit)),
                  mpi.progresses_alone ? "while a rank computes" : "only while a rank is in MPI"));
  describe_copies(mpi, r);
}

void describe_links(const ndl::Network& network, netsim::Fidelity fidelity,
                    answers::NetworkAnswer& r) {
  if (fidelity == netsim::Fidelity::loggp) {
    r.not_modelled.emplace_back("contention: every message has the network for itself");
    if (network.routing == ndl::Routing::valiant)
      r.not_modelled.emplace_back("Valiant's detours: messages take a shortest way");
    return;
  }
  r.assumptions.push_back(fmt::format(
      "packets of {} take the links of their way in turn, cut-through, first come first "
      "served",
      format_bytes(static_cast<double>(network.packet_payload))));
  if (network.switch_buffer)
    r.assumptions.push_back(fmt::format(
        "switches have room for {} of each link and virtual channel; what finds none waits",
        format_bytes(static_cast<double>(*network.switch_buffer))));
  else
    r.not_modelled.emplace_back("full buffers: switches keep whatever comes");
  r.not_modelled.emplace_back("lost or damaged packets, and adaptive routing");
}

}  // namespace

void describe_network_model(const ndl::Network& network, const mpitrace::Profile& profile,
                            netsim::Fidelity fidelity, answers::NetworkAnswer& r) {
  r.assumptions.emplace_back("ranks compute as long as they did when the profile was recorded");
  r.not_modelled = profile.not_modelled;
  r.partial_profile = profile.partial;
  if (fidelity == netsim::Fidelity::ideal) {
    r.assumptions.emplace_back("messages take no time, and sending waits for nobody");
    return;
  }
  describe_mpi(network, r);
  describe_collectives(network, profile, r);
  describe_links(network, fidelity, r);
  if (network.nodes.ranks > 1)
    r.not_modelled.emplace_back("contention for the memory of a node by messages within it");
}

}  // namespace hpcast::forecast

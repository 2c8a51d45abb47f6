// What a simulation found.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/models/netsim/link_history.h"
#include "hpcast/models/netsim/traffic.h"
#include "hpcast/models/netsim/transfer.h"

namespace hpcast::netsim {

struct Blocked {
  Time begin = 0, end = 0;
  Cause cause;
};

// A message, those that collectives are made of and one-sided ones too.
struct Message {
  std::uint32_t from = 0, to = 0;  // ranks
  std::uint64_t bytes = 0;
  Time sent = 0;       // when its sender's call began
  Time received = -1;  // when all of it was there and a receive for it; -1: it never was
};

// What a receive or probe with a wildcard found.
struct WildcardMatch {
  std::uint32_t rank = 0, operation = 0;  // the receive's
  std::uint32_t source = 0;               // world rank
  std::int32_t tag = 0;
};

struct RankTimes {
  Time end = 0;
  Time compute = 0;
  Time blocked = 0;  // in MPI, nothing to do
  Time late = 0;     // of that, before the other side had begun
};

struct LinkOutcome {
  std::uint32_t id = 0, from = 0, to = 0;  // vertices
  std::uint32_t link_class = 0;
  Time busy = 0;
  std::uint64_t bytes = 0;  // headers and all
};

struct Outcome {
  bool stopped_early = false;
  bool too_long = false;       // more than 26 days
  Time time = 0;               // of the last rank
  std::uint32_t finished = 0;  // ranks
  std::vector<RankTimes> ranks;
  std::vector<std::vector<Blocked>> blocked;  // by rank, in order
  std::vector<Time> made_wait;                // by rank: how long others waited for it to begin
  Traffic traffic{0};
  std::vector<LinkOutcome> links;  // those that carried anything; empty where nothing has links
  LinkHistory history;             // by LinkOutcome::id
  mpitrace::Timeline timeline;     // if asked for
  std::vector<WildcardMatch> wildcards;  // with the timeline, in no order
  std::vector<Message> messages;         // received ones, if asked for, in order of `received`
  std::uint64_t events = 0, packet_hops = 0;
  std::uint64_t held = 0;  // packets that still wait for room
  // Why it did not come to its end: what ranks wait for, or what they never receive.
  std::vector<std::string> stuck, unreceived;

  // Only so many messages, in their order.
  void sort_messages(std::size_t most);
  // What another part of the same simulation found about its own ranks and links.
  void merge(Outcome&& other);

  void fields(auto& visit) {
    visit(stopped_early, too_long, time, finished, ranks, blocked, made_wait, links, timeline,
          wildcards, messages, events, packet_hops, held, stuck, unreceived);
    traffic.fields(visit);
    history.fields(visit);
  }
};

}  // namespace hpcast::netsim

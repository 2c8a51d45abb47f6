// Profiles with everything in them, and timelines for them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "hpcast/inputs/mpitrace/builder.h"
#include "hpcast/inputs/mpitrace/otf2_sizes.h"
#include "hpcast/inputs/mpitrace/profile.h"

namespace hpcast::mpitrace {

// Calls of no length.
inline Timeline timeline_without_network(const Profile& profile) {
  Timeline timeline;
  for (const RankTrace& rank : profile.ranks) {
    timeline.emplace_back();
    Picoseconds now = 0;
    for (const Operation& operation : rank.operations) {
      const Picoseconds begin = now;
      if (operation.kind == Kind::compute) now += static_cast<Picoseconds>(operation.amount);
      timeline.back().push_back({begin, now});
    }
  }
  return timeline;
}

// Ranks do not match each other: for readers and writers, not for a simulation.
class RandomProfile {
 public:
  explicit RandomProfile(unsigned seed) : random_(seed), functions_(profile_) {}

  Profile make() {
    const std::uint32_t ranks = 1 + below(6);
    profile_.origin = "a test";
    profile_.not_modelled = {"one thing", "another thing"};
    profile_.partial = {"rank 3 was killed", "rank 4 too"};
    profile_.communicators = {world_of(ranks)};
    add_communicators(ranks);
    profile_.ranks.resize(ranks);
    for (self_ = 0; self_ < ranks; ++self_) add_rank(profile_.ranks[self_]);
    return std::move(profile_);
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
  bool coin() { return below(2) == 1; }
  std::uint64_t size() { return coin() ? below(100) : std::uint64_t{below(1U << 31)} << below(20); }

  void add_communicators(std::uint32_t ranks) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      std::vector<std::uint32_t> members = profile_.communicators[0].members;
      std::shuffle(members.begin(), members.end(), random_);
      members.resize(1 + below(ranks));
      profile_.communicators.push_back({"part " + std::to_string(i), members});
    }
    profile_.communicators.push_back({"", profile_.communicators[0].members});
  }

  void add_rank(RankTrace& trace) {
    RankBuilder builder(trace);
    open_.clear();
    const std::uint32_t count = below(60);
    for (std::uint32_t i = 0; i < count; ++i) add(builder);
    while (!open_.empty()) wait(builder, 1);
    if (coin()) builder.compute(1 + below(1000000));
    builder.finish();
  }

  void add(RankBuilder& builder) {
    switch (below(12)) {
      case 0:
      case 1:
        return builder.compute(1 + static_cast<Picoseconds>(size()));
      case 2:
        return add_send(builder);
      case 3:
        return add_receive(builder);
      case 4:
        return add_probe(builder);
      case 5:
      case 6:
        return add_isend(builder);
      case 7:
        return add_sendreceive(builder);
      case 8:
      case 9:
        return wait(builder, 1 + below(3));
      case 10:
        return add_one_sided(builder);
      default:
        return add_collective(builder);
    }
  }

  // A communicator of this rank, and a rank of it.
  Operation addressed(Kind kind, const char* function) {
    Operation operation;
    operation.kind = kind;
    operation.function = functions_.of(function);
    operation.communicator = below(5);
    const auto& members = [&]() -> const std::vector<std::uint32_t>& {
      return profile_.communicators[operation.communicator].members;
    };
    if (std::find(members().begin(), members().end(), self_) == members().end())
      operation.communicator = 0;
    operation.peer =
        static_cast<std::int32_t>(members()[below(static_cast<std::uint32_t>(members().size()))]);
    operation.tag = static_cast<std::int32_t>(below(1000));
    operation.amount = size();
    return operation;
  }

  Operation posted(Kind kind, const char* function) {
    Operation operation = addressed(kind, function);
    if (below(4) == 0) operation.peer = any_source;
    if (below(4) == 0) operation.tag = any_tag;
    return operation;
  }

  void add_send(RankBuilder& builder) {
    Operation operation = addressed(Kind::send, below(3) == 0 ? "MPI_Ssend" : "MPI_Send");
    operation.mode = static_cast<SendMode>(below(4));
    builder.add(operation);
  }

  void add_receive(RankBuilder& builder) { builder.add(posted(Kind::receive, "MPI_Recv")); }

  void add_probe(RankBuilder& builder) {
    Operation operation = posted(Kind::probe, "MPI_Probe");
    operation.amount = 0;
    builder.add(operation);
  }

  void add_isend(RankBuilder& builder) {
    Operation operation = coin() ? posted(Kind::ireceive, "MPI_Irecv")
                                 : addressed(Kind::isend, coin() ? "MPI_Start" : "MPI_Ibsend");
    if (operation.kind == Kind::isend) operation.mode = static_cast<SendMode>(below(4));
    const std::uint32_t request = builder.open(operation);
    if (below(6) != 0) open_.push_back(request);  // else it is never waited for
  }

  void add_sendreceive(RankBuilder& builder) {
    std::vector<std::uint32_t> requests;
    const bool send_first = coin();
    for (const bool sends : {send_first, !send_first}) {
      Operation operation =
          sends ? addressed(Kind::isend, "MPI_Sendrecv") : posted(Kind::ireceive, "MPI_Sendrecv");
      requests.push_back(builder.open(operation));
    }
    builder.wait(functions_.of("MPI_Sendrecv"), requests);
  }

  void wait(RankBuilder& builder, std::uint32_t most) {
    std::vector<std::uint32_t> requests;
    std::shuffle(open_.begin(), open_.end(), random_);
    while (!open_.empty() && requests.size() < most) {
      requests.push_back(open_.back());
      open_.pop_back();
    }
    builder.wait(functions_.of("MPI_Waitall"), requests);
  }

  void add_one_sided(RankBuilder& builder) {
    if (below(3) == 0) {
      Operation flush;
      flush.kind = Kind::flush;
      flush.function = functions_.of("MPI_Win_flush");
      builder.add(flush);
    } else {
      Operation operation =
          coin() ? addressed(Kind::put, "MPI_Put") : addressed(Kind::get, "MPI_Get");
      operation.tag = 0;
      builder.add(operation);
    }
  }

  void add_collective(RankBuilder& builder) {
    const bool blocking = coin();
    Operation operation = addressed(blocking ? Kind::collective : Kind::icollective,
                                    blocking ? "MPI_Collective" : "MPI_Icollective");
    operation.collective = static_cast<Collective>(below(collective_count));
    operation.tag = 1 << below(5);
    operation.count = no_counts;
    if (!is_rooted(operation.collective)) operation.peer = 0;
    if (operation.collective == Collective::barrier) operation.amount = 0;
    if (has_counts(operation.collective) && coin()) add_counts(builder, operation);
    if (blocking)
      builder.add(operation);
    else
      open_.push_back(builder.open(operation));
  }

  void add_counts(RankBuilder& builder, Operation& operation) {
    const auto members =
        static_cast<std::uint32_t>(profile_.communicators[operation.communicator].members.size());
    std::vector<std::uint64_t> counts;
    const auto add_list = [&](std::uint32_t n) {
      for (std::uint32_t i = 0; i < n; ++i) counts.push_back(coin() ? 0 : size());
    };
    if (operation.collective == Collective::neighbor) {
      counts = {below(3), below(3)};
      const std::uint64_t pairs = counts[0] + counts[1];
      for (std::uint64_t i = 0; i < pairs; ++i) {
        counts.push_back(below(members));
        counts.push_back(size());
      }
    } else if (operation.collective == Collective::alltoallv) {
      add_list(2 * members);
    } else if (!is_rooted(operation.collective) ||
               operation.peer == static_cast<std::int32_t>(self_)) {
      add_list(members);
    }
    if (!counts.empty()) operation.count = builder.counts(counts);
  }

  std::mt19937 random_;
  Profile profile_;
  FunctionTable functions_;
  std::uint32_t self_ = 0;
  std::vector<std::uint32_t> open_;
};

// An operation as text, with what it refers to.
inline std::string described(const Profile& profile, const RankTrace& rank, const Operation& o,
                             std::uint32_t self) {
  std::string text = std::to_string(static_cast<int>(o.kind)) + " " +
                     profile.functions[o.function] + " peer " + std::to_string(o.peer) + " tag " +
                     std::to_string(o.tag) + " comm " + std::to_string(o.communicator) +
                     " request " + std::to_string(o.request);
  if (o.kind == Kind::wait) {
    for (std::uint32_t i = 0; i < o.count; ++i)
      text += " " + std::to_string(rank.waits[o.amount + i]);
    return text;
  }
  text +=
      " amount " + std::to_string(o.amount) + " mode " + std::to_string(static_cast<int>(o.mode));
  if ((o.kind != Kind::collective && o.kind != Kind::icollective) || o.count == no_counts)
    return text;
  const auto size =
      static_cast<std::uint32_t>(profile.communicators[o.communicator].members.size());
  for (const std::uint64_t count : counts_of(rank, o, size, self))
    text += " " + std::to_string(count);
  return text;
}

inline void expect_same(const Profile& one, const Profile& other) {
  ASSERT_EQ(one.ranks.size(), other.ranks.size());
  ASSERT_EQ(one.communicators.size(), other.communicators.size());
  for (std::size_t i = 0; i < one.communicators.size(); ++i) {
    EXPECT_EQ(one.communicators[i].name, other.communicators[i].name);
    EXPECT_EQ(one.communicators[i].members, other.communicators[i].members);
  }
  for (std::uint32_t rank = 0; rank < one.ranks.size(); ++rank) {
    const RankTrace &a = one.ranks[rank], &b = other.ranks[rank];
    EXPECT_EQ(a.request_slots, b.request_slots);
    ASSERT_EQ(a.operations.size(), b.operations.size()) << "rank " << rank;
    for (std::size_t i = 0; i < a.operations.size(); ++i)
      ASSERT_EQ(described(one, a, a.operations[i], rank),
                described(other, b, b.operations[i], rank))
          << "rank " << rank << ", operation " << i;
  }
}

}  // namespace hpcast::mpitrace

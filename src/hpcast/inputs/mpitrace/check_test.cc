#include "hpcast/inputs/mpitrace/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "hpcast/inputs/mpitrace/builder.h"
#include "hpcast/inputs/mpitrace/profiles_for_tests.h"
#include "hpcast/inputs/mpitrace/random_profile_for_tests.h"

namespace hpcast::mpitrace {
namespace {

using testing::HasSubstr;

// Three ranks, the last two in a communicator of their own; rank 1 has one operation.
Profile profile_with(const Operation& operation) {
  Profile profile;
  profile.functions = {"", "MPI_Call"};
  profile.communicators = {world_of(3), {"pair", {2, 1}}};
  profile.ranks.resize(3);
  RankTrace& rank = profile.ranks[1];
  rank.operations = {operation};
  rank.operations[0].function = 1;
  rank.waits = {0, 5};
  rank.counts = {1, 1, 0, 8, 2, 8};
  rank.request_slots = 1;
  return profile;
}

std::string fault_with(const Operation& operation) {
  return fault_in([&] { check_profile(profile_with(operation), "p"); });
}

Operation checked_call(Collective collective, std::uint32_t communicator = 0,
                       std::uint32_t count = no_counts) {
  Operation operation;
  operation.kind = Kind::collective;
  operation.collective = collective;
  operation.communicator = communicator;
  operation.count = count;
  return operation;
}

TEST(CheckProfile, TakesWhatFitsTogether) {
  for (unsigned seed = 0; seed < 50; ++seed)
    EXPECT_NO_THROW(check_profile(RandomProfile(seed).make(), "random"));
  EXPECT_EQ(fault_with(checked_call(Collective::barrier, 1)), "");
  EXPECT_EQ(fault_with(checked_call(Collective::allgatherv, 0, 3)), "");
  EXPECT_EQ(fault_with(checked_call(Collective::gatherv, 0, 6)), "");  // not its root: no list
}

TEST(CheckProfile, NamesTheRankAndTheCall) {
  EXPECT_THAT(fault_with(checked_call(Collective::barrier, 2)),
              HasSubstr("p: rank 1, operation 0 (MPI_Call): there is no communicator 2"));
}

TEST(CheckProfile, RefusesPartners) {
  for (const Kind kind : {Kind::send, Kind::isend, Kind::receive, Kind::ireceive, Kind::probe,
                          Kind::put, Kind::get}) {
    Operation operation;
    operation.kind = kind;
    operation.peer = 2;
    EXPECT_EQ(fault_with(operation), "");
    operation.peer = 3;
    EXPECT_THAT(fault_with(operation), HasSubstr("there is no rank 3"));
    operation.peer = any_source;
    const bool may = kind == Kind::receive || kind == Kind::ireceive || kind == Kind::probe;
    EXPECT_EQ(fault_with(operation).empty(), may);
  }
}

TEST(CheckProfile, RefusesRequests) {
  Operation operation;
  operation.kind = Kind::isend;
  operation.request = 1;
  EXPECT_THAT(fault_with(operation), HasSubstr("there is no request 1"));
  Operation wait;
  wait.kind = Kind::wait;
  wait.count = 1;
  EXPECT_EQ(fault_with(wait), "");
  wait.count = 2;
  EXPECT_THAT(fault_with(wait), HasSubstr("there is no request 5"));
  wait.count = 3;
  EXPECT_THAT(fault_with(wait), HasSubstr("requests that the trace does not have"));
  wait.amount = UINT64_MAX;
  EXPECT_THAT(fault_with(wait), HasSubstr("requests that the trace does not have"));
}

TEST(CheckProfile, RefusesStrangersInCollectives) {
  Profile profile = profile_with(checked_call(Collective::barrier, 1));
  std::swap(profile.ranks[0], profile.ranks[1]);
  EXPECT_THAT(fault_in([&] { check_profile(profile, "p"); }),
              HasSubstr("the rank is no member of communicator 1 (pair)"));
  Operation bcast = checked_call(Collective::bcast, 1);
  EXPECT_THAT(fault_with(bcast), HasSubstr("its root 0 is no member of communicator 1"));
  bcast.peer = 2;
  EXPECT_EQ(fault_with(bcast), "");
  EXPECT_THAT(fault_with(checked_call(static_cast<Collective>(collective_count))),
              HasSubstr("there is no collective 17"));
}

TEST(CheckProfile, RefusesListsThatEndEarly) {
  EXPECT_THAT(fault_with(checked_call(Collective::allgatherv, 0, 4)),
              HasSubstr("not as many numbers as allgatherv of 3 ranks needs"));
  EXPECT_EQ(fault_with(checked_call(Collective::alltoallv, 0, 0)), "");
  for (const std::uint32_t begin : {1U, 6U, 7U, 1000U})
    EXPECT_NE(fault_with(checked_call(Collective::alltoallv, 0, begin)), "") << begin;
  EXPECT_EQ(fault_with(checked_call(Collective::neighbor, 0, 0)), "");
  EXPECT_THAT(fault_with(checked_call(Collective::neighbor, 1, 0)),
              HasSubstr("a neighbour 2 in a communicator of 2"));
  EXPECT_THAT(fault_with(checked_call(Collective::neighbor, 0, 2)), HasSubstr("not as many"));
  EXPECT_THAT(fault_with(checked_call(Collective::neighbor, 0, 5)), HasSubstr("not as many"));
}

TEST(CheckProfile, RefusesWhatIsTooLong) {
  Operation operation;
  operation.kind = Kind::send;
  operation.amount = std::uint64_t{1} << 50;
  EXPECT_EQ(fault_with(operation), "");
  ++operation.amount;
  EXPECT_THAT(fault_with(operation), HasSubstr("1125899906842625 bytes are too many"));
  Operation call = checked_call(Collective::alltoall);
  call.amount = std::uint64_t{1} << 59;  // to each of three
  EXPECT_THAT(fault_with(call), HasSubstr("too many"));
}

TEST(CheckCollectives, RefusesWhatDoesNotMeet) {
  const auto fault_of = [](const Operation& one, const Operation& other) {
    Profile profile = profile_with(checked_call(Collective::barrier, 1));
    profile.ranks[1].operations.push_back(one);
    profile.ranks[2].operations = {checked_call(Collective::barrier, 1), other};
    return fault_in([&] { check_collectives(profile, "p"); });
  };
  EXPECT_EQ(fault_of(checked_call(Collective::bcast), checked_call(Collective::bcast)), "");
  EXPECT_EQ(fault_of(checked_call(Collective::bcast), checked_call(Collective::reduce, 1)), "");
  EXPECT_THAT(fault_of(checked_call(Collective::bcast), checked_call(Collective::reduce)),
              HasSubstr("rank 2, operation 1: it calls reduce as collective 0 on communicator 0, "
                        "where rank 1 calls bcast"));
  Operation other = checked_call(Collective::bcast);
  other.peer = 1;
  EXPECT_THAT(fault_of(checked_call(Collective::bcast), other),
              HasSubstr("has rank 1 as the root"));
}

TEST(CheckProfile, RefusesCommunicators) {
  const auto fault_of = [](std::vector<Communicator> communicators) {
    Profile profile;
    profile.functions = {""};
    profile.ranks.resize(2);
    profile.communicators = std::move(communicators);
    return fault_in([&] { check_profile(profile, "p"); });
  };
  EXPECT_THAT(fault_of({}), HasSubstr("its world is not of all its ranks"));
  EXPECT_THAT(fault_of({world_of(3)}), HasSubstr("its world is not of all its ranks"));
  EXPECT_THAT(fault_of({world_of(2), {"none", {}}}), HasSubstr("a communicator of no ranks"));
  EXPECT_THAT(fault_of({world_of(2), {"far", {0, 7}}}), HasSubstr("with rank 7 of 2"));
  EXPECT_THAT(fault_of({world_of(2), {"twice", {1, 1}}}), HasSubstr("in it twice"));
}

}  // namespace
}  // namespace hpcast::mpitrace

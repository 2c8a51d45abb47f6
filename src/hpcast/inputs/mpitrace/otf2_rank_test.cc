#include "hpcast/inputs/mpitrace/otf2_rank.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "hpcast/inputs/mpitrace/profiles_for_tests.h"
#include "hpcast/inputs/mpitrace/random_profile_for_tests.h"

namespace hpcast::mpitrace {
namespace {

using testing::HasSubstr;

// Rank 1 of four, which has some communicators; a tick is a nanosecond.
class RankEventsTest : public testing::Test {
 protected:
  static constexpr std::uint32_t world = 7, odd = 8, self = 9, bridge = 10, window = 3;

  RankEventsTest() {
    definitions_.ticks_a_second = 1000000000;
    for (std::uint64_t location = 0; location < 4; ++location)
      definitions_.locations[10 * location] = {};
    definitions_.groups[0] = {TraceGroup::Kind::locations, true, false, {0, 10, 20, 30}};
    definitions_.groups[1] = {TraceGroup::Kind::members, true, false, {0, 1, 2, 3}};
    definitions_.groups[2] = {TraceGroup::Kind::members, true, false, {3, 1}};
    definitions_.groups[3] = {TraceGroup::Kind::self, true, false, {}};
    definitions_.groups[4] = {TraceGroup::Kind::members, true, true, {20, 0}};
    definitions_.communicators[world] = {"MPI_COMM_WORLD", 1, no_reference};
    definitions_.communicators[odd] = {"odd", 2, no_reference};
    definitions_.communicators[self] = {"MPI_COMM_SELF", 3, no_reference};
    definitions_.communicators[bridge] = {"bridge", 2, 4};
    definitions_.windows[window] = odd;
    definitions_.regions[0] = {"main", TraceRegion::Kind::user};
    definitions_.regions[1] = {"flush of the buffer", TraceRegion::Kind::measurement};
    communicators_.emplace(definitions_, profile_, "a.otf2");
    profile_.ranks.resize(4);
    functions_.emplace(profile_);
    begin();
  }

  void begin(bool wildcards_as_recorded = false) {
    events_.emplace(definitions_, *communicators_, *functions_, notes_, 1, profile_.ranks[1],
                    wildcards_as_recorded);
  }

  // Enters a function of MPI, has `events` there, and leaves.
  void call(
      const std::string& function, const std::function<void()>& events = [] {},
      const TraceAttributes& attributes = {}) {
    const std::uint32_t region = region_of_name(function);
    events_->at(now_ += 5);
    events_->enter(region, attributes);
    events_->at(++now_);
    events();
    events_->at(++now_);
    events_->leave(region);
  }

  std::uint32_t region_of_name(const std::string& function) {
    for (const auto& [reference, region] : definitions_.regions)
      if (region.name == function) return reference;
    const auto next = static_cast<std::uint32_t>(definitions_.regions.size());
    definitions_.regions[next] = {function, TraceRegion::Kind::mpi};
    return next;
  }

  // What came of it, without the compute in between.
  std::vector<Operation> finished() {
    events_->finish();
    EXPECT_NO_FATAL_FAILURE(expect_sound(profile_));
    std::vector<Operation> operations;
    for (const Operation& operation : profile_.ranks[1].operations)
      if (operation.kind != Kind::compute) operations.push_back(operation);
    return operations;
  }

  std::string name(const Operation& operation) { return profile_.functions[operation.function]; }

  std::string fault(const std::function<void()>& events) {
    try {
      events();
    } catch (const std::string& what) {
      return what;
    }
    return "";
  }

  TraceDefinitions definitions_;
  Profile profile_;
  std::optional<TraceCommunicators> communicators_;
  std::optional<FunctionTable> functions_;
  TraceNotes notes_;
  std::optional<RankEvents> events_;
  std::uint64_t now_ = 1000;
};

TEST_F(RankEventsTest, ComputeIsWhatLiesOutsideOfMpi) {
  events_->at(100);
  events_->enter(0, {});
  now_ = 100;
  call("MPI_Barrier", [&] { events_->collective({Collective::barrier, world, 0, {}}, {}); });
  events_->at(now_ + 50);
  events_->enter(1, {});
  events_->at(now_ + 80);
  events_->leave(1);
  events_->at(now_ + 90);
  events_->flushed(now_ + 95);
  events_->at(now_ + 100);
  events_->leave(0);
  events_->finish();
  const std::vector<Operation>& operations = profile_.ranks[1].operations;
  ASSERT_EQ(operations.size(), 3U);
  EXPECT_EQ(operations[0].amount, 5000U);
  EXPECT_EQ(operations[1].kind, Kind::collective);
  EXPECT_EQ(operations[2].amount, (50U + 10 + 5) * 1000);
  EXPECT_EQ(notes_.flushes, 1U);
}

TEST_F(RankEventsTest, RanksOfCommunicators) {
  call("MPI_Send", [&] { events_->send({0, odd, 4, 10}, {}); });
  call("MPI_Ssend", [&] { events_->send({0, self, 4, 10}, {}); });
  call("MPI_Recv", [&] { events_->receive({0, bridge, 4, 10}, {}); });
  const std::vector<Operation> made = finished();
  EXPECT_EQ(made[0].peer, 3);
  EXPECT_EQ(profile_.communicators[made[0].communicator].name, "odd");
  EXPECT_EQ(made[1].peer, 1);
  EXPECT_EQ(made[1].mode, SendMode::synchronous);
  EXPECT_EQ(profile_.communicators[made[1].communicator].members, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(made[2].peer, 2);
  EXPECT_EQ(profile_.communicators[made[2].communicator].members,
            (std::vector<std::uint32_t>{3, 1, 2, 0}));
}

TEST_F(RankEventsTest, WaitsForWhatACallCompletes) {
  call("MPI_Isend", [&] { events_->isend({2, world, 4, 10}, 77, {}); });
  call("MPI_Irecv", [&] { events_->ireceive(78, {}); });
  call("MPI_Test", [&] { events_->tested(); });
  call("MPI_Waitall", [&] {
    events_->complete(78, TraceMessage{3, world, 9, 55});
    events_->complete(77);
  });
  call("MPI_Isend", [&] { events_->isend({2, world, 4, 10}, 79, {}); });
  call("MPI_Waitany", [&] { events_->complete(79); });
  const std::vector<Operation> made = finished();
  ASSERT_EQ(made.size(), 5U);
  EXPECT_EQ(made[1].peer, 3);
  EXPECT_EQ(made[1].tag, 9);
  EXPECT_EQ(made[1].amount, 55U);
  EXPECT_EQ(profile_.ranks[1].waits, (std::vector<std::uint32_t>{1, 0, 0}));
  EXPECT_EQ(notes_.tests, 1U);
  EXPECT_EQ(notes_.tested, 1U);
}

TEST_F(RankEventsTest, SendreceiveIsUnderWayTogether) {
  call("MPI_Sendrecv", [&] {
    events_->send({2, world, 4, 10}, {});
    events_->receive({3, world, 5, 20}, {});
  });
  const std::vector<Operation> made = finished();
  ASSERT_EQ(made.size(), 3U);
  EXPECT_EQ(made[0].kind, Kind::isend);
  EXPECT_EQ(made[1].kind, Kind::ireceive);
  EXPECT_EQ(made[2].count, 2U);
  EXPECT_EQ(name(made[2]), "MPI_Sendrecv");
}

TEST_F(RankEventsTest, SendsWhoseRequestsNobodyRecorded) {
  call("MPI_Isend", [&] { events_->send({2, world, 4, 10}, {}); });
  const std::vector<Operation> made = finished();
  EXPECT_EQ(made[0].kind, Kind::isend);
  EXPECT_EQ(made[0].request, no_request);
}

TEST_F(RankEventsTest, WildcardsAsPosted) {
  TraceAttributes any;
  any.source = -1;
  any.tag = -1;
  call("MPI_Recv", [&] { events_->receive({3, world, 9, 20}, any); });
  call("MPI_Irecv", [&] { events_->ireceive(1, any); });
  call("MPI_Wait", [&] { events_->complete(1, TraceMessage{no_reference, odd, 9, 30}); });
  any.communicator = odd;
  any.tag = 3;
  call(
      "MPI_Probe", [] {}, any);
  const std::vector<Operation> made = finished();
  ASSERT_EQ(made.size(), 4U);
  EXPECT_EQ(made[0].peer, any_source);
  EXPECT_EQ(made[0].tag, any_tag);
  EXPECT_EQ(made[1].peer, any_source);
  EXPECT_EQ(made[1].amount, 30U);
  EXPECT_EQ(made[3].kind, Kind::probe);
  EXPECT_EQ(made[3].tag, 3);
  EXPECT_EQ(profile_.communicators[made[3].communicator].name, "odd");
}

// But where the archive does not say what they took, and for probes.
TEST_F(RankEventsTest, WildcardsAsRecorded) {
  begin(true);
  TraceAttributes any;
  any.source = -1;
  any.tag = -1;
  call("MPI_Recv", [&] { events_->receive({3, world, 9, 20}, any); });
  call("MPI_Recv", [&] { events_->receive({no_reference, world, 9, 20}, any); });
  for (const std::uint32_t sender : {0U, no_reference}) {
    call("MPI_Irecv", [&] { events_->ireceive(1, any); });
    call("MPI_Wait", [&] { events_->complete(1, TraceMessage{sender, odd, 9, 30}); });
  }
  any.communicator = odd;
  call(
      "MPI_Probe", [] {}, any);
  const std::vector<Operation> made = finished();
  ASSERT_EQ(made.size(), 7U);
  EXPECT_EQ(made[0].peer, 3);
  EXPECT_EQ(made[0].tag, 9);
  EXPECT_EQ(made[1].peer, any_source);
  EXPECT_EQ(made[1].tag, any_tag);
  EXPECT_EQ(made[2].peer, 3);  // rank 0 of the odd ones
  EXPECT_EQ(made[2].tag, 9);
  EXPECT_EQ(made[4].peer, any_source);
  EXPECT_EQ(made[4].tag, any_tag);
  EXPECT_EQ(made[6].peer, any_source);
}

TEST_F(RankEventsTest, WhatNeverCompletesIsLeftOut) {
  call("MPI_Irecv", [&] { events_->ireceive(1, {}); });
  call("MPI_Irecv", [&] { events_->ireceive(2, {}); });
  call("MPI_Isend", [&] { events_->isend({2, world, 4, 10}, 3, {}); });
  call("MPI_Wait", [&] { events_->cancelled(2); });
  const std::vector<Operation> made = finished();
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made[0].kind, Kind::isend);
  EXPECT_EQ(made[0].request, no_request);
  EXPECT_EQ(notes_.unfinished, 1U);
  EXPECT_EQ(notes_.cancelled, 1U);
}

TEST_F(RankEventsTest, Collectives) {
  call("MPI_Gather", [&] { events_->collective({Collective::gather, odd, 0, {12, 0}}, {}); });
  call("MPI_Allreduce", [&] {
    events_->collective({Collective::allreduce, world, no_reference, {400, 400}}, {});
  });
  TraceAttributes element;
  element.element = 8;
  call("MPI_Allgatherv", [&] {
    events_->count(5);
    events_->repeat(2);
    events_->count(6);
    events_->collective({Collective::allgatherv, world, no_reference, {20, 21}}, element);
  });
  call("MPI_Alltoallv", [&] {
    events_->collective({Collective::alltoallv, world, no_reference, {9, 9}}, {});
  });
  call("MPI_Neighbor_alltoall", [&] {
    events_->collective({Collective::alltoall, world, no_reference, {9, 9}}, {});
  });
  call("MPI_Comm_dup", [&] { events_->collective({std::nullopt, world, 0, {}}, {}); });
  const std::vector<Operation> made = finished();
  ASSERT_EQ(made.size(), 5U);
  EXPECT_EQ(made[0].peer, 3);
  EXPECT_EQ(made[0].amount, 12U);
  EXPECT_EQ(made[1].amount, 100U);
  EXPECT_EQ(made[2].tag, 8);
  EXPECT_EQ(made[2].amount, 5U);
  EXPECT_EQ(profile_.ranks[1].counts, (std::vector<std::uint64_t>{5, 5, 5, 6}));
  EXPECT_EQ(made[3].count, no_counts);
  EXPECT_EQ(made[4].collective, Collective::neighbor);
  EXPECT_EQ(notes_.without_counts, 2U);
  EXPECT_EQ(notes_.handles, 1U);
}

TEST_F(RankEventsTest, NonBlockingCollectives) {
  call("MPI_Ireduce", [&] { events_->icollective(5); });
  call("MPI_Wait", [&] { events_->complete(5, {Collective::reduce, world, 2, {30, 0}}, {}); });
  call("MPI_Ibcast", [&] { events_->icollective(6); });
  const std::vector<Operation> made = finished();
  ASSERT_EQ(made.size(), 2U);
  EXPECT_EQ(made[0].kind, Kind::icollective);
  EXPECT_EQ(made[0].peer, 2);
  EXPECT_EQ(made[0].amount, 30U);
  EXPECT_EQ(name(made[0]), "MPI_Ireduce");
  EXPECT_EQ(notes_.unfinished, 1U);
}

TEST_F(RankEventsTest, OneSided) {
  call("MPI_Put", [&] { events_->one_sided(Kind::put, window, 0, 64); });
  call("MPI_Rget", [&] { events_->one_sided(Kind::get, window, 0, 65); });
  call("MPI_Wait", [&] { events_->window_complete(); });
  call("MPI_Win_unlock");
  call("MPI_Win_fence", [&] {
    events_->window_complete();
    events_->window_collective(window);
  });
  call("MPI_Win_post", [&] { events_->group_sync(); });
  call("MPI_Put", [&] { events_->one_sided(Kind::put, window, 0, 66); });
  for (int fences = 0; fences < 2; ++fences)
    call("MPI_Win_fence", [&] { events_->window_collective(window); });
  const std::vector<Operation> made = finished();
  ASSERT_EQ(made.size(), 9U);
  EXPECT_EQ(made[5].kind, Kind::put);
  EXPECT_EQ(made[6].kind, Kind::flush);
  EXPECT_EQ(made[7].kind, Kind::collective);
  EXPECT_EQ(made[8].kind, Kind::collective);
  EXPECT_EQ(made[0].peer, 3);
  EXPECT_EQ(made[1].kind, Kind::get);
  EXPECT_EQ(made[2].kind, Kind::flush);
  EXPECT_EQ(made[3].kind, Kind::flush);
  EXPECT_EQ(made[4].kind, Kind::collective);
  EXPECT_EQ(profile_.communicators[made[4].communicator].name, "odd");
  EXPECT_TRUE(notes_.without_records.empty());
}

TEST_F(RankEventsTest, NamesWhatItLeavesOut) {
  call("MPI_Comm_rank");
  call("MPI_Send_init");
  call("MPI_Publish_name");
  call("MPI_Publish_name");
  events_->not_understood("MPI_Psend_init");
  finished();
  profile_.not_modelled = not_modelled_of(notes_, true);
  EXPECT_TRUE(notes(profile_, "MPI_Publish_name without a record of what it did, left out: 2"));
  EXPECT_TRUE(notes(profile_, "MPI_Psend_init not understood by the recorder, left out: 1"));
  EXPECT_EQ(profile_.not_modelled.size(), 2U);
}

TEST_F(RankEventsTest, RecordingMayPause) {
  events_->at(0);
  events_->at(10);
  events_->pause();
  events_->at(1000);
  events_->resume();
  now_ = 1000;
  call("MPI_Wait", [&] { events_->complete(99); });
  events_->finish();
  ASSERT_EQ(profile_.ranks[1].operations.size(), 1U);
  EXPECT_EQ(profile_.ranks[1].operations[0].amount, 15000U);
  EXPECT_EQ(notes_.unknown_requests, 1U);
}

TEST_F(RankEventsTest, RefusesWhatIsBroken) {
  events_->at(1000);
  EXPECT_THAT(fault([&] { events_->at(999); }), HasSubstr("runs backwards, from 1000 to 999"));
  EXPECT_THAT(fault([&] { events_->at(UINT64_MAX), events_->finish(); }), HasSubstr("100 days"));
  events_.emplace(definitions_, *communicators_, *functions_, notes_, 1, profile_.ranks[1]);
  EXPECT_THAT(fault([&] { events_->enter(99, {}); }), HasSubstr("no region 99"));
  const std::uint32_t send = region_of_name("MPI_Send"), wait = region_of_name("MPI_Wait");
  EXPECT_THAT(fault([&] { events_->leave(send); }), HasSubstr("which it never entered"));
  events_->enter(send, {});
  EXPECT_THAT(fault([&] { events_->leave(wait); }), HasSubstr("leaves MPI_Wait, but is in"));
  EXPECT_THAT(fault([&] { events_->send({4, world, 0, 0}, {}); }), HasSubstr("has no rank 4"));
  EXPECT_THAT(fault([&] { events_->send({0, 99, 0, 0}, {}); }), HasSubstr("no communicator 99"));
  EXPECT_THAT(fault([&] { events_->complete(5); }), HasSubstr("request 5 is complete"));
  EXPECT_THAT(fault([&] { events_->repeat(5); }), HasSubstr("without an hpcast.count"));
  events_->count(1);
  EXPECT_THAT(fault([&] { events_->repeat(UINT64_MAX); }), HasSubstr("67 million"));
  EXPECT_THAT(fault([&] {
                events_->collective({Collective::allgatherv, world, 0, {}}, {});
              }),
              HasSubstr("allgatherv of 4 ranks has 1 counts"));
  EXPECT_THAT(fault([&] {
                events_->collective({Collective::bcast, world, 4, {}}, {});
              }),
              HasSubstr("has no rank 4 to be a root"));
  EXPECT_THAT(fault([&] { events_->one_sided(Kind::put, 99, 0, 0); }), HasSubstr("no window 99"));
  EXPECT_THAT(fault([&] { events_->finish(); }), HasSubstr("it ends within MPI_Send"));
}

TEST(TraceCommunicatorsTest, RefuseBrokenDefinitions) {
  TraceDefinitions good;
  good.locations[5] = good.locations[6] = {};
  good.groups[0] = {TraceGroup::Kind::locations, true, false, {5, 6}};
  good.groups[1] = {TraceGroup::Kind::members, true, false, {0, 1}};
  good.communicators[0] = {"MPI_COMM_WORLD", 1, no_reference};
  const auto fault_of = [&](const std::function<void(TraceDefinitions&)>& change) {
    TraceDefinitions changed = good;
    change(changed);
    return fault_in([&] {
      Profile profile;
      TraceCommunicators(changed, profile, "a.otf2");
    });
  };
  EXPECT_EQ(fault_of([](TraceDefinitions&) {}), "");
  EXPECT_THAT(fault_of([](TraceDefinitions& all) { all.groups.erase(0); }),
              HasSubstr("no group of the locations that are ranks of MPI"));
  EXPECT_THAT(fault_of([](TraceDefinitions& all) { all.locations.erase(6); }),
              HasSubstr("rank 1 is location 6, which the archive lacks"));
  EXPECT_THAT(fault_of([](TraceDefinitions& all) {
                all.groups[0].members = {5, 5};
              }),
              HasSubstr("location 5 is two ranks"));
  EXPECT_THAT(fault_of([](TraceDefinitions& all) {
                all.groups[1].members = {0, 2};
              }),
              HasSubstr("has member 2, but there are 2 ranks"));
  EXPECT_THAT(fault_of([](TraceDefinitions& all) { all.communicators[0].group = 9; }),
              HasSubstr("of group 9, which the archive lacks"));
}

// ---- Sizes, as Score-P has them

TEST(CollectiveSizes, AndAmountsAreInverse) {
  for (int kind = 0; kind < collective_count; ++kind)
    for (std::uint32_t size = 1; size < 6; ++size)
      for (std::uint32_t rank = 0; rank < size; ++rank)
        for (const bool is_root : {false, true}) {
          const CollectivePlace place{static_cast<Collective>(kind), rank, size, is_root};
          const std::uint64_t expected =
              place.kind == Collective::barrier || (place.kind == Collective::exscan && size == 1)
                  ? 0
                  : 24;
          EXPECT_EQ(amount_of(place, sizes_of(place, 24, {})), expected)
              << name_of(place.kind) << " " << rank << " of " << size;
        }
}

TEST(CollectiveSizes, InPlace) {
  EXPECT_EQ(amount_of({Collective::allreduce, 1, 10, false}, {36, 36}), 4U);
  EXPECT_EQ(amount_of({Collective::reduce, 1, 10, true}, {0, 36}), 4U);
  EXPECT_EQ(amount_of({Collective::scatter, 1, 10, true}, {36, 0}), 4U);
  EXPECT_EQ(amount_of({Collective::scan, 2, 10, false}, {28, 8}), 4U);
  EXPECT_EQ(amount_of({Collective::exscan, 2, 10, false}, {28, 8}), 4U);
}

// Blocks of 6, 1, 1 and 0 bytes.
TEST(CollectiveSizes, AllAgreeOnTheMeanBlock) {
  const auto block = [](std::uint32_t rank, CollectiveSizes sizes) {
    return amount_of({Collective::allgatherv, rank, 4, false}, sizes);
  };
  EXPECT_EQ(block(0, {24, 8}), 2U);
  EXPECT_EQ(block(1, {4, 8}), 2U);
  EXPECT_EQ(block(3, {0, 8}), 2U);
  EXPECT_EQ(block(0, {18, 2}), 2U);  // in place
  EXPECT_EQ(block(1, {3, 7}), 2U);
}

TEST(CollectiveSizes, OfCounts) {
  const std::vector<std::uint64_t> counts = {1, 2, 3, 4};
  EXPECT_EQ(sizes_of({Collective::gatherv, 1, 4, true}, 2, counts), (CollectiveSizes{2, 10}));
  EXPECT_EQ(sizes_of({Collective::scatterv, 1, 4, true}, 2, counts), (CollectiveSizes{10, 2}));
  EXPECT_EQ(sizes_of({Collective::allgatherv, 1, 4, false}, 2, counts), (CollectiveSizes{8, 10}));
  EXPECT_EQ(sizes_of({Collective::reduce_scatter, 1, 4, false}, 10, counts),
            (CollectiveSizes{10, 8}));
  EXPECT_EQ(sizes_of({Collective::alltoallv, 1, 2, false}, 3, counts), (CollectiveSizes{3, 7}));
  const std::vector<std::uint64_t> neighbors = {1, 2, 0, 5, 1, 6, 0, 7};
  const CollectivePlace neighbor{Collective::neighbor, 1, 2, false};
  EXPECT_EQ(sizes_of(neighbor, 5, neighbors), (CollectiveSizes{5, 13}));
  EXPECT_EQ(amount_of(neighbor, neighbors), 5U);
  EXPECT_EQ(length_of_counts(Collective::neighbor, 2, false, neighbors), 8U);
}

}  // namespace
}  // namespace hpcast::mpitrace

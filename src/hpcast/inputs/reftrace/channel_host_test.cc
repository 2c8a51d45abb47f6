#include "hpcast/inputs/reftrace/channel_host.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "hpcast/base/descriptor.h"
#include "hpcast/base/diagnostics.h"

namespace hpcast::reftrace {
namespace {

TEST(Channel, LaysOutSlotsAndRingsApart) {
  Channel channel({.max_threads = 3, .ring_words = 4096});
  const ChannelHeader& header = channel.header();
  EXPECT_GE(header.slots_offset, sizeof(ChannelHeader));
  EXPECT_GE(header.rings_offset, header.slots_offset + 3 * sizeof(ThreadSlot));
  EXPECT_EQ(header.region_bytes, header.rings_offset + 3 * 4096 * sizeof(Word));
  EXPECT_EQ(channel.ring(2) - channel.ring(0), 2 * 4096);
  EXPECT_EQ(channel.slot(1).state.load(), ThreadState::free);
}

// Else a program's results would depend on how many files hpcast has open.
TEST(Channel, HasAPathOfOneLengthThatOpensIt) {
  const Channel channel({.max_threads = 1, .ring_words = 4096});
  const Descriptor far(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 200));
  EXPECT_EQ(channel.path().size(), path_of_descriptor(far.get()).size());
  EXPECT_EQ(access(channel.path().c_str(), R_OK | W_OK), 0) << channel.path();
}

TEST(RingReader, ReadsInTwoSpansWhereTheRingWraps) {
  Channel channel({.max_threads = 1, .ring_words = 4096});
  RingReader reader(channel, 0);
  channel.slot(0).tail.store(4000);
  EXPECT_EQ(reader.readable().size(), 4000U);
  reader.consume(4000);
  channel.slot(0).tail.store(4200);
  EXPECT_EQ(reader.readable().size(), 96U);
  reader.consume(96);
  EXPECT_EQ(reader.readable().size(), 104U);
  EXPECT_EQ(reader.readable().data(), channel.ring(0));
}

TEST(Channel, CachesOfCoresLieApartBehindTheRings) {
  Channel channel({.max_threads = 1, .ring_words = 4096, .cache_words = {100, 1000}});
  EXPECT_GE(channel.caches(0), channel.ring(0) + 4096);
  EXPECT_GE(channel.caches(1), channel.caches(0) + 100);
  EXPECT_EQ(channel.header().core_caches[1] - channel.header().core_caches[0],
            static_cast<std::uint64_t>(channel.caches(1) - channel.caches(0)) * sizeof(Word));
  EXPECT_GE(channel.header().region_bytes, channel.header().core_caches[1] + 1000 * sizeof(Word));
}

TEST(Channel, AGrantCountsTheStopsItPasses) {
  Channel channel({.max_threads = 1, .ring_words = 4096, .bounded = true});
  channel.grant(0, 5000, 2);
  channel.grant(0, 9000, 1);
  EXPECT_EQ(channel.slot(0).grants.load(), 3U);
  EXPECT_EQ(channel.slot(0).limit.load(), 9000U);
}

TEST(RingReader, RefusesPositionsThatCannotBe) {
  Channel channel({.max_threads = 1, .ring_words = 4096});
  RingReader reader(channel, 0);
  channel.header().ring_words = 1;
  channel.header().rings_offset = ~0ULL;
  channel.slot(0).tail.store(4096);
  EXPECT_EQ(reader.readable().size(), 4096U);
  channel.slot(0).tail.store(4097);
  EXPECT_THROW(reader.readable(), InputError);
}

TEST(RingReader, FreesASlotOnlyWhenItsThreadHasEndedAndIsRead) {
  Channel channel({.max_threads = 1, .ring_words = 4096});
  RingReader reader(channel, 0);
  ThreadSlot& slot = channel.slot(0);
  slot.state.store(ThreadState::running);
  EXPECT_FALSE(reader.recycle());
  slot.tail.store(1);
  slot.state.store(ThreadState::ended);
  EXPECT_FALSE(reader.recycle());
  reader.consume(1);
  EXPECT_TRUE(reader.recycle());
  EXPECT_EQ(slot.state.load(), ThreadState::free);
}

TEST(RingReader, WakesAWriterThatWaitsForRoom) {
  Channel channel({.max_threads = 1, .ring_words = 4096});
  RingReader reader(channel, 0);
  ThreadSlot& slot = channel.slot(0);
  slot.tail.store(4096);
  slot.waiting_for_room.store(1);
  reader.consume(reader.available());
  EXPECT_EQ(slot.room_freed.load(), 1U);
}

}  // namespace
}  // namespace hpcast::reftrace

#include "hpcast/inputs/calibrate/fill_room.h"

#include <gtest/gtest.h>

#include "hpcast/inputs/dat/generations.h"

namespace hpcast::calibrate {
namespace {

dat::CoreClass zen4_core() {
  dat::CoreClass core;
  core.pipeline = dat::pipeline_of("zen4", 3e9, core);
  return core;
}

dat::CoreClass filled(const Room& room, bool is_quiet, Book& book) {
  dat::CoreClass core = zen4_core();
  fill_room(core, room, is_quiet, book);
  return core;
}

TEST(FillRoom, PutsWhatWasMeasuredWhereItBelongs) {
  Book book;
  const dat::CoreClass core = filled({300, 90, 70, 180, 140, 32, 2}, true, book);
  EXPECT_EQ(core.window, 300U);
  EXPECT_EQ(core.pipeline->reorder_buffer, 300U);
  EXPECT_EQ(core.pipeline->scheduler, 90U);
  EXPECT_EQ(core.pipeline->vector_scheduler, 64U);
  EXPECT_EQ(core.pipeline->vector_queue, 6U);  // what the scheduler has no room for
  EXPECT_EQ(core.pipeline->registers, 180U);
  EXPECT_EQ(core.pipeline->vector_registers, 140U);
  EXPECT_EQ(core.pipeline->fetch_line, 32U);
  EXPECT_EQ(core.pipeline->call_bubble, 2U);
  EXPECT_TRUE(book.take_unseen().empty());
}

TEST(FillRoom, OfACoreThatMayBeSharedUsesNothingLess) {
  Book book;
  const dat::CoreClass core = filled({160, 100, 30, 100, 150, 64, 1}, false, book);
  const dat::CoreClass told = zen4_core();
  EXPECT_EQ(core.pipeline->reorder_buffer, told.pipeline->reorder_buffer);
  EXPECT_EQ(core.pipeline->vector_scheduler, told.pipeline->vector_scheduler);
  EXPECT_EQ(core.pipeline->registers, told.pipeline->registers);
  EXPECT_EQ(core.pipeline->scheduler, 100U);
  EXPECT_EQ(core.pipeline->vector_registers, 150U);
}

TEST(FillRoom, DoesNotBelieveWhatIsFarFromWhatIsTold) {
  Book book;
  const dat::CoreClass core = filled({12, 1000, 70, 180, 140, 64, 1}, true, book);
  const dat::CoreClass told = zen4_core();
  EXPECT_EQ(core.pipeline->reorder_buffer, told.pipeline->reorder_buffer);
  EXPECT_EQ(core.pipeline->scheduler, told.pipeline->scheduler);
  EXPECT_FALSE(book.take_rows()[0].used);
}

TEST(FillRoom, SaysWhatWasNotSeen) {
  Book book;
  EXPECT_EQ(filled({}, true, book).pipeline->scheduler, zen4_core().pipeline->scheduler);
  EXPECT_EQ(book.take_unseen().size(), 7U);
}

}  // namespace
}  // namespace hpcast::calibrate

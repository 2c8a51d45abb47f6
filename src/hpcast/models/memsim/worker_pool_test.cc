#include "hpcast/models/memsim/worker_pool.h"

#include <gtest/gtest.h>

#include <vector>

namespace hpcast::memsim {
namespace {

TEST(WorkerPool, EveryItemOnceInEveryLoop) {
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    WorkerPool pool(threads);
    for (const std::uint32_t items : {0U, 1U, 2U, 7U, 100U}) {
      for (int loop = 0; loop < 50; ++loop) {
        std::vector<int> done(items);  // each item belongs to one thread: no atomics needed
        pool.run(items, [&](std::uint32_t i) { ++done[i]; });
        EXPECT_EQ(done, std::vector<int>(items, 1));
      }
    }
  }
}

TEST(WorkerPool, EndsWithoutEverHavingRun) { const WorkerPool pool(4); }

}  // namespace
}  // namespace hpcast::memsim

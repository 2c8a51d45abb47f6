// Which cores threads run on: they take turns, all of them on all cores or, of an MPI program, the
// threads of each rank on cores of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "hpcast/inputs/reftrace/process_table.h"

namespace hpcast::memsim {

class CoreTurns {
 public:
  // Of a machine with `cores` cores, on those of `order`; empty: all cores in order.
  CoreTurns(std::uint32_t cores, std::vector<std::uint32_t> order);

  // The block of a rank's cores: equal numbers of neighbours in the order for each rank; where
  // there are too few, ranks share cores. Block 0, all cores, is for who has no rank.
  std::uint32_t block_of(std::uint32_t rank, std::uint32_t ranks);
  reftrace::Rank rank_of(std::uint32_t block) const;

  // The core of the block's next thread: round-robin, from the thread's own turn on the first core
  // with the fewest threads.
  std::uint32_t next(std::uint32_t block);
  // The next thread there is a process's first: its turn is on the first core with the fewest
  // threads, so that processes one after the other run on the same cores.
  void begin_process(std::uint32_t block);
  void enter(std::uint32_t core) { ++load_[core]; }
  void leave(std::uint32_t core) { --load_[core]; }
  // Threads that have entered the core, and not left it.
  std::uint32_t load(std::uint32_t core) const { return load_[core]; }

 private:
  struct Block {
    reftrace::Rank rank;
    std::uint32_t begin, cores;  // of order_
    std::uint32_t started;       // threads
  };

  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> load_;  // by core
  std::vector<Block> blocks_;
};

}  // namespace hpcast::memsim

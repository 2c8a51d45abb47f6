// Everything below the private caches: shared caches, pages and their memories, coherence.
// Serves one request at a time, in the order the weaver has decided.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hpcast/models/memsim/asked_pages.h"
#include "hpcast/models/memsim/counts.h"
#include "hpcast/models/memsim/directory.h"
#include "hpcast/models/memsim/fixed_ways.h"
#include "hpcast/models/memsim/hierarchy.h"
#include "hpcast/models/memsim/one_level.h"
#include "hpcast/models/memsim/page_map.h"
#include "hpcast/models/memsim/placement.h"
#include "hpcast/models/memsim/sample.h"
#include "hpcast/models/memsim/stream.h"
#include "hpcast/models/memsim/topology.h"
#include "hpcast/models/memsim/zeroed_memory.h"

namespace hpcast::memsim {

// To be done to a core's private caches (PrivateCore::snoop) at the start of its next piece.
struct Snoop {
  std::uint64_t address;
  std::uint32_t bytes;
  bool invalidate;
  std::uint32_t depth;
};

// Who had the line that a core fetched: a cache or, behind the last of them, the memory.
struct Answer {
  std::uint32_t path;   // Topology::path()
  std::uint32_t level;  // of the shared ones on it
};

class SharedSide {
 public:
  // `sample`: requests come of that; null: of all references.
  SharedSide(const Topology& topology, Placement placement, bool coherent,
             const SamplePlan* sample = nullptr);

  // Counts of this core's requests go there from now on: a phase's index or, of a sample,
  // SamplePlan::counters_index().
  void enter(std::uint32_t core, std::uint32_t counters);
  std::uint32_t counters_of(std::uint32_t core) const { return counters_of_[core]; }
  // Of pages, by Topology::path(), whatever counters they went to.
  const std::vector<std::uint64_t>& first_touches() const { return first_touches_; }
  // In this order.
  void serve(std::uint32_t core, const Word* requests, std::size_t count);

  // One request, and who answers it; nobody does where it fetches no line.
  std::optional<Answer> serve_observed(std::uint32_t core, Word request);

  // The whole pages among these are given back: whoever uses one next touches it first.
  void unmap(AddressRange range);

  // By that index.
  std::vector<PhaseCounts>& counted() { return counted_; }
  // Counters of index i belong to joined[i] from now on.
  void join_counted(const std::vector<std::uint32_t>& joined);
  // Snoops waiting for the core; the weaver takes them.
  std::vector<Snoop>& snoops(std::uint32_t core) { return snoops_[core]; }
  // Those that find nothing in its private caches, as it never asked for their pages; to be called
  // only when all that it did ask for has been served.
  void drop_vain_snoops(std::uint32_t core);
  bool has_snoops() const { return has_snoops_; }
  void snoops_taken() { has_snoops_ = false; }
  void snoops_left() { has_snoops_ = true; }

  std::uint64_t spilled_pages() const { return placement_.spilled_pages(); }
  std::uint32_t pages() const { return pages_.size(); }
  std::uint64_t state_bytes() const;

 private:
  struct Path {
    std::uint32_t core;
    std::uint32_t levels = 0;
    std::uint32_t core_side_levels = 0;
    std::uint32_t cache[max_shared_levels];
  };

  // Environment of Hierarchy: the shared caches of one path, in the phase of its core.
  class Chain;
  friend class Chain;

  struct Place {
    std::uint32_t memory, page;
  };
  void serve_block(std::uint32_t core, const Word* requests, const Place* places, std::size_t n);
  void serve_sampled_sets(std::uint32_t core, const Word* requests, const Place* places,
                          std::size_t n);
  using ServeOneLevel = void (SharedSide::*)(std::uint32_t core, const Word* requests,
                                             const Place* places, std::size_t n);
  static ServeOneLevel fastest_for(const Cache& cache);
  template <class Width, std::uint32_t ways>
  [[gnu::flatten]] HPCAST_AVX2 void serve_by_avx2(std::uint32_t core, const Word* requests,
                                                  const Place* places, std::size_t n) {
    serve_one_level<WaysAvx2<Width, ways>>(core, requests, places, n);
  }
  template <class Ways>
  void serve_one_level(std::uint32_t core, const Word* requests, const Place* places,
                       std::size_t n);
  // Of the first of n requests; how many.
  std::size_t find_places(std::uint32_t core, const Word* requests, Place* places, std::size_t n);
  // Of the directory, in a page.
  std::uint32_t granule_of(std::uint64_t address) const {
    return static_cast<std::uint32_t>((address & (placement_.page_bytes() - 1)) >>
                                      topology_.log2_granule);
  }
  void serve(std::uint32_t core, Word request, Place place);
  void init_caches();
  const Cache* only_cache_of(std::uint32_t core) const;
  PageMap::Page& page_of(std::uint32_t core, std::uint64_t address);
  void place_anew(std::uint32_t core, PageMap::Page& page);
  std::uint32_t place(std::uint32_t core, std::uint64_t page);
  std::uint32_t memory_of(const PageMap::Page& page, std::uint64_t address) const {
    return placement_.by_address() ? placement_.memory_at(page.memory, address) : page.memory;
  }
  std::uint32_t path_to(std::uint32_t core, std::uint64_t address);
  PhaseCounts& counts(std::uint32_t core) { return counts_of_[core][slot_]; }

  void keep_coherent(std::uint32_t core, Place place, Ask ask, std::uint64_t address,
                     std::uint32_t bytes);
  void take_from_others(Directory::Entry entry, std::uint32_t core, std::uint32_t memory,
                        std::uint64_t address);
  void snoop(std::uint32_t holder, std::uint32_t asker, std::uint32_t memory, std::uint64_t address,
             bool invalidate);
  void clean_shared(Directory::Entry entry, std::uint32_t core, std::uint32_t memory,
                    std::uint64_t address);
  template <class Arrived>
  void give_up(std::uint32_t path, std::uint32_t levels, std::uint64_t address, std::uint32_t bytes,
               bool invalidate, Arrived&& arrived);
  void give_up_to_level(std::uint32_t path, std::uint32_t depth, std::uint64_t address,
                        bool invalidate);
  std::uint32_t common_depth(const Path& holder, const Path& asker) const;
  void flush(std::uint32_t path, std::uint32_t depth, std::uint64_t address, std::uint32_t bytes);
  void bypass(std::uint32_t path, std::uint64_t address, std::uint32_t bytes);
  bool back_invalidate(std::uint32_t cache, std::uint64_t address, std::uint32_t bytes);
  bool back_invalidate_way(std::uint32_t core, std::uint32_t cache, std::uint64_t address,
                           std::uint32_t bytes);
  void push_snoop(std::uint32_t core, const Snoop& snoop) {
    snoops_[core].push_back(snoop);
    has_snoops_ = true;
  }

  const Topology& topology_;
  Placement placement_;
  bool coherent_;
  unsigned log2_page_;
  PageMap pages_;
  Directory directory_;
  std::vector<Cache> caches_;
  std::uint64_t storage_bytes_ = 0;
  std::unique_ptr<ZeroedMemory> storage_;
  std::vector<Path> paths_;
  std::vector<PhaseCounts> counted_;
  std::vector<PhaseCounts*> counts_of_;     // by core
  std::vector<std::uint32_t> counters_of_;  // by core: enter()
  std::vector<std::uint64_t> first_touches_;
  const SamplePlan* sample_;
  std::uint32_t slot_ = 0;               // of the request that is served, where sets are sampled
  bool sampled_ = true;                  // it is in the sample
  std::vector<char> active_;             // by core: has made a request
  std::vector<const Cache*> one_level_;  // by core: only_cache_of()
  std::vector<AskedPages> asked_;        // by core; empty where no shared cache is inclusive
  std::vector<ServeOneLevel> serve_one_level_;
  std::vector<std::vector<Snoop>> snoops_;
  bool has_snoops_ = false;
  bool has_exclusive_ = false;  // a shared cache below another one
};

}  // namespace hpcast::memsim

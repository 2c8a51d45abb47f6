#include "hpcast/models/memsim/shared_side.h"

#include <algorithm>
#include <utility>

namespace hpcast::memsim {

class SharedSide::Chain {
 public:
  Chain(SharedSide& side, std::uint32_t path, bool is_prefetching = false)
      : side_(side),
        path_(&side.paths_[path]),
        counts_(&side.counts(path_->core)),
        flow_(&counts_->path[path]),
        is_prefetching_(is_prefetching) {}

  static constexpr unsigned max_size = max_shared_levels;
  unsigned size() const { return path_->levels; }
  Cache& cache(unsigned i) { return side_.caches_[path_->cache[i]]; }
  CacheCounters& counters(unsigned i) { return counts_->cache[path_->cache[i]]; }
  Flow& flow(unsigned i) { return flow_->level[i]; }
  bool has_exclusive() const { return side_.has_exclusive_; }
  bool victims_wanted() const { return false; }
  // Private caches were filled before the request came here.
  bool keeps_dirty(unsigned i) const { return i == 0; }
  bool is_prefetching() const { return is_prefetching_; }
  void wanted(unsigned, std::uint64_t) {}  // no prefetcher is here

  void below(Ask ask, std::uint64_t, std::uint32_t bytes) {
    Flow& memory = flow_->level[path_->levels];
    if (ask != Ask::read && ask != Ask::own) return count_write(memory, bytes);
    count_read(memory, bytes);
    if (is_prefetching_) count_prefetch(memory, bytes);
  }
  // Private copies go at the start of their cores' next pieces; what was dirty comes as a flush.
  bool back_invalidate(unsigned i, std::uint64_t address, std::uint32_t bytes) {
    return side_.back_invalidate(path_->cache[i], address, bytes);
  }

  // What level i evicts belongs to a page of its own, which may live in another memory.
  std::uint32_t route(unsigned i, std::uint64_t address) {
    const auto before = static_cast<std::uint32_t>(path_ - side_.paths_.data());
    if (side_.topology_.memories == 1) return before;
    const std::uint32_t to = side_.path_to(path_->core, address);
    const Path& other = side_.paths_[to];
    if (i < other.levels && other.cache[i] == path_->cache[i]) restore(to);
    return before;
  }
  void restore(std::uint32_t path) {
    path_ = &side_.paths_[path];
    flow_ = &counts_->path[path];
  }

 private:
  SharedSide& side_;
  const Path* path_;
  PhaseCounts* counts_;
  PathFlow* flow_;
  bool is_prefetching_;
};

namespace {

constexpr std::size_t requests_in_block = 32;

// Neither what caches give up, nor of what they have.
bool uses(Word request) {
  const Ask ask = ask_of(request);
  const bool only_places = ask == Ask::upgrade && bytes_of(request) == 0;  // of a sample
  return ask == Ask::read || ask == Ask::own || ask == Ask::write || ask == Ask::bypass ||
         only_places;
}

unsigned log2_of(std::uint64_t power_of_two) {
  return static_cast<unsigned>(__builtin_ctzll(power_of_two));
}

}  // namespace

SharedSide::SharedSide(const Topology& topology, Placement placement, bool coherent,
                       const SamplePlan* sample)
    : topology_(topology),
      placement_(std::move(placement)),
      coherent_(coherent),
      log2_page_(log2_of(placement_.page_bytes())),
      directory_(topology.cores,
                 static_cast<std::uint32_t>(placement_.page_bytes() >> topology.log2_granule)),
      caches_(topology.cache_shapes.size()),
      paths_(topology.shared_caches.size()),
      counts_of_(topology.cores),
      counters_of_(topology.cores),
      first_touches_(topology.shared_caches.size()),
      sample_(sample),
      active_(topology.cores),
      one_level_(topology.cores),
      serve_one_level_(topology.cores),
      snoops_(topology.cores) {
  for (std::uint32_t p = 0; p < paths_.size(); ++p) {
    paths_[p].core = p / topology.memories;
    paths_[p].core_side_levels = topology.core_side_levels[p];
    for (const std::uint32_t cache : topology.shared_caches[p]) {
      has_exclusive_ |=
          paths_[p].levels > 0 && topology.cache_shapes[cache].inclusion == Inclusion::exclusive;
      paths_[p].cache[paths_[p].levels++] = cache;
    }
  }
  init_caches();
  for (std::uint32_t core = 0; core < topology.cores; ++core) {
    one_level_[core] = only_cache_of(core);
    if (one_level_[core] != nullptr) serve_one_level_[core] = fastest_for(*one_level_[core]);
  }
  for (std::uint32_t core = 0; core < topology.cores; ++core) enter(core, 0);
}

void SharedSide::init_caches() {
  std::vector<char> used(caches_.size());
  bool inclusive = false;
  for (const Path& path : paths_)
    for (std::uint32_t i = 0; i < path.levels; ++i) {
      used[path.cache[i]] = 1;
      inclusive |= topology_.cache_shapes[path.cache[i]].inclusion == Inclusion::inclusive;
    }
  if (inclusive) asked_.resize(topology_.cores);
  const auto each_used = [&](auto&& f) {
    for (std::size_t i = 0; i < used.size(); ++i)
      if (used[i] != 0) f(caches_[i], topology_.cache_shapes[i]);
  };
  // Sets begin where lines of the host's caches do.
  const auto words = [](const CacheShape& shape) {
    return (Cache::storage_words(shape, Cache::Width::fitting) + 7) / 8 * 8;
  };
  each_used([&](Cache&, const CacheShape& shape) { storage_bytes_ += 8 * words(shape); });
  storage_ = std::make_unique<ZeroedMemory>(storage_bytes_);
  std::uint64_t* next = storage_->words();
  each_used([&](Cache& cache, const CacheShape& shape) {
    cache.init(shape, next, Cache::Width::fitting);
    next += words(shape);
  });
}

// The cache of OneLevel, or null where the core's requests take another way.
const Cache* SharedSide::only_cache_of(std::uint32_t core) const {
  const std::uint32_t first = topology_.path(core, 0);
  for (std::uint32_t m = 0; m < topology_.memories; ++m) {
    const Path& path = paths_[first + m];
    if (path.levels != 1 || path.cache[0] != paths_[first].cache[0]) return nullptr;
  }
  const Cache& cache = caches_[paths_[first].cache[0]];
  const CacheShape& shape = cache.shape();
  const bool fits =
      shape.replacement == Replacement::lru && shape.write_policy == WritePolicy::write_back;
  return fits ? &cache : nullptr;
}

void SharedSide::enter(std::uint32_t core, std::uint32_t counters) {
  counters_of_[core] = counters;
  if (counters >= counted_.size()) {
    const std::uint32_t slots = sample_ != nullptr ? sample_->slots() : 1;
    while (counted_.size() <= counters || counted_.size() % slots != 0) {
      PhaseCounts& counts = counted_.emplace_back();
      counts.core.resize(topology_.cores);
      counts.path.resize(paths_.size());
      counts.cache.resize(caches_.size());
    }
    for (std::uint32_t c = 0; c < topology_.cores; ++c) counts_of_[c] = &counted_[counters_of_[c]];
  }
  counts_of_[core] = &counted_[counters];
}

void SharedSide::join_counted(const std::vector<std::uint32_t>& joined) {
  std::vector<PhaseCounts> before;
  before.swap(counted_);
  counted_.resize(*std::max_element(joined.begin(), joined.end()) + 1);
  for (std::size_t i = 0; i < before.size(); ++i) counted_[joined[i]] += before[i];
  for (std::uint32_t core = 0; core < topology_.cores; ++core)
    enter(core, joined[counters_of_[core]]);
}

PageMap::Page& SharedSide::page_of(std::uint32_t core, std::uint64_t address) {
  return pages_.at(address >> log2_page_, [&](std::uint64_t page) { return place(core, page); });
}

// Of a page that lies in several memories the first touch counts where it begins, whatever of it
// was touched.
std::uint32_t SharedSide::place(std::uint32_t core, std::uint64_t page) {
  const bool by_address = placement_.by_address();
  const std::uint32_t where = by_address ? placement_.group_for(core) : placement_.memory_for(core);
  const std::uint32_t memory = by_address ? placement_.memory_at(where, page << log2_page_) : where;
  const std::uint32_t path = topology_.path(core, memory);
  ++counts_of_[core]->path[path].first_touches;
  ++first_touches_[path];
  return where;
}

[[gnu::noinline]] void SharedSide::place_anew(std::uint32_t core, PageMap::Page& page) {
  page.live_in(place(core, page.number_plus_1 - 1));
}

void SharedSide::unmap(AddressRange range) {
  const std::uint64_t first = (range.begin + placement_.page_bytes() - 1) >> log2_page_;
  pages_.each_in(first, range.end >> log2_page_, [&](PageMap::Page& page) {
    if (page.given_back != 0) return;
    page.given_back = 1;
    placement_.give_back(page.memory);
  });
}

std::uint32_t SharedSide::path_to(std::uint32_t core, std::uint64_t address) {
  return topology_.path(core, memory_of(page_of(core, address), address));
}

// In blocks: where each request's line lives is looked up, and what serving it will look at is
// brought in, well before it is served.
void SharedSide::serve(std::uint32_t core, const Word* requests, std::size_t count) {
  active_[core] = 1;
  Place places[requests_in_block];
  std::size_t n = 0;
  for (std::size_t start = 0; start < count; start += n) {
    n = find_places(core, requests + start, places, std::min(count - start, requests_in_block));
    if (sample_ != nullptr && sample_->by_sets())
      serve_sampled_sets(core, requests + start, places, n);
    else
      serve_block(core, requests + start, places, n);
  }
}

std::optional<Answer> SharedSide::serve_observed(std::uint32_t core, Word request) {
  if (ask_of(request) != Ask::read && ask_of(request) != Ask::own) {
    serve(core, &request, 1);
    return {};
  }
  const std::uint64_t address = reftrace::address_of(request);
  PageMap::Page& page = page_of(core, address);
  if (page.given_back != 0) place_anew(core, page);
  const std::uint32_t path = topology_.path(core, memory_of(page, address));
  const Flow* const level = counts(core).path[path].level;
  std::uint64_t reads_before[max_shared_levels + 1];
  const std::uint32_t memory = paths_[path].levels;
  for (std::uint32_t i = 0; i <= memory; ++i) reads_before[i] = level[i].reads;
  serve(core, &request, 1);
  std::uint32_t deepest = 0;
  for (std::uint32_t i = 1; i <= memory; ++i)
    if (level[i].reads != reads_before[i]) deepest = i;
  return Answer{path, deepest};
}

// Up to a page that was given back and is used anew: what the requests before it evict is still of
// what had been there.
[[gnu::flatten]] std::size_t SharedSide::find_places(std::uint32_t core, const Word* requests,
                                                     Place* places, std::size_t n) {
  const bool by_address = placement_.by_address();
  const Path* const paths = &paths_[topology_.path(core, 0)];
  const Cache* const only_cache = one_level_[core];
  AskedPages* const asked = asked_.empty() ? nullptr : &asked_[core];
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t address = reftrace::address_of(requests[i]);
    if (asked != nullptr) asked->add(address >> log2_page_);
    PageMap::Page& page = page_of(core, address);
    if (page.given_back != 0 && uses(requests[i])) [[unlikely]] {
      if (i > 0) {
        n = i;
        break;
      }
      place_anew(core, page);
    }
    places[i] = {by_address ? placement_.memory_at(page.memory, address) : page.memory, page.index};
    if (coherent_) directory_.prefetch(page.index, granule_of(address));
    const Path& path = paths[places[i].memory];
    if (only_cache == nullptr && path.levels == 0) continue;
    const Cache& cache = only_cache != nullptr ? *only_cache : caches_[path.cache[0]];
    cache.prefetch(cache.line(address));
  }
  for (std::size_t i = 0; coherent_ && i < n; ++i)
    directory_.prefetch_sharers(places[i].page, granule_of(reftrace::address_of(requests[i])));
  return n;
}

// One by one, as each has counters of its own.
void SharedSide::serve_sampled_sets(std::uint32_t core, const Word* requests, const Place* places,
                                    std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t address = reftrace::address_of(requests[i]);
    slot_ = sample_->slot_or_first(address);
    sampled_ = sample_->slot_of(address) != SamplePlan::none;
    serve_block(core, requests + i, places + i, 1);
  }
}

void SharedSide::serve_block(std::uint32_t core, const Word* requests, const Place* places,
                             std::size_t n) {
  if (one_level_[core] == nullptr)
    for (std::size_t i = 0; i < n; ++i) serve(core, requests[i], places[i]);
  else
    (this->*serve_one_level_[core])(core, requests, places, n);
}

// For the ways that a cache of OneLevel has.
SharedSide::ServeOneLevel SharedSide::fastest_for(const Cache& cache) {
  using Narrow = std::uint32_t;
  if (has_avx2()) {
    if (cache.has<WaysAvx2<Narrow, 16>>()) return &SharedSide::serve_by_avx2<Narrow, 16>;
    if (cache.has<WaysAvx2<Narrow, 20>>()) return &SharedSide::serve_by_avx2<Narrow, 20>;
    if (cache.has<WaysAvx2<Tag, 16>>()) return &SharedSide::serve_by_avx2<Tag, 16>;
  }
  if (cache.has<WaysSse2<Narrow>>()) return &SharedSide::serve_one_level<WaysSse2<Narrow>>;
  if (cache.has<WaysAny<Narrow>>()) return &SharedSide::serve_one_level<WaysAny<Narrow>>;
  return &SharedSide::serve_one_level<WaysAny<Tag>>;
}

template <class Ways>
void SharedSide::serve_one_level(std::uint32_t core, const Word* requests, const Place* places,
                                 std::size_t n) {
  const std::uint32_t path = topology_.path(core, 0);
  const Cache& cache = *one_level_[core];
  const std::uint32_t index = paths_[path].cache[0];
  const bool inclusive = cache.shape().inclusion == Inclusion::inclusive;
  const OneLevel<Ways> level(cache, counts(core).cache[index]);
  PathFlow* const flows = &counts(core).path[path];
  for (std::size_t i = 0; i < n; ++i) {
    const Word w = requests[i];
    const Ask ask = ask_of(w);
    if (bytes_of(w) != cache.line_bytes() || ask > Ask::victim || asker_of(w) != Asker::core)
        [[unlikely]] {
      serve(core, w, places[i]);
      continue;
    }
    const std::uint64_t line = cache.line(reftrace::address_of(w));
    Flow* const flow = flows[places[i].memory].level;
    const bool demanded = ask == Ask::read || ask == Ask::own;
    if (coherent_ && demanded)
      keep_coherent(core, places[i], ask, reftrace::address_of(w), bytes_of(w));
    const Tag gone = demanded ? level.demand(line, ask == Ask::own, flow)
                              : level.arrive(line, ask == Ask::writeback ? dirty_bit : 0, flow);
    if (gone == 0) continue;
    const std::uint64_t address = cache.address(gone);
    bool dirty = is_dirty(gone);
    if (inclusive) dirty |= back_invalidate(index, address, cache.line_bytes());
    if (dirty) level.write_back(flows[memory_of(page_of(core, address), address)].level[1]);
  }
}

[[gnu::noinline]] void SharedSide::serve(std::uint32_t core, Word w, Place place) {
  const std::uint64_t address = reftrace::address_of(w);
  const Ask ask = ask_of(w);
  const std::uint32_t path = topology_.path(core, place.memory);
  const std::uint32_t bytes = bytes_of(w);
  if (coherent_ && ask != Ask::writeback && ask != Ask::victim && ask != Ask::flush)
    keep_coherent(core, place, ask, address, bytes);
  Chain environment(*this, path, asker_of(w) != Asker::core);
  Hierarchy<Chain> chain(environment);
  switch (ask) {
    case Ask::read:
      chain.demand<0>(address, bytes, false);
      break;
    case Ask::own:
      chain.demand<0>(address, bytes, true);
      break;
    case Ask::writeback:
      chain.writeback<0>(address, bytes);
      break;
    case Ask::victim:
      // Whoever sent it did not know which memory it belongs to, and so which cache comes next.
      if (environment.size() > 0 && environment.cache(0).shape().inclusion == Inclusion::exclusive)
        chain.victim<0>(address, bytes);
      break;
    case Ask::write:
      chain.write<0>(address, bytes);
      break;
    case Ask::bypass:
      bypass(path, address, bytes);
      break;
    case Ask::upgrade:
      break;
    case Ask::flush:
      flush(path, flush_depth_of(w), address, flush_bytes_of(w));
      break;
  }
}

// MSI with write-invalidate. The directory says whom to ask; it is not told of silent evictions.
[[gnu::noinline]] void SharedSide::keep_coherent(std::uint32_t core, Place place, Ask ask,
                                                 std::uint64_t address, std::uint32_t bytes) {
  const std::uint32_t memory = place.memory;
  const std::uint32_t granule = 1U << topology_.log2_granule;
  for (std::uint64_t a = address & ~std::uint64_t{granule - 1}; a < address + bytes; a += granule) {
    Directory::Entry& entry = directory_.entry(place.page, granule_of(a));
    const bool mine = Directory::is_sole(entry) && Directory::sole_core(entry) == core;
    if (ask == Ask::read) {
      if (mine) continue;
      if (Directory::is_sole(entry) && Directory::sole_owns(entry))
        snoop(Directory::sole_core(entry), core, memory, a, false);
      else if (Directory::is_shared(entry) && !directory_.is_sharer(entry, core))
        clean_shared(entry, core, memory, a);
      entry = directory_.with_sharer(entry, core);
      continue;
    }
    if (!mine) take_from_others(entry, core, memory, a);
    directory_.release(entry);
    entry = Directory::sole(core, ask != Ask::bypass);
  }
}

void SharedSide::take_from_others(Directory::Entry entry, std::uint32_t core, std::uint32_t memory,
                                  std::uint64_t address) {
  if (Directory::is_sole(entry)) {
    snoop(Directory::sole_core(entry), core, memory, address, true);
  } else if (Directory::is_shared(entry)) {
    directory_.each_sharer(entry, [&](std::uint32_t holder) {
      if (holder != core) snoop(holder, core, memory, address, true);
    });
  }
}

// How many shared caches of the holder's path lie above the first one that the asker uses too.
std::uint32_t SharedSide::common_depth(const Path& holder, const Path& asker) const {
  for (std::uint32_t i = 0; i < holder.levels; ++i)
    for (std::uint32_t j = 0; j < asker.levels; ++j)
      if (holder.cache[i] == asker.cache[j]) return i;
  return holder.levels;
}

void SharedSide::snoop(std::uint32_t holder, std::uint32_t asker, std::uint32_t memory,
                       std::uint64_t address, bool invalidate) {
  const std::uint32_t path = topology_.path(holder, memory);
  const std::uint32_t depth = common_depth(paths_[path], paths_[topology_.path(asker, memory)]);
  give_up_to_level(path, depth, address, invalidate);
  push_snoop(holder, {address, 1U << topology_.log2_granule, invalidate, depth});
}

// The private caches of sharers are clean, but a shared one that the new reader does not use may
// have absorbed the last writer's line.
void SharedSide::clean_shared(Directory::Entry entry, std::uint32_t core, std::uint32_t memory,
                              std::uint64_t address) {
  const Path& asker = paths_[topology_.path(core, memory)];
  const Path* done = &asker;
  directory_.each_sharer(entry, [&](std::uint32_t holder) {
    const std::uint32_t path = topology_.path(holder, memory);
    const Path& route = paths_[path];
    if (route.levels == 0 || (done->levels > 0 && done->cache[0] == route.cache[0])) return;
    give_up_to_level(path, common_depth(route, asker), address, false);
    done = &route;
  });
}

// The first `levels` shared caches of the path lose [address, address + bytes), or only its
// dirtiness. A dirty line passes the caches below, or ends in one that holds it dirty too; calls
// arrived(address, bytes) for what gets past all of them.
template <class Arrived>
void SharedSide::give_up(std::uint32_t path, std::uint32_t levels, std::uint64_t address,
                         std::uint32_t bytes, bool invalidate, Arrived&& arrived) {
  const Path& route = paths_[path];
  Chain environment(*this, path);
  Hierarchy<Chain> chain(environment);
  const auto take_away = [&](std::uint32_t i, std::uint64_t line) {
    Cache& cache = caches_[route.cache[i]];
    if (!invalidate) return cache.clean(line);
    const Tag tag = cache.remove(line);
    environment.counters(i).invalidations += tag != 0;
    return is_dirty(tag);
  };
  const auto pass_on = [&](std::uint32_t i, std::uint64_t start, std::uint32_t size) {
    ++environment.counters(i).writebacks;
    for (std::uint32_t below = i + 1; below < levels; ++below) {
      chain.count_write(below, size);
      const Cache& cache = caches_[route.cache[below]];
      if (cache.line_bytes() >= size && cache.holds_dirty(cache.line(start))) return;
    }
    arrived(start, size);
  };
  for (std::uint32_t i = 0; i < levels; ++i) {
    const Cache& cache = caches_[route.cache[i]];
    const std::uint64_t last = cache.line(address + bytes - 1);
    for (std::uint64_t line = cache.line(address); line <= last; ++line)
      if (take_away(i, line)) pass_on(i, line << cache.shape().log2_line, cache.line_bytes());
  }
}

// For another core, with which the path shares level `depth` and below.
void SharedSide::give_up_to_level(std::uint32_t path, std::uint32_t depth, std::uint64_t address,
                                  bool invalidate) {
  give_up(path, depth, address, 1U << topology_.log2_granule, invalidate,
          [&](std::uint64_t start, std::uint32_t size) {
            Chain environment(*this, path);
            Hierarchy<Chain>(environment).writeback_at(depth, start, size);
          });
}

// A line given up by private caches to another core: passes the caches of its owner alone, ends in
// the first that both use, else in memory.
void SharedSide::flush(std::uint32_t path, std::uint32_t depth, std::uint64_t address,
                       std::uint32_t bytes) {
  Chain environment(*this, path);
  Hierarchy<Chain> chain(environment);
  depth = std::min(depth, paths_[path].levels);
  for (std::uint32_t i = 0; i < depth; ++i) chain.count_write(i, bytes);
  chain.writeback_at(depth, address, bytes);
}

void SharedSide::bypass(std::uint32_t path, std::uint64_t address, std::uint32_t bytes) {
  const Path& route = paths_[path];
  for (std::uint32_t i = 0; i < route.core_side_levels; ++i) {
    Cache& cache = caches_[route.cache[i]];
    const std::uint64_t last = cache.line(address + bytes - 1);
    for (std::uint64_t line = cache.line(address); line <= last; ++line) {
      const Tag tag = cache.remove(line);
      if (!is_dirty(tag)) continue;
      ++counts(route.core).cache[route.cache[i]].writebacks;
      Chain environment(*this, path);
      Hierarchy<Chain>(environment).writeback_at(i + 1, cache.address(tag), cache.line_bytes());
    }
  }
  count_write(counts(route.core).path[path].bypass, bytes);
  if (route.core_side_levels == route.levels || !sampled_) return;
  Chain environment(*this, path);
  Hierarchy<Chain>(environment).writeback_at(route.core_side_levels, address, bytes);
}

bool SharedSide::back_invalidate(std::uint32_t cache, std::uint64_t address, std::uint32_t bytes) {
  bool dirty = false;
  for (const std::uint32_t core : topology_.cores_of_cache[cache]) {
    if (active_[core] == 0) continue;
    if (one_level_[core] != nullptr)  // whatever memory the line belongs to
      push_snoop(core, {address, bytes, true, 1});
    else
      dirty |= back_invalidate_way(core, cache, address, bytes);
  }
  return dirty;
}

// On a core's way to the cache, if the line's memory has it there.
[[gnu::noinline]] bool SharedSide::back_invalidate_way(std::uint32_t core, std::uint32_t cache,
                                                       std::uint64_t address, std::uint32_t bytes) {
  const std::uint32_t path = path_to(core, address);
  const Path& route = paths_[path];
  std::uint32_t depth = 0;
  while (depth < route.levels && route.cache[depth] != cache) ++depth;
  if (depth == route.levels) return false;
  bool dirty = false;
  give_up(path, depth, address, bytes, true, [&](std::uint64_t, std::uint32_t size) {
    Chain environment(*this, path);
    Hierarchy<Chain>(environment).count_write(depth, size);
    dirty = true;
  });
  push_snoop(core, {address, bytes, true, depth + 1});
  return dirty;
}

void SharedSide::drop_vain_snoops(std::uint32_t core) {
  if (asked_.empty()) return;
  std::erase_if(snoops_[core], [&](const Snoop& snoop) {
    return !asked_[core].may_have(snoop.address >> log2_page_);
  });
}

std::uint64_t SharedSide::state_bytes() const {
  return storage_bytes_ + pages_.bytes() + directory_.bytes() + asked_.size() * AskedPages::bytes();
}

}  // namespace hpcast::memsim

// The rules of docs/memory-model.md once more, slow and obvious, for tests to compare with: ways
// with time stamps, maps for everything, one thread after the other. Shares with the simulation
// only the plain data: Topology, PhaseCounts, records and options.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "hpcast/models/memsim/counts.h"
#include "hpcast/models/memsim/placement.h"
#include "hpcast/models/memsim/topology.h"

namespace hpcast::memsim::reference_model {

using reftrace::Event;
using reftrace::Op;
using reftrace::Word;
using Address = std::uint64_t;
using Bytes = std::uint32_t;

struct Line {
  Address start = 0;
  bool dirty = false, ahead = false;  // ahead: a prefetcher's, and nobody has asked for it
  std::uint64_t used = 0;             // when, for LRU
  bool there = false;
};

class SlowCache {
 public:
  explicit SlowCache(const CacheShape& of) : shape(of) {}

  CacheShape shape;
  Bytes line_bytes() const { return 1U << shape.log2_line; }
  Address start_of(Address a) const { return a / line_bytes() * line_bytes(); }
  bool is(Inclusion inclusion) const { return shape.inclusion == inclusion; }
  bool writes_through() const { return shape.write_policy == WritePolicy::write_through; }
  // Starts of the lines that [a, a + bytes) touches.
  std::vector<Address> lines(Address a, Bytes bytes) const {
    std::vector<Address> starts;
    for (Address s = start_of(a); s < a + bytes; s += line_bytes()) starts.push_back(s);
    return starts;
  }

  Line* look(Address a) {  // without using it
    for (Line& line : set(a).ways)
      if (line.there && line.start == start_of(a)) return &line;
    return nullptr;
  }
  bool has_dirty(Address a) {
    const Line* line = look(a);
    return line != nullptr && line->dirty;
  }
  Line* use(Address a) {
    Line* line = look(a);
    if (line != nullptr) used(set(a), *line);
    return line;
  }
  Line put(Address a, bool dirty, bool ahead = false) {  // returns what it replaces
    Set& s = set(a);
    auto way = std::find_if(s.ways.begin(), s.ways.end(), [](const Line& l) { return !l.there; });
    if (way == s.ways.end()) way = s.ways.begin() + victim(s);
    const Line before = *way;
    *way = {start_of(a), dirty, ahead, 0, true};
    used(s, *way);
    return before;
  }
  Line take(Address a) {  // out of the cache
    Line* line = look(a);
    return line == nullptr ? Line{} : std::exchange(*line, Line{});
  }

 private:
  struct Set {
    std::vector<Line> ways;
    std::map<std::pair<int, int>, bool> right_is_older;  // by half-open range of ways
  };
  Set& set(Address a) {
    Set& s = sets_[a / line_bytes() % shape.sets];
    s.ways.resize(shape.ways);
    return s;
  }
  void used(Set& s, Line& line) {
    line.used = ++now_;
    const int way = static_cast<int>(&line - s.ways.data());
    for (int from = 0, to = static_cast<int>(shape.ways); to - from > 1;) {
      const int middle = (from + to) / 2;
      s.right_is_older[{from, to}] = way < middle;
      (way < middle ? to : from) = middle;
    }
  }
  std::ptrdiff_t victim(Set& s) {
    if (shape.replacement == Replacement::random) return random_way();
    if (shape.replacement == Replacement::plru) {
      int from = 0;
      for (int to = static_cast<int>(shape.ways); to - from > 1;) {
        const int middle = (from + to) / 2;
        (s.right_is_older[{from, to}] ? from : to) = middle;
      }
      return from;
    }
    return std::min_element(s.ways.begin(), s.ways.end(),
                            [](const Line& a, const Line& b) { return a.used < b.used; }) -
           s.ways.begin();
  }
  std::ptrdiff_t random_way() {  // xorshift64*, upper half scaled to the ways
    x_ ^= x_ >> 12;
    x_ ^= x_ << 25;
    x_ ^= x_ >> 27;
    const std::uint64_t upper = (x_ * 2685821657736338717ULL) >> 32;
    return static_cast<std::ptrdiff_t>((upper * shape.ways) >> 32);
  }

  std::map<std::uint64_t, Set> sets_;
  std::uint64_t now_ = 0;
  std::uint64_t x_ = 0x9E3779B97F4A7C15ULL;
};

// What a prefetcher asks for, by addresses of lines.
class SlowPrefetcher {
 public:
  SlowPrefetcher(const PrefetchRule& rule, Bytes line) : rule_(rule), line_(line) {}

  bool is(Prefetching kind) const { return rule_.kind == kind; }
  std::vector<Address> wanted(Address line) {
    if (is(Prefetching::next_line)) return behind(line, line, line_, rule_.degree).first;
    if (!is(Prefetching::streams)) return {};
    const Address page = line / 4096;
    const auto known = std::find_if(streams_.begin(), streams_.end(),
                                    [&](const Stream& s) { return s.page == page; });
    if (known == streams_.end()) {
      streams_.push_front({page, line, line, 0});
      if (streams_.size() > 16) streams_.pop_back();
      return {};
    }
    Stream s = *known;
    streams_.erase(known);
    const std::int64_t way = line == s.last ? 0 : line > s.last ? line_ : -std::int64_t{line_};
    std::vector<Address> asked;
    if (way != 0 && way == s.way) {
      auto [lines, reached] = behind(line, s.reached, way, rule_.distance);
      asked = lines;
      s.reached = reached;
    } else if (way != 0) {
      s.way = way;
      s.reached = line;
    }
    s.last = line;
    streams_.push_front(s);
    return asked;
  }
  std::vector<Address> referred(Address a, Word instruction) {
    if (!is(Prefetching::stride) || instruction == 0) return {};
    Stride& s = strides_[instruction % 256];
    if (s.instruction != instruction) s = {instruction, {}, 0, false};
    if (!s.last.empty() && s.last.back() == a) return {};
    s.last.push_back(a);  // each another one than the one before
    if (s.last.size() > 5) s.last.pop_front();
    const std::int64_t step = s.step();
    if (step == 0 || step < -2048 || step > 2048) {
      s.goes_on = false;
      return {};
    }
    // By lines where several steps are in one.
    const bool is_short = std::abs(step) < static_cast<std::int64_t>(line_);
    const Address from = is_short ? a / line_ * line_ : a;
    const std::int64_t line = step > 0 ? line_ : -std::int64_t{line_};
    if (!s.goes_on) s.reached = from;
    s.goes_on = true;
    auto [asked, reached] = behind(from, s.reached, is_short ? line : step, rule_.distance);
    s.reached = reached;
    for (Address& line_asked : asked) line_asked = line_asked / line_ * line_;
    return asked;
  }

 private:
  struct Stream {
    Address page, last, reached;
    std::int64_t way;
  };
  struct Stride {
    Word instruction = 0;
    std::deque<Address> last;
    Address reached = 0;
    bool goes_on = false;
    // Of the last five addresses; 0: not the same.
    std::int64_t step() const {
      if (last.size() < 5) return 0;
      const Address step = last[1] - last[0];
      for (std::size_t i = 2; i < 5; ++i)
        if (last[i] - last[i - 1] != step) return 0;
      return static_cast<std::int64_t>(step);
    }
  };
  // From `from` on, what comes behind what has been reached, at most so many steps ahead.
  std::pair<std::vector<Address>, Address> behind(Address from, Address reached, std::int64_t way,
                                                  int distance) const {
    const auto steps = [&](Address a) { return static_cast<std::int64_t>(a - from) / way; };
    if (static_cast<std::int64_t>(reached - from) * way < 0) reached = from;
    std::vector<Address> asked;
    while (asked.size() < rule_.degree && steps(reached) < distance &&
           (reached + static_cast<Address>(way)) / 4096 == from / 4096)
      asked.push_back(reached += static_cast<Address>(way));
    return {asked, reached};
  }

  PrefetchRule rule_;
  Bytes line_;
  std::deque<Stream> streams_;  // the last one used first
  std::map<Word, Stride> strides_;
};

// Pages by first touch, interleaved or by node.
class SlowPlacement {
 public:
  SlowPlacement(const PlacementPolicy& policy, const dat::Machine& machine,
                const Topology& topology)
      : policy_(policy), topology_(topology) {
    for (std::uint32_t m = 0; m < topology.memories; ++m) {
      node_.push_back(
          policy.kind == PlacementPolicy::Kind::interleave ? 0 : machine.memories[m].numa_node);
      room_.push_back(
          std::max<std::uint64_t>(1, machine.class_of_memory(m).capacity / policy.page_bytes));
    }
  }
  // A request for the address comes: is it the page's first touch?
  bool touch(std::uint32_t core, Address a, bool uses) {
    const Address page = a / policy_.page_bytes;
    const bool first = !page_.contains(page) || (uses && given_back_.contains(page));
    if (!first) return false;
    page_[page] = place(core);
    given_back_.erase(page);
    return true;
  }
  void give_back(Address begin, Address end) {
    for (const auto& [page, place] : page_) {
      const Address start = page * policy_.page_bytes;
      if (start < begin || start + policy_.page_bytes > end || !given_back_.insert(page).second)
        continue;
      --taken_[place.node];
      --pages_in_[place.memory];
    }
  }
  std::uint32_t memory_of(std::uint32_t core, Address a) {
    const Address page = a / policy_.page_bytes;
    if (!page_.contains(page)) page_[page] = place(core);
    const bool by_page = policy_.granularity == 0 || policy_.granularity == policy_.page_bytes;
    if (by_page) return page_[page].memory;
    const std::vector<std::uint32_t> members = members_of(page_[page].node);
    return members[a / policy_.granularity % members.size()];
  }

 private:
  struct Place {
    int node;
    std::uint32_t memory;
  };
  std::vector<std::uint32_t> members_of(int node) const {
    std::vector<std::uint32_t> members;
    for (std::uint32_t m = 0; m < node_.size(); ++m)
      if (node_[m] == node) members.push_back(m);
    return members;
  }
  Place place(std::uint32_t core) {
    std::vector<int> order;
    for (const std::uint32_t m : topology_.nearest_memories[core])
      if (policy_.binds_to(node_[m])) order.push_back(node_[m]);
    for (const std::uint32_t m : topology_.nearest_memories[core]) order.push_back(node_[m]);
    const bool by_page = policy_.granularity == 0 || policy_.granularity == policy_.page_bytes;
    for (const int node : order) {
      const std::vector<std::uint32_t> members = members_of(node);
      std::int64_t capacity = 0;
      for (const std::uint32_t m : members) capacity += room_[m];
      if (!by_page && taken_[node] >= capacity) continue;
      if (!by_page) return taken(node, 0);
      for (std::size_t asked = 0; asked < members.size(); ++asked) {
        const std::uint32_t m = members[(turn_[node] + asked) % members.size()];
        if (pages_in_[m] >= room_[m]) continue;
        turn_[node] += asked + 1;
        return taken(node, m);
      }
    }
    const std::vector<std::uint32_t> members = members_of(order[0]);
    turn_[order[0]] += by_page ? members.size() : 0;  // all of them were asked
    return taken(order[0], by_page ? members[turn_[order[0]]++ % members.size()] : 0);
  }
  Place taken(int node, std::uint32_t memory) {
    ++taken_[node];
    ++pages_in_[memory];
    return {node, memory};
  }

  PlacementPolicy policy_;
  const Topology& topology_;
  std::vector<int> node_;
  std::vector<std::int64_t> room_;  // pages, by memory
  std::map<Address, Place> page_;
  std::set<Address> given_back_;  // pages, not used since
  std::map<int, std::int64_t> taken_;
  std::map<int, std::uint64_t> turn_;
  std::map<std::uint32_t, std::int64_t> pages_in_;
};

class SlowSimulator {
 public:
  struct Options {
    bool coherent = false;
    PlacementPolicy placement;
    std::uint64_t interval = 8192;
  };

  SlowSimulator(const dat::Machine& machine, const Topology& topology, const Options& options)
      : topology_(topology),
        options_(options),
        placement_(options_.placement, machine, topology),
        core_(topology.cores) {
    for (std::uint32_t c = 0; c < topology.cache_shapes.size(); ++c)
      caches_.emplace_back(topology.cache_shapes[c]);
    for (std::uint32_t core = 0; core < topology.cores; ++core)
      for (const std::uint32_t c : topology.private_caches[core]) {
        const SlowCache& cache = caches_[c];
        core_[core].prefetchers.emplace_back(cache.shape.prefetch, cache.line_bytes());
        core_[core].wanted.emplace_back();
      }
  }

  std::vector<PhaseCounts> run(const std::vector<std::vector<Word>>& streams) {
    for (const auto& stream : streams) threads_.emplace_back().words = stream;
    phase(0);
    while (!all_ended()) pass();
    deliver_all();
    return phases_;
  }

  std::uint64_t unmet_waits() const { return unmet_; }

 private:
  // --- Places: level i of a core's private caches, or of its shared ones on the way to a memory
  // ---
  struct Way {
    std::uint32_t core;
    int memory;  // -1: the private caches
    bool is_private() const { return memory < 0; }
  };
  enum class Kind { read, own, writeback, victim, write, bypass, upgrade, flush };
  struct Item {  // a request, or an event
    bool is_event = false;
    Kind kind = Kind::read;
    Address address = 0;
    Bytes bytes = 0;
    std::uint32_t depth = 0;
    bool ahead = false;  // a prefetcher asks
    Event event = Event::mark;
    std::uint64_t clock = 0, a = 0, b = 0;
  };
  struct Pending {
    Address address;
    Bytes bytes;
    bool invalidate;
    std::uint32_t depth;
  };
  struct CoreState {
    std::uint32_t private_phase = 0, shared_phase = 0;
    bool active = false;
    std::vector<Pending> snoops;
    Address combining = 0;
    Bytes combined = 0;
    int load = 0;
    std::vector<SlowPrefetcher> prefetchers;     // by private cache
    std::vector<std::optional<Address>> wanted;  // likewise: since they were asked last
  };
  enum class State { fresh, running, waiting, ended };
  struct Thread {
    std::vector<Word> words;
    std::size_t at = 0;
    State state = State::fresh;
    bool has_core = false;
    std::uint32_t core = 0, private_phase = 0, shared_phase = 0;
    std::uint64_t produced = 0;                // references
    std::map<Word, std::uint64_t> since_mark;  // of them, by operation and size
    std::deque<Item> output;
    bool stopped = true;  // nothing has been produced beyond what is woven
    std::uint64_t limit = 0, clock = 0, offset = 0, object = 0, count = 0;
    std::uint64_t time() const { return clock + offset; }
  };
  struct Holders {
    std::set<std::uint32_t> sharers;
    bool owned = false;  // by the only one
  };
  struct Got {
    bool dirty = false, owned = false;
  };

  PhaseCounts& phase(std::uint32_t index) {
    while (phases_.size() <= index) {
      PhaseCounts& counts = phases_.emplace_back();
      counts.core.resize(topology_.cores);
      counts.path.resize(topology_.shared_caches.size());
      counts.cache.resize(caches_.size());
    }
    return phases_[index];
  }
  std::uint32_t path(Way w) const {
    return topology_.path(w.core, static_cast<std::uint32_t>(w.memory));
  }
  const std::vector<std::uint32_t>& chain(Way w) const {
    return w.is_private() ? topology_.private_caches[w.core] : topology_.shared_caches[path(w)];
  }
  std::size_t levels(Way w) const { return chain(w).size(); }
  SlowCache& cache(Way w, std::size_t i) { return caches_[chain(w)[i]]; }
  CacheCounters& counters(Way w, std::size_t i) {
    if (w.is_private()) return phase(core_[w.core].private_phase).core[w.core].cache[i];
    return phase(core_[w.core].shared_phase).cache[chain(w)[i]];
  }
  Flow& flow(Way w, std::size_t i) {
    if (w.is_private()) return phase(core_[w.core].private_phase).core[w.core].flow[i];
    return phase(core_[w.core].shared_phase).path[path(w)].level[i];
  }
  void arrives_read(Way w, std::size_t i, Bytes bytes) {
    ++flow(w, i).reads;
    flow(w, i).bytes_read += bytes;
    if (!prefetching_) return;
    ++flow(w, i).prefetches;
    flow(w, i).bytes_prefetched += bytes;
  }
  void arrives_write(Way w, std::size_t i, Bytes bytes) {
    ++flow(w, i).writes;
    flow(w, i).bytes_written += bytes;
  }
  void ask_below(Way w, Kind kind, Address a, Bytes bytes, std::uint32_t depth = 0) {
    if (w.is_private()) {
      const bool ahead = prefetching_ && kind == Kind::read;
      out_->push_back({false, kind, a, bytes, depth, ahead, Event::mark, 0, 0, 0});
    } else if (kind == Kind::read || kind == Kind::own) {
      arrives_read(w, levels(w), bytes);
    } else {
      arrives_write(w, levels(w), bytes);
    }
  }

  // --- Traffic through the levels ----------------------------------------------------------------
  bool dirty_from(Way w, std::size_t i, Address a) {
    for (; i < levels(w); ++i)
      if (cache(w, i).has_dirty(a)) return true;
    return false;
  }

  Got fetch(Way w, std::size_t i, Address a, Bytes bytes, bool own) {
    if (i == levels(w)) {
      ask_below(w, own ? Kind::own : Kind::read, a, bytes);
      return {false, own};
    }
    arrives_read(w, i, bytes);
    SlowCache& c = cache(w, i);
    const bool top_of_shared = !w.is_private() && i == 0;  // cannot tell the asker "dirty"
    Got got;
    bool missed = false;
    for (const Address line : c.lines(a, bytes)) {
      Line* const hit = c.use(line);
      if (hit == nullptr || std::exchange(hit->ahead, false)) want(w, i, line);
      if (hit != nullptr) {
        got.owned |= hit->dirty || (own && dirty_from(w, i + 1, a));
        if (c.is(Inclusion::exclusive) && !(top_of_shared && hit->dirty && !own))
          got.dirty |= c.take(line).dirty;
        continue;
      }
      missed = true;
      const Got below = fetch(w, i + 1, line, c.line_bytes(), own);
      got.owned |= below.owned;
      if (!c.is(Inclusion::exclusive) || (top_of_shared && below.dirty && !own))
        bring_in(w, i, line, below.dirty);
      else
        got.dirty |= below.dirty;
    }
    if (missed) ++(own ? counters(w, i).write_misses : counters(w, i).read_misses);
    return got;
  }

  void write_back(Way w, std::size_t i, Address a, Bytes bytes) {
    if (i == levels(w)) return ask_below(w, Kind::writeback, a, bytes);
    arrives_write(w, i, bytes);
    SlowCache& c = cache(w, i);
    for (const Address line : c.lines(a, bytes)) {
      Line* const hit = c.use(line);
      const Bytes part = std::min(bytes, c.line_bytes());
      if (hit != nullptr) hit->ahead = false;
      if (c.writes_through() || (hit == nullptr && part < c.line_bytes()))
        write_back(w, i + 1, bytes < c.line_bytes() ? a : line, part);
      else if (hit != nullptr)
        hit->dirty = true;
      else
        bring_in(w, i, line, true);
    }
  }

  void clean_victim(Way w, std::size_t i, Address a, Bytes bytes) {
    if (i == levels(w)) return ask_below(w, Kind::victim, a, bytes);
    arrives_write(w, i, bytes);
    Line* const hit = cache(w, i).use(a);
    if (hit == nullptr) return bring_in(w, i, a, false);
    hit->ahead = false;
  }

  // A store arrives; returns whether the line was owned, or has been asked for.
  bool store(Way w, std::size_t i, Address a, Bytes bytes, bool counted = true) {
    if (i == levels(w)) {
      ask_below(w, Kind::write, a, bytes);
      return true;
    }
    if (counted) arrives_write(w, i, bytes);
    SlowCache& c = cache(w, i);
    Line* const hit = c.use(a);
    if (hit == nullptr ? !c.writes_through() : std::exchange(hit->ahead, false))
      want(w, i, c.start_of(a));
    if (hit == nullptr) ++counters(w, i).write_misses;
    if (c.writes_through()) return store(w, i + 1, a, bytes);
    if (hit != nullptr) {
      const bool owned = hit->dirty || dirty_from(w, i + 1, a);
      hit->dirty = true;
      return owned;
    }
    const Got got = fetch(w, i + 1, c.start_of(a), c.line_bytes(), true);
    bring_in(w, i, a, true);
    return got.owned;
  }

  void bring_in(Way w, std::size_t i, Address a, bool dirty, bool ahead = false) {
    SlowCache& c = cache(w, i);
    Line old = c.put(a, dirty, ahead);
    if (!old.there) return;
    counters(w, i).in_vain += old.ahead;
    if (c.is(Inclusion::inclusive)) old.dirty |= leave_all_above(w, i, old.start, c.line_bytes());
    Way to = w;
    if (!w.is_private()) {
      to.memory = static_cast<int>(placement_.memory_of(w.core, old.start));
      if (i >= levels(to) || chain(to)[i] != chain(w)[i]) to = w;
    }
    if (old.dirty) {
      ++counters(to, i).writebacks;
      write_back(to, i + 1, old.start, c.line_bytes());
    } else if (takes_victims(to, i + 1)) {
      clean_victim(to, i + 1, old.start, c.line_bytes());
    }
  }
  bool takes_victims(Way w, std::size_t i) {
    if (i < levels(w)) return cache(w, i).is(Inclusion::exclusive);
    if (!w.is_private()) return false;
    for (const std::uint32_t m : topology_.nearest_memories[w.core]) {
      const Way below{w.core, static_cast<int>(m)};
      if (levels(below) > 0 && cache(below, 0).is(Inclusion::exclusive)) return true;
    }
    return false;
  }

  // --- Lines taken away --------------------------------------------------------------------------
  // Levels above `end` lose [a, a + bytes) or its dirtiness; dirty lines pass on to `end`.
  bool take_away(Way w, std::size_t end, Address a, Bytes bytes, bool invalidate,
                 const std::function<void(Address, Bytes)>& at_end) {
    bool any = false;
    for (std::size_t i = 0; i < end; ++i) {
      for (const Address line : cache(w, i).lines(a, bytes)) {
        Line* const held = cache(w, i).look(line);
        if (held == nullptr) continue;
        any |= invalidate || held->dirty;
        const bool dirty = std::exchange(held->dirty, false);
        if (invalidate) {
          counters(w, i).in_vain += cache(w, i).take(line).ahead;
          ++counters(w, i).invalidations;
        }
        if (!dirty) continue;
        ++counters(w, i).writebacks;
        const Bytes size = cache(w, i).line_bytes();
        bool merged = false;
        for (std::size_t j = i + 1; j < end && !merged; ++j) {
          arrives_write(w, j, size);
          merged = cache(w, j).line_bytes() >= size && cache(w, j).has_dirty(line);
        }
        if (!merged) at_end(line, size);
      }
    }
    return any;
  }
  bool leave_all_above(Way w, std::size_t i, Address a, Bytes bytes) {
    bool dirty = false;
    if (!w.is_private()) {
      const std::uint32_t which = chain(w)[i];
      for (const std::uint32_t core : topology_.cores_of_cache[which]) {
        if (!core_[core].active) continue;
        const Way other{core, static_cast<int>(placement_.memory_of(core, a))};
        const auto found = std::find(chain(other).begin(), chain(other).end(), which);
        if (found == chain(other).end()) continue;
        const auto depth = static_cast<std::size_t>(found - chain(other).begin());
        take_away(other, depth, a, bytes, true, [&](Address, Bytes size) {
          arrives_write(other, depth, size);
          dirty = true;
        });
        core_[core].snoops.push_back({a, bytes, true, static_cast<std::uint32_t>(depth) + 1});
      }
    }
    for (std::size_t above = 0; above < i; ++above) {
      for (const Address line : cache(w, above).lines(a, bytes)) {
        const Line lost = cache(w, above).take(line);
        if (!lost.there) continue;
        ++counters(w, above).invalidations;
        counters(w, above).in_vain += lost.ahead;
        if (!lost.dirty) continue;
        ++counters(w, above).writebacks;
        arrives_write(w, i, cache(w, above).line_bytes());
        dirty = true;
      }
    }
    return dirty;
  }

  // --- A core's references -----------------------------------------------------------------------
  void reference(std::uint32_t core, Word word) {
    const Op op = reftrace::op_of(word);
    const Address address = reftrace::address_of(word);
    const Bytes size = reftrace::size_of(word);
    PrivateCounters& counts = phase(core_[core].private_phase).core[core];
    ++counts.references[static_cast<int>(op)][reftrace::log2_size_of(word)];
    const Bytes line = first_line_bytes(core);
    for (Address a = address; a < address + size;) {
      const Address end = std::min<Address>(address + size, (a / line + 1) * line);
      if (a != address) ++counts.line_crossings[static_cast<int>(op)];
      part(core, op, a, static_cast<Bytes>(end - a));
      if (op != Op::nontemporal_write) look_ahead(core, a, reftrace::site_of(word));
      a = end;
    }
  }
  Bytes first_line_bytes(std::uint32_t core) {
    const Way own{core, -1};
    if (levels(own) > 0) return cache(own, 0).line_bytes();
    const Way nearest{core, static_cast<int>(topology_.nearest_memories[core][0])};
    return levels(nearest) > 0 ? cache(nearest, 0).line_bytes() : granule();
  }
  Bytes granule() const { return 1U << topology_.log2_granule; }

  void part(std::uint32_t core, Op op, Address a, Bytes bytes) {
    const Way own{core, -1};
    if (op == Op::nontemporal_write) return combine(core, a, bytes);
    if (levels(own) == 0)
      return ask_below(own, op == Op::read ? Kind::read : Kind::write, a, bytes);
    SlowCache& first = cache(own, 0);
    if (op == Op::write) {
      const bool owned = store(own, 0, a, bytes, false);
      if (options_.coherent && !owned)
        ask_below(own, Kind::upgrade, first.start_of(a), first.line_bytes());
    } else {
      Line* const hit = first.use(a);
      if (hit == nullptr || std::exchange(hit->ahead, false)) want(own, 0, first.start_of(a));
      if (hit != nullptr) return;
      ++counters(own, 0).read_misses;
      const Got got = fetch(own, 1, first.start_of(a), first.line_bytes(), false);
      bring_in(own, 0, a, got.dirty);
    }
  }
  // Prefetchers are asked when the reference is done with, the outermost first; and after each line
  // that one of them brings, those behind it.
  void want(Way w, std::size_t i, Address line) {
    if (w.is_private()) core_[w.core].wanted[i] = line;
  }
  void look_ahead(std::uint32_t core, Address a, Word instruction) {
    ask_prefetchers(core, 0);
    auto& prefetchers = core_[core].prefetchers;
    if (prefetchers.empty()) return;
    for (const Address line : prefetchers[0].referred(a, instruction)) bring_ahead(core, 0, line);
  }
  void ask_prefetchers(std::uint32_t core, std::size_t from) {
    CoreState& state = core_[core];
    for (std::size_t i = state.wanted.size(); i-- > from;)
      if (const auto wanted = std::exchange(state.wanted[i], {}))
        for (const Address line : state.prefetchers[i].wanted(*wanted)) bring_ahead(core, i, line);
  }
  void bring_ahead(std::uint32_t core, std::size_t i, Address line) {
    const Way own{core, -1};
    if (cache(own, i).look(line) != nullptr) return;
    ++counters(own, i).prefetched;
    prefetching_ = true;
    const Got got = fetch(own, i + 1, line, cache(own, i).line_bytes(), false);
    bring_in(own, i, line, got.dirty, true);
    prefetching_ = false;
    ask_prefetchers(core, i + 1);
  }
  void combine(std::uint32_t core, Address a, Bytes bytes) {
    CoreState& state = core_[core];
    const Bytes line = first_line_bytes(core);
    if (state.combined == 0 || a / line != state.combining / line) {
      drain(core);
      state.combining = a / line * line;
      const Way own{core, -1};
      for (std::size_t i = 0; i < levels(own); ++i) leave_for_bypass(own, i, state.combining, line);
    }
    state.combined = std::min(state.combined + bytes, line);
    if (state.combined == line) drain(core);
  }
  void drain(std::uint32_t core) {
    CoreState& state = core_[core];
    if (state.combined != 0) ask_below({core, -1}, Kind::bypass, state.combining, state.combined);
    state.combined = 0;
  }
  void leave_for_bypass(Way w, std::size_t i, Address a, Bytes bytes) {
    for (const Address line : cache(w, i).lines(a, bytes)) {
      const Line lost = cache(w, i).take(line);
      counters(w, i).in_vain += lost.ahead;
      if (!lost.dirty) continue;
      ++counters(w, i).writebacks;
      write_back(w, i + 1, line, cache(w, i).line_bytes());
    }
  }

  static bool uses(Kind kind) {
    return kind == Kind::read || kind == Kind::own || kind == Kind::write || kind == Kind::bypass;
  }
  // --- What the shared side does with a request
  // ----------------------------------------------------
  void serve(std::uint32_t core, const Item& item) {
    const bool first_touch = placement_.touch(core, item.address, uses(item.kind));
    const Way w{core, static_cast<int>(placement_.memory_of(core, item.address))};
    const Address page = item.address / options_.placement.page_bytes;
    const std::uint32_t first = placement_.memory_of(core, page * options_.placement.page_bytes);
    phase(core_[core].shared_phase).path[topology_.path(core, first)].first_touches += first_touch;
    core_[core].active = true;
    prefetching_ = item.ahead;
    if (options_.coherent && item.kind != Kind::writeback && item.kind != Kind::victim &&
        item.kind != Kind::flush)
      for (Address a = item.address / granule() * granule(); a < item.address + item.bytes;
           a += granule())
        agree(w, item.kind, a);
    switch (item.kind) {
      case Kind::read:
        fetch(w, 0, item.address, item.bytes, false);
        break;
      case Kind::own:
        fetch(w, 0, item.address, item.bytes, true);
        break;
      case Kind::writeback:
        write_back(w, 0, item.address, item.bytes);
        break;
      case Kind::victim:
        if (takes_victims(w, 0)) clean_victim(w, 0, item.address, item.bytes);
        break;
      case Kind::write:
        store(w, 0, item.address, item.bytes);
        break;
      case Kind::bypass: {
        const std::size_t before_memory_side = topology_.core_side_levels[path(w)];
        for (std::size_t i = 0; i < before_memory_side; ++i)
          leave_for_bypass(w, i, item.address, item.bytes);
        Flow& bypass = phase(core_[core].shared_phase).path[path(w)].bypass;
        ++bypass.writes;
        bypass.bytes_written += item.bytes;
        if (before_memory_side < levels(w))
          write_back(w, before_memory_side, item.address, item.bytes);
        break;
      }
      case Kind::upgrade:
        break;
      case Kind::flush: {
        const std::size_t depth = std::min<std::size_t>(item.depth, levels(w));
        for (std::size_t i = 0; i < depth; ++i) arrives_write(w, i, item.bytes);
        write_back(w, depth, item.address, item.bytes);
        break;
      }
    }
    prefetching_ = false;
  }
  std::size_t levels_before_common(Way holder, Way asker) const {
    const auto& theirs = chain(holder);
    const auto& ours = chain(asker);
    const auto common = std::find_if(theirs.begin(), theirs.end(), [&](std::uint32_t c) {
      return std::find(ours.begin(), ours.end(), c) != ours.end();
    });
    return static_cast<std::size_t>(common - theirs.begin());
  }
  void clean_or_invalidate(std::uint32_t holder, Way asker, Address a, bool invalidate,
                           bool private_too) {
    const Way theirs{holder, asker.memory};
    const std::size_t depth = levels_before_common(theirs, asker);
    take_away(theirs, depth, a, granule(), invalidate,
              [&](Address line, Bytes size) { write_back(theirs, depth, line, size); });
    if (private_too)
      core_[holder].snoops.push_back({a, granule(), invalidate, static_cast<std::uint32_t>(depth)});
  }
  void agree(Way asker, Kind kind, Address a) {
    Holders& holders = holders_[a];
    const std::uint32_t me = asker.core;
    const std::set<std::uint32_t> only_me{me};
    if (kind == Kind::read) {
      if (holders.sharers == only_me) return;
      if (holders.owned) clean_or_invalidate(*holders.sharers.begin(), asker, a, false, true);
      if (holders.sharers.size() > 1 && !holders.sharers.contains(me))
        for (const std::uint32_t other : holders.sharers)
          clean_or_invalidate(other, asker, a, false, false);
      holders.owned = false;
      holders.sharers.insert(me);
      return;
    }
    for (const std::uint32_t other : holders.sharers)
      if (other != me) clean_or_invalidate(other, asker, a, true, true);
    holders.sharers = only_me;
    holders.owned = kind != Kind::bypass;
  }

  // --- Threads, in rounds and passes
  // -----------------------------------------------------------------
  bool all_ended() const {
    return std::all_of(threads_.begin(), threads_.end(),
                       [](const Thread& t) { return t.state == State::ended; });
  }
  bool may_pass(std::uint64_t object, std::uint64_t count) { return signals_[object] >= count; }

  void pass() {
    progress_ = first_pass_;
    first_pass_ = false;
    if (all_stopped()) deliver_or_look_further_ahead();
    horizon_ = std::max(horizon_, round_end());
    for (Thread& t : threads_) {
      // Threads that share a core come one after the other, in the weave.
      if (t.state == State::running && t.time() < round_end() && t.stopped &&
          core_[t.core].load == 1)
        produce(t);
    }
    for (Thread& t : threads_)
      if ((t.state == State::running || t.state == State::fresh) && t.time() < round_end())
        weave(t);
    end_pass();
  }
  std::uint64_t round_end() const { return round_ * options_.interval; }

  // Private caches hear of others between two horizons, while no thread is beyond the first: at
  // every round's end; less often, up to 16 rounds, after rounds that changed nothing there.
  bool all_stopped() const {
    return std::all_of(threads_.begin(), threads_.end(), [](const Thread& t) {
      return t.state != State::running || (t.stopped && t.output.empty());
    });
  }
  void deliver_or_look_further_ahead() {
    deliver_all();
    if (std::exchange(lost_something_, false)) {
      rounds_ahead_ = 1;
      horizon_ = round_end();
    } else if (round_end() > horizon_) {
      rounds_ahead_ = std::min(16, 2 * rounds_ahead_);
      horizon_ = (round_ + static_cast<std::uint64_t>(rounds_ahead_) - 1) * options_.interval;
    }
  }
  // Where the only thread waits, it hears of others when it goes on.
  void deliver_all() {
    for (std::uint32_t core = 0; core < topology_.cores; ++core) {
      const bool waits = std::any_of(threads_.begin(), threads_.end(), [&](const Thread& t) {
        return t.has_core && t.core == core && core_[core].load == 1 && t.state == State::waiting;
      });
      if (!waits) deliver(core);
    }
  }
  void deliver(std::uint32_t core) {
    const std::vector<Pending> snoops = std::exchange(core_[core].snoops, {});
    std::deque<Item> flushes;
    out_ = &flushes;
    core_[core].private_phase = core_[core].shared_phase;
    const Way own{core, -1};
    for (const Pending& s : snoops)
      lost_something_ |= take_away(
          own, levels(own), s.address, s.bytes, s.invalidate,
          [&](Address line, Bytes size) { ask_below(own, Kind::flush, line, size, s.depth); });
    for (const Item& item : flushes) serve(core, item);
  }

  // To the first mark at or after the horizon (of threads that share a core: the round's end), or
  // a wait.
  void produce(Thread& t) {
    if (t.stopped && core_[t.core].load == 1) deliver(t.core);
    core_[t.core].private_phase = t.private_phase;
    out_ = &t.output;
    if (t.stopped) t.limit = (core_[t.core].load == 1 ? horizon_ : round_end()) - t.offset;
    t.stopped = false;
    while (t.at < t.words.size()) {
      Item event{true, Kind::read, 0, 0, 0, false, Event::mark, 0, 0, 0};
      if (reftrace::op_of(t.words[t.at]) != Op::event) {
        const Word w = t.words[t.at++];
        reference(t.core, w);
        event.clock = ++t.produced;
        const Word kind = w >> reftrace::size_shift & 31;
        if (++t.since_mark[kind] < std::max<std::uint64_t>(1, options_.interval / 2)) continue;
        t.since_mark.clear();
      } else {
        event = next_event(t);
      }
      if (event.event == Event::wait || event.event == Event::signal ||
          event.event == Event::locked || event.event == Event::thread_end ||
          event.event == Event::unmapped)
        drain(t.core);
      if (event.event == Event::unmapped) lose(t.core, event.a, event.a + event.b);
      core_[t.core].private_phase = t.private_phase;
      t.output.push_back(event);
      if (stops(t, event)) return;
    }
  }
  // Private caches let go what is given back.
  void lose(std::uint32_t core, Address begin, Address end) {
    const Way own{core, -1};
    Bytes line = 1;
    for (std::size_t i = 0; i < levels(own); ++i) line = std::max(line, cache(own, i).line_bytes());
    for (Address a = begin / line * line; a < end; a += line)
      take_away(own, levels(own), a, line, true,
                [&](Address start, Bytes size) { ask_below(own, Kind::flush, start, size); });
  }
  static bool stops(const Thread& t, const Item& event) {
    return event.event == Event::wait || (event.event == Event::mark && event.clock >= t.limit);
  }
  Item next_event(Thread& t) {
    const Word* w = &t.words[t.at];
    const unsigned payload = reftrace::payload_words_of(*w);
    Item item{true, Kind::read, 0, 0, 0, false, reftrace::event_of(*w), w[1], 0, 0};
    if (payload > 1) item.a = w[2];
    if (payload > 2) item.b = w[3];
    t.at += payload + 1;
    if (item.event == Event::phase) t.private_phase = static_cast<std::uint32_t>(item.a);
    return item;
  }

  void weave(Thread& t) {
    if (t.has_core) core_[t.core].shared_phase = t.shared_phase;
    while (true) {
      if (!t.output.empty()) {
        const Item item = t.output.front();
        t.output.pop_front();
        progress_ = true;
        if (!item.is_event)
          serve(t.core, item);
        else if (!take(t, item))
          return;
      } else if (t.at == t.words.size()) {
        end(t);
        return;
      } else if (t.state == State::fresh && reftrace::op_of(t.words[t.at]) == Op::event) {
        while (t.at < t.words.size() && reftrace::op_of(t.words[t.at]) == Op::event)
          t.output.push_back(next_event(t));
      } else {
        if (t.state == State::fresh) start(t);
        produce(t);
      }
    }
  }
  // False when the thread does no more in this pass.
  bool take(Thread& t, const Item& item) {
    t.clock = item.clock;
    t.stopped |= stops(t, item);
    if (item.event == Event::signal) given_.push_back({item.a, t.time()});
    if (item.event == Event::wait) {
      t.object = item.a;
      t.count = item.b;
      if (!go_on(t)) {
        t.state = State::waiting;
        return false;
      }
    }
    if (item.event == Event::unmapped) placement_.give_back(item.a, item.a + item.b);
    if (item.event == Event::phase) {
      t.shared_phase = static_cast<std::uint32_t>(item.a);
      if (t.has_core) {
        core_[t.core].shared_phase = t.shared_phase;
        phase(t.shared_phase);
      }
    }
    if (item.event == Event::thread_end) {
      end(t);
      return false;
    }
    return !ends_pass(item) || t.time() < round_end();
  }
  static bool ends_pass(const Item& item) {
    return item.event == Event::mark || item.event == Event::wait;
  }
  bool go_on(Thread& t) {
    if (!may_pass(t.object, t.count)) return false;
    if (t.time() < latest_[t.object]) t.offset = latest_[t.object] - t.clock;
    return true;
  }
  void start(Thread& t) {
    std::uint32_t best = started_ % topology_.cores;
    for (std::uint32_t i = 0; i < topology_.cores; ++i) {
      const std::uint32_t core = (started_ + i) % topology_.cores;
      if (core_[core].load < core_[best].load) best = core;
    }
    ++started_;
    ++core_[best].load;
    t.core = best;
    t.has_core = true;
    t.state = State::running;
    core_[best].shared_phase = t.shared_phase;
    phase(t.shared_phase);
  }
  void end(Thread& t) {
    if (t.has_core) --core_[t.core].load;
    t.state = State::ended;
    progress_ = true;
  }
  void end_pass() {
    for (const auto& [object, time] : given_) {
      ++signals_[object];
      latest_[object] = std::max(latest_[object], time);
    }
    given_.clear();
    Thread* first_waiter = nullptr;
    std::uint64_t earliest = ~std::uint64_t{0};
    for (Thread& t : threads_) {
      if (t.state == State::waiting && go_on(t)) {
        t.state = t.has_core ? State::running : State::fresh;
        progress_ = true;
      }
      if (t.state == State::waiting && first_waiter == nullptr) first_waiter = &t;
      if (t.state == State::running || t.state == State::fresh)
        earliest = std::min(earliest, t.time());
    }
    if (earliest != ~std::uint64_t{0}) {
      if (earliest >= round_end()) round_ = earliest / options_.interval + 1;
    } else if (!progress_ && first_waiter != nullptr && !end_last_waits()) {
      ++unmet_;
      first_waiter->state = first_waiter->has_core ? State::running : State::fresh;
    }
  }

  // Threads that did nothing any more after the wait they are in.
  bool end_last_waits() {
    bool any = false;
    for (Thread& t : threads_) {
      if (t.state != State::waiting || !only_its_end_is_left(t)) continue;
      end(t);
      any = true;
    }
    return any;
  }

  static bool only_its_end_is_left(const Thread& t) {
    for (const Item& item : t.output)
      if (!item.is_event || item.event != Event::thread_end || item.clock != t.clock) return false;
    if (t.at == t.words.size()) return true;
    const Word head = t.words[t.at];
    return reftrace::op_of(head) == Op::event && reftrace::event_of(head) == Event::thread_end;
  }

  const Topology& topology_;
  Options options_;
  SlowPlacement placement_;
  std::deque<SlowCache> caches_;
  std::vector<PhaseCounts> phases_;
  std::vector<CoreState> core_;
  std::map<Address, Holders> holders_;
  std::deque<Thread> threads_;
  std::deque<Item>* out_ = nullptr;
  std::map<std::uint64_t, std::uint64_t> signals_, latest_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> given_;
  std::uint64_t round_ = 1, horizon_ = 0;
  int rounds_ahead_ = 1;
  bool prefetching_ = false;
  bool lost_something_ = false;  // private caches, since the last horizon
  std::uint32_t started_ = 0;
  std::uint64_t unmet_ = 0;
  bool progress_ = false, first_pass_ = true;
};

}  // namespace hpcast::memsim::reference_model

#include "hpcast/inputs/calibrate/measure.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <list>
#include <memory>
#include <numeric>
#include <utility>

#include "hpcast/inputs/calibrate/footprint.h"
#include "hpcast/inputs/calibrate/rounds.h"
#include "hpcast/inputs/calibrate/settled.h"
#include "hpcast/inputs/calibrate/stopwatch.h"
#include "hpcast/inputs/calibrate/streams.h"
#include "hpcast/inputs/calibrate/team.h"

namespace hpcast::calibrate {

namespace {

constexpr double burst_seconds = 50e-6;
constexpr std::uint64_t adds = 32'000;
constexpr std::size_t stream_bytes = std::size_t{2} << 20;  // of a burst
constexpr int bursts_together = 4;
constexpr std::size_t pages_of_burst = 64, page = 4096;
constexpr std::size_t most_of_set = 64;
constexpr int passes_of_set = 256;
constexpr std::size_t walkers[] = {8, 12, 16, 20, 24, 28, 32, 40, 48, 64};

double time_of_add() {
  return timed([] { dependent_adds(adds); }) / adds;
}

// How often work has to be done to be worth a look at the clock.
template <class Work>
std::uint64_t turns_of(const Work& work) {
  std::uint64_t turns = 16;
  while (turns < (std::uint64_t{1} << 30) && timed([&] { work(turns); }) < burst_seconds)
    turns *= 2;
  return turns;
}

// A stretch of memory that is gone through again and again, a part at a time.
class Sweep {
 public:
  explicit Sweep(std::size_t bytes)
      : bytes_(bytes), part_(std::min(bytes, stream_bytes)), turns_(stream_bytes / part_) {}

  template <class Work>
  void next(const Work& work) {
    for (std::size_t i = 0; i < turns_; ++i) work(at_, part_);
    at_ += part_;
    if (at_ + part_ > bytes_) at_ = 0;
  }
  double bytes() const { return static_cast<double>(part_ * turns_); }

 private:
  std::size_t bytes_, part_, turns_, at_ = 0;
};

// What one thread goes through at a level.
struct Ground {
  explicit Ground(std::size_t bytes)
      : memory(bytes), whole(bytes), half(bytes / 2), streams_(streams()) {}

  double read() {
    whole.next([this](std::size_t at, std::size_t n) { streams_.read(memory.data() + at, n); });
    return whole.bytes();
  }
  double write() {
    whole.next([this](std::size_t at, std::size_t n) { streams_.write(memory.data() + at, n); });
    return whole.bytes();
  }
  double copy() {
    half.next([this](std::size_t at, std::size_t n) {
      streams_.copy(memory.data() + memory.size() / 2 + at, memory.data() + at, n);
    });
    return half.bytes();
  }

  Footprint memory;
  Sweep whole, half;
  const Streams& streams_;
};

struct ChaseGround {
  explicit ChaseGround(std::size_t bytes)
      : memory(bytes), chase(memory, one_of_pairs(lines_by_blocks(bytes))) {}
  Footprint memory;
  Chase chase;
};

// Fresh small pages, as long as there are some left.
class FreshPages {
 public:
  ~FreshPages() { release(); }

  void renew() {
    release();
    mapped_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    next_ = 0;
#ifdef MADV_NOHUGEPAGE
    if (mapped_ != MAP_FAILED) madvise(mapped_, bytes, MADV_NOHUGEPAGE);
#endif
  }
  double touch() {
    if (mapped_ == MAP_FAILED || next_ + pages_of_burst * page > bytes) return 1;
    volatile char* at = static_cast<char*>(mapped_) + next_;
    next_ += pages_of_burst * page;
    return timed([at] {
             for (std::size_t i = 0; i < pages_of_burst; ++i) at[i * page] = 1;
           }) /
           pages_of_burst;
  }

 private:
  static constexpr std::size_t bytes = std::size_t{8} << 20;
  void release() {
    if (mapped_ != MAP_FAILED) munmap(mapped_, bytes);
    mapped_ = MAP_FAILED;
  }
  void* mapped_ = MAP_FAILED;
  std::size_t next_ = 0;
};

using StreamBench = double (Ground::*)();
constexpr StreamBench stream_benches[] = {&Ground::read, &Ground::write, &Ground::copy};

class Measuring {
 public:
  explicit Measuring(const MeasureRequest& request) : request_(request), team_(request.cpus) {}

  Times run(const Interruption& interruption) {
    const double start = seconds_now();
    add_instructions();
    for (const Level& level : request_.levels) {
      add_level(level);
      interruption.throw_if_any();
    }
    add_loads();
    add_lines_in_flight();
    add_set();
    translation_ = std::make_unique<TranslationBench>(request_.pages, rounds_);
    page_fault_ = rounds_.add({[this] { pages_.renew(); }, [this] { return pages_.touch(); }});
    add_meeting();
    add_clock();
    rounds_.run(request_.seconds - (seconds_now() - start), request_.least_rounds, interruption);
    Times times = collected();
    times.seconds = seconds_now() - start;
    return times;
  }

 private:
  struct Places {
    std::size_t latency = 0, alone = 0;
    std::size_t together = 0;  // 0: none
  };

  void add_instructions() {
    benches_ = instruction_benches();
    for (const InstructionBench& bench : benches_) {
      set_operands(operands_, bench.precisions);
      const std::uint64_t turns =
          turns_of([&](std::uint64_t count) { bench.run(count, operands_); });
      const double units = static_cast<double>(turns) * bench.per_turn;
      rounds_.add({[this, &bench] {
                     set_operands(operands_, bench.precisions);
                     look_at_clock();
                   },
                   [this, &bench, turns, units] {
                     return timed([&] { bench.run(turns, operands_); }) / units;
                   }});
    }
  }

  // The clock goes up and down with what the machine does: looked at all through a round.
  void look_at_clock() { quickest_add_ = std::min(quickest_add_, time_of_add()); }
  void add_clock() {
    clock_ = rounds_.add({{},
                          [this] {
                            look_at_clock();
                            return std::exchange(quickest_add_, 1.0);
                          },
                          1});
  }

  void add_level(const Level& level) {
    Places places;
    places.latency = add_chase(level);
    grounds_.push_back(std::make_unique<Ground>(level.alone));
    Ground& ground = *grounds_.back();
    places.alone = add_streams(
        [&ground](StreamBench bench) {
          double bytes = 0;
          const double time = timed([&] { bytes = (ground.*bench)(); });
          return time / bytes;
        },
        parts_to_settle(level, level.alone));
    if (level.together > 0 && team_.size() > 1) places.together = add_together(level);
    places_.push_back(places);
  }

  // Each in memory of its own, for what writes would spoil it.
  std::size_t add_chase(const Level& level) {
    chases_.push_back(std::make_unique<ChaseGround>(level.chase));
    Chase& chase = chases_.back()->chase;
    const bool fits = !level.is_memory;
    const std::size_t steps = fits ? 16384 : 1024;
    return rounds_.add({[&chase, fits] {
                          const auto pass = [&chase] { chase.walk(1, chase.lines()); };
                          if (fits) settle([&pass] { return timed(pass); });
                        },
                        [&chase, steps] {
                          return timed([&] { chase.walk(1, steps); }) / static_cast<double>(steps);
                        }});
  }

  // Of a stream through so much: as many bring all of it into a cache. 0: it is no cache.
  static std::size_t parts_to_settle(const Level& level, std::size_t bytes) {
    return level.is_memory ? 0 : (bytes + stream_bytes - 1) / stream_bytes;
  }

  // `once` runs one of them, over a part of its memory: seconds a byte.
  std::size_t add_streams(const std::function<double(StreamBench)>& once, std::size_t parts,
                          int bursts = 8) {
    const std::size_t first = rounds_.count_of_benches();
    for (const StreamBench bench : stream_benches) {
      const auto whole = [once, parts, bench] {
        double time = 0;
        for (std::size_t i = 0; i < parts; ++i) time += once(bench);
        return time;
      };
      rounds_.add({[once, parts, bench, whole] {
                     if (parts == 0)
                       once(bench);
                     else
                       settle(whole);
                   },
                   [once, bench] { return once(bench); }, bursts});
    }
    return first;
  }

  // Each thread makes its own ground, so that its memory is near.
  std::size_t add_together(const Level& level) {
    auto& grounds = teams_grounds_.emplace_back(team_.size());
    team_.run_all(
        [&](std::size_t member) { grounds[member] = std::make_unique<Ground>(level.together); });
    return add_streams(
        [this, &grounds](StreamBench bench) { return time_together(grounds, bench); },
        parts_to_settle(level, level.together), bursts_together);
  }

  double time_together(std::vector<std::unique_ptr<Ground>>& grounds, StreamBench bench) {
    std::vector<double> bytes(team_.size());
    const double time = team_.run([&](std::size_t i) { bytes[i] = ((*grounds[i]).*bench)(); });
    return time / std::accumulate(bytes.begin(), bytes.end(), 0.0);
  }

  // Each with walkers of its own that go equally far, so that none finds what another one has just
  // brought to a cache.
  void add_lines_in_flight() {
    constexpr std::size_t steps = 256;
    in_flight_ = rounds_.count_of_benches();
    for (std::size_t i = 0; i < std::size(walkers); ++i) {
      Chase chase = chases_.back()->chase;
      chase.walk(Chase::most_at_once, i * chase.lines() / Chase::most_at_once / std::size(walkers));
      rounds_.add({{}, [chase, count = walkers[i]]() mutable {
                     return timed([&] { chase.walk(count, steps); }) /
                            static_cast<double>(count * steps);
                   }});
    }
  }

  void add_loads() {
    if (team_.size() < 2) return;
    loads_ = std::make_unique<LoadBench>(team_, chases_.back()->chase,
                                         request_.levels.back().beside, rounds_);
  }

  void add_set() {
    const std::vector<Level>& levels = request_.levels;
    if (levels.size() < 3) return;
    lines_of_set_ =
        lines_of_set(std::min(most_of_set, levels[1].capacity / levels[0].way / 2), levels[0].way);
    const auto pass = [this] { read_lines(chases_.back()->memory, lines_of_set_); };
    set_ = rounds_.add({pass, [this, pass] {
                          return timed([&] {
                                   for (int i = 0; i < passes_of_set; ++i) pass();
                                 }) /
                                 static_cast<double>(passes_of_set * lines_of_set_.size());
                        }});
  }

  void add_meeting() {
    if (team_.size() < 2) return;
    constexpr int meetings = 100;
    meeting_ = rounds_.add({{}, [this] {
                              return team_.run([this](std::size_t) {
                                for (int i = 0; i < meetings; ++i) team_.meeting().wait();
                              }) / meetings;
                            }});
    constexpr int turns = 200;
    hand_over_ = rounds_.add({{}, [this] {
                                return team_.run([this](std::size_t member) {
                                  if (member < 2) team_.relay().run(member, turns, [] {});
                                }) / turns;
                              }});
  }

  StreamTimes streams_at(std::size_t first) const {
    return {rounds_.of(first), rounds_.of(first + 1), rounds_.of(first + 2)};
  }

  Times collected() {
    Times times;
    times.add = rounds_.of(clock_);
    for (std::size_t i = 0; i < benches_.size(); ++i) times.loops.push_back(rounds_.of(i));
    for (const Places& p : places_)
      times.levels.push_back({rounds_.of(p.latency), streams_at(p.alone),
                              p.together == 0 ? StreamTimes() : streams_at(p.together)});
    for (std::size_t i = 0; i < std::size(walkers); ++i)
      times.in_flight.emplace_back(walkers[i], rounds_.of(in_flight_ + i));
    if (!lines_of_set_.empty()) times.of_set = rounds_.of(set_);
    if (loads_) times.loads = loads_->times();
    times.translation = translation_->times();
    times.page_fault = rounds_.of(page_fault_);
    if (meeting_ != 0) {
      times.meeting = rounds_.of(meeting_);
      times.hand_over = rounds_.of(hand_over_);
    }
    times.huge_pages = chases_.back()->memory.has_huge_pages();
    times.rounds = rounds_.count();
    times.benches = std::move(benches_);
    return times;
  }

  const MeasureRequest& request_;
  Team team_;
  Rounds rounds_;
  Operands operands_;
  FreshPages pages_;
  std::vector<InstructionBench> benches_;
  std::vector<std::unique_ptr<Ground>> grounds_;
  std::vector<std::unique_ptr<ChaseGround>> chases_;
  Lines lines_of_set_;
  std::list<std::vector<std::unique_ptr<Ground>>> teams_grounds_;
  std::unique_ptr<LoadBench> loads_;
  std::unique_ptr<TranslationBench> translation_;
  std::vector<Places> places_;
  double quickest_add_ = 1;
  std::size_t clock_ = 0, in_flight_ = 0, set_ = 0, page_fault_ = 0, meeting_ = 0, hand_over_ = 0;
};

}  // namespace

Times measure(const MeasureRequest& request, const Interruption& interruption) {
  return Measuring(request).run(interruption);
}

}  // namespace hpcast::calibrate

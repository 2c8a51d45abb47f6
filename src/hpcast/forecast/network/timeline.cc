#include "hpcast/forecast/network/timeline.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>

#include "hpcast/forecast/network/call_words.h"

namespace hpcast::forecast {

namespace {

using answers::NetworkTimeline;
using answers::RankState;
using answers::TimelineInfo;
using mpitrace::Kind;
using mpitrace::Operation;
using netsim::Blocked;
using netsim::Time;

// Finer than this nobody zooms: a part in ten million of the run.
constexpr Time units_a_run = 10'000'000;

struct RawPiece {
  Time begin = 0, end = 0;
  TimelineInfo info;
};

// Cuts the calls of a rank where it begins to wait, for whom it waits begins, and goes on.
template <class Use>
class Cutter {
 public:
  Cutter(std::uint32_t rank, const std::vector<Blocked>& blocked, Use use)
      : rank_(rank), blocked_(blocked), use_(use) {}

  void cut(const mpitrace::Interval& interval, const Operation& operation, TimelineInfo info) {
    Time at = interval.begin;
    info.state = operation.kind == Kind::compute ? RankState::compute : RankState::mpi;
    while (next_ < blocked_.size() && blocked_[next_].begin < interval.end) {
      const Blocked& one = blocked_[next_++];
      emit(at, one.begin, info);
      TimelineInfo waits = info;
      waits.peer = std::int64_t{one.cause.peer} - rank_;
      waits.state = RankState::late;
      const Time begun = std::clamp(one.cause.sent, one.begin, one.end);
      emit(std::max(at, one.begin), begun, waits);
      waits.state = RankState::transfer;
      emit(std::max(at, begun), one.end, waits);
      at = std::max(at, one.end);
    }
    emit(at, interval.end, info);
  }

 private:
  void emit(Time begin, Time end, const TimelineInfo& info) {
    if (end > begin) use_(RawPiece{begin, end, info});
  }
  std::uint32_t rank_;
  const std::vector<Blocked>& blocked_;
  Use use_;
  std::size_t next_ = 0;
};

// Puts together what is shorter than `least`.
template <class Use>
class Merger {
 public:
  Merger(Time least, Use use) : least_(least), use_(use) {}
  void add(const RawPiece& piece) {
    if (piece.end - piece.begin >= least_) {
      flush();
      use_(piece);
      return;
    }
    if (count_ == 0) begin_ = piece.begin;
    end_ = piece.end;
    const auto state = static_cast<std::size_t>(piece.info.state);
    if (count_++ == 0 || piece.end - piece.begin > longest_[state].end - longest_[state].begin)
      longest_[state] = piece;
    sums_[state] += piece.end - piece.begin;
    if (end_ - begin_ >= least_) flush();
  }
  void flush() {
    if (count_ == 0) return;
    const auto most = std::max_element(sums_.begin(), sums_.end()) - sums_.begin();
    RawPiece merged = longest_[static_cast<std::size_t>(most)];
    merged.begin = begin_;
    merged.end = end_;
    merged.info.several = count_ > 1;
    use_(merged);
    count_ = 0;
    sums_ = {};
    longest_ = {};
  }

 private:
  Time least_;
  Use use_;
  Time begin_ = 0, end_ = 0;
  std::uint64_t count_ = 0;
  std::array<Time, 4> sums_{};  // by state
  std::array<RawPiece, 4> longest_{};
};

class TimelineMaker {
 public:
  TimelineMaker(const NetworkForecast& forecast, const TimelineBounds& bounds)
      : f_(forecast), bounds_(bounds) {
    unit_ = std::max<Time>(1, f_.outcome.time / units_a_run);
    made_.unit_s = netsim::to_seconds(unit_);
  }

  NetworkTimeline make() && {
    choose_ranks();
    const Time least = shortest();
    for (const std::uint32_t rank : made_.ranks) add_row(rank, least);
    add_messages();
    return std::move(made_);
  }

 private:
  // Evenly, and those on the critical path.
  void choose_ranks() {
    const auto count = static_cast<std::uint32_t>(f_.outcome.timeline.size());
    const std::uint32_t step =
        count <= bounds_.rows ? 1 : (count + bounds_.rows - 1) / bounds_.rows;
    std::set<std::uint32_t> chosen;
    for (std::uint32_t rank = 0; rank < count; rank += step) chosen.insert(rank);
    for (const answers::PathPart& part : f_.result.critical_path.parts) chosen.insert(part.rank);
    made_.ranks.assign(chosen.begin(), chosen.end());
  }

  template <class Use>
  void for_pieces(std::uint32_t rank, Use use) {
    Cutter cutter(rank, f_.outcome.blocked[rank], use);
    const std::vector<Operation>& operations = f_.profile.ranks[rank].operations;
    const std::vector<mpitrace::Interval>& intervals = f_.outcome.timeline[rank];
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      if (intervals[i].end == intervals[i].begin) continue;
      TimelineInfo info;
      info.call = number_of(operations[i]);
      info.bytes = call_bytes(operations[i]);
      if (const auto peer = call_peer(operations[i])) info.peer = std::int64_t{*peer} - rank;
      cutter.cut(intervals[i], operations[i], info);
    }
  }

  Time shortest() {
    std::uint64_t pieces = 0;
    for (const std::uint32_t rank : made_.ranks)
      for_pieces(rank, [&](const RawPiece&) { ++pieces; });
    if (pieces <= bounds_.pieces) return unit_;
    // At most two pieces, a long and a merged one, for each such stretch of a row.
    const Time least = static_cast<Time>(2.0 * static_cast<double>(f_.outcome.time) *
                                         static_cast<double>(made_.ranks.size()) /
                                         static_cast<double>(bounds_.pieces));
    if (least <= unit_) return unit_;
    made_.merged_s = netsim::to_seconds(least);
    return least;
  }

  void add_row(std::uint32_t rank, Time least) {
    auto& row = made_.rows.emplace_back();
    Merger merger(least, [&](const RawPiece& piece) {
      const auto begin = in_units(piece.begin), end = in_units(piece.end);
      if (end > begin) row.push_back({begin, end, number_of(piece.info)});
    });
    for_pieces(rank, [&](const RawPiece& piece) { merger.add(piece); });
    merger.flush();
  }

  void add_messages() {
    made_.all_messages = f_.result.messages;
    const std::vector<netsim::Message>& all = f_.outcome.messages;
    const std::size_t step = all.size() / (bounds_.messages + 1) + 1;
    for (std::size_t i = 0; i < all.size(); i += step) {
      const auto from = row_of(all[i].from), to = row_of(all[i].to);
      if (from && to)
        made_.messages.push_back(
            {*from, *to, in_units(all[i].sent), in_units(all[i].received), all[i].bytes});
    }
  }

  std::uint32_t in_units(Time time) const { return static_cast<std::uint32_t>(time / unit_); }

  std::optional<std::uint32_t> row_of(std::uint32_t rank) const {
    const auto at = std::lower_bound(made_.ranks.begin(), made_.ranks.end(), rank);
    if (at == made_.ranks.end() || *at != rank) return {};
    return static_cast<std::uint32_t>(at - made_.ranks.begin());
  }

  std::uint32_t number_of(const Operation& operation) {
    // The kind's name counts only where there is no function's.
    const std::uint32_t key =
        operation.function != 0
            ? operation.function
            : (1U << 16) + 32 * static_cast<std::uint32_t>(operation.kind) +
                  (operation.kind >= Kind::collective && operation.kind <= Kind::icollective
                       ? static_cast<std::uint32_t>(operation.collective)
                       : 0);
    const auto [at, is_new] = calls_.emplace(key, static_cast<std::uint32_t>(made_.calls.size()));
    if (is_new) made_.calls.push_back(call_name(f_.profile, operation));
    return at->second;
  }

  std::uint32_t number_of(TimelineInfo info) {
    if (infos_.size() >= bounds_.infos) info.peer = info.bytes = {};
    const auto [at, is_new] = infos_.emplace(info, static_cast<std::uint32_t>(made_.infos.size()));
    if (is_new) made_.infos.push_back(info);
    return at->second;
  }

  const NetworkForecast& f_;
  const TimelineBounds& bounds_;
  Time unit_ = 1;
  NetworkTimeline made_;
  std::unordered_map<std::uint32_t, std::uint32_t> calls_;
  std::map<TimelineInfo, std::uint32_t> infos_;
};

}  // namespace

NetworkTimeline network_timeline(const NetworkForecast& forecast, const TimelineBounds& bounds) {
  return TimelineMaker(forecast, bounds).make();
}

}  // namespace hpcast::forecast

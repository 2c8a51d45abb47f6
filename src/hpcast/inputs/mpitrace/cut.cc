#include "hpcast/inputs/mpitrace/cut.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "hpcast/inputs/mpitrace/builder.h"

namespace hpcast::mpitrace {

namespace {

// Communicator, from, to, tag: messages of one channel come in the order in which they are sent.
using Channel = std::tuple<std::uint32_t, std::int32_t, std::int32_t, std::int32_t>;

enum class CutRole : std::uint8_t { sends, receives, probes, meets, other };

CutRole role_of(const Operation& operation) {
  switch (operation.kind) {
    case Kind::send:
    case Kind::isend:
      return CutRole::sends;
    case Kind::receive:
    case Kind::ireceive:
      return CutRole::receives;
    case Kind::probe:
      return CutRole::probes;
    case Kind::collective:
    case Kind::icollective:
      return CutRole::meets;
    default:
      return CutRole::other;
  }
}

// Requests that nobody waits for have no slot.
bool is_left_open(const Operation& o) {
  return o.kind == Kind::icollective && o.request == no_request;
}

class Cutting {
 public:
  Cutting(Profile& profile, Matches& matches)
      : profile_(profile), matches_(matches), meetings_(profile.ranks.size()) {}

  Cut run() {
    for (std::uint32_t rank = 0; rank < profile_.ranks.size(); ++rank) count(rank);
    for (std::uint32_t rank = 0; rank < profile_.ranks.size(); ++rank) cut(rank);
    return made_;
  }

 private:
  struct Traffic {
    std::uint64_t sends = 0, receives = 0;
    std::uint64_t pairs() const { return std::min(sends, receives); }
  };
  // Calls of collectives of a rank, by communicator.
  using Meetings = std::map<std::uint32_t, std::uint64_t>;

  // None where nobody knows what a wildcard has received.
  std::optional<Channel> channel_of(std::uint32_t rank, std::size_t i) const {
    const Operation& operation = profile_.ranks[rank].operations[i];
    const auto self = static_cast<std::int32_t>(rank);
    if (role_of(operation) == CutRole::sends)
      return Channel{operation.communicator, self, operation.peer, operation.tag};
    if (operation.peer != any_source && operation.tag != any_tag)
      return Channel{operation.communicator, operation.peer, self, operation.tag};
    const auto at = matches_[rank].find(static_cast<std::uint32_t>(i));
    if (at == matches_[rank].end()) return {};
    return Channel{operation.communicator, static_cast<std::int32_t>(at->second.source), self,
                   at->second.tag};
  }

  void count(std::uint32_t rank) {
    const std::vector<Operation>& operations = profile_.ranks[rank].operations;
    std::set<std::uint32_t> ended;  // communicators
    for (std::size_t i = 0; i < operations.size(); ++i) {
      const CutRole role = role_of(operations[i]);
      // A collective that was never complete is none, nor are those after it: archives say with its
      // end what it is.
      if (role == CutRole::meets && is_left_open(operations[i]))
        ended.insert(operations[i].communicator);
      if (role == CutRole::meets && !ended.contains(operations[i].communicator))
        meetings_[rank][operations[i].communicator] += 1;
      if (role != CutRole::sends && role != CutRole::receives) continue;
      const auto channel = channel_of(rank, i);
      if (!channel) continue;
      Traffic& traffic = traffic_[*channel];
      (role == CutRole::sends ? traffic.sends : traffic.receives) += 1;
    }
  }

  // How many collectives all members have called.
  std::uint64_t complete(std::uint32_t communicator) {
    const auto [at, is_new] = complete_.emplace(communicator, UINT64_MAX);
    if (!is_new) return at->second;
    for (const std::uint32_t member : profile_.communicators[communicator].members) {
      const auto calls = meetings_[member].find(communicator);
      at->second = std::min(at->second, calls == meetings_[member].end() ? 0 : calls->second);
    }
    return at->second;
  }

  bool has_partner(std::uint32_t rank, std::size_t i) {
    const Operation& operation = profile_.ranks[rank].operations[i];
    const CutRole role = role_of(operation);
    if (role == CutRole::other) return true;
    if (role == CutRole::meets)
      return met_[operation.communicator]++ < complete(operation.communicator);
    const auto channel = channel_of(rank, i);
    if (!channel) return false;
    const std::uint64_t pairs = traffic_[*channel].pairs();
    Traffic& so_far = so_far_[*channel];
    if (role == CutRole::sends) return so_far.sends++ < pairs;
    return (role == CutRole::probes ? so_far.receives : so_far.receives++) < pairs;
  }

  void cut(std::uint32_t rank) {
    met_.clear();
    so_far_.clear();
    RankTrace& trace = profile_.ranks[rank];
    std::vector<bool> left_out(trace.request_slots);
    std::vector<Operation> kept;
    std::unordered_map<std::uint32_t, Match> matches;
    for (std::size_t i = 0; i < trace.operations.size(); ++i) {
      Operation operation = trace.operations[i];
      if (operation.kind == Kind::wait) {
        if (!shorten(trace, operation, left_out)) continue;
      } else if (!has_partner(rank, i)) {
        made_.operations += 1;
        if (operation.request != no_request) left_out[operation.request] = true;
        continue;
      }
      const auto match = matches_[rank].find(static_cast<std::uint32_t>(i));
      if (match != matches_[rank].end())
        matches[static_cast<std::uint32_t>(kept.size())] = match->second;
      kept.push_back(operation);
    }
    trace.operations.swap(kept);
    matches_[rank].swap(matches);
    keep_waits_in_use(trace);
  }

  // A wait without the requests that are not there; false when none are left.
  static bool shorten(RankTrace& trace, Operation& wait, std::vector<bool>& left_out) {
    const auto begin = trace.waits.begin() + static_cast<std::ptrdiff_t>(wait.amount);
    const auto end = std::remove_if(begin, begin + wait.count, [&](std::uint32_t slot) {
      const bool gone = left_out[slot];
      left_out[slot] = false;  // the next request may have it
      return gone;
    });
    wait.count = static_cast<std::uint32_t>(end - begin);
    return wait.count > 0;
  }

  Profile& profile_;
  Matches& matches_;
  Cut made_;
  std::map<Channel, Traffic> traffic_, so_far_;  // so_far_: of the rank being cut
  std::vector<Meetings> meetings_;
  Meetings met_;  // of the rank being cut
  std::map<std::uint32_t, std::uint64_t> complete_;
};

}  // namespace

Cut cut_unfinished(Profile& profile, Matches& matches) { return Cutting(profile, matches).run(); }

}  // namespace hpcast::mpitrace

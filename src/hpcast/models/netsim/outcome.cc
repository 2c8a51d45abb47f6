#include "hpcast/models/netsim/outcome.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace hpcast::netsim {

namespace {

template <class T>
void append(std::vector<T>& to, std::vector<T>&& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace

void Outcome::merge(Outcome&& other) {
  stopped_early = stopped_early || other.stopped_early;
  too_long = too_long || other.too_long;
  time = std::max(time, other.time);
  finished += other.finished;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    made_wait[rank] += other.made_wait[rank];
    const bool others =
        other.ranks[rank].end > 0 || !other.blocked[rank].empty() || other.ranks[rank].compute > 0;
    if (!other.timeline.empty() && !other.timeline[rank].empty())
      timeline[rank] = std::move(other.timeline[rank]);
    if (!others) continue;
    ranks[rank] = other.ranks[rank];
    blocked[rank] = std::move(other.blocked[rank]);
  }
  traffic.merge(other.traffic);
  append(wildcards, std::move(other.wildcards));
  append(messages, std::move(other.messages));
  append(links, std::move(other.links));
  std::sort(links.begin(), links.end(),
            [](const LinkOutcome& a, const LinkOutcome& b) { return a.id < b.id; });
  history.merge(other.history);
  events += other.events;
  packet_hops += other.packet_hops;
  held += other.held;
  append(stuck, std::move(other.stuck));
  append(unreceived, std::move(other.unreceived));
}

void Outcome::sort_messages(std::size_t most) {
  const auto key = [](const Message& m) {
    return std::tuple(m.received, m.sent, m.to, m.from, m.bytes);
  };
  std::sort(messages.begin(), messages.end(),
            [&](const Message& a, const Message& b) { return key(a) < key(b); });
  if (messages.size() > most) messages.resize(most);
}

}  // namespace hpcast::netsim

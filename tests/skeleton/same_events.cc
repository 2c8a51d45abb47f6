// same_events ORIGINAL SKELETON: do two profiles have the same events, in the same order, but for
// how long is computed in between? Says where they begin to differ, and how much each computes.
#include <fmt/core.h>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "hpcast/inputs/mpitrace/read.h"

namespace {

using namespace hpcast::mpitrace;

struct Events {
  const Profile& profile;
  const RankTrace& rank;
  std::vector<const Operation*> calls;
};

Events events_of(const Profile& profile, std::size_t rank) {
  Events events{profile, profile.ranks[rank], {}};
  for (const Operation& operation : events.rank.operations)
    if (operation.kind != Kind::compute) events.calls.push_back(&operation);
  return events;
}

// All that a call says: its function, partner, size, communicator, requests and counts.
std::string text_of(const Events& events, std::size_t rank, const Operation& call) {
  const bool collective = call.kind == Kind::collective || call.kind == Kind::icollective;
  const Communicator& communicator = events.profile.communicators[call.communicator];
  std::string text = fmt::format(
      "{} kind {} {} peer {} tag {} amount {} request {}", events.profile.functions[call.function],
      static_cast<int>(call.kind), collective ? name_of(call.collective) : "", call.peer, call.tag,
      call.kind == Kind::wait ? 0 : call.amount, call.request);
  for (const std::uint32_t member : communicator.members) text += fmt::format(" {}", member);
  if (call.kind == Kind::wait)
    for (std::uint32_t i = 0; i < call.count; ++i)
      text += fmt::format(" {}", events.rank.waits[call.amount + i]);
  if (collective)
    for (const std::uint64_t count :
         counts_of(events.rank, call, static_cast<std::uint32_t>(communicator.members.size()),
                   static_cast<std::uint32_t>(rank)))
      text += fmt::format(" {}", count);
  return text;
}

bool same(const Profile& a, const Profile& b) {
  if (a.ranks.size() != b.ranks.size()) {
    fmt::print("{} and {} ranks\n", a.ranks.size(), b.ranks.size());
    return false;
  }
  for (std::size_t rank = 0; rank < a.ranks.size(); ++rank) {
    const Events one = events_of(a, rank), other = events_of(b, rank);
    for (std::size_t i = 0; i < one.calls.size() || i < other.calls.size(); ++i) {
      const std::string first =
          i < one.calls.size() ? text_of(one, rank, *one.calls[i]) : "the end";
      const std::string second =
          i < other.calls.size() ? text_of(other, rank, *other.calls[i]) : "the end";
      if (first == second) continue;
      fmt::print("rank {}, call {}:\n  {}\n  {}\n", rank, i, first, second);
      return false;
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  try {
    const Profile original = read_profile(argv[1]), skeleton = read_profile(argv[2]);
    const bool alike = same(original, skeleton);
    const Totals a = totals_of(original), b = totals_of(skeleton);
    fmt::print("{} messages, {} collectives; computation {:.6f} s, {:.6f} s\n", a.messages,
               a.collectives, a.compute_s, b.compute_s);
    return alike ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}

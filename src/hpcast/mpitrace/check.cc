#include "hpcast/mpitrace/check.h"

#include <fmt/core.h>

#include <algorithm>

#include "hpcast/base/diagnostics.h"

namespace hpcast::mpitrace {

namespace {

bool is_below(std::int32_t number, std::size_t limit) {
  return number >= 0 && static_cast<std::size_t>(number) < limit;
}

// Says what is wrong by throwing the words for it.
class Checker {
 public:
  explicit Checker(const Profile& profile) : profile_(profile) {
    for (const Communicator& communicator : profile.communicators) {
      sorted_.push_back(communicator.members);
      std::sort(sorted_.back().begin(), sorted_.back().end());
    }
  }

  void check_communicators() const {
    if (sorted_.empty() || sorted_[0].size() != profile_.ranks.size())
      throw std::string("its world is not of all its ranks");
    for (const std::vector<std::uint32_t>& members : sorted_) {
      if (members.empty()) throw std::string("it has a communicator of no ranks");
      if (members.back() >= profile_.ranks.size())
        throw fmt::format("it has a communicator with rank {} of {}", members.back(),
                          profile_.ranks.size());
      if (std::adjacent_find(members.begin(), members.end()) != members.end())
        throw std::string("it has a communicator with a rank that is in it twice");
    }
  }

  void check_operation(std::uint32_t rank, const Operation& o) const {
    if (o.function >= profile_.functions.size())
      throw fmt::format("there is no function {}", o.function);
    if (o.communicator >= profile_.communicators.size())
      throw fmt::format("there is no communicator {}", o.communicator);
    const RankTrace& trace = profile_.ranks[rank];
    if (o.request != no_request && o.request >= trace.request_slots)
      throw fmt::format("there is no request {}", o.request);
    switch (o.kind) {
      case Kind::compute:
      case Kind::flush:
        return;
      case Kind::send:
      case Kind::isend:
      case Kind::put:
      case Kind::get:
        return check_peer(o);
      case Kind::receive:
      case Kind::ireceive:
      case Kind::probe:
        if (o.peer != any_source) check_peer(o);
        return;
      case Kind::wait:
        return check_wait(trace, o);
      case Kind::collective:
      case Kind::icollective:
        return check_collective(rank, trace, o);
    }
    throw fmt::format("there is no kind {} of operation", static_cast<int>(o.kind));
  }

 private:
  void check_peer(const Operation& o) const {
    if (!is_below(o.peer, profile_.ranks.size())) throw fmt::format("there is no rank {}", o.peer);
  }

  static void check_wait(const RankTrace& trace, const Operation& o) {
    if (o.amount > trace.waits.size() || o.count > trace.waits.size() - o.amount)
      throw std::string("it waits for requests that the trace does not have");
    for (std::uint32_t i = 0; i < o.count; ++i) {
      const std::uint32_t slot = trace.waits[o.amount + i];
      if (slot >= trace.request_slots) throw fmt::format("there is no request {}", slot);
    }
  }

  bool is_member(std::uint32_t communicator, std::uint32_t rank) const {
    if (communicator == 0) return rank < profile_.ranks.size();
    const std::vector<std::uint32_t>& members = sorted_[communicator];
    return std::binary_search(members.begin(), members.end(), rank);
  }

  void check_collective(std::uint32_t rank, const RankTrace& trace, const Operation& o) const {
    if (static_cast<int>(o.collective) >= collective_count)
      throw fmt::format("there is no collective {}", static_cast<int>(o.collective));
    const std::string& name = profile_.communicators[o.communicator].name;
    if (!is_member(o.communicator, rank))
      throw fmt::format("the rank is no member of communicator {} ({})", o.communicator, name);
    if (is_rooted(o.collective) &&
        (o.peer < 0 || !is_member(o.communicator, static_cast<std::uint32_t>(o.peer))))
      throw fmt::format("its root {} is no member of communicator {} ({})", o.peer, o.communicator,
                        name);
    if (has_counts(o.collective) && o.count != no_counts) check_counts(rank, trace, o);
  }

  void check_counts(std::uint32_t rank, const RankTrace& trace, const Operation& o) const {
    const auto size = static_cast<std::uint32_t>(sorted_[o.communicator].size());
    const std::uint64_t there = trace.counts.size();
    const std::span<const std::uint64_t> rest =
        std::span(trace.counts).subspan(std::min<std::uint64_t>(o.count, there));
    const std::uint64_t needed =
        length_of_counts(o.collective, size, o.peer == static_cast<std::int32_t>(rank), rest);
    if (o.count > there || needed > rest.size())
      throw fmt::format("its lists have not as many numbers as {} of {} ranks needs",
                        name_of(o.collective), size);
    if (o.collective != Collective::neighbor) return;
    for (std::uint64_t i = 2; i < needed; i += 2)
      if (rest[i] >= size)
        throw fmt::format("it has a neighbour {} in a communicator of {}", rest[i], size);
  }

  const Profile& profile_;
  std::vector<std::vector<std::uint32_t>> sorted_;  // members, by communicator
};

}  // namespace

void check_profile(const Profile& profile, const std::string& name) {
  std::uint32_t rank = 0;
  std::size_t operation = 0;
  const auto refuse = [&](const std::string& what) {
    throw InputError({name, 0, {}, what, "the profile is damaged: make it again"});
  };
  const Checker checker(profile);
  try {
    checker.check_communicators();
  } catch (const std::string& what) {
    refuse(what);
  }
  try {
    for (; rank < profile.ranks.size(); ++rank)
      for (operation = 0; operation < profile.ranks[rank].operations.size(); ++operation)
        checker.check_operation(rank, profile.ranks[rank].operations[operation]);
  } catch (const std::string& what) {
    const Operation& o = profile.ranks[rank].operations[operation];
    const bool named = o.function > 0 && o.function < profile.functions.size();
    refuse(fmt::format("rank {}, operation {}{}: {}", rank, operation,
                       named ? " (" + profile.functions[o.function] + ")" : "", what));
  }
}

}  // namespace hpcast::mpitrace

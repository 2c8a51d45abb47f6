#include "hpcast/inputs/mpitrace/check.h"

#include <fmt/core.h>

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>

#include "hpcast/base/diagnostics.h"

namespace hpcast::mpitrace {

namespace {

bool is_below(std::int32_t number, std::size_t limit) {
  return number >= 0 && static_cast<std::size_t>(number) < limit;
}

struct Fault {
  std::string what;
  const char* hint = "the profile is damaged: make it again";
};

// Says what is wrong by throwing it.
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
      throw Fault{"its world is not of all its ranks"};
    for (const std::vector<std::uint32_t>& members : sorted_) {
      if (members.empty()) throw Fault{"it has a communicator of no ranks"};
      if (members.back() >= profile_.ranks.size())
        throw Fault{fmt::format("it has a communicator with rank {} of {}", members.back(),
                                profile_.ranks.size())};
      if (std::adjacent_find(members.begin(), members.end()) != members.end())
        throw Fault{"it has a communicator with a rank that is in it twice"};
    }
  }

  void check_operation(std::uint32_t rank, const Operation& o) const {
    if (o.function >= profile_.functions.size())
      throw Fault{fmt::format("there is no function {}", o.function)};
    if (o.communicator >= profile_.communicators.size())
      throw Fault{fmt::format("there is no communicator {}", o.communicator)};
    const RankTrace& trace = profile_.ranks[rank];
    if (o.request != no_request && o.request >= trace.request_slots)
      throw Fault{fmt::format("there is no request {}", o.request)};
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
    throw Fault{fmt::format("there is no kind {} of operation", static_cast<int>(o.kind))};
  }

 private:
  // So that sums of bytes have room in 64 bits: of a message, and of all ranks' in a collective.
  static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 50;
  static constexpr std::uint64_t most_of_all = std::uint64_t{1} << 60;

  static void check_bytes(std::uint64_t bytes, std::uint64_t most) {
    if (bytes > most)
      throw Fault{fmt::format("{} bytes are too many: expected at most {}", bytes, most), ""};
  }

  void check_peer(const Operation& o) const {
    check_bytes(o.amount, most_bytes);
    if (!is_below(o.peer, profile_.ranks.size()))
      throw Fault{fmt::format("there is no rank {}", o.peer)};
  }

  static void check_wait(const RankTrace& trace, const Operation& o) {
    if (o.amount > trace.waits.size() || o.count > trace.waits.size() - o.amount)
      throw Fault{"it waits for requests that the trace does not have"};
    for (std::uint32_t i = 0; i < o.count; ++i) {
      const std::uint32_t slot = trace.waits[o.amount + i];
      if (slot >= trace.request_slots) throw Fault{fmt::format("there is no request {}", slot)};
    }
  }

  bool is_member(std::uint32_t communicator, std::uint32_t rank) const {
    if (communicator == 0) return rank < profile_.ranks.size();
    const std::vector<std::uint32_t>& members = sorted_[communicator];
    return std::binary_search(members.begin(), members.end(), rank);
  }

  void check_collective(std::uint32_t rank, const RankTrace& trace, const Operation& o) const {
    if (static_cast<int>(o.collective) >= collective_count)
      throw Fault{fmt::format("there is no collective {}", static_cast<int>(o.collective))};
    const std::string& name = profile_.communicators[o.communicator].name;
    if (!is_member(o.communicator, rank))
      throw Fault{
          fmt::format("the rank is no member of communicator {} ({})", o.communicator, name)};
    if (is_rooted(o.collective) &&
        (o.peer < 0 || !is_member(o.communicator, static_cast<std::uint32_t>(o.peer))))
      throw Fault{fmt::format("its root {} is no member of communicator {} ({})", o.peer,
                              o.communicator, name)};
    check_bytes(o.amount, most_of_all / sorted_[o.communicator].size());
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
      throw Fault{fmt::format("its lists have not as many numbers as {} of {} ranks needs",
                              name_of(o.collective), size)};
    if (o.collective == Collective::neighbor) return check_neighbors(rest.first(needed), size);
    for (const std::uint64_t bytes : rest.first(needed)) check_bytes(bytes, most_of_all / size);
  }

  static void check_neighbors(std::span<const std::uint64_t> lists, std::uint32_t size) {
    for (std::uint64_t i = 2; i < lists.size(); i += 2) {
      if (lists[i] >= size)
        throw Fault{fmt::format("it has a neighbour {} in a communicator of {}", lists[i], size)};
      check_bytes(lists[i + 1], most_bytes);
    }
  }

  const Profile& profile_;
  std::vector<std::vector<std::uint32_t>> sorted_;  // members, by communicator
};

class Meetings {
 public:
  explicit Meetings(std::size_t communicators) : meetings_(communicators) {}

  // All members of a communicator call the same collectives in the same order.
  void check(std::uint32_t rank, const Operation& o) {
    if (o.kind != Kind::collective && o.kind != Kind::icollective) return;
    std::vector<Meeting>& known = meetings_[o.communicator];
    if (std::exchange(counted_, rank) != rank) calls_.clear();
    const std::uint32_t number = calls_[o.communicator]++;
    if (number == known.size()) {
      known.push_back({o.collective, o.peer, rank});
      return;
    }
    const Meeting& first = known[number];
    if (first.kind != o.collective || (is_rooted(o.collective) && first.root != o.peer))
      throw fault(number, o, first);
  }

 private:
  struct Meeting {
    Collective kind = Collective::barrier;
    std::int32_t root = 0;
    std::uint32_t rank = 0;  // that was seen first
  };

  static Fault fault(std::uint32_t number, const Operation& o, const Meeting& first) {
    const std::string place =
        fmt::format("collective {} on communicator {}", number, o.communicator);
    const char* const hint = "the ranks of an MPI program call the same ones in the same order";
    if (first.kind != o.collective)
      return {fmt::format("it calls {} as {}, where rank {} calls {}", name_of(o.collective), place,
                          first.rank, name_of(first.kind)),
              hint};
    return {fmt::format("it has rank {} as the root of {}, where rank {} has rank {}", o.peer,
                        place, first.rank, first.root),
            hint};
  }

  std::vector<std::vector<Meeting>> meetings_;              // by communicator, in order
  std::uint32_t counted_ = 0;                               // rank
  std::unordered_map<std::uint32_t, std::uint32_t> calls_;  // its collectives, by communicator
};

// Calls check(rank, operation) for all.
template <class Check>
void check_each(const Profile& profile, const std::string& name, Check check) {
  for (std::uint32_t rank = 0; rank < profile.ranks.size(); ++rank) {
    const std::vector<Operation>& operations = profile.ranks[rank].operations;
    for (std::size_t i = 0; i < operations.size(); ++i) {
      try {
        check(rank, operations[i]);
      } catch (const Fault& fault) {
        const std::uint16_t function = operations[i].function;
        const bool named = function > 0 && function < profile.functions.size();
        throw InputError(
            {name,
             0,
             {},
             fmt::format("rank {}, operation {}{}: {}", rank, i,
                         named ? " (" + profile.functions[function] + ")" : "", fault.what),
             fault.hint});
      }
    }
  }
}

}  // namespace

void check_profile(const Profile& profile, const std::string& name) {
  const Checker checker(profile);
  try {
    checker.check_communicators();
  } catch (const Fault& fault) {
    throw InputError({name, 0, {}, fault.what, fault.hint});
  }
  check_each(profile, name, [&](std::uint32_t rank, const Operation& operation) {
    checker.check_operation(rank, operation);
  });
}

void check_collectives(const Profile& profile, const std::string& name) {
  Meetings meetings(profile.communicators.size());
  check_each(profile, name, [&](std::uint32_t rank, const Operation& operation) {
    meetings.check(rank, operation);
  });
}

}  // namespace hpcast::mpitrace

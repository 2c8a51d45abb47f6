// What all readers of profiles need to fill one.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "hpcast/inputs/mpitrace/profile.h"

namespace hpcast::mpitrace {

inline constexpr std::uint32_t most_ranks = 1U << 24;

// Names of functions as indices of Profile::functions. Those above 65535 share the last.
class FunctionTable {
 public:
  explicit FunctionTable(Profile& profile) : profile_(profile) { profile_.functions = {""}; }
  std::uint16_t of(std::string_view name);
  const std::string& name_of(std::uint16_t index) const { return profile_.functions[index]; }

 private:
  Profile& profile_;
  std::map<std::string, std::uint16_t, std::less<>> known_;
};

// The operations of one rank. Requests are numbered from 0 in the order in which they are opened;
// finish() makes slots of the numbers.
class RankBuilder {
 public:
  explicit RankBuilder(RankTrace& rank) : rank_(rank) {}

  // Joined with a compute interval right before; nothing where it is empty.
  void compute(Picoseconds length);
  Operation& add(const Operation& operation);
  // The same, of a call that opens a request, whose number it returns.
  std::uint32_t open(Operation operation);
  // One operation for all of them; none where there are none. A request is waited for once.
  void wait(std::uint16_t function, std::span<const std::uint32_t> requests);
  // The lists of a v-collective: what Operation::count is to be.
  std::uint32_t counts(std::span<const std::uint64_t> numbers);
  void finish();

 private:
  RankTrace& rank_;
  std::uint32_t requests_ = 0;
};

// Renames the slots of requests: each call takes the lowest that is free, those that nobody waits
// for take none. Numbers of requests must be below Operation's no_request, and a number is free
// again once waited for.
void assign_slots(RankTrace& rank);

// Drops the entries of RankTrace::waits that no operation refers to any more.
void keep_waits_in_use(RankTrace& rank);

// Communicator 0 of a profile of `ranks` ranks.
Communicator world_of(std::uint32_t ranks);

}  // namespace hpcast::mpitrace

// libFuzzer entry: any text is a profile whose parts fit together, or an InputError.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/inputs/mpitrace/read.h"

namespace {

using namespace hpcast::mpitrace;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_rank(const Profile& profile, const RankTrace& rank) {
  std::vector<bool> open(rank.request_slots, false);
  for (const Operation& operation : rank.operations) {
    require(operation.function < profile.functions.size());
    require(operation.communicator < profile.communicators.size());
    require(operation.peer >= any_source &&
            operation.peer < static_cast<std::int64_t>(profile.ranks.size()));
    if (operation.kind == Kind::wait) {
      require(operation.amount + operation.count <= rank.waits.size());
      for (std::uint32_t i = 0; i < operation.count; ++i) {
        const std::uint32_t slot = rank.waits[operation.amount + i];
        require(slot < open.size() && open[slot]);
        open[slot] = false;
      }
    } else if (operation.request != no_request) {
      require(operation.request < open.size() && !open[operation.request]);
      open[operation.request] = true;
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ReadOptions options;
  options.most_ranks = 300;
  options.most_pattern_operations = 1e5;
  try {
    const Profile profile =
        profile_in({reinterpret_cast<const char*>(data), size}, "fuzz", options);
    require(!profile.ranks.empty() &&
            profile.communicators[0].members.size() == profile.ranks.size());
    for (const RankTrace& rank : profile.ranks) check_rank(profile, rank);
    totals_of(profile);
  } catch (const hpcast::InputError&) {
    return 0;
  }
  return 0;
}

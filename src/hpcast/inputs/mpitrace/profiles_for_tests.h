// What tests of profiles share.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/mpitrace/profile.h"

namespace hpcast::mpitrace {

// What InputError `call` throws; empty when none.
template <class Call>
std::string fault_in(Call call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

inline bool notes(const Profile& profile, std::string_view part) {
  return std::any_of(profile.not_modelled.begin(), profile.not_modelled.end(),
                     [&](const std::string& note) { return note.find(part) != std::string::npos; });
}

// Requests are opened before they are waited for, slots are taken once at a time, references lie
// within their tables.
inline void expect_sound(const Profile& profile) {
  for (const RankTrace& rank : profile.ranks) {
    std::vector<bool> open(rank.request_slots, false);
    for (const Operation& operation : rank.operations) {
      ASSERT_LT(operation.function, profile.functions.size());
      ASSERT_LT(operation.communicator, profile.communicators.size());
      if (operation.kind == Kind::wait) {
        ASSERT_LE(operation.amount + operation.count, rank.waits.size());
        for (std::uint32_t i = 0; i < operation.count; ++i) {
          const std::uint32_t slot = rank.waits[operation.amount + i];
          ASSERT_LT(slot, rank.request_slots);
          ASSERT_TRUE(open[slot]);
          open[slot] = false;
        }
      } else if (operation.request != no_request) {
        ASSERT_LT(operation.request, rank.request_slots);
        ASSERT_FALSE(open[operation.request]);
        open[operation.request] = true;
      }
    }
  }
}

// Every send has a receive of the same source, tag and communicator; wildcards aside.
inline void expect_matched(const Profile& profile) {
  std::map<std::tuple<std::int32_t, std::int32_t, std::int32_t, std::uint32_t>, std::int64_t> open;
  for (std::size_t rank = 0; rank < profile.ranks.size(); ++rank)
    for (const Operation& operation : profile.ranks[rank].operations) {
      const auto self = static_cast<std::int32_t>(rank);
      if (operation.kind == Kind::send || operation.kind == Kind::isend)
        ++open[{self, operation.peer, operation.tag, operation.communicator}];
      if (operation.kind == Kind::receive || operation.kind == Kind::ireceive)
        --open[{operation.peer, self, operation.tag, operation.communicator}];
    }
  for (const auto& [key, count] : open)
    ASSERT_EQ(count, 0) << "from " << std::get<0>(key) << " to " << std::get<1>(key);
}

}  // namespace hpcast::mpitrace

// Whether two simulations have counted the same, for tests.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "hpcast/models/memsim/simulation.h"

namespace hpcast::memsim {

template <class Plain>
bool same(const std::vector<Plain>& a, const std::vector<Plain>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Plain)) == 0;
}

inline void expect_same_phases(const Simulation& a, const Simulation& b) {
  ASSERT_EQ(a.phases().size(), b.phases().size());
  for (std::size_t p = 0; p < a.phases().size(); ++p) {
    EXPECT_TRUE(same(a.phases()[p].core, b.phases()[p].core));
    EXPECT_TRUE(same(a.phases()[p].path, b.phases()[p].path));
    EXPECT_TRUE(same(a.phases()[p].cache, b.phases()[p].cache));
  }
}

}  // namespace hpcast::memsim

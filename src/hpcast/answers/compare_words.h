// What comparisons of all kinds of answers say alike.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

namespace hpcast::answers {

// "B is 1.8× faster (1.42 s → 0.79 s)", "A and B take the same time (1.42 s)"
std::string faster_or_slower(double time_a_s, double time_b_s);

// What only one side takes for granted: --set, placement, coherence, pinning and the like.
void add_assumptions_of_one(std::vector<std::string>& caveats, char letter,
                            const std::vector<std::string>& its,
                            const std::vector<std::string>& others);

// The hash of the first input of that role; empty where there is none.
template <class Side>
std::string hash_of_role(const Side& side, const char* role) {
  for (const auto& input : side.inputs)
    if (input.role == role) return input.sha256;
  return {};
}

// Where they come from different inputs of these roles, or from different versions of hpcast.
template <class Side>
std::vector<std::string> differing_origins(const Side& a, const Side& b,
                                           std::initializer_list<const char*> roles) {
  std::vector<std::string> caveats;
  for (const char* role : roles) {
    const std::string in_a = hash_of_role(a, role), in_b = hash_of_role(b, role);
    if (!in_a.empty() && !in_b.empty() && in_a != in_b)
      caveats.push_back(fmt::format("A and B come from different {}s", role));
  }
  if (a.tool != b.tool)
    caveats.push_back(fmt::format("A was made by {} {}, B by {} {}", a.tool.name, a.tool.version,
                                  b.tool.name, b.tool.version));
  return caveats;
}

}  // namespace hpcast::answers

#include "hpcast/answers/network/compare.h"

#include <fmt/format.h>

#include <filesystem>
#include <limits>

#include "hpcast/answers/answer.h"
#include "hpcast/answers/compare_words.h"
#include "hpcast/base/text.h"

namespace hpcast::answers {

namespace {

std::string stem_of_profile(const NetworkAnswer& result) {
  for (const Input& input : result.inputs)
    if (input.role == "profile") return std::filesystem::path(input.path).stem().string();
  return {};
}

}  // namespace

std::optional<std::string> why_partial(const NetworkAnswer& result) {
  if (result.partial || result.partial_profile.empty()) return result.partial;
  return result.partial_profile.front();
}

std::string title(const NetworkAnswer& result) {
  const std::string profile = stem_of_profile(result);
  return fmt::format("{}{}, {}, {}", profile.empty() ? "" : profile + " on ", result.network.name,
                     counted(result.ranks, "rank"), result.fidelity);
}

std::string headline(const NetworkAnswer& a, const NetworkAnswer& b) {
  return faster_or_slower(a.time_s, b.time_s);
}

std::vector<std::string> caveats(const NetworkAnswer& a, const NetworkAnswer& b) {
  std::vector<std::string> caveats = differing_origins(a, b, {"profile", "network"});
  if (a.ranks != b.ranks)
    caveats.push_back(fmt::format("A has {}, B {}", counted(a.ranks, "rank"), b.ranks));
  if (a.fidelity != b.fidelity)
    caveats.push_back(fmt::format("A is simulated as {}, B as {}", a.fidelity, b.fidelity));
  if (const auto why = why_partial(a)) caveats.push_back("A is not of all of the run: " + *why);
  if (const auto why = why_partial(b)) caveats.push_back("B is not of all of the run: " + *why);
  return caveats;
}

std::vector<std::string> differing_assumptions(const NetworkAnswer& a, const NetworkAnswer& b) {
  std::vector<std::string> differing;
  add_assumptions_of_one(differing, 'A', a.assumptions, b.assumptions);
  add_assumptions_of_one(differing, 'B', b.assumptions, a.assumptions);
  return differing;
}

}  // namespace hpcast::answers

// Why a profile does not come to its end: who waits for whom.
#include <fmt/core.h>

#include <algorithm>
#include <tuple>

#include "hpcast/base/text.h"
#include "hpcast/models/netsim/ranks.h"

namespace hpcast::netsim {

namespace {

constexpr std::size_t most_named = 8;

std::string partner(std::uint32_t rank) {
  return rank == nobody ? "any rank" : fmt::format("rank {}", rank);
}

std::string tag_text(std::int32_t tag) { return tag < 0 ? "any tag" : fmt::format("tag {}", tag); }

}  // namespace

std::string Ranks::function_at(std::uint32_t rank) const {
  const Rank& r = ranks_[rank];
  const mpitrace::Operation& operation = r.trace->operations[r.next];
  const std::string& name = profile_.functions[operation.function];
  return fmt::format("{} (its operation {} of {})", name.empty() ? "a call" : name, r.next + 1,
                     r.trace->operations.size());
}

std::vector<std::string> Ranks::complaints() const {
  std::vector<std::string> waits(ranks_.size());
  const auto add = [&](std::uint32_t rank, const std::string& what) {
    add_item(waits[rank], what, " and ");
  };
  std::vector<std::size_t> receives(ranks_.size());
  matcher_.for_each([&](const Envelope& envelope, std::uint32_t number, bool is_message) {
    if (is_message) {
      const Transfer& message = transfers_[number];
      if (message.kind == TransferKind::ask)
        add(message.from, fmt::format("for rank {} to receive {} bytes, {}{}", message.to,
                                      message.bytes, tag_text(message.tag),
                                      message.context % 2 == 1 ? ", of a collective" : ""));
      return;
    }
    if (++receives[envelope.to] > 2) return;
    add(envelope.to, envelope.context % 2 == 1
                         ? fmt::format("for {} in a collective", partner(envelope.from))
                         : fmt::format("for a message from {}, {}", partner(envelope.from),
                                       tag_text(envelope.tag)));
  });
  std::vector<std::string> said;
  for (std::uint32_t rank = 0; rank < ranks_.size() && said.size() < most_named; ++rank) {
    if (!is_mine(rank) || ranks_[rank].done) continue;
    said.push_back(fmt::format("rank {} waits in {}{}{}", rank, function_at(rank),
                               waits[rank].empty() ? "" : " ", waits[rank]));
  }
  return said;
}

std::vector<std::string> Ranks::leftovers() const {
  std::vector<std::pair<Envelope, std::uint32_t>> found;
  matcher_.for_each([&](const Envelope& envelope, std::uint32_t number, bool is_message) {
    if (is_message) found.emplace_back(envelope, number);
  });
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return std::tuple(a.first.from, a.first.to, a.first.tag, a.second) <
           std::tuple(b.first.from, b.first.to, b.first.tag, b.second);
  });
  std::vector<std::string> said;
  found.resize(std::min(found.size(), most_named));
  for (const auto& [envelope, number] : found)
    said.push_back(fmt::format("rank {} sends {} bytes to rank {} ({}), which never receives them",
                               envelope.from, transfers_[number].bytes, envelope.to,
                               envelope.context % 2 == 1 ? "in a collective, whose sizes do not fit"
                                                         : tag_text(envelope.tag)));
  return said;
}

}  // namespace hpcast::netsim

#include "hpcast/inputs/mpitrace/builder.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hpcast::mpitrace {

std::uint16_t FunctionTable::of(std::string_view name) {
  if (name.empty()) return 0;
  if (const auto at = known_.find(name); at != known_.end()) return at->second;
  if (profile_.functions.size() > UINT16_MAX) return UINT16_MAX;
  const auto index = static_cast<std::uint16_t>(profile_.functions.size());
  profile_.functions.emplace_back(name);
  known_.emplace(name, index);
  return index;
}

void RankBuilder::compute(Picoseconds length) {
  if (length <= 0) return;
  if (!rank_.operations.empty() && rank_.operations.back().kind == Kind::compute) {
    rank_.operations.back().amount += static_cast<std::uint64_t>(length);
    return;
  }
  Operation operation;
  operation.amount = static_cast<std::uint64_t>(length);
  rank_.operations.push_back(operation);
}

Operation& RankBuilder::add(const Operation& operation) {
  rank_.operations.push_back(operation);
  return rank_.operations.back();
}

std::uint32_t RankBuilder::open(Operation operation) {
  operation.request = requests_;
  rank_.operations.push_back(operation);
  return requests_++;
}

void RankBuilder::wait(std::uint16_t function, std::span<const std::uint32_t> requests) {
  if (requests.empty()) return;
  Operation operation;
  operation.kind = Kind::wait;
  operation.function = function;
  operation.amount = rank_.waits.size();
  operation.count = static_cast<std::uint32_t>(requests.size());
  rank_.waits.insert(rank_.waits.end(), requests.begin(), requests.end());
  rank_.operations.push_back(operation);
}

std::uint32_t RankBuilder::counts(std::span<const std::uint64_t> numbers) {
  const auto begin = static_cast<std::uint32_t>(rank_.counts.size());
  rank_.counts.insert(rank_.counts.end(), numbers.begin(), numbers.end());
  return begin;
}

void RankBuilder::finish() { assign_slots(rank_); }

namespace {

// Calls whose request nobody waits for, by index of the operation.
std::vector<bool> waited_for(const RankTrace& rank) {
  std::vector<bool> waited(rank.operations.size(), false);
  std::unordered_map<std::uint32_t, std::size_t> open;  // by request: the call
  for (std::size_t i = 0; i < rank.operations.size(); ++i) {
    const Operation& operation = rank.operations[i];
    if (operation.kind == Kind::wait) {
      for (std::uint32_t k = 0; k < operation.count; ++k) {
        const auto at = open.find(rank.waits[operation.amount + k]);
        if (at == open.end()) continue;
        waited[at->second] = true;
        open.erase(at);
      }
    } else if (operation.request != no_request) {
      open[operation.request] = i;
    }
  }
  return waited;
}

class FreeSlots {
 public:
  std::uint32_t take() {
    if (free_.empty()) return made_++;
    const std::uint32_t slot = free_.top();
    free_.pop();
    return slot;
  }
  void give(std::uint32_t slot) { free_.push(slot); }
  std::uint32_t made() const { return made_; }

 private:
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> free_;
  std::uint32_t made_ = 0;
};

}  // namespace

void assign_slots(RankTrace& rank) {
  const std::vector<bool> waited = waited_for(rank);
  std::unordered_map<std::uint32_t, std::uint32_t> slot_of;  // by request
  FreeSlots slots;
  for (std::size_t i = 0; i < rank.operations.size(); ++i) {
    Operation& operation = rank.operations[i];
    if (operation.kind == Kind::wait) {
      for (std::uint32_t k = 0; k < operation.count; ++k) {
        std::uint32_t& request = rank.waits[operation.amount + k];
        const auto at = slot_of.find(request);
        if (at == slot_of.end()) continue;
        request = at->second;
        slots.give(at->second);
        slot_of.erase(at);
      }
    } else if (operation.request != no_request) {
      const std::uint32_t request = operation.request;
      operation.request = waited[i] ? slots.take() : no_request;
      if (waited[i]) slot_of[request] = operation.request;
    }
  }
  rank.request_slots = slots.made();
}

void keep_waits_in_use(RankTrace& rank) {
  std::vector<std::uint32_t> waits;
  for (Operation& operation : rank.operations) {
    if (operation.kind != Kind::wait) continue;
    const auto begin = rank.waits.begin() + static_cast<std::ptrdiff_t>(operation.amount);
    operation.amount = waits.size();
    waits.insert(waits.end(), begin, begin + operation.count);
  }
  rank.waits.swap(waits);
}

Communicator world_of(std::uint32_t ranks) {
  Communicator world{"MPI_COMM_WORLD", std::vector<std::uint32_t>(ranks)};
  std::iota(world.members.begin(), world.members.end(), 0U);
  return world;
}

}  // namespace hpcast::mpitrace

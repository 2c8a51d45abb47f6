#include "hpcast/inputs/mpitrace/pattern.h"

#include <array>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "hpcast/base/mixed.h"
#include "hpcast/inputs/mpitrace/builder.h"
#include "hpcast/inputs/mpitrace/pattern_file.h"

namespace hpcast::mpitrace {

namespace {

// A message's other end, and a tag by which both ends know it.
struct Partner {
  std::uint32_t rank = 0;
  std::int32_t tag = 0;
};

// One rank in one step: all receives and sends are posted, then all waited for.
struct Exchange {
  std::vector<Partner> from, to;
};

struct PatternFunctions {
  explicit PatternFunctions(FunctionTable& table)
      : isend(table.of("MPI_Isend")),
        irecv(table.of("MPI_Irecv")),
        waitall(table.of("MPI_Waitall")),
        send(table.of("MPI_Send")),
        recv(table.of("MPI_Recv")) {}
  std::uint16_t isend, irecv, waitall, send, recv;
};

Operation message_of(Kind kind, std::uint16_t function, Partner partner, std::uint64_t bytes) {
  Operation operation;
  operation.kind = kind;
  operation.function = function;
  operation.peer = static_cast<std::int32_t>(partner.rank);
  operation.tag = partner.tag;
  operation.amount = bytes;
  return operation;
}

// ---- Grids: rank = ((x0 * n1 + x1) * n2 + x2) …

using Offset = std::array<int, 6>;

// All neighbours' offsets; that of the opposite one has the index mirrored at the middle.
std::vector<Offset> offsets_of(const Pattern& pattern) {
  const std::size_t dimensions = pattern.shape.size();
  std::vector<Offset> offsets;
  int count = 1;
  for (std::size_t i = 0; i < dimensions; ++i) count *= 3;
  for (int code = 0; code < count; ++code) {
    Offset offset{};
    int rest = code, moved = 0;
    for (std::size_t i = dimensions; i-- > 0; rest /= 3) {
      offset[i] = rest % 3 - 1;
      moved += offset[i] != 0 ? 1 : 0;
    }
    if (moved == 1 || (moved > 1 && pattern.diagonals)) offsets.push_back(offset);
  }
  return offsets;
}

class Grid {
 public:
  explicit Grid(const Pattern& pattern) : pattern_(pattern), offsets_(offsets_of(pattern)) {}

  // A dimension of extent 1 has no neighbours; one of extent 2 that is periodic has the same
  // neighbour on both sides.
  void neighbors_of(std::uint32_t rank, Exchange& exchange) const {
    exchange.from.clear();
    exchange.to.clear();
    const Offset at = position_of(rank);
    for (std::size_t i = 0; i < offsets_.size(); ++i) {
      std::uint32_t neighbor = 0;
      if (!neighbor_at(at, offsets_[i], neighbor)) continue;
      const auto opposite = static_cast<std::int32_t>(offsets_.size() - 1 - i);
      exchange.to.push_back({neighbor, static_cast<std::int32_t>(i)});
      exchange.from.push_back({neighbor, opposite});
    }
  }

 private:
  Offset position_of(std::uint32_t rank) const {
    Offset position{};
    for (std::size_t i = pattern_.shape.size(); i-- > 0; rank /= pattern_.shape[i])
      position[i] = static_cast<int>(rank % pattern_.shape[i]);
    return position;
  }

  bool neighbor_at(const Offset& at, const Offset& offset, std::uint32_t& neighbor) const {
    neighbor = 0;
    for (std::size_t i = 0; i < pattern_.shape.size(); ++i) {
      const int extent = static_cast<int>(pattern_.shape[i]);
      int moved = at[i] + offset[i];
      if (offset[i] != 0 && extent == 1) return false;
      if (moved < 0 || moved >= extent) {
        if (!pattern_.periodic[i]) return false;
        moved = (moved + extent) % extent;
      }
      neighbor = neighbor * pattern_.shape[i] + static_cast<std::uint32_t>(moved);
    }
    return true;
  }

  const Pattern& pattern_;
  std::vector<Offset> offsets_;
};

// ---- Random partners

// To whom each rank sends in a step: any but itself.
std::vector<std::uint32_t> random_targets(const Pattern& pattern, std::uint64_t step) {
  std::vector<std::uint32_t> targets(std::size_t{pattern.ranks} * pattern.messages);
  const std::uint64_t start = mixed(mixed(pattern.seed) + step);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto other = static_cast<std::uint32_t>(mixed(start + i) % (pattern.ranks - 1));
    targets[i] = other + (other >= i / pattern.messages ? 1 : 0);
  }
  return targets;
}

// Senders by target, those of target t from begin[t] to begin[t + 1].
struct Senders {
  std::vector<std::uint32_t> begin, senders;
};

Senders senders_of(const Pattern& pattern, const std::vector<std::uint32_t>& targets) {
  Senders by_target;
  by_target.begin.assign(std::size_t{pattern.ranks} + 1, 0);
  by_target.senders.resize(targets.size());
  for (const std::uint32_t target : targets) ++by_target.begin[target + 1];
  std::partial_sum(by_target.begin.begin(), by_target.begin.end(), by_target.begin.begin());
  std::vector<std::uint32_t> next = by_target.begin;
  for (std::size_t i = 0; i < targets.size(); ++i)
    by_target.senders[next[targets[i]]++] = static_cast<std::uint32_t>(i / pattern.messages);
  return by_target;
}

// ---- All patterns

class PatternMaker {
 public:
  explicit PatternMaker(const Pattern& pattern)
      : pattern_(pattern), table_(profile_), functions_(table_) {}

  Profile make() {
    profile_.origin = "pattern " + pattern_.name;
    profile_.communicators.push_back(world_of(pattern_.ranks));
    profile_.ranks.resize(pattern_.ranks);
    make_ranks();
    return std::move(profile_);
  }

 private:
  void make_ranks() {
    switch (pattern_.kind) {
      case PatternKind::halo:
      case PatternKind::tofu_neighbors:
        return make_grid();
      case PatternKind::all_to_all:
        return pattern_.collective ? make_collective(Collective::alltoall, "MPI_Alltoall")
                                   : make_all_to_all();
      case PatternKind::ring:
      case PatternKind::shift:
        return make_shift();
      case PatternKind::random:
        return make_random();
      case PatternKind::incast:
        return make_incast();
      case PatternKind::ping_pong:
        return make_ping_pong();
      case PatternKind::tree:
        return make_tree();
      case PatternKind::allreduce:
        return make_collective(Collective::allreduce, "MPI_Allreduce");
      case PatternKind::broadcast:
        return make_collective(Collective::bcast, "MPI_Bcast");
      case PatternKind::reduce:
        return make_collective(Collective::reduce, "MPI_Reduce");
      case PatternKind::allgather:
        return make_collective(Collective::allgather, "MPI_Allgather");
      case PatternKind::barrier:
        return make_collective(Collective::barrier, "MPI_Barrier");
    }
  }

  // `step` of a rank, as often as there are steps.
  void repeat(std::uint32_t rank, const std::vector<Operation>& step) {
    std::vector<Operation>& operations = profile_.ranks[rank].operations;
    const std::size_t size = step.size() + (pattern_.compute > 0 ? 1 : 0);
    operations.reserve(size * pattern_.steps);
    for (std::uint64_t i = 0; i < pattern_.steps; ++i) {
      compute(operations);
      operations.insert(operations.end(), step.begin(), step.end());
    }
  }

  void compute(std::vector<Operation>& operations) const {
    if (pattern_.compute == 0) return;
    operations.emplace_back();
    operations.back().amount = static_cast<std::uint64_t>(pattern_.compute);
  }

  // Appends the calls of an exchange. All waits of a rank share one list of slots: it is as long as
  // the longest exchange.
  void post(const Exchange& exchange, RankTrace& rank, std::vector<Operation>& operations) {
    std::uint32_t slot = 0;
    for (const Partner& partner : exchange.from) {
      operations.push_back(message_of(Kind::ireceive, functions_.irecv, partner, pattern_.bytes));
      operations.back().request = slot++;
    }
    for (const Partner& partner : exchange.to) {
      operations.push_back(message_of(Kind::isend, functions_.isend, partner, pattern_.bytes));
      operations.back().request = slot++;
    }
    if (slot == 0) return;
    Operation wait;
    wait.kind = Kind::wait;
    wait.function = functions_.waitall;
    wait.count = slot;
    operations.push_back(wait);
    if (slot <= rank.request_slots) return;
    rank.request_slots = slot;
    rank.waits.resize(slot);
    std::iota(rank.waits.begin(), rank.waits.end(), 0U);
  }

  void exchange_each_step(std::uint32_t rank, const Exchange& exchange) {
    step_.clear();
    post(exchange, profile_.ranks[rank], step_);
    repeat(rank, step_);
  }

  void make_grid() {
    const Grid grid(pattern_);
    Exchange exchange;
    for (std::uint32_t rank = 0; rank < pattern_.ranks; ++rank) {
      grid.neighbors_of(rank, exchange);
      exchange_each_step(rank, exchange);
    }
  }

  // Everybody starts with the rank after itself, so that not all send to the same one at once.
  void make_all_to_all() {
    const std::uint32_t ranks = pattern_.ranks;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      Exchange exchange;
      for (std::uint32_t i = 1; i < ranks; ++i) {
        exchange.from.push_back({(rank + ranks - i) % ranks});
        exchange.to.push_back({(rank + i) % ranks});
      }
      exchange_each_step(rank, exchange);
    }
  }

  void make_shift() {
    const std::uint32_t ranks = pattern_.ranks, distance = pattern_.distance % ranks;
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
      exchange_each_step(rank,
                         {{{(rank + ranks - distance) % ranks}}, {{(rank + distance) % ranks}}});
  }

  void make_random() {
    for (std::uint64_t step = 0; step < pattern_.steps; ++step) {
      const std::vector<std::uint32_t> targets = random_targets(pattern_, step);
      const Senders senders = senders_of(pattern_, targets);
      for (std::uint32_t rank = 0; rank < pattern_.ranks; ++rank) {
        Exchange exchange;
        for (std::uint32_t i = senders.begin[rank]; i < senders.begin[rank + 1]; ++i)
          exchange.from.push_back({senders.senders[i]});
        for (std::uint32_t i = 0; i < pattern_.messages; ++i)
          exchange.to.push_back({targets[std::size_t{rank} * pattern_.messages + i]});
        RankTrace& trace = profile_.ranks[rank];
        compute(trace.operations);
        post(exchange, trace, trace.operations);
      }
    }
  }

  Operation blocking(Kind kind, std::uint32_t partner) const {
    return message_of(kind, kind == Kind::send ? functions_.send : functions_.recv, {partner},
                      pattern_.bytes);
  }

  void make_incast() {
    Exchange all;
    for (std::uint32_t rank = 0; rank < pattern_.ranks; ++rank) {
      if (rank == pattern_.root) continue;
      all.from.push_back({rank});
      repeat(rank, {blocking(Kind::send, pattern_.root)});
    }
    exchange_each_step(pattern_.root, all);
  }

  void make_ping_pong() {
    const std::uint32_t half = pattern_.ranks / 2;
    for (std::uint32_t rank = 0; rank < half; ++rank) {
      repeat(rank, {blocking(Kind::send, rank + half), blocking(Kind::receive, rank + half)});
      repeat(rank + half, {blocking(Kind::receive, rank), blocking(Kind::send, rank)});
    }
  }

  // Down a tree in which rank r, counted from the root, has the children arity * r + 1, ….
  void make_tree() {
    const std::uint64_t ranks = pattern_.ranks, arity = pattern_.arity;
    const auto rank_of = [&](std::uint64_t place) {
      return static_cast<std::uint32_t>((place + pattern_.root) % ranks);
    };
    for (std::uint64_t place = 0; place < ranks; ++place) {
      step_.clear();
      if (place > 0) step_.push_back(blocking(Kind::receive, rank_of((place - 1) / arity)));
      for (std::uint64_t i = 1; i <= arity && arity * place + i < ranks; ++i)
        step_.push_back(blocking(Kind::send, rank_of(arity * place + i)));
      repeat(rank_of(place), step_);
    }
  }

  void make_collective(Collective collective, const char* function) {
    Operation operation;
    operation.kind = Kind::collective;
    operation.collective = collective;
    operation.function = table_.of(function);
    operation.peer = static_cast<std::int32_t>(pattern_.root);
    operation.tag = pattern_.bytes % 8 == 0 ? 8 : 1;
    operation.amount = pattern_.bytes;
    operation.count = no_counts;
    for (std::uint32_t rank = 0; rank < pattern_.ranks; ++rank) repeat(rank, {operation});
  }

  const Pattern& pattern_;
  Profile profile_;
  FunctionTable table_;
  PatternFunctions functions_;
  std::vector<Operation> step_;
};

}  // namespace

Profile make_pattern(const Document& document, const ReadOptions& options) {
  const Pattern pattern = pattern_of(document, options);
  return PatternMaker(pattern).make();
}

}  // namespace hpcast::mpitrace

// GOAL schedules: a graph of operations for each rank, where our ranks do one thing after another.
// Operations are begun in an order that the graph allows, those that need no wait before those that
// do, otherwise as the text has them; what an operation requires is waited for right before it.
#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <queue>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hpcast/base/line_faults.h"
#include "hpcast/inputs/mpitrace/builder.h"
#include "hpcast/inputs/mpitrace/goal_text.h"
#include "hpcast/inputs/mpitrace/readers.h"

namespace hpcast::mpitrace {

namespace {

struct GoalNotes {
  std::uint64_t other_cpus = 0, other_nics = 0, open_waits = 0;
};

struct GoalFunctions {
  explicit GoalFunctions(FunctionTable& table)
      : send(table.of("MPI_Send")),
        isend(table.of("MPI_Isend")),
        recv(table.of("MPI_Recv")),
        irecv(table.of("MPI_Irecv")),
        wait(table.of("MPI_Wait")),
        waitall(table.of("MPI_Waitall")) {}
  std::uint16_t send, isend, recv, irecv, wait, waitall;
};

class GoalOrder {
 public:
  GoalOrder(const GoalRank& schedule, const GoalFunctions& functions, GoalNotes& notes,
            RankTrace& trace)
      : schedule_(schedule),
        functions_(functions),
        notes_(notes),
        builder_(trace),
        states_(schedule.operations.size()) {
    for (const GoalDependence& dependence : schedule.dependences) {
      states_[dependence.before].followers.push_back(dependence.after);
      ++states_[dependence.after].missing;
      if (!dependence.start) states_[dependence.after].required.push_back(dependence.before);
    }
  }

  // The line of an operation that can never begin, as it requires itself; 0 if there is none.
  std::uint64_t order() {
    for (std::uint32_t i = 0; i < states_.size(); ++i)
      if (states_[i].missing == 0) make_ready(i);
    while (!free_.empty() || !waiting_.empty()) {
      Queue& queue = free_.empty() ? waiting_ : free_;
      const std::uint32_t next = queue.top();
      queue.pop();
      if (!states_[next].begun) begin(next);  // else it became free while it was waiting
    }
    for (std::uint32_t i = 0; i < states_.size(); ++i)
      if (!states_[i].begun) return schedule_.operations[i].line;
    wait_for(open_requests());
    builder_.finish();
    return 0;
  }

 private:
  using Queue = std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>>;
  struct State {
    std::vector<std::uint32_t> followers, required;
    std::uint32_t missing = 0;  // operations that must begin before
    std::uint32_t request = no_request;
    bool begun = false, waited = false, waits = false;
  };

  bool is_open(std::uint32_t i) const {
    return states_[i].request != no_request && !states_[i].waited;
  }

  std::vector<std::uint32_t> open_among(const std::vector<std::uint32_t>& operations) const {
    std::vector<std::uint32_t> open;
    for (const std::uint32_t i : operations)
      if (is_open(i) && std::find(open.begin(), open.end(), i) == open.end()) open.push_back(i);
    return open;
  }

  std::vector<std::uint32_t> open_requests() const {
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < states_.size(); ++i)
      if (is_open(i)) open.push_back(i);
    return open;
  }

  void make_ready(std::uint32_t i) {
    const std::vector<std::uint32_t>& required = states_[i].required;
    const bool waits = std::any_of(required.begin(), required.end(),
                                   [&](std::uint32_t before) { return is_open(before); });
    (waits ? waiting_ : free_).push(i);
    states_[i].waits = waits;
    still_waiting_ += waits ? 1 : 0;
  }

  // Those that waited only for `done` need not wait any more.
  void release_followers(std::uint32_t done) {
    for (const std::uint32_t i : states_[done].followers) {
      State& state = states_[i];
      if (!state.waits || !open_among(state.required).empty()) continue;
      state.waits = false;
      --still_waiting_;
      free_.push(i);
    }
  }

  void wait_before(std::uint32_t i) {
    const std::vector<std::uint32_t> open = open_among(states_[i].required);
    if (open.empty()) return;
    states_[i].waits = false;
    --still_waiting_;
    wait_for(open);
    for (const std::uint32_t done : open) release_followers(done);
    if (still_waiting_ > 0) ++notes_.open_waits;
  }

  void wait_for(const std::vector<std::uint32_t>& operations) {
    std::vector<std::uint32_t> requests;
    for (const std::uint32_t i : operations) {
      requests.push_back(states_[i].request);
      states_[i].waited = true;
    }
    builder_.wait(requests.size() == 1 ? functions_.wait : functions_.waitall, requests);
  }

  void begin(std::uint32_t i) {
    State& state = states_[i];
    wait_before(i);
    const GoalOperation& operation = schedule_.operations[i];
    if (operation.cpu != 0) ++notes_.other_cpus;
    if (operation.nic != 0) ++notes_.other_nics;
    if (operation.kind == GoalOperation::Kind::calc)
      builder_.compute(static_cast<Picoseconds>(operation.size) * 1000);
    else
      state.request = builder_.open(message(operation));
    state.begun = true;
    for (const std::uint32_t follower : state.followers)
      if (--states_[follower].missing == 0) make_ready(follower);
  }

  Operation message(const GoalOperation& from) const {
    Operation operation;
    const bool sends = from.kind == GoalOperation::Kind::send;
    operation.kind = sends ? Kind::isend : Kind::ireceive;
    operation.function = sends ? functions_.isend : functions_.irecv;
    operation.peer = from.peer;
    operation.tag = from.tag;
    operation.amount = from.size;
    return operation;
  }

  const GoalRank& schedule_;
  const GoalFunctions& functions_;
  GoalNotes& notes_;
  RankBuilder builder_;
  std::vector<State> states_;
  Queue free_, waiting_;  // operations that may begin: at once, or after a wait
  std::uint64_t still_waiting_ = 0;
};

// A message that is waited for at once is one call that blocks.
void join_waits(RankTrace& trace, const GoalFunctions& functions) {
  std::vector<Operation> joined;
  joined.reserve(trace.operations.size());
  for (const Operation& operation : trace.operations) {
    const bool waits = operation.kind == Kind::wait && operation.count == 1 && !joined.empty() &&
                       joined.back().request == trace.waits[operation.amount] &&
                       joined.back().request != no_request;
    if (!waits) {
      joined.push_back(operation);
      continue;
    }
    Operation& message = joined.back();
    const bool sends = message.kind == Kind::isend;
    message.kind = sends ? Kind::send : Kind::receive;
    message.function = sends ? functions.send : functions.recv;
    message.request = no_request;
  }
  joined.shrink_to_fit();
  trace.operations.swap(joined);
  keep_waits_in_use(trace);
  assign_slots(trace);
}

}  // namespace

bool looks_like_goal(std::string_view text) {
  LineFaults faults("");
  while (true) {
    const std::size_t at = text.find_first_not_of(" \t\r\n");
    if (at == std::string_view::npos) return false;
    text.remove_prefix(at);
    if (text.starts_with("num_ranks")) return true;
    if (!text.starts_with("//") && !text.starts_with("/*")) return false;
    const bool to_line_end = text.starts_with("//");
    const std::size_t end = text.find(to_line_end ? "\n" : "*/");
    if (end == std::string_view::npos) return false;
    text.remove_prefix(end + (to_line_end ? 1 : 2));
  }
}

Profile read_goal(std::string_view text, const std::string& name, const ReadOptions& options) {
  Profile profile;
  profile.origin = "GOAL schedule";
  FunctionTable table(profile);
  const GoalFunctions functions(table);
  GoalNotes notes;
  LineFaults faults(name);
  const auto take = [&](const GoalRank& schedule) {
    if (profile.ranks.size() <= schedule.rank) profile.ranks.resize(schedule.rank + std::size_t{1});
    RankTrace& trace = profile.ranks[schedule.rank];
    const std::uint64_t line = GoalOrder(schedule, functions, notes, trace).order();
    if (line != 0)
      faults.add(line,
                 fmt::format("rank {}: this operation requires itself, by way of others, and can "
                             "never begin",
                             schedule.rank));
    else
      join_waits(trace, functions);
  };
  const std::uint32_t ranks = read_goal_text(text, options.most_ranks, faults, take);
  faults.throw_if_any();
  profile.ranks.resize(ranks);
  profile.communicators = {world_of(ranks)};
  const auto note = [&](std::uint64_t count, const char* what) {
    if (count > 0) profile.not_modelled.push_back(fmt::format("{}: {}", what, count));
  };
  note(notes.other_cpus, "operations on CPUs other than the first, which wait for each other here");
  note(notes.other_nics, "messages on NICs other than the first, which are not told apart");
  note(notes.open_waits,
       "times that any of several messages could be waited for first, taken in the text's order");
  return profile;
}

}  // namespace hpcast::mpitrace

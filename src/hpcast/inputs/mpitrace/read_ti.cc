// Time-independent traces of SimGrid: "RANK ACTION ARGUMENTS". The grammar is that of SimGrid's
// replayer (smpi_replay.cpp and smpi_datatype.cpp of SimGrid 3.32 and later).
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/line_faults.h"
#include "hpcast/inputs/mpitrace/builder.h"
#include "hpcast/inputs/mpitrace/readers.h"
#include "hpcast/inputs/mpitrace/ti_actions.h"
#include "hpcast/inputs/mpitrace/ti_lines.h"

namespace hpcast::mpitrace {

namespace {

constexpr std::int64_t no_process = -666;  // MPI_PROC_NULL
// MPI_ANY_SOURCE is -333 or -555, MPI_ANY_TAG -444: by version. No rank and no tag is below 0.
bool is_wildcard(std::int64_t value) { return value < 0 && value != no_process; }

// By SMPI's number of the datatype, from 0; of a 64-bit machine.
constexpr std::array<std::uint8_t, 60> datatype_sizes = {
    8, 4,  1, 2,  8,  4, 1,  8,  1, 1,  2,  4,  8,  8,  16, 4, 1,  1,  2, 4,
    8, 1,  2, 4,  8,  8, 16, 32, 8, 8,  8,  16, 16, 8,  8,  8, 16, 16, 4, 4,
    8, 16, 8, 16, 16, 4, 2,  4,  8, 16, 32, 1,  8,  16, 32, 0, 0,  1,  8, 8};

constexpr std::tuple<std::int64_t, std::int64_t, std::int64_t> no_key = {INT64_MIN, 0, 0};

struct TiNotes {
  std::uint64_t communicators = 0, tests = 0, unknown_sizes = 0, flops = 0;
};

// One rank while its lines are read.
struct TiRank {
  explicit TiRank(RankTrace& trace) : builder(trace) {}
  using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t>;  // source, target, tag

  RankBuilder builder;
  bool initialised = false, finalised = false;
  std::uint64_t default_size = 1;
  std::map<std::uint32_t, Key> open;  // requests, as posted; of a collective: no_key
  std::map<Key, std::deque<std::uint32_t>> by_key;
  std::map<std::uint32_t, std::size_t> tested;  // the last test of a request: its operation
};

void remember(TiRank& rank, const std::tuple<std::int64_t, std::int64_t, std::int64_t>& key,
              std::uint32_t request);

class TiReader {
 public:
  TiReader(const ReadOptions& options, Profile& profile, std::uint32_t ranks)
      : options_(options), profile_(profile), functions_(profile), ranks_(ranks) {
    profile_.ranks.resize(ranks);
    states_.reserve(ranks);
    for (RankTrace& trace : profile_.ranks) states_.emplace_back(trace);
  }

  void read(const TiText& text, LineFaults& faults);
  void finish();

 private:
  void take(TiRank& rank);
  void take_message(TiRank& rank, const TiName& name);
  void take_sendreceive(TiRank& rank);
  void take_test(TiRank& rank);
  void take_wait(TiRank& rank, const TiName& name);
  void take_waitall(TiRank& rank, const TiName& name);
  void take_collective(TiRank& rank, const TiName& name);
  double fill(TiRank& rank, Operation& operation);
  void fill_block(TiRank& rank, Operation& operation, std::size_t count, std::size_t type);
  double fill_counts(TiRank& rank, Operation& operation);
  void take_counts(const TiRank& rank, std::size_t first, std::size_t n, std::size_t type);
  std::int32_t element(const TiRank& rank, std::size_t type);
  void add_flops(TiRank& rank, double flops);
  void compute(TiRank& rank, double seconds);
  std::uint64_t datatype(const TiRank& rank, std::size_t argument);
  std::uint64_t bytes(const TiRank& rank, std::size_t argument, std::size_t type);
  std::int32_t root(std::size_t argument) const;

  const ReadOptions& options_;
  Profile& profile_;
  FunctionTable functions_;
  std::uint32_t ranks_;
  std::vector<TiRank> states_;
  TiLine line_;
  TiNotes notes_;
  std::vector<std::uint64_t> counts_;
};

void TiReader::read(const TiText& text, LineFaults& faults) {
  each_line(text.content, [&](std::string_view line, std::uint64_t number) {
    if (is_ti_comment(line)) return true;
    try {
      line_.parse(line);
      take(states_[line_.rank()]);
    } catch (const std::string& what) {
      faults.add(number, what);
    }
    return true;
  });
}

void TiReader::take(TiRank& rank) {
  const std::optional<TiName> name = ti_name_of(line_.action());
  if (!name) {
    throw fmt::format("there is no action {}{}", quoted(line_.action()),
                      ti_suggestion(line_.action()));
  }
  if (name->action == TiAction::init) {
    if (rank.initialised) throw fmt::format("rank {} has been initialised before", line_.rank());
    rank.initialised = true;
    rank.default_size = line_.size() > 0 ? datatype_sizes[0] : 1;
    return;
  }
  if (!rank.initialised) throw fmt::format("rank {} does this before its 'init'", line_.rank());
  if (rank.finalised) throw fmt::format("rank {} does this after its 'finalize'", line_.rank());
  switch (name->action) {
    case TiAction::finalize:
      rank.finalised = true;
      return;
    case TiAction::comm:
      if (line_.action() != "comm_size") ++notes_.communicators;
      return;
    case TiAction::compute:
      line_.need(1);
      return add_flops(rank, line_.number(0));
    case TiAction::sleep:
      line_.need(1);
      return compute(rank, line_.number(0));
    case TiAction::send:
    case TiAction::receive:
      return take_message(rank, *name);
    case TiAction::sendreceive:
      return take_sendreceive(rank);
    case TiAction::test:
      return take_test(rank);
    case TiAction::wait:
      return take_wait(rank, *name);
    case TiAction::waitall:
      return take_waitall(rank, *name);
    case TiAction::collective:
      return take_collective(rank, *name);
    case TiAction::init:
    case TiAction::location:
      return;
  }
}

void TiReader::add_flops(TiRank& rank, double flops) {
  if (flops > 0) ++notes_.flops;
  compute(rank, flops / options_.flops_per_second);
}

void TiReader::compute(TiRank& rank, double seconds) {
  constexpr double longest = 9e6;  // of 106 days
  if (seconds > longest) throw fmt::format("{} s are longer than 100 days", seconds);
  rank.builder.compute(std::llround(seconds * 1e12));
}

std::uint64_t TiReader::datatype(const TiRank& rank, std::size_t argument) {
  if (argument >= line_.size()) return rank.default_size;
  const std::int64_t number = line_.whole(argument, -1);
  // Of a type that the program made, SimGrid does not write the size.
  if (number < 0 || number >= static_cast<std::int64_t>(datatype_sizes.size())) {
    ++notes_.unknown_sizes;
    return 1;
  }
  return datatype_sizes[static_cast<std::size_t>(number)];
}

std::uint64_t TiReader::bytes(const TiRank& rank, std::size_t argument, std::size_t type) {
  return static_cast<std::uint64_t>(line_.whole(argument, 0, std::int64_t{1} << 53)) *
         datatype(rank, type);
}

std::int32_t TiReader::root(std::size_t argument) const {
  if (argument >= line_.size()) return 0;
  return static_cast<std::int32_t>(line_.whole(argument, 0, ranks_ - std::int64_t{1}));
}

// send PEER TAG COUNT [TYPE]
void TiReader::take_message(TiRank& rank, const TiName& name) {
  line_.need(3);
  const bool sends = name.action == TiAction::send;
  const std::int64_t peer = line_.whole(0, INT32_MIN, ranks_ - std::int64_t{1});
  const std::int64_t tag = line_.whole(1, INT32_MIN, INT32_MAX);
  if (peer == no_process) return;
  if (sends && (is_wildcard(peer) || is_wildcard(tag)))
    throw std::string("only receives can have a source or tag below 0, which stands for any");
  Operation operation;
  operation.kind = sends ? (name.blocking ? Kind::send : Kind::isend)
                         : (name.blocking ? Kind::receive : Kind::ireceive);
  operation.function = functions_.of(name.function);
  operation.peer = is_wildcard(peer) ? any_source : static_cast<std::int32_t>(peer);
  operation.tag = is_wildcard(tag) ? any_tag : static_cast<std::int32_t>(tag);
  // Where a receiver does not know it, -1.
  if (sends || line_.whole(2, -1) >= 0) operation.amount = bytes(rank, 2, 3);
  if (name.blocking) {
    rank.builder.add(operation);
    return;
  }
  const std::int64_t self = line_.rank();
  remember(rank, sends ? TiRank::Key{self, peer, tag} : TiRank::Key{peer, self, tag},
           rank.builder.open(operation));
}

// sendRecv COUNT TARGET COUNT SOURCE [TYPE TYPE]
void TiReader::take_sendreceive(TiRank& rank) {
  line_.need(4);
  const std::int64_t target = line_.whole(1, INT32_MIN, ranks_ - std::int64_t{1});
  const std::int64_t source = line_.whole(3, INT32_MIN, ranks_ - std::int64_t{1});
  if (is_wildcard(target)) throw std::string("the second argument must be a rank");
  const std::uint16_t function = functions_.of("MPI_Sendrecv");
  std::vector<std::uint32_t> requests;
  Operation operation;
  operation.function = function;
  if (target != no_process) {
    operation.kind = Kind::isend;
    operation.peer = static_cast<std::int32_t>(target);
    operation.amount = bytes(rank, 0, 4);
    requests.push_back(rank.builder.open(operation));
  }
  if (source != no_process) {
    operation.kind = Kind::ireceive;
    operation.peer = is_wildcard(source) ? any_source : static_cast<std::int32_t>(source);
    operation.amount = bytes(rank, 2, 5);
    requests.push_back(rank.builder.open(operation));
  }
  rank.builder.wait(function, requests);
}

void remember(TiRank& rank, const TiRank::Key& key, std::uint32_t request) {
  rank.open[request] = key;
  rank.by_key[key].push_back(request);
}

// The oldest open request that a line names. A receive from anybody may be named as it was posted
// or by what it received; one that names no message at all means a collective.
std::optional<std::uint32_t> request_named(TiRank& rank, const TiLine& line) {
  line.need(3);
  const TiRank::Key named = {line.whole(0, INT32_MIN, INT32_MAX),
                             line.whole(1, INT32_MIN, INT32_MAX),
                             line.whole(2, INT32_MIN, INT32_MAX)};
  if (const auto at = rank.by_key.find(named); at != rank.by_key.end()) return at->second.front();
  const auto& [source, target, tag] = named;
  for (const auto& [request, key] : rank.open) {
    if (key == no_key) continue;
    const bool same_source = std::get<0>(key) == source || is_wildcard(std::get<0>(key));
    const bool same_tag = std::get<2>(key) == tag || is_wildcard(std::get<2>(key));
    if (same_source && same_tag && std::get<1>(key) == target) return request;
  }
  const auto collective = rank.by_key.find(no_key);
  if (tag < 0 && collective != rank.by_key.end()) return collective->second.front();
  return std::nullopt;
}

void forget(TiRank& rank, std::uint32_t request) {
  const auto at = rank.open.find(request);
  std::deque<std::uint32_t>& same = rank.by_key[at->second];
  same.erase(std::find(same.begin(), same.end(), request));
  if (same.empty()) rank.by_key.erase(at->second);
  rank.open.erase(at);
  rank.tested.erase(request);
}

// What a test found, the trace does not say. The last one of a request that nobody waits for must
// have found it complete: until it is known, a wait for nothing stands in its place.
void TiReader::take_test(TiRank& rank) {
  ++notes_.tests;
  const std::optional<std::uint32_t> request = request_named(rank, line_);
  if (!request) return;  // SimGrid goes on testing what an earlier test found complete
  Operation wait;
  wait.kind = Kind::wait;
  wait.function = functions_.of("MPI_Test");
  rank.builder.add(wait);
  rank.tested[*request] = profile_.ranks[line_.rank()].operations.size() - 1;
}

void TiReader::take_wait(TiRank& rank, const TiName& name) {
  const std::optional<std::uint32_t> request = request_named(rank, line_);
  if (!request) throw std::string("it waits for what no isend or irecv before it has begun");
  rank.builder.wait(functions_.of(name.function), {&*request, 1});
  forget(rank, *request);
}

// For all that is open, as SimGrid does, whatever number the line has.
void TiReader::take_waitall(TiRank& rank, const TiName& name) {
  std::vector<std::uint32_t> requests;
  for (const auto& [request, key] : rank.open) requests.push_back(request);
  rank.builder.wait(functions_.of(name.function), requests);
  rank.open.clear();
  rank.by_key.clear();
  rank.tested.clear();
}

void TiReader::take_collective(TiRank& rank, const TiName& name) {
  Operation operation;
  operation.kind = name.blocking ? Kind::collective : Kind::icollective;
  operation.collective = name.collective;
  operation.function =
      functions_.of(name.blocking ? name.function : nonblocking_function(name.function));
  operation.tag = 1;
  operation.count = no_counts;
  const double flops = fill(rank, operation);
  if (name.blocking) {
    rank.builder.add(operation);
    add_flops(rank, flops);
  } else {
    remember(rank, no_key, rank.builder.open(operation));
  }
}

// The arguments of a collective. Returns how many floating-point operations follow it.
double TiReader::fill(TiRank& rank, Operation& operation) {
  switch (operation.collective) {
    case Collective::barrier:
      return 0;
    case Collective::bcast:
      line_.need(1);
      fill_block(rank, operation, 0, 2);
      operation.peer = root(1);
      return 0;
    case Collective::reduce:
      line_.need(2);
      fill_block(rank, operation, 0, 3);
      operation.peer = root(2);
      return line_.number(1);
    case Collective::allreduce:
    case Collective::scan:
    case Collective::exscan:
      line_.need(2);
      fill_block(rank, operation, 0, 2);
      return line_.number(1);
    case Collective::alltoall:
    case Collective::allgather:
      line_.need(2);
      fill_block(rank, operation, 0, 2);
      return 0;
    case Collective::gather:
      line_.need(2);
      fill_block(rank, operation, 0, 3);
      operation.peer = root(2);
      return 0;
    case Collective::scatter:
      line_.need(2);
      fill_block(rank, operation, 1, 4);
      operation.peer = root(2);
      return 0;
    default:
      return fill_counts(rank, operation);
  }
}

void TiReader::fill_block(TiRank& rank, Operation& operation, std::size_t count, std::size_t type) {
  operation.amount = bytes(rank, count, type);
  operation.tag = element(rank, type);
}

std::int32_t TiReader::element(const TiRank& rank, std::size_t type) {
  return static_cast<std::int32_t>(std::max<std::uint64_t>(1, datatype(rank, type)));
}

// `n` counts from argument `first` on.
void TiReader::take_counts(const TiRank& rank, std::size_t first, std::size_t n, std::size_t type) {
  const std::uint64_t size = datatype(rank, type);
  for (std::size_t i = 0; i < n; ++i)
    counts_.push_back(static_cast<std::uint64_t>(line_.whole(first + i, 0, std::int64_t{1} << 53)) *
                      size);
}

double TiReader::fill_counts(TiRank& rank, Operation& operation) {
  const std::size_t n = ranks_;
  counts_.clear();
  double flops = 0;
  switch (operation.collective) {
    case Collective::gatherv:
      line_.need(n + 1);
      operation.peer = root(n + 1);
      fill_block(rank, operation, 0, n + 2);
      if (operation.peer == static_cast<std::int32_t>(line_.rank())) take_counts(rank, 1, n, n + 3);
      break;
    case Collective::scatterv:
      line_.need(n + 1);
      operation.peer = root(n + 1);
      fill_block(rank, operation, n, n + 3);
      if (operation.peer == static_cast<std::int32_t>(line_.rank())) take_counts(rank, 0, n, n + 2);
      break;
    case Collective::allgatherv: {
      line_.need(n + 1);
      // Displacements may follow the counts, with types before them or without.
      const bool untyped = line_.size() > n + 3 && line_.size() <= 1 + 2 * n;
      fill_block(rank, operation, 0, untyped ? line_.size() : n + 1);
      take_counts(rank, 1, n, untyped ? line_.size() : n + 2);
      break;
    }
    case Collective::alltoallv:
      line_.need(2 * n + 2);
      take_counts(rank, 1, n, 2 * n + 2);
      operation.amount = std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
      take_counts(rank, n + 2, n, 2 * n + 3);
      operation.tag = element(rank, 2 * n + 2);
      break;
    default:  // reducescatter
      line_.need(n + 1);
      take_counts(rank, 0, n, n + 1);
      operation.amount = std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
      operation.tag = element(rank, n + 1);
      flops = line_.number(n);
  }
  if (!counts_.empty()) operation.count = rank.builder.counts(counts_);
  return flops;
}

// Tests that found something become waits, the others go.
void resolve_tests(TiRank& rank, RankTrace& trace) {
  for (const auto& [request, test] : rank.tested) {
    Operation& wait = trace.operations[test];
    wait.amount = trace.waits.size();
    wait.count = 1;
    trace.waits.push_back(request);
  }
  std::vector<Operation> operations;
  operations.swap(trace.operations);
  for (const Operation& operation : operations) {
    if (operation.kind == Kind::compute)
      rank.builder.compute(static_cast<Picoseconds>(operation.amount));
    else if (operation.kind != Kind::wait || operation.count > 0)
      rank.builder.add(operation);
  }
}

void TiReader::finish() {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (notes_.tests > 0) resolve_tests(states_[i], profile_.ranks[i]);
    profile_.ranks[i].operations.shrink_to_fit();
    states_[i].builder.finish();
  }
  const auto note = [&](std::uint64_t count, const char* text) {
    if (count > 0) profile_.not_modelled.push_back(fmt::format("{}: {}", text, count));
  };
  if (notes_.flops > 0)
    profile_.not_modelled.push_back(
        fmt::format("compute is in floating-point operations, taken as {:g} of them a second",
                    options_.flops_per_second));
  note(notes_.communicators,
       "communicators made: the trace does not say what is done on them, so all is on "
       "MPI_COMM_WORLD");
  note(notes_.tests, "calls of MPI_Test: the last one of each request is taken as a wait");
  note(notes_.unknown_sizes,
       "counts of datatypes whose size the trace does not give, taken as bytes");
}

// The number of ranks; a fault where one is missing.
std::uint32_t count_ranks(const std::vector<TiText>& texts, std::uint32_t most) {
  std::set<std::uint32_t> ranks;
  TiLine line;
  for (const TiText& text : texts)
    each_line(text.content, [&](std::string_view part, std::uint64_t) {
      if (is_ti_comment(part)) return true;
      try {
        line.parse(part.substr(0, 200));
        ranks.insert(line.rank());
      } catch (const std::string&) {  // told when it is read
      }
      return true;
    });
  const std::string& name = texts.front().name;
  if (ranks.empty()) throw InputError(name + ": the trace has no actions");
  std::uint32_t next = 0;
  for (const std::uint32_t rank : ranks)
    if (rank != next++)
      throw InputError(
          fmt::format("{}: the trace has a rank {}, but none {}", name, rank, next - 1),
          "each rank has at least an 'init'; is a file missing?");
  if (next > most) throw InputError(fmt::format("{}: it has more than {} ranks", name, most));
  return next;
}

}  // namespace

bool looks_like_ti(std::string_view text) {
  bool found = false;
  each_line(text, [&](std::string_view line, std::uint64_t) {
    if (is_ti_comment(line)) return true;
    try {
      TiLine first;
      first.parse(line);
      found = ti_name_of(first.action()).has_value() || text.find(" init") != std::string::npos;
    } catch (const std::string&) {  // it is something else
    }
    return false;
  });
  return found;
}

Profile read_ti(const std::vector<TiText>& texts, const ReadOptions& options) {
  Profile profile;
  profile.origin = "SimGrid time-independent trace";
  const std::uint32_t ranks = count_ranks(texts, options.most_ranks);
  TiReader reader(options, profile, ranks);
  profile.communicators = {world_of(ranks)};
  for (const TiText& text : texts) {
    LineFaults faults(text.name);
    reader.read(text, faults);
    faults.throw_if_any();
  }
  reader.finish();
  return profile;
}

}  // namespace hpcast::mpitrace

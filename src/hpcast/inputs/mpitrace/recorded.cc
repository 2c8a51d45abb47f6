#include "hpcast/inputs/mpitrace/recorded.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/text.h"
#include "hpcast/inputs/mpitrace/builder.h"
#include "hpcast/inputs/mpitrace/check.h"
#include "hpcast/inputs/mpitrace/otf2_sizes.h"
#include "hpcast/inputs/mpitrace/record_reader.h"

namespace hpcast::mpitrace {

namespace {

namespace fs = std::filesystem;

template <class Enum, class Other>
constexpr bool same(Enum one, Other other) {
  return static_cast<int>(one) == static_cast<int>(other);
}
static_assert(same(RecordCollective::barrier, Collective::barrier) &&
              same(RecordCollective::alltoallv, Collective::alltoallv) &&
              same(RecordCollective::scan, Collective::scan) &&
              same(RecordCollective::neighbor, Collective::neighbor));

constexpr std::uint32_t no_communicator = UINT32_MAX;
constexpr std::uint32_t world_number = 0;

// Which ranks' communicators are the same one.
class CommunicatorNumbers {
 public:
  explicit CommunicatorNumbers(Profile& profile) : profile_(profile) {}

  void begin_rank(std::uint32_t rank) {
    own_ = {{0, world_number}};
    seen_.clear();
    const Key self{self_origin, 0, 0, 0, {rank}};
    own_[1] = numbered(self, "MPI_COMM_SELF");
  }

  void add(const RecordedCall& call, const std::string& name) {
    const auto origin = static_cast<CommunicatorOrigin>(call.origin);
    std::vector<std::uint32_t> members;
    for (const std::int64_t member : call.members) {
      const bool here = member >= 0 && member < static_cast<std::int64_t>(profile_.ranks.size());
      if (here) members.push_back(static_cast<std::uint32_t>(member));
    }
    if (members.size() != call.members.size() || members.empty()) {
      own_[call.number] = no_communicator;
      return;
    }
    Key key{call.origin, 0, 0, 0, std::move(members)};
    if (origin != CommunicatorOrigin::unknown) {
      std::get<1>(key) = of(call.parent);
      std::get<2>(key) = call.sequence;
    }
    // Who agrees on nothing else makes them in the same order.
    if (origin != CommunicatorOrigin::parent) std::get<3>(key) = seen_[key]++;
    own_[call.number] = numbered(key, name);
  }

  std::uint32_t of(std::uint64_t number) const {
    const auto at = own_.find(number);
    return at == own_.end() ? no_communicator : at->second;
  }

 private:
  static constexpr std::uint64_t self_origin = 255;
  // Origin, parent, sequence or tag, how many of the same before it, members.
  using Key = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                         std::vector<std::uint32_t>>;

  std::uint32_t numbered(const Key& key, const std::string& name) {
    const auto next = static_cast<std::uint32_t>(profile_.communicators.size());
    const auto [at, is_new] = all_.emplace(key, next);
    if (is_new) profile_.communicators.push_back({name, std::get<4>(key)});
    return at->second;
  }

  Profile& profile_;
  std::map<Key, std::uint32_t> all_;
  std::map<std::uint64_t, std::uint32_t> own_;  // of this rank, by its numbers
  std::map<Key, std::uint64_t> seen_;
};

// What is not in the profile, by what it is.
struct NotInProfile {
  struct Calls {
    std::uint64_t calls = 0;
    std::set<std::uint32_t> ranks;
  };
  std::map<std::string, Calls> functions;
  std::set<std::string> remarks;
  std::uint64_t polls = 0;
  std::uint64_t elsewhere = 0;  // calls in communicators that this world knows nothing of

  std::vector<std::string> lines() const {
    std::vector<std::string> all;
    for (const auto& [name, calls] : functions)
      all.push_back(fmt::format("{} ({} of {})", name, counted(calls.calls, "call"),
                                counted(calls.ranks.size(), "rank")));
    all.insert(all.end(), remarks.begin(), remarks.end());
    if (elsewhere > 0)
      all.push_back(fmt::format("{} in communicators with processes that were started later",
                                counted(elsewhere, "call")));
    if (polls > 0)
      all.push_back(
          fmt::format("{} that asked and found nothing (MPI_Test, MPI_Iprobe and their like)",
                      counted(polls, "call")));
    return all;
  }
};

// What has become of a request.
struct RequestEnd {
  bool cancelled = false, received = false;
  std::uint64_t bytes = 0;
  std::int64_t from = -1, tag = -1;
};

class RankReading {
 public:
  RankReading(Recorded& recorded, CommunicatorNumbers& communicators, FunctionTable& functions,
              NotInProfile& not_in_profile, const std::string& content, const std::string& file)
      : recorded_(recorded),
        communicators_(communicators),
        functions_(functions),
        not_in_profile_(not_in_profile),
        content_(content),
        file_(file) {}

  void read() {
    RecordReader ends(content_, file_);
    rank_ = ends.header().rank;
    find_ends(ends);
    communicators_.begin_rank(rank_);
    RankTrace& trace = recorded_.profile.ranks[rank_];
    RankBuilder builder(trace);
    RecordReader reader(content_, file_);
    while (reader.next()) take(reader.call(), builder);
    builder.finish();
    count_calls();
  }

 private:
  [[noreturn]] void fault(const std::string& what) const { throw InputError(file_ + ": " + what); }

  void find_ends(RecordReader& reader) {
    while (reader.next()) {
      const RecordedCall& call = reader.call();
      switch (call.kind) {
        case RecordKind::isend:
        case RecordKind::ireceive:
        case RecordKind::icollective:
          ends_.emplace_back();
          break;
        case RecordKind::wait:
          for (const RecordedCompletion& c : call.completions)
            ends_[c.request] = {c.cancelled, c.received, c.bytes, c.from, c.tag};
          break;
        default:
          break;
      }
    }
  }

  const std::string& name_of_call(std::uint64_t call) const {
    const auto at = names_.find(call);
    if (at == names_.end()) fault("a call has no name");
    return at->second;
  }

  void take(const RecordedCall& call, RankBuilder& builder) {
    switch (call.kind) {
      case RecordKind::name:
        names_[call.number] = std::string(call.text);
        break;
      case RecordKind::communicator: {
        const auto at = names_.find(call.call);
        communicators_.add(call, at == names_.end() ? "" : at->second);
        break;
      }
      case RecordKind::not_understood:
        calls_[call.call] += 1;  // at least
        break;
      case RecordKind::calls:
        calls_[call.call] = call.number;
        break;
      case RecordKind::remark:
        not_in_profile_.remarks.insert(std::string(call.text));
        break;
      case RecordKind::polls:
        not_in_profile_.polls += call.number;
        break;
      default:
        builder.compute(static_cast<Picoseconds>(
            std::min<std::uint64_t>(call.time, std::numeric_limits<Picoseconds>::max())));
        if (call.kind != RecordKind::compute) add(call, builder);
    }
  }

  void add(const RecordedCall& call, RankBuilder& builder) {
    Operation operation;
    operation.function = functions_.of(name_of_call(call.call));
    if (call.kind == RecordKind::wait) return add_wait(call, operation.function, builder);
    if (call.kind == RecordKind::flush) {
      operation.kind = Kind::flush;
      builder.add(operation);
      return;
    }
    operation.communicator = communicators_.of(call.communicator);
    if (operation.communicator == no_communicator) {
      not_in_profile_.elsewhere += 1;
      if (opens(call)) requests_.push_back(no_request);
      return;
    }
    operation.amount = call.bytes;
    operation.tag = static_cast<std::int32_t>(call.tag);
    if (call.kind == RecordKind::collective || call.kind == RecordKind::icollective)
      describe_collective(call, builder, operation);
    else
      describe_message(call, operation);
    put(call, operation, builder);
  }

  static bool opens(const RecordedCall& call) {
    return call.kind == RecordKind::isend || call.kind == RecordKind::ireceive ||
           call.kind == RecordKind::icollective;
  }

  void put(const RecordedCall& call, const Operation& operation, RankBuilder& builder) {
    if (!opens(call)) {
      builder.add(operation);
      if (call.kind == RecordKind::receive || call.kind == RecordKind::probe)
        match(operation, call.from, call.from_tag);
      return;
    }
    const RequestEnd& end = ends_[requests_.size()];
    if (end.cancelled) {
      requests_.push_back(no_request);
      return;
    }
    requests_.push_back(builder.open(operation));
    if (end.received) match(operation, end.from, end.tag);
  }

  // Of the operation that was added last.
  void match(const Operation& operation, std::int64_t from, std::int64_t tag) {
    if (operation.peer != any_source && operation.tag != any_tag) return;
    const auto& members = recorded_.profile.communicators[operation.communicator].members;
    if (from < 0 || from >= static_cast<std::int64_t>(members.size())) return;
    const std::size_t last = recorded_.profile.ranks[rank_].operations.size() - 1;
    recorded_.matches[rank_][static_cast<std::uint32_t>(last)] = {
        members[static_cast<std::size_t>(from)], static_cast<std::int32_t>(tag)};
  }

  std::int32_t world_rank(std::uint32_t communicator, std::int64_t rank) const {
    const auto& members = recorded_.profile.communicators[communicator].members;
    if (rank < 0 || rank >= static_cast<std::int64_t>(members.size()))
      fault(fmt::format("there is no rank {} in a communicator of {}", rank, members.size()));
    return static_cast<std::int32_t>(members[static_cast<std::size_t>(rank)]);
  }

  void describe_message(const RecordedCall& call, Operation& operation) const {
    static constexpr std::pair<RecordKind, Kind> kinds[] = {
        {RecordKind::send, Kind::send},       {RecordKind::isend, Kind::isend},
        {RecordKind::receive, Kind::receive}, {RecordKind::ireceive, Kind::ireceive},
        {RecordKind::probe, Kind::probe},     {RecordKind::put, Kind::put},
        {RecordKind::get, Kind::get}};
    for (const auto& [record, kind] : kinds)
      if (record == call.kind) operation.kind = kind;
    const bool sends = call.kind == RecordKind::send || call.kind == RecordKind::isend;
    if (sends) operation.mode = static_cast<SendMode>(std::min<std::uint64_t>(call.mode, 3));
    operation.peer = call.peer == -1 ? any_source : world_rank(operation.communicator, call.peer);
    if (call.kind != RecordKind::ireceive) return;
    const RequestEnd& end = ends_[requests_.size()];
    if (end.received) operation.amount = end.bytes;
  }

  void describe_collective(const RecordedCall& call, RankBuilder& builder,
                           Operation& operation) const {
    operation.kind = call.kind == RecordKind::collective ? Kind::collective : Kind::icollective;
    operation.collective = static_cast<Collective>(call.mode);
    operation.peer =
        is_rooted(operation.collective) ? world_rank(operation.communicator, call.peer) : 0;
    operation.tag = static_cast<std::int32_t>(std::clamp<std::uint64_t>(call.element, 1, 1 << 30));
    operation.count = no_counts;
    if (!call.has_counts) return;
    check_counts(call, operation);
    operation.count = builder.counts(call.counts);
  }

  // Their number follows from the collective.
  void check_counts(const RecordedCall& call, const Operation& operation) const {
    const std::uint64_t n = recorded_.profile.communicators[operation.communicator].members.size();
    const std::vector<std::uint64_t>& counts = call.counts;
    const bool is_root = operation.peer == static_cast<std::int32_t>(rank_);
    if (counts.size() !=
        length_of_counts(operation.collective, static_cast<std::uint32_t>(n), is_root, counts))
      fault("a collective's lists have not as many numbers as it has ranks");
  }

  void add_wait(const RecordedCall& call, std::uint16_t function, RankBuilder& builder) {
    std::vector<std::uint32_t> requests;
    for (const RecordedCompletion& completion : call.completions) {
      if (completion.request >= requests_.size()) fault("a request is waited for too early");
      std::uint32_t& request = requests_[completion.request];
      if (request != no_request) requests.push_back(std::exchange(request, no_request));
    }
    builder.wait(function, requests);
  }

  void count_calls() {
    for (const auto& [call, count] : calls_) {
      NotInProfile::Calls& calls = not_in_profile_.functions[name_of_call(call)];
      calls.calls += count;
      calls.ranks.insert(rank_);
    }
  }

  Recorded& recorded_;
  CommunicatorNumbers& communicators_;
  FunctionTable& functions_;
  NotInProfile& not_in_profile_;
  const std::string& content_;
  const std::string& file_;
  std::uint32_t rank_ = 0;
  std::vector<RequestEnd> ends_;         // by request
  std::vector<std::uint32_t> requests_;  // the builder's, by ours
  std::map<std::uint64_t, std::string> names_;
  std::map<std::uint64_t, std::uint64_t> calls_;  // not understood
};

std::string several_ranks(const std::vector<std::uint32_t>& ranks) {
  std::string text = noun(ranks.size(), "rank");
  constexpr std::size_t most_named = 8;
  for (std::size_t i = 0; i < std::min(ranks.size(), most_named); ++i)
    text += (i > 0 ? ", " : " ") + std::to_string(ranks[i]);
  if (ranks.size() > most_named) text += fmt::format(" and {} more", ranks.size() - most_named);
  return text;
}

class Reading {
 public:
  // Tells what there is; read() is given the same files again. False where a file is no rank of the
  // first program, whose rank 0 comes first: those ranks of a larger one that it does not have.
  bool open(const std::string& content, const std::string& file) {
    const RecordHeader header = RecordReader(content, file).header();
    if (header.ranks == 0 || header.ranks > most_ranks || header.rank >= header.ranks)
      throw InputError(fmt::format("{}: rank {} of {}", file, header.rank, header.ranks));
    Profile& profile = recorded_.profile;
    if (profile.ranks.empty()) begin(header);
    if (header.ranks != profile.ranks.size()) return false;
    if (states_[header.rank] != State::missing)
      throw InputError(fmt::format("{}: there is another file of rank {}", file, header.rank));
    states_[header.rank] = header.error != 0                       ? State::full
                           : header.state == RecordState::finished ? State::finished
                           : header.state == RecordState::aborted  ? State::aborted
                                                                   : State::killed;
    return true;
  }

  void read(const std::string& content, const std::string& file) {
    RankReading(recorded_, *communicators_, *functions_, not_in_profile_, content, file).read();
  }

  Recorded finish() {
    if (recorded_.profile.ranks.empty()) return std::move(recorded_);
    recorded_.profile.not_modelled = not_in_profile_.lines();
    tell_of(State::missing, "left no record");
    tell_of(State::killed, "ended before MPI_Finalize");
    tell_of(State::aborted, "called MPI_Abort");
    tell_of(State::full, "could not write on (is the disk full?)");
    check_profile(recorded_.profile, "the recording");
    return std::move(recorded_);
  }

 private:
  enum class State : std::uint8_t { missing, killed, aborted, full, finished };

  void begin(const RecordHeader& header) {
    Profile& profile = recorded_.profile;
    profile.origin =
        header.wall_clock != 0 ? "hpcast record (wall clock)" : "hpcast record (processor time)";
    profile.ranks.resize(header.ranks);
    profile.communicators.push_back(world_of(header.ranks));
    recorded_.matches.resize(header.ranks);
    states_.resize(header.ranks);
    functions_.emplace(profile);
    communicators_.emplace(profile);
  }

  void tell_of(State state, const char* what) {
    std::vector<std::uint32_t> ranks;
    for (std::uint32_t rank = 0; rank < states_.size(); ++rank)
      if (states_[rank] == state) ranks.push_back(rank);
    if (!ranks.empty()) recorded_.profile.partial.push_back(several_ranks(ranks) + " " + what);
  }

  Recorded recorded_;
  NotInProfile not_in_profile_;
  std::optional<FunctionTable> functions_;
  std::optional<CommunicatorNumbers> communicators_;
  std::vector<State> states_;  // by rank
};

std::vector<std::string> rank_files(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().filename().string().starts_with("rank-")) files.push_back(entry.path());
  // By rank, so that communicators are numbered the same each time.
  std::sort(files.begin(), files.end(), [](const std::string& a, const std::string& b) {
    return std::pair(a.size(), a) < std::pair(b.size(), b);
  });
  return files;
}

// What is written is whole, even while the file is not.
std::string record_content(const std::string& file) {
  constexpr std::uint64_t limit = std::uint64_t{1} << 40;
  return read_file(file, limit);
}

std::string header_of(const std::string& file) {
  std::string content(record_header_bytes, '\0');
  std::ifstream(file, std::ios::binary).read(content.data(), record_header_bytes);
  return content;
}

}  // namespace

RecordProgress record_progress(const std::string& folder) {
  RecordProgress progress;
  for (const std::string& file : rank_files(folder)) {
    RecordHeader header{};
    std::memcpy(&header, header_of(file).data(), sizeof header);
    progress.ranks += 1;
    progress.operations += header.operations;
    progress.compute_s += static_cast<double>(header.compute) * 1e-12;
  }
  return progress;
}

// One rank after the other is in memory.
Recorded read_recorded(const std::string& folder) {
  Reading reading;
  std::vector<std::string> files = rank_files(folder);
  std::erase_if(files, [&](const auto& file) { return !reading.open(header_of(file), file); });
  for (const std::string& file : files) reading.read(record_content(file), file);
  return reading.finish();
}

Recorded recorded_in(const std::vector<std::string>& files) {
  Reading reading;
  const auto name = [](std::size_t i) { return fmt::format("file {}", i); };
  std::vector<std::size_t> own;
  for (std::size_t i = 0; i < files.size(); ++i)
    if (reading.open(files[i], name(i))) own.push_back(i);
  for (const std::size_t i : own) reading.read(files[i], name(i));
  return reading.finish();
}

}  // namespace hpcast::mpitrace

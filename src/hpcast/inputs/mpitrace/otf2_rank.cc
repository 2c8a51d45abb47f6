#include "hpcast/inputs/mpitrace/otf2_rank.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "hpcast/base/text.h"
#include "hpcast/inputs/mpitrace/function_names.h"

namespace hpcast::mpitrace {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t longest_recording_s = 9000000;  // 104 days: Picoseconds end at 106

Picoseconds picoseconds_of(std::uint64_t ticks, std::uint64_t ticks_a_second) {
  if (ticks / ticks_a_second >= longest_recording_s)
    throw std::string("it is more than 100 days after the rank's first event");
  return static_cast<Picoseconds>(Wide{ticks} * 1000000000000U / ticks_a_second);
}

}  // namespace

Picoseconds RankEvents::clock() const {
  return picoseconds_of(now_ - first_tick_, definitions_.ticks_a_second);
}

void RankEvents::at(std::uint64_t time) {
  if (!started_) {
    started_ = true;
    first_tick_ = now_ = time;
    return;
  }
  if (time < now_) throw fmt::format("the clock runs backwards, from {} to {}", now_, time);
  now_ = time;
}

void RankEvents::end_compute() {
  const Picoseconds now = clock();
  if (recording_) builder_.compute(now - outside_since_);
  outside_since_ = now;
}

void RankEvents::begin_call(const std::string& function) {
  call_ = {};
  call_.function = function;
}

void RankEvents::enter(std::uint32_t region, const TraceAttributes& attributes) {
  const auto at = definitions_.regions.find(region);
  if (at == definitions_.regions.end()) throw fmt::format("there is no region {}", region);
  if (at->second.kind == TraceRegion::Kind::user) return;
  if (depth_++ > 0) return;
  end_compute();
  begin_call(at->second.kind == TraceRegion::Kind::mpi ? at->second.name : std::string());
  call_.region = region;
  if (!attributes.source) return;
  Part& probe = add(Kind::probe);
  apply_posted(probe, attributes, attributes.communicator.value_or(no_reference));
}

void RankEvents::leave(std::uint32_t region) {
  const auto at = definitions_.regions.find(region);
  if (at == definitions_.regions.end()) throw fmt::format("there is no region {}", region);
  if (at->second.kind == TraceRegion::Kind::user) return;
  if (depth_ == 0) {
    // What was entered before recording began.
    if (paused_once_) return;
    throw fmt::format("it leaves {}, which it never entered", at->second.name);
  }
  if (depth_ == 1 && region != call_.region)
    throw fmt::format("it leaves {}, but is in {}", at->second.name, call_.function);
  if (--depth_ > 0) return;
  end_call();
  outside_since_ = clock();
}

void RankEvents::pause() {
  if (depth_ == 0) end_compute();
  recording_ = false;
  paused_once_ = true;
  ++notes_.pauses;
}

void RankEvents::resume() {
  recording_ = true;
  outside_since_ = clock();
}

void RankEvents::flushed(std::uint64_t until) {
  ++notes_.flushes;
  if (until < now_) return;
  if (depth_ == 0) end_compute();
  now_ = until;
  outside_since_ = clock();
}

// A record that stands in no region of MPI is a call by itself.
void RankEvents::end_lone_event() {
  if (depth_ > 0) return;
  end_compute();
  end_call();
  begin_call({});
}

const std::string& RankEvents::function_of(const Part& part) const {
  return call_.function.empty() ? default_function(part.operation) : call_.function;
}

void RankEvents::end_call() {
  std::vector<std::uint64_t> own;  // requests of a sendreceive, which nobody else knows
  join_sendreceive(own);
  bool moves_data = false, synchronises = false;
  for (const Part& part : call_.parts) {
    const Operation& operation = part.operation;
    moves_data = moves_data || operation.kind == Kind::put || operation.kind == Kind::get;
    synchronises = synchronises || operation.kind == Kind::collective;
    emit(part);
  }
  const bool flushes = is_flush(call_.function) || (call_.completes_window && !moves_data);
  if (flushes && !synchronises) {
    Part part;
    part.operation.kind = Kind::flush;
    emit(part);
    moves_data_ = false;
  }
  emit_waits(own);
  if (call_.parts.empty() && call_.completed.empty() && !flushes) note_empty_call();
}

// MPI_Sendrecv: a blocking send and a blocking receive in one call are under way together.
void RankEvents::join_sendreceive(std::vector<std::uint64_t>& own) {
  const auto has = [&](Kind kind) {
    return std::any_of(call_.parts.begin(), call_.parts.end(),
                       [&](const Part& part) { return part.operation.kind == kind; });
  };
  const bool joined = has(Kind::send) && has(Kind::receive);
  for (Part& part : call_.parts) {
    Kind& kind = part.operation.kind;
    if (joined && (kind == Kind::send || kind == Kind::receive)) {
      kind = kind == Kind::send ? Kind::isend : Kind::ireceive;
      part.opens = true;
      part.described = true;
      part.request = UINT64_MAX - own.size();
      own.push_back(part.request);
    } else if (kind == Kind::send && starts_nonblocking(call_.function)) {
      // A recorder that does not follow requests (Score-P without xnonblock).
      kind = Kind::isend;
    }
  }
}

void RankEvents::emit(const Part& part) {
  Operation operation = part.operation;
  operation.function = functions_.of(function_of(part));
  if (!part.opens) {
    builder_.add(operation);
    return;
  }
  drop_if_unknown(part.request);  // what had that number before
  const std::uint32_t number = builder_.open(operation);
  open_[part.request] = {number,          trace_.operations.size() - 1,
                         operation.kind,  part.source_posted,
                         part.tag_posted, part.described,
                         part.counts};
}

// A receive or collective that was never complete: nothing says what it was.
void RankEvents::drop_if_unknown(std::uint64_t request) {
  const auto at = open_.find(request);
  if (at == open_.end() || at->second.described) return;
  drop(at->second.operation);
  ++notes_.unfinished;
}

void RankEvents::drop(std::size_t operation) {
  dropped_.resize(trace_.operations.size(), false);
  dropped_[operation] = true;
}

void RankEvents::emit_waits(const std::vector<std::uint64_t>& own) {
  std::vector<std::uint32_t> numbers;
  for (const std::vector<std::uint64_t>* const list : {&own, &std::as_const(call_.completed)})
    for (const std::uint64_t request : *list) {
      const auto at = open_.find(request);
      if (at == open_.end()) continue;
      numbers.push_back(at->second.number);
      open_.erase(at);
    }
  Operation wait;
  wait.kind = Kind::wait;
  const std::string& function = call_.function.empty() ? default_function(wait) : call_.function;
  if (numbers.empty()) return;
  if (is_test(function)) ++notes_.tested;
  builder_.wait(functions_.of(function), numbers);
}

void RankEvents::note_empty_call() {
  if (!call_.function.empty() && !call_.explained && !is_local(call_.function))
    ++notes_.without_records[call_.function];
}

RankEvents::Part& RankEvents::add(Kind kind) {
  call_.parts.emplace_back();
  call_.parts.back().operation.kind = kind;
  return call_.parts.back();
}

Operation RankEvents::message(Kind kind, const TraceMessage& message) {
  Operation operation;
  operation.kind = kind;
  operation.peer = static_cast<std::int32_t>(
      communicators_.world_rank(message.communicator, message.peer, self_));
  operation.tag = static_cast<std::int32_t>(message.tag);
  operation.communicator = communicators_.index_of(message.communicator, self_);
  operation.amount = message.bytes;
  return operation;
}

// As the program posted a receive or probe; `communicator` may be no_reference where only
// wildcards are given.
void RankEvents::apply_posted(Part& part, const TraceAttributes& attributes,
                              std::uint32_t communicator) {
  Operation& operation = part.operation;
  if (communicator != no_reference)
    operation.communicator = communicators_.index_of(communicator, self_);
  if (attributes.source) {
    part.source_posted = true;
    if (*attributes.source < 0)
      operation.peer = any_source;
    else if (communicator == no_reference)
      throw std::string("a source is given without the communicator that it is a rank of");
    else
      operation.peer = static_cast<std::int32_t>(communicators_.world_rank(
          communicator, static_cast<std::uint32_t>(*attributes.source), self_));
  }
  if (attributes.tag) {
    part.tag_posted = true;
    operation.tag = *attributes.tag < 0 ? any_tag : *attributes.tag;
  }
  if (attributes.bytes) operation.amount = *attributes.bytes;
  part.described = attributes.source && attributes.tag && communicator != no_reference;
}

namespace {

SendMode mode_in(const TraceAttributes& attributes, const std::string& function) {
  if (!attributes.mode) return mode_of(function);
  if (*attributes.mode > static_cast<std::uint8_t>(SendMode::buffered))
    throw fmt::format("{} is no mode of a send", *attributes.mode);
  return static_cast<SendMode>(*attributes.mode);
}

}  // namespace

void RankEvents::send(const TraceMessage& sent, const TraceAttributes& attributes) {
  const Operation operation = message(Kind::send, sent);
  Part& part = add(Kind::send);
  part.operation = operation;
  part.operation.mode = mode_in(attributes, call_.function);
  end_lone_event();
}

void RankEvents::isend(const TraceMessage& sent, std::uint64_t request,
                       const TraceAttributes& attributes) {
  const Operation operation = message(Kind::isend, sent);
  Part& part = add(Kind::isend);
  part.operation = operation;
  part.operation.mode = mode_in(attributes, call_.function);
  part.opens = true;
  part.described = true;
  part.request = request;
  end_lone_event();
}

void RankEvents::receive(const TraceMessage& received, const TraceAttributes& attributes) {
  ++notes_.receives;
  Part& part = add(Kind::receive);
  if (attributes.source && *attributes.source < 0 && !stands(received)) {
    // The archive need not say who sent it.
    part.operation.communicator = communicators_.index_of(received.communicator, self_);
    part.operation.amount = received.bytes;
    part.operation.tag = static_cast<std::int32_t>(received.tag);
  } else {
    part.operation = message(Kind::receive, received);
  }
  if (!stands(received)) apply_posted(part, attributes, received.communicator);
  end_lone_event();
}

void RankEvents::ireceive(std::uint64_t request, const TraceAttributes& attributes) {
  ++notes_.receives;
  Part& part = add(Kind::ireceive);
  apply_posted(part, attributes, attributes.communicator.value_or(no_reference));
  part.opens = true;
  part.request = request;
  end_lone_event();
}

// Null where it was opened while nothing was recorded.
RankEvents::Open* RankEvents::find_open(std::uint64_t request) {
  const auto at = open_.find(request);
  if (at != open_.end()) return &at->second;
  if (!paused_once_) throw fmt::format("request {} is complete, but was never opened", request);
  ++notes_.unknown_requests;
  return nullptr;
}

namespace {

bool opens_request(Kind kind) {
  return kind == Kind::isend || kind == Kind::ireceive || kind == Kind::icollective;
}

}  // namespace

void RankEvents::complete(std::uint64_t request) {
  const bool opened_here =
      std::any_of(call_.parts.begin(), call_.parts.end(), [&](const Part& part) {
        return part.opens && part.request == request && opens_request(part.operation.kind);
      });
  if (opened_here || find_open(request) != nullptr) call_.completed.push_back(request);
  end_lone_event();
}

void RankEvents::complete(std::uint64_t request, const TraceMessage& received) {
  Operation* operation = nullptr;
  bool source_posted = false, tag_posted = false;
  bool* described = nullptr;
  for (Part& part : call_.parts)
    if (part.opens && part.request == request) {
      operation = &part.operation;
      source_posted = part.source_posted;
      tag_posted = part.tag_posted;
      described = &part.described;
    }
  if (operation == nullptr) {
    Open* const open = find_open(request);
    if (open == nullptr) return end_lone_event();
    operation = &trace_.operations[open->operation];
    source_posted = open->source_posted;
    tag_posted = open->tag_posted;
    described = &open->described;
  }
  if (operation->kind != Kind::ireceive)
    throw fmt::format("request {} is complete as a receive, which it is not", request);
  if (!source_posted || stands(received))
    operation->peer = static_cast<std::int32_t>(
        communicators_.world_rank(received.communicator, received.peer, self_));
  if (!tag_posted || stands(received)) operation->tag = static_cast<std::int32_t>(received.tag);
  operation->communicator = communicators_.index_of(received.communicator, self_);
  operation->amount = received.bytes;
  *described = true;
  call_.completed.push_back(request);
  end_lone_event();
}

void RankEvents::cancelled(std::uint64_t request) {
  call_.explained = true;
  if (const auto at = open_.find(request); at != open_.end()) {
    drop(at->second.operation);
    open_.erase(at);
  }
  ++notes_.cancelled;
}

void RankEvents::count(std::uint64_t value) { counts_.push_back(value); }

void RankEvents::repeat(std::uint64_t times) {
  constexpr std::size_t most_counts = 1U << 26;
  if (counts_.empty()) throw std::string("hpcast.repeat without an hpcast.count before it");
  if (times > most_counts || counts_.size() + times > most_counts)
    throw std::string("more than 67 million hpcast.count of one call");
  counts_.insert(counts_.end(), times, counts_.back());
}

// The counts so far are those of `operation`.
void RankEvents::take_counts(Operation& operation, const CollectivePlace& place) {
  if (!has_counts(place.kind)) {
    counts_.clear();
    return;
  }
  if (!counts_.empty()) {
    if (counts_.size() != length_of_counts(place.kind, place.size, place.is_root, counts_))
      throw fmt::format("{} of {} ranks has {} counts", name_of(place.kind), place.size,
                        counts_.size());
    operation.count = builder_.counts(counts_);
    counts_.clear();
  } else if (place.is_root || !is_rooted(place.kind)) {
    ++notes_.without_counts;
  }
}

void RankEvents::fill(Operation& operation, const TraceCollective& call,
                      const TraceAttributes& attributes) {
  CollectivePlace place;
  place.kind = *call.kind;
  if (is_neighborhood(call_.function)) place.kind = Collective::neighbor;
  if (attributes.collective) {
    if (*attributes.collective >= collective_count)
      throw fmt::format("{} is no kind of collective", *attributes.collective);
    place.kind = static_cast<Collective>(*attributes.collective);
  }
  operation.collective = place.kind;
  operation.communicator = communicators_.index_of(call.communicator, self_);
  if (communicators_.is_inter(call.communicator)) ++notes_.inter_collectives;
  place.rank = communicators_.rank_in(operation.communicator, self_);
  // Its own members, whatever else this rank has seen.
  place.size = communicators_.size_of(operation.communicator);
  operation.peer = 0;
  if (is_rooted(place.kind)) {
    // Of an inter-communicator, the root may be none of its own ranks.
    const bool named = call.root < place.size && !communicators_.is_inter(call.communicator);
    if (!named && !communicators_.is_inter(call.communicator))
      throw fmt::format("communicator {} has no rank {} to be a root", call.communicator,
                        call.root);
    operation.peer = static_cast<std::int32_t>(
        communicators_.world_rank(call.communicator, named ? call.root : 0, self_));
    place.is_root = named && call.root == place.rank;
  }
  operation.tag = static_cast<std::int32_t>(std::clamp<std::uint32_t>(
      attributes.element.value_or(1), 1, static_cast<std::uint32_t>(INT32_MAX)));
  operation.amount = attributes.amount.value_or(amount_of(place, call.sizes));
  take_counts(operation, place);
}

void RankEvents::collective(const TraceCollective& call, const TraceAttributes& attributes) {
  if (!call.kind) {
    ++notes_.handles;
    call_.explained = true;
    return end_lone_event();
  }
  Operation operation;
  operation.kind = Kind::collective;
  operation.count = no_counts;
  fill(operation, call, attributes);
  add(Kind::collective).operation = operation;
  end_lone_event();
}

void RankEvents::icollective(std::uint64_t request) {
  Part& part = add(Kind::icollective);
  part.operation.count = no_counts;
  part.opens = true;
  part.request = request;
  part.counts = std::exchange(counts_, {});
  end_lone_event();
}

void RankEvents::complete(std::uint64_t request, const TraceCollective& call,
                          const TraceAttributes& attributes) {
  Open* const open = find_open(request);
  if (open == nullptr) return end_lone_event();
  Operation& operation = trace_.operations[open->operation];
  if (operation.kind != Kind::icollective)
    throw fmt::format("request {} is complete as a collective, which it is not", request);
  if (call.kind) {
    const std::string outer = call_.function;
    call_.function = functions_.name_of(operation.function);  // tells neighbourhoods
    counts_ = std::move(open->counts);
    fill(operation, call, attributes);
    call_.function = outer;
    open->described = true;
  } else {
    ++notes_.handles;
    drop(open->operation);
    open_.erase(request);
  }
  call_.completed.push_back(request);
  end_lone_event();
}

void RankEvents::one_sided(Kind kind, std::uint32_t window, std::uint32_t target,
                           std::uint64_t bytes) {
  const auto at = definitions_.windows.find(window);
  if (at == definitions_.windows.end()) throw fmt::format("there is no window {}", window);
  const Operation operation = message(kind, {target, at->second, 0, bytes});
  add(kind).operation = operation;
  moves_data_ = true;
  end_lone_event();
}

void RankEvents::window_collective(std::uint32_t window) {
  const auto at = definitions_.windows.find(window);
  if (at == definitions_.windows.end()) throw fmt::format("there is no window {}", window);
  // A fence completes what came before it.
  if (std::exchange(moves_data_, false)) add(Kind::flush);
  TraceCollective call;
  call.kind = Collective::barrier;
  call.communicator = at->second;
  collective(call, {});
}

void RankEvents::finish() {
  if (depth_ > 0)
    throw fmt::format("it ends within {}", call_.function.empty() ? "a region" : call_.function);
  end_compute();
  dropped_.resize(trace_.operations.size(), false);
  std::vector<std::uint64_t> requests;
  for (const auto& [request, open] : open_) requests.push_back(request);
  for (const std::uint64_t request : requests) drop_if_unknown(request);
  std::vector<Operation> operations;
  operations.swap(trace_.operations);
  for (std::size_t i = 0; i < operations.size(); ++i) {
    if (dropped_[i]) continue;
    if (operations[i].kind == Kind::compute)
      builder_.compute(static_cast<Picoseconds>(operations[i].amount));
    else
      builder_.add(operations[i]);
  }
  trace_.operations.shrink_to_fit();
  builder_.finish();
}

namespace {

void note_if(std::vector<std::string>& notes, std::uint64_t count, const std::string& text) {
  if (count > 0) notes.push_back(fmt::format("{}: {}", text, count));
}

void note_functions(std::vector<std::string>& notes,
                    const std::map<std::string, std::uint64_t>& functions, const char* text) {
  for (const auto& [name, calls] : functions)
    notes.push_back(fmt::format("{} {}: {}", name, text, counted(calls, "call")));
}

}  // namespace

std::vector<std::string> not_modelled_of(const TraceNotes& notes, bool is_own_recorder) {
  std::vector<std::string> texts;
  if (!is_own_recorder)
    note_if(texts, notes.receives,
            "receives, which match as they did when recorded: the archive does not say which were "
            "posted with MPI_ANY_SOURCE or MPI_ANY_TAG");
  note_if(texts, notes.without_counts,
          "collectives with counts that the archive does not give, split evenly");
  note_if(texts, notes.tested,
          "calls of MPI_Test, MPI_Testany and their like that found something, taken as waits");
  note_if(texts, notes.tests, "tests of requests that found nothing, left out");
  note_if(texts, notes.cancelled, "requests that were cancelled, left out");
  note_if(
      texts, notes.unfinished,
      "receives and collectives that were never complete, left out: nothing says what they are");
  note_if(texts, notes.handles,
          "calls that make or free communicators, windows and files, taken as free");
  note_if(texts, notes.atomics, "accumulates and other atomic operations, taken as puts and gets");
  note_if(texts, notes.group_syncs,
          "synchronisations of groups on a window (post, start, wait), left out");
  note_if(texts, notes.locks, "locks of windows, taken as free");
  note_if(texts, notes.inter_collectives,
          "collectives of inter-communicators, taken as of all their ranks together");
  note_if(texts, notes.flushes, "times that the recorder wrote its buffer, which count as nothing");
  note_if(texts, notes.pauses, "times that recording was switched off: what happened is unknown");
  note_if(texts, notes.unknown_requests,
          "requests that were opened while recording was off, left out");
  note_functions(texts, notes.without_records, "without a record of what it did, left out");
  note_functions(texts, notes.not_understood, "not understood by the recorder, left out");
  return texts;
}

}  // namespace hpcast::mpitrace

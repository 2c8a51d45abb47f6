#include "hpcast/inputs/mpitrace/otf2_rank_writer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "hpcast/inputs/mpitrace/function_names.h"

namespace hpcast::mpitrace {

namespace {

OTF2_CollectiveOp operation_of(Collective kind) {
  static constexpr std::array<OTF2_CollectiveOp, collective_count> operations = {
      OTF2_COLLECTIVE_OP_BARRIER,
      OTF2_COLLECTIVE_OP_BCAST,
      OTF2_COLLECTIVE_OP_REDUCE,
      OTF2_COLLECTIVE_OP_ALLREDUCE,
      OTF2_COLLECTIVE_OP_GATHER,
      OTF2_COLLECTIVE_OP_GATHERV,
      OTF2_COLLECTIVE_OP_SCATTER,
      OTF2_COLLECTIVE_OP_SCATTERV,
      OTF2_COLLECTIVE_OP_ALLGATHER,
      OTF2_COLLECTIVE_OP_ALLGATHERV,
      OTF2_COLLECTIVE_OP_ALLTOALL,
      OTF2_COLLECTIVE_OP_ALLTOALLV,
      OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK,
      OTF2_COLLECTIVE_OP_REDUCE_SCATTER,
      OTF2_COLLECTIVE_OP_SCAN,
      OTF2_COLLECTIVE_OP_EXSCAN,
      OTF2_COLLECTIVE_OP_ALLTOALLV};  // neighbourhoods: told by an attribute
  return operations[static_cast<std::size_t>(kind)];
}

OTF2_AttributeRef reference_of(OwnAttribute attribute) {
  return static_cast<OTF2_AttributeRef>(attribute);
}
OTF2_ParameterRef reference_of(OwnParameter parameter) {
  return static_cast<OTF2_ParameterRef>(parameter);
}

bool is_group_of_calls(const std::string& function) {
  return is_sendreceive(function) || function == "MPI_Startall";
}

}  // namespace

std::uint32_t region_of(const Profile& profile, const Operation& operation) {
  if (operation.function != 0) return operation.function - 1U;
  return static_cast<std::uint32_t>(profile.functions.size()) - 2 +
         static_cast<std::uint32_t>(operation.kind);
}

std::unordered_map<std::uint32_t, std::uint32_t> windows_of(const Profile& profile) {
  std::vector<bool> used(profile.communicators.size(), false);
  for (const RankTrace& rank : profile.ranks)
    for (const Operation& operation : rank.operations)
      if (operation.kind == Kind::put || operation.kind == Kind::get)
        used[operation.communicator] = true;
  std::unordered_map<std::uint32_t, std::uint32_t> windows;
  for (std::uint32_t i = 0; i < used.size(); ++i)
    if (used[i]) windows.emplace(i, static_cast<std::uint32_t>(windows.size()));
  return windows;
}

std::uint32_t CommunicatorRanks::rank_in(std::uint32_t communicator, std::int32_t world_rank) {
  if (world_rank < 0) return OTF2_UNDEFINED_UINT32;
  const auto world = static_cast<std::uint32_t>(world_rank);
  if (communicator == 0) return world;
  auto& ranks = known_[communicator];
  const std::vector<std::uint32_t>& members = profile_.communicators[communicator].members;
  if (ranks.empty())
    for (std::uint32_t i = 0; i < members.size(); ++i) ranks.emplace(members[i], i);
  const auto at = ranks.find(world);
  return at == ranks.end() ? OTF2_UNDEFINED_UINT32 : at->second;
}

Otf2RankWriter::Otf2RankWriter(const Profile& profile, std::uint32_t rank, CommunicatorRanks& ranks,
                               const std::unordered_map<std::uint32_t, std::uint32_t>& windows,
                               OTF2_EvtWriter* writer,
                               const std::unordered_map<std::uint32_t, Match>* matches)
    : profile_(profile),
      trace_(profile.ranks[rank]),
      self_(rank),
      ranks_(ranks),
      windows_(windows),
      writer_(writer),
      matches_(matches),
      attributes_(OTF2_AttributeList_New()),
      slots_(trace_.request_slots) {}

Otf2RankWriter::~Otf2RankWriter() { OTF2_AttributeList_Delete(attributes_); }

const std::string& Otf2RankWriter::function_of(const Operation& operation) const {
  return operation.function == 0 ? default_function(operation)
                                 : profile_.functions[operation.function];
}

OTF2_ErrorCode Otf2RankWriter::write(std::span<const Interval> times, std::uint64_t end) {
  must(OTF2_EvtWriter_ProgramBegin(writer_, nullptr, 0, 0, 0, nullptr));
  const std::vector<Operation>& operations = trace_.operations;
  for (std::size_t i = 0; i < operations.size();) {
    if (operations[i].kind == Kind::compute) {
      ++i;
      continue;
    }
    const CallRange call = call_at(i);
    write_call(call, times);
    i = call.end;
  }
  must(OTF2_EvtWriter_ProgramEnd(writer_, nullptr, end, 0));
  return error_;
}

Otf2RankWriter::CallRange Otf2RankWriter::call_at(std::size_t begin) const {
  const std::vector<Operation>& operations = trace_.operations;
  CallRange call{begin, begin + 1};
  const Operation& first = operations[begin];
  if (!is_group_of_calls(function_of(first)) || first.kind == Kind::wait) return call;
  while (call.end < operations.size() && operations[call.end].function == first.function &&
         operations[call.end].kind != Kind::compute) {
    ++call.end;
    if (operations[call.end - 1].kind == Kind::wait) break;
  }
  return call;
}

void Otf2RankWriter::write_call(const CallRange& call, std::span<const Interval> times) {
  const Operation& first = trace_.operations[call.begin];
  const std::uint32_t region = region_of(profile_, first);
  const auto begin = static_cast<std::uint64_t>(times[call.begin].begin);
  fresh();
  if (first.kind == Kind::probe) {
    add_posted(first, true);
    must(OTF2_AttributeList_AddCommRef(attributes_, reference_of(OwnAttribute::communicator),
                                       first.communicator));
  }
  must(OTF2_EvtWriter_Enter(writer_, attributes_, begin, region));
  if (is_plain_sendreceive(call))
    write_sendreceive(call, {times[call.begin].begin, times[call.end - 1].end});
  else
    for (std::size_t i = call.begin; i < call.end; ++i) write_operation(i, times[i]);
  must(OTF2_EvtWriter_Leave(writer_, nullptr, static_cast<std::uint64_t>(times[call.end - 1].end),
                            region));
}

// One send and one receive, and a wait for both.
bool Otf2RankWriter::is_plain_sendreceive(const CallRange& call) const {
  if (call.end - call.begin != 3) return false;
  const Operation* const of = &trace_.operations[call.begin];
  const bool kinds = (of[0].kind == Kind::isend && of[1].kind == Kind::ireceive) ||
                     (of[0].kind == Kind::ireceive && of[1].kind == Kind::isend);
  return kinds && of[2].kind == Kind::wait && of[2].count == 2 &&
         trace_.waits[of[2].amount] == of[0].request &&
         trace_.waits[of[2].amount + 1] == of[1].request;
}

void Otf2RankWriter::write_sendreceive(const CallRange& call, const Interval& time) {
  // Times may not fall, so a receive that was posted first has both at the end.
  const bool send_first = trace_.operations[call.begin].kind == Kind::isend;
  const auto end = static_cast<std::uint64_t>(time.end);
  for (std::size_t i = call.begin; i + 1 < call.end; ++i) {
    if (trace_.operations[i].kind == Kind::isend)
      send(trace_.operations[i], send_first ? static_cast<std::uint64_t>(time.begin) : end);
    else
      receive(i, end);
  }
}

void Otf2RankWriter::write_operation(std::size_t index, const Interval& time) {
  const Operation& operation = trace_.operations[index];
  const auto begin = static_cast<std::uint64_t>(time.begin);
  const auto end = static_cast<std::uint64_t>(time.end);
  switch (operation.kind) {
    case Kind::send:
      return send(operation, begin);
    case Kind::isend:
      return isend(index, begin);
    case Kind::receive:
      return receive(index, end);
    case Kind::ireceive:
      return ireceive(index, begin);
    case Kind::wait:
      return wait(operation, end);
    case Kind::collective:
      return collective(index, time);
    case Kind::icollective:
      return icollective(index, begin);
    case Kind::put:
    case Kind::get:
      return one_sided(operation, begin);
    case Kind::flush:
      return flush(end);
    case Kind::probe:
    case Kind::compute:
      return;
  }
}

// ---- Attributes

OTF2_AttributeList* Otf2RankWriter::fresh() {
  if (OTF2_AttributeList_GetNumberOfElements(attributes_) > 0)
    OTF2_AttributeList_RemoveAllAttributes(attributes_);
  return attributes_;
}

void Otf2RankWriter::add_mode(const Operation& operation) {
  fresh();
  if (operation.mode == mode_of(function_of(operation))) return;
  must(OTF2_AttributeList_AddUint8(attributes_, reference_of(OwnAttribute::mode),
                                   static_cast<std::uint8_t>(operation.mode)));
}

void Otf2RankWriter::add_posted(const Operation& operation, bool always) {
  if (always || operation.peer == any_source) {
    const std::uint32_t rank = peer_of(operation);
    must(OTF2_AttributeList_AddInt32(
        attributes_, reference_of(OwnAttribute::source),
        operation.peer == any_source ? any_source : static_cast<std::int32_t>(rank)));
  }
  if (always || operation.tag == any_tag)
    must(OTF2_AttributeList_AddInt32(attributes_, reference_of(OwnAttribute::tag), operation.tag));
}

void Otf2RankWriter::add_collective(const Operation& operation) {
  fresh();
  if (operation.collective == Collective::neighbor)
    must(OTF2_AttributeList_AddUint8(attributes_, reference_of(OwnAttribute::collective),
                                     static_cast<std::uint8_t>(operation.collective)));
  if (operation.tag > 1)
    must(OTF2_AttributeList_AddUint32(attributes_, reference_of(OwnAttribute::element),
                                      static_cast<std::uint32_t>(operation.tag)));
  const CollectivePlace place = place_of(operation);
  const CollectiveSizes sizes = sizes_of(place, operation.amount, counts_in(operation));
  if (amount_of(place, sizes) != operation.amount)
    must(OTF2_AttributeList_AddUint64(attributes_, reference_of(OwnAttribute::amount),
                                      operation.amount));
}

// ---- Messages

void Otf2RankWriter::send(const Operation& operation, std::uint64_t time) {
  add_mode(operation);
  must(OTF2_EvtWriter_MpiSend(writer_, attributes_, time, peer_of(operation),
                              operation.communicator, static_cast<std::uint32_t>(operation.tag),
                              operation.amount));
}

// The number of the request that the operation opens.
std::uint64_t Otf2RankWriter::opened(std::size_t index) {
  const std::uint32_t slot = trace_.operations[index].request;
  const std::uint64_t request = ++requests_;
  if (slot < slots_.size()) slots_[slot] = {request, index};
  return request;
}

void Otf2RankWriter::isend(std::size_t index, std::uint64_t time) {
  const Operation& operation = trace_.operations[index];
  add_mode(operation);
  must(OTF2_EvtWriter_MpiIsend(writer_, attributes_, time, peer_of(operation),
                               operation.communicator, static_cast<std::uint32_t>(operation.tag),
                               operation.amount, opened(index)));
}

Match Otf2RankWriter::match_of(std::size_t index) const {
  const Operation& operation = trace_.operations[index];
  Match match{OTF2_UNDEFINED_UINT32, operation.tag};
  if (operation.peer != any_source) match.source = static_cast<std::uint32_t>(operation.peer);
  if (matches_ == nullptr) return match;
  const auto at = matches_->find(static_cast<std::uint32_t>(index));
  return at == matches_->end() ? match : at->second;
}

std::uint32_t Otf2RankWriter::source_of(std::size_t index) {
  return ranks_.rank_in(trace_.operations[index].communicator,
                        static_cast<std::int32_t>(match_of(index).source));
}

void Otf2RankWriter::receive(std::size_t index, std::uint64_t time) {
  const Operation& operation = trace_.operations[index];
  fresh();
  add_posted(operation, false);
  must(OTF2_EvtWriter_MpiRecv(writer_, attributes_, time, source_of(index), operation.communicator,
                              static_cast<std::uint32_t>(match_of(index).tag), operation.amount));
}

void Otf2RankWriter::ireceive(std::size_t index, std::uint64_t time) {
  const Operation& operation = trace_.operations[index];
  const bool never_complete = operation.request == no_request;
  fresh();
  add_posted(operation, never_complete);
  if (never_complete) {
    must(OTF2_AttributeList_AddCommRef(attributes_, reference_of(OwnAttribute::communicator),
                                       operation.communicator));
    must(OTF2_AttributeList_AddUint64(attributes_, reference_of(OwnAttribute::bytes),
                                      operation.amount));
  }
  must(OTF2_EvtWriter_MpiIrecvRequest(writer_, attributes_, time, opened(index)));
}

void Otf2RankWriter::wait(const Operation& operation, std::uint64_t time) {
  for (std::uint32_t i = 0; i < operation.count; ++i) {
    const std::uint32_t slot = trace_.waits[operation.amount + i];
    const Pending& pending = slots_[slot];
    switch (trace_.operations[pending.operation].kind) {
      case Kind::ireceive:
        complete_receive(pending, time);
        break;
      case Kind::icollective:
        complete_collective(pending, time);
        break;
      default:
        must(OTF2_EvtWriter_MpiIsendComplete(writer_, nullptr, time, pending.request));
    }
  }
}

void Otf2RankWriter::complete_receive(const Pending& pending, std::uint64_t time) {
  const Operation& operation = trace_.operations[pending.operation];
  must(OTF2_EvtWriter_MpiIrecv(writer_, nullptr, time, source_of(pending.operation),
                               operation.communicator,
                               static_cast<std::uint32_t>(match_of(pending.operation).tag),
                               operation.amount, pending.request));
}

// ---- Collectives

std::span<const std::uint64_t> Otf2RankWriter::counts_in(const Operation& operation) const {
  const auto size =
      static_cast<std::uint32_t>(profile_.communicators[operation.communicator].members.size());
  return counts_of(trace_, operation, size, self_);
}

CollectivePlace Otf2RankWriter::place_of(const Operation& operation) {
  CollectivePlace place;
  place.kind = operation.collective;
  place.rank = ranks_.rank_in(operation.communicator, static_cast<std::int32_t>(self_));
  place.size =
      static_cast<std::uint32_t>(profile_.communicators[operation.communicator].members.size());
  place.is_root =
      is_rooted(operation.collective) && operation.peer == static_cast<std::int32_t>(self_);
  return place;
}

// In runs: v-collectives are often sparse.
void Otf2RankWriter::write_counts(const Operation& operation, std::uint64_t time) {
  const std::span<const std::uint64_t> counts = counts_in(operation);
  for (std::size_t i = 0; i < counts.size();) {
    std::size_t end = i + 1;
    while (end < counts.size() && counts[end] == counts[i]) ++end;
    must(OTF2_EvtWriter_ParameterUnsignedInt(writer_, nullptr, time,
                                             reference_of(OwnParameter::count), counts[i]));
    if (end - i > 1)
      must(OTF2_EvtWriter_ParameterUnsignedInt(writer_, nullptr, time,
                                               reference_of(OwnParameter::repeat), end - i - 1));
    i = end;
  }
}

void Otf2RankWriter::collective(std::size_t index, const Interval& time) {
  const Operation& operation = trace_.operations[index];
  const auto begin = static_cast<std::uint64_t>(time.begin);
  write_counts(operation, begin);
  must(OTF2_EvtWriter_MpiCollectiveBegin(writer_, nullptr, begin));
  const CollectiveSizes sizes =
      sizes_of(place_of(operation), operation.amount, counts_in(operation));
  add_collective(operation);
  must(OTF2_EvtWriter_MpiCollectiveEnd(
      writer_, attributes_, static_cast<std::uint64_t>(time.end),
      operation_of(operation.collective), operation.communicator,
      is_rooted(operation.collective) ? peer_of(operation) : OTF2_UNDEFINED_UINT32, sizes.sent,
      sizes.received));
}

void Otf2RankWriter::icollective(std::size_t index, std::uint64_t time) {
  write_counts(trace_.operations[index], time);
  must(OTF2_EvtWriter_NonBlockingCollectiveRequest(writer_, nullptr, time, opened(index)));
}

void Otf2RankWriter::complete_collective(const Pending& pending, std::uint64_t time) {
  const Operation& operation = trace_.operations[pending.operation];
  const CollectiveSizes sizes =
      sizes_of(place_of(operation), operation.amount, counts_in(operation));
  add_collective(operation);
  must(OTF2_EvtWriter_NonBlockingCollectiveComplete(
      writer_, attributes_, time, operation_of(operation.collective), operation.communicator,
      is_rooted(operation.collective) ? peer_of(operation) : OTF2_UNDEFINED_UINT32, sizes.sent,
      sizes.received, pending.request));
}

// ---- One-sided

void Otf2RankWriter::one_sided(const Operation& operation, std::uint64_t time) {
  const std::uint64_t transfer = ++transfers_;
  const std::uint32_t window = windows_.at(operation.communicator);
  const auto write = operation.kind == Kind::put ? OTF2_EvtWriter_RmaPut : OTF2_EvtWriter_RmaGet;
  must(write(writer_, nullptr, time, window, peer_of(operation), operation.amount, transfer));
  transfers_open_.emplace_back(window, transfer);
}

void Otf2RankWriter::flush(std::uint64_t time) {
  for (const auto& [window, transfer] : transfers_open_)
    must(OTF2_EvtWriter_RmaOpCompleteRemote(writer_, nullptr, time, window, transfer));
  transfers_open_.clear();
}

}  // namespace hpcast::mpitrace

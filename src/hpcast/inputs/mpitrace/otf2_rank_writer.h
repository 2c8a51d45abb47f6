// One rank's operations become its events in an OTF2 archive.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hpcast/inputs/mpitrace/otf2_names.h"
#include "hpcast/inputs/mpitrace/otf2_sizes.h"
#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/inputs/mpitrace/write_otf2.h"

namespace hpcast::mpitrace {

// References of the archive: libotf2 wants each kind of definition numbered from 0 on.
// Regions: those of profile.functions from 1 on, then what calls without a name are.
std::uint32_t region_of(const Profile& profile, const Operation& operation);
// By communicator: its window, if there are puts or gets.
std::unordered_map<std::uint32_t, std::uint32_t> windows_of(const Profile& profile);

// Ranks of communicators, which operations do not have.
class CommunicatorRanks {
 public:
  explicit CommunicatorRanks(const Profile& profile) : profile_(profile) {}
  // OTF2's "undefined" where it is none of its members.
  std::uint32_t rank_in(std::uint32_t communicator, std::int32_t world_rank);

 private:
  const Profile& profile_;
  std::unordered_map<std::uint32_t, std::unordered_map<std::uint32_t, std::uint32_t>> known_;
};

class Otf2RankWriter {
 public:
  Otf2RankWriter(const Profile& profile, std::uint32_t rank, CommunicatorRanks& ranks,
                 const std::unordered_map<std::uint32_t, std::uint32_t>& windows,
                 OTF2_EvtWriter* writer, const std::unordered_map<std::uint32_t, Match>* matches);
  ~Otf2RankWriter();
  Otf2RankWriter(const Otf2RankWriter&) = delete;
  Otf2RankWriter& operator=(const Otf2RankWriter&) = delete;

  // The first error, if there was one.
  OTF2_ErrorCode write(std::span<const Interval> times, std::uint64_t end);

 private:
  // The operations of one call, of which each but MPI_Sendrecv and MPI_Startall is one.
  struct CallRange {
    std::size_t begin = 0, end = 0;
  };
  // What a slot of a request holds.
  struct Pending {
    std::uint64_t request = 0;
    std::size_t operation = 0;
  };

  CallRange call_at(std::size_t begin) const;
  bool is_plain_sendreceive(const CallRange& call) const;
  void write_call(const CallRange& call, std::span<const Interval> times);
  void write_sendreceive(const CallRange& call, const Interval& time);
  void write_operation(std::size_t index, const Interval& time);
  void send(const Operation& operation, std::uint64_t time);
  void isend(std::size_t index, std::uint64_t time);
  void receive(std::size_t index, std::uint64_t time);
  void ireceive(std::size_t index, std::uint64_t time);
  void wait(const Operation& operation, std::uint64_t time);
  void complete_receive(const Pending& pending, std::uint64_t time);
  void complete_collective(const Pending& pending, std::uint64_t time);
  void collective(std::size_t index, const Interval& time);
  void icollective(std::size_t index, std::uint64_t time);
  void write_counts(const Operation& operation, std::uint64_t time);
  void one_sided(const Operation& operation, std::uint64_t time);
  void flush(std::uint64_t time);

  std::uint64_t opened(std::size_t index);
  OTF2_AttributeList* fresh();
  void add_mode(const Operation& operation);
  void add_posted(const Operation& operation, bool always);
  void add_collective(const Operation& operation);
  std::span<const std::uint64_t> counts_in(const Operation& operation) const;
  CollectivePlace place_of(const Operation& operation);
  Match match_of(std::size_t index) const;
  std::uint32_t source_of(std::size_t index);
  std::uint32_t peer_of(const Operation& operation) {
    return ranks_.rank_in(operation.communicator, operation.peer);
  }
  const std::string& function_of(const Operation& operation) const;
  void must(OTF2_ErrorCode code) {
    if (error_ == OTF2_SUCCESS) error_ = code;
    if (code != OTF2_SUCCESS) writer_ = nullptr;  // as ArchiveWriter::events() has it
  }

  const Profile& profile_;
  const RankTrace& trace_;
  std::uint32_t self_;
  CommunicatorRanks& ranks_;
  const std::unordered_map<std::uint32_t, std::uint32_t>& windows_;
  OTF2_EvtWriter* writer_;
  const std::unordered_map<std::uint32_t, Match>* matches_;
  OTF2_AttributeList* attributes_;
  OTF2_ErrorCode error_ = OTF2_SUCCESS;
  std::vector<Pending> slots_;
  std::uint64_t requests_ = 0, transfers_ = 0;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> transfers_open_;  // window, matching number
};

}  // namespace hpcast::mpitrace

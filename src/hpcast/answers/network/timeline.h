// What each rank did when, and the messages between them, small enough for a page. Times are in
// units from the start on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hpcast::answers {

enum class RankState : std::uint8_t { compute, late, transfer, mpi };  // as of TimeSplit

// What pieces of the timeline have in common.
struct TimelineInfo {
  RankState state = RankState::compute;
  std::uint32_t call = 0;            // index of NetworkTimeline::calls
  bool several = false;              // merged; `call` is what took most of the time
  std::optional<std::int64_t> peer;  // minus the rank; of a wait: who was waited for
  std::optional<std::uint64_t> bytes;
  auto operator<=>(const TimelineInfo&) const = default;
};

struct TimelinePiece {
  std::uint32_t begin = 0, end = 0;
  std::uint32_t info = 0;  // index of NetworkTimeline::infos
  bool operator==(const TimelinePiece&) const = default;
};

struct TimelineMessage {
  std::uint32_t from = 0, to = 0;  // rows
  std::uint32_t sent = 0, received = 0;
  std::uint64_t bytes = 0;
  bool operator==(const TimelineMessage&) const = default;
};

struct NetworkTimeline {
  double unit_s = 0;
  std::vector<std::string> calls;
  std::vector<TimelineInfo> infos;
  std::vector<std::uint32_t> ranks;              // of the rows, ascending; of many ranks some
  std::vector<std::vector<TimelinePiece>> rows;  // each in order
  std::vector<TimelineMessage> messages;         // of many some, evenly
  std::uint64_t all_messages = 0;                // that the run had
  double merged_s = 0;  // what is shorter is merged with its neighbours; 0: nothing is
};

}  // namespace hpcast::answers

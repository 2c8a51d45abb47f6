#include "hpcast/inputs/calibrate/fill_room.h"

#include <algorithm>

namespace hpcast::calibrate {

namespace {

class RoomFiller {
 public:
  RoomFiller(dat::CoreClass& core, const Room& room, bool is_quiet, Book& book)
      : core_(core), pipeline_(*core.pipeline), room_(room), is_quiet_(is_quiet), book_(book) {}

  void fill() {
    if (add("instructions in flight", room_.reorder_buffer, pipeline_.reorder_buffer))
      core_.window = pipeline_.reorder_buffer = *room_.reorder_buffer;
    if (add("instructions that wait", room_.scheduler, pipeline_.scheduler))
      pipeline_.scheduler = *room_.scheduler;
    fill_vector_waiting();
    if (add("results in general registers", room_.registers, pipeline_.registers))
      pipeline_.registers = *room_.registers;
    if (add("results in vector registers", room_.vector_registers, pipeline_.vector_registers))
      pipeline_.vector_registers = *room_.vector_registers;
    if (add("bytes of code fetched at once", room_.fetch_line, pipeline_.fetch_line))
      pipeline_.fetch_line = *room_.fetch_line;
    if (add("cycles behind a call or return", room_.call_bubble, pipeline_.call_bubble))
      pipeline_.call_bubble = *room_.call_bubble;
  }

 private:
  bool add(const char* name, const std::optional<std::uint32_t>& measured, std::uint32_t told) {
    if (!measured) {
      book_.add_unseen(std::string("Room for ") + name +
                       ": searches did not agree, or there was no end to it.");
      return false;
    }
    book_.add({"room",
               name,
               static_cast<double>(*measured),
               Unit::none,
               1,
               told == 0 ? std::nullopt : std::optional<double>(told),
               {},
               {}});
    const bool is_shared = !is_quiet_ && *measured < told;
    if (is_shared) book_.only_told("a neighbour may use the core's other thread");
    // Processors of a generation do not differ by that: somebody else's time was measured.
    const bool is_far = told > 0 && *measured > 0 && (*measured > 4 * told || 4 * *measured < told);
    if (is_far) book_.only_told("too far from what is told");
    return !is_shared && !is_far;
  }

  // The queue before the scheduler has what that does not.
  void fill_vector_waiting() {
    if (!add("vector instructions that wait", room_.vector_waiting,
             pipeline_.vector_scheduler + pipeline_.vector_queue))
      return;
    pipeline_.vector_scheduler = std::min(pipeline_.vector_scheduler, *room_.vector_waiting);
    pipeline_.vector_queue = *room_.vector_waiting - pipeline_.vector_scheduler;
  }

  dat::CoreClass& core_;
  dat::Pipeline& pipeline_;
  const Room& room_;
  bool is_quiet_;
  Book& book_;
};

}  // namespace

void fill_room(dat::CoreClass& core, const Room& room, bool is_quiet, Book& book) {
  if (core.pipeline) RoomFiller(core, room, is_quiet, book).fill();
}

}  // namespace hpcast::calibrate

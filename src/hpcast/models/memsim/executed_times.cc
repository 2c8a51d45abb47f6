#include "hpcast/models/memsim/executed_times.h"

#include <algorithm>
#include <utility>

#include "hpcast/inputs/blocks/executed.h"

namespace hpcast::memsim {

ExecutedTimes::Thread& ExecutedTimes::thread(std::uint32_t id) {
  if (threads_.size() <= id) threads_.resize(id + 1);
  return threads_[id];
}

void ExecutedTimes::add_thread(std::uint32_t thread, std::uint32_t core) {
  clock_.add_thread(thread, core);
  if (worked_.size() <= core) worked_.resize(core + 1);
}

void ExecutedTimes::answer(std::uint32_t thread, std::uint16_t answerer) {
  this->thread(thread).answers.push_back(answerer);
}

void ExecutedTimes::cut(const Piece& piece) {
  Step& step = steps_.emplace_back();
  step.piece = piece;
  step.holds = !thread(piece.thread).held.empty();
  thread(piece.thread).untimed.push_back(&step);
}

void ExecutedTimes::signal(std::uint32_t thread, std::uint32_t phase, std::uint64_t object) {
  steps_.push_back({Does::signal, true, false, {.thread = thread, .phase = phase}, {}, {object}});
  auto& held = this->thread(thread).held;
  if (const auto last = held.find(object); last != held.end()) held.erase(last);
}

void ExecutedTimes::wait(std::uint32_t thread, std::uint32_t phase, const Wait& wait) {
  steps_.push_back({Does::wait, true, false, {.thread = thread, .phase = phase}, {}, wait});
}

void ExecutedTimes::lock(std::uint32_t thread, std::uint32_t phase, std::uint64_t object) {
  steps_.push_back({Does::lock, true, false, {.thread = thread, .phase = phase}, {}, {object}});
  this->thread(thread).held.insert(object);
}

bool ExecutedTimes::has_to_time(std::uint32_t thread) const {
  return thread < threads_.size() && !threads_[thread].untimed.empty();
}

// Until the next cut, which is left out, with its answers filled in.
std::span<Word> ExecutedTimes::next_piece(const Thread& thread, std::span<Word> executed,
                                          std::size_t& answered) {
  std::size_t size = 0;
  for (; size < executed.size() && executed[size] != blocks::cut; ++size) {
    Word& w = executed[size];
    if (reftrace::op_of(w) == reftrace::Op::event || blocks::answerer_of(w) != blocks::unanswered ||
        answered == thread.answers.size())
      continue;
    w = blocks::answered(w, thread.answers[answered++]);
  }
  return executed.first(size);
}

std::size_t ExecutedTimes::time(std::uint32_t id, std::span<Word> executed) {
  Thread& t = threads_[id];
  std::span<Word> left = executed;
  std::size_t answered = 0;
  for (Step* const step : std::exchange(t.untimed, {})) {
    const std::span<Word> next = next_piece(t, left, answered);
    clock_.execute(id, step->piece.phase, step->holds, next);
    left = left.subspan(std::min(next.size() + 1, left.size()));
    if (step->piece.last && left.empty()) clock_.finish(id);
    step->is_known = true;
    const std::optional<CoreTime> now = clock_.time(id);
    if (!now) continue;
    step->is_timed = true;
    step->time = *now - t.time;
    t.time = *now;
  }
  t.answers.erase(t.answers.begin(), t.answers.begin() + static_cast<std::ptrdiff_t>(answered));
  return executed.size() - left.size();
}

void ExecutedTimes::follow(const Step& step) {
  const Piece& piece = step.piece;
  switch (step.does) {
    case Does::signal:
      return together_.signal(piece.thread, piece.phase, step.wait.object);
    case Does::wait:
      return together_.wait(piece.thread, piece.phase, step.wait);
    case Does::lock:
      return together_.lock(piece.thread, piece.phase, step.wait.object);
    case Does::piece:
      break;
  }
  const double seconds = step.time.time + piece.page_faults;
  together_.work(piece.thread, piece.core, piece.phase, seconds);
  worked_[piece.core] += seconds;
  all_timed_ = all_timed_ && step.is_timed;
}

}  // namespace hpcast::memsim

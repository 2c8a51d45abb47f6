#include "loop_writer.h"

#include "access.h"
#include "ring.h"

namespace hpcast::tracer {
namespace {

// What an iteration puts into the stream: a piece's word, or a reference's.
struct Step {
  Word word;       // but for the address
  Stream* stream;  // null: a piece's
  std::uint64_t times;
  std::uint32_t which;  // of the iteration's kept values, where one is added (`times`)
  std::uint32_t place;  // piece: its number in the loop; reference: in the table's order
  bool is_again;        // Shape's
};

class Writer {
 public:
  Writer(Thread& thread, const ToldLoop& loop) : thread_(thread), loop_(loop), kept_(loop.kept) {
    for (std::uint64_t i = 0; i < loop.table.pieces && has_room(); ++i) add_piece(i);
    add_references(loop.table.streams);
  }

  void write() {
    if (steps_ == 0) return;
    if (loop_.table.pieces > 0) leave_piece(thread_, &loop_.table.piece(0).piece());
    for (std::uint64_t i = 0; i < loop_.iterations; ++i) {
      if (!make_room_for_iteration()) return;
      for (unsigned s = 0; s < steps_; ++s) put_step(step_[s]);
      kept_ += loop_.table.kept;
      tell_up_to_last_piece();
    }
    if (make_room_for_iteration()) write_exit();
  }

 private:
  static constexpr unsigned most_steps = 512;  // a loop's pieces are cut off behind these
  bool has_room() const { return steps_ + most_streams < most_steps; }

  void add_piece(std::uint64_t number) {
    const LoopTable& table = loop_.table;
    CodePiece& piece = table.piece(number).piece();
    const CodePiece& next = table.piece((number + 1) % table.pieces).piece();
    const Word word = word_of(thread_, piece, loop_.site) |
                      Word{piece.goes_on_at(next)} << reftrace::exit_shift;
    step_[steps_++] = {word, nullptr, 0, 0, static_cast<std::uint32_t>(number), false};
    add_references(table.piece(number).references);
  }
  // As many as there are.
  void add_references(std::uint64_t count) {
    for (; count > 0 && next_ < loop_.table.streams; ++next_) {
      const Shape shape = loop_.table.shape(next_);
      if (shape.is_gone()) continue;
      const Word site = site_of_return_address(static_cast<const char*>(loop_.site) + next_);
      step_[steps_++] = {reftrace::reference(0, shape.log2_size(), shape.op(), site),
                         loop_.streams + shape.stream(), shape.adds_kept() ? shape.times() : 0,
                         static_cast<std::uint32_t>(shape.which()),
                         static_cast<std::uint32_t>(next_), shape.is_again()};
      --count;
    }
  }

  bool make_room_for_iteration() {
    return thread_.tail + steps_ <= thread_.limit || make_room(thread_, steps_);
  }
  void put_step(const Step& step) {
    Word word = step.word;
    if (step.stream == nullptr) {
      last_piece_ = thread_.tail;
      ++thread_.event_words;
    } else {
      const std::uint64_t more = step.times == 0 ? 0 : step.times * kept_[step.which];
      Stream& stream = *step.stream;
      if (!step.is_again) stream.address += stream.step;
      word |= (stream.address - stream.step + more) & reftrace::address_mask;
      ++thread_.references[static_cast<unsigned>(reftrace::op_of(word))];
    }
    thread_.ring[thread_.tail++ & thread_.ring_mask] = word;
  }
  // Whose word may change yet.
  void tell_up_to_last_piece() {
    thread_.open = nullptr;
    thread_.falls_to = 0;
    thread_.slot->tail.store(loop_.table.pieces > 0 ? last_piece_ : thread_.tail,
                             std::memory_order_release);
    if (loop_.table.pieces == 0) return;
    thread_.open = &thread_.ring[last_piece_ & thread_.ring_mask];
  }

  void write_exit() {
    const LoopTable& table = loop_.table;
    for (unsigned s = 0; s < steps_; ++s) {
      const Step& step = step_[s];
      if (step.stream == nullptr && step.place >= loop_.exit.pieces) break;
      if (step.stream == nullptr || step.place < loop_.exit.streams) put_step(step);
    }
    if (loop_.exit.pieces == 0) return;
    tell_up_to_last_piece();
    CodePiece& last = table.piece(loop_.exit.pieces - 1).piece();
    *thread_.open &= ~(Word{1} << reftrace::exit_shift);
    thread_.falls_to = reinterpret_cast<std::uint64_t>(&last) +
                       static_cast<std::uint64_t>(last.falls_to);
  }

  Thread& thread_;
  const ToldLoop& loop_;
  const std::uint64_t* kept_;  // of the iteration
  Step step_[most_steps];
  unsigned steps_ = 0;
  std::uint64_t next_ = 0;        // of the table's streams
  std::uint64_t last_piece_ = 0;  // where its word is in the stream
};

}  // namespace

void write_loop(Thread& thread, const ToldLoop& loop) {
  const Busy busy;
  if (busy.entered() && !forked_unseen(thread)) Writer(thread, loop).write();
}

}  // namespace hpcast::tracer

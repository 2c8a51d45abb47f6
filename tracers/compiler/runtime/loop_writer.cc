#include "loop_writer.h"

#include "access.h"
#include "ring.h"

namespace hpcast::tracer {
namespace {

// What iterations put into the stream, word by word: pieces and the references that they make.
class Writer {
 public:
  Writer(Thread& thread, const ToldLoop& loop) : thread_(thread), loop_(loop), kept_(loop.kept) {
    for (std::uint64_t i = 0; i < loop.table.pieces && has_room(); ++i) add_piece(i);
    add_references(loop.table.streams);
  }

  void write() {
    if (words_ == 0) return;
    if (loop_.table.pieces > 0) leave_piece(thread_, &loop_.table.piece(0).piece());
    for (std::uint64_t left = loop_.iterations; left > 0;) {
      const std::uint64_t count = iterations_with_room(left);
      if (count == 0) return;
      put_iterations(count);
      left -= count;
    }
    advance_streams();
    if (iterations_with_room(1) > 0) put_exit();
  }

 private:
  static constexpr unsigned most_words = 192;  // pieces are cut off where there are more
  bool has_room() const { return words_ + most_streams < most_words; }

  void add(Word head, std::uint64_t address, std::uint64_t step) {
    head_[words_] = head;
    address_[words_] = address;
    step_[words_] = step;
    times_[words_] = which_[words_] = 0;
    ++words_;
  }
  void add_piece(std::uint64_t number) {
    const LoopTable& table = loop_.table;
    CodePiece& piece = table.piece(number).piece();
    const CodePiece& next = table.piece((number + 1) % table.pieces).piece();
    last_piece_ = words_;
    place_[words_] = number;
    ++pieces_;
    add(word_of(thread_, piece, loop_.site) | Word{piece.goes_on_at(next)} << reftrace::exit_shift,
        0, 0);
    add_references(table.piece(number).references);
  }
  // As many as there are.
  void add_references(std::uint64_t count) {
    for (; count > 0 && next_ < loop_.table.streams; ++next_) {
      const Shape shape = loop_.table.shape(next_);
      if (shape.is_gone()) continue;
      const Stream& stream = loop_.streams[shape.stream()];
      const Word site = site_of_return_address(static_cast<const char*>(loop_.site) + next_);
      place_[words_] = next_;
      ++made_[static_cast<unsigned>(shape.op())];
      add(reftrace::reference(0, shape.log2_size(), shape.op(), site), stream.address, stream.step);
      if (shape.adds_kept()) {
        times_[words_ - 1] = shape.times();
        which_[words_ - 1] = shape.which();
      }
      --count;
    }
  }

  // At most that many, in one stretch of the ring, which may go on behind its end. 0: the thread is
  // not traced any more.
  std::uint64_t iterations_with_room(std::uint64_t most) {
    if (thread_.tail + words_ > thread_.limit && !make_room(thread_, words_)) return 0;
    const std::uint64_t in_limit = (thread_.limit - thread_.tail) / words_;
    const std::uint64_t in_ring =
        (thread_.ring_mask + 1 - (thread_.tail & thread_.ring_mask)) / words_;
    const std::uint64_t room = in_limit < in_ring ? in_limit : in_ring;
    if (room == 0) return 1;
    return room < most ? room : most;
  }

  bool is_piece(unsigned word) const { return reftrace::is_code(head_[word]); }
  Word next_word(unsigned word) {
    const std::uint64_t more = kept_ == nullptr ? 0 : times_[word] * kept_[which_[word]];
    const std::uint64_t address = address_[word];
    address_[word] = address + step_[word];
    return head_[word] | ((address + more) & reftrace::address_mask);
  }

  void put_iterations(std::uint64_t count) {
    const std::uint64_t begin = thread_.tail & thread_.ring_mask;
    if (begin + count * words_ > thread_.ring_mask + 1)
      put_across_end();
    else
      put_stretch(thread_.ring + begin, count);
    thread_.tail += count * words_;
    thread_.event_words += count * pieces_;
    for (unsigned op = 0; op < 3; ++op) thread_.references[op] += count * made_[op];
    tell_up_to(thread_.tail - words_ + last_piece_);
  }
  void put_stretch(Word* to, std::uint64_t count) {
    const unsigned words = words_;
    for (; count > 0; --count) {
      // The reader's core has what comes next.
      for (unsigned i = 0; i < words; i += 8) __builtin_prefetch(to + i + 64, 1);
      for (unsigned i = 0; i < words; ++i) to[i] = next_word(i);
      to += words;
      kept_ += loop_.table.kept;
    }
  }
  void put_across_end() {
    for (unsigned i = 0; i < words_; ++i)
      thread_.ring[(thread_.tail + i) & thread_.ring_mask] = next_word(i);
    kept_ += loop_.table.kept;
  }

  // The last piece's word, there in the stream, may change yet.
  void tell_up_to(std::uint64_t last_piece) {
    const bool has_pieces = pieces_ > 0;
    thread_.open = has_pieces ? &thread_.ring[last_piece & thread_.ring_mask] : nullptr;
    thread_.falls_to = 0;
    thread_.slot->tail.store(has_pieces ? last_piece : thread_.tail, std::memory_order_release);
  }

  // So that they can go on by another call.
  void advance_streams() const {
    for (std::uint64_t i = 0; i < loop_.table.streams; ++i) {
      const Shape shape = loop_.table.shape(i);
      Stream& stream = loop_.streams[shape.stream()];
      if (!shape.is_again()) stream.address += stream.step * loop_.iterations;
    }
  }

  void put_exit() {
    std::uint64_t last_piece = 0;
    for (unsigned i = 0; i < words_; ++i) {
      if (is_piece(i) && place_[i] >= loop_.exit.pieces) break;
      if (!is_piece(i) && place_[i] >= loop_.exit.streams) continue;
      const Word word = next_word(i);
      if (is_piece(i)) {
        last_piece = thread_.tail;
        ++thread_.event_words;
      } else {
        ++thread_.references[static_cast<unsigned>(reftrace::op_of(word))];
      }
      thread_.ring[thread_.tail++ & thread_.ring_mask] = word;
    }
    if (loop_.exit.pieces == 0) return;
    tell_up_to(last_piece);
    const CodePiece& last = loop_.table.piece(loop_.exit.pieces - 1).piece();
    *thread_.open &= ~(Word{1} << reftrace::exit_shift);
    thread_.falls_to =
        reinterpret_cast<std::uint64_t>(&last) + static_cast<std::uint64_t>(last.falls_to);
  }

  Thread& thread_;
  const ToldLoop& loop_;
  const std::uint64_t* kept_;  // of the iteration
  // Word by word: all but the address, that and what it goes on by (0 in a piece's word), so many
  // times which kept value comes to it; the piece's number, or the reference's in the table.
  Word head_[most_words];
  std::uint64_t address_[most_words], step_[most_words], times_[most_words];
  std::uint64_t which_[most_words], place_[most_words];
  unsigned words_ = 0, pieces_ = 0, last_piece_ = 0;  // of an iteration; its last piece's word
  std::uint64_t made_[3]{};                           // references of an iteration, by Op
  std::uint64_t next_ = 0;                            // of the table's references
};

}  // namespace

void write_loop(Thread& thread, const ToldLoop& loop) {
  const Busy busy;
  if (busy.entered() && !forked_unseen(thread)) Writer(thread, loop).write();
}

}  // namespace hpcast::tracer

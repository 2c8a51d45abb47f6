// Loops that are told as a whole: calls that the GCC plugin (tracers/gcc/loops.cc) puts before or
// behind them. What arrives is what hooks in the loop would have told, in their order.
#include "access.h"
#include "loop_table.h"
#include "loop_writer.h"

using namespace hpcast::tracer;
namespace memsim = hpcast::memsim;

namespace {

// Within a line, which a step does not leave; most steps are powers of two.
std::uint64_t steps_in(std::uint64_t bytes, std::uint64_t step) {
  if ((step & (step - 1)) == 0) return bytes >> __builtin_ctzll(step);
  return static_cast<std::uint32_t>(bytes) / static_cast<std::uint32_t>(step);
}

// Iterations from the next one on, at most `most`, that refer to the line that the last one did.
std::uint64_t stays(const Stream& stream, const Shape& shape, std::uint64_t most) {
  const std::uint64_t line = std::uint64_t{1} << hot.log2_line;
  const std::uint64_t place = stream.address & (line - 1);
  const bool lies_in_it = place + shape.bytes() <= line;
  if (!lies_in_it || ((stream.address - stream.step) ^ stream.address) >> hot.log2_line != 0)
    return 0;
  if (stream.step == 0) return most;
  const bool goes_on = static_cast<std::int64_t>(stream.step) > 0;
  const std::uint64_t more =
      goes_on ? steps_in(line - shape.bytes() - place, stream.step) : steps_in(place, -stream.step);
  return more < most ? more + 1 : most;
}

class Loop {
 public:
  Loop(Stream* streams, const LoopTable& table, const std::uint64_t* kept, const void* site)
      : table_(table), kept_(kept), site_(static_cast<const char*>(site)) {
    for (std::uint64_t i = 0; i < table.streams; ++i) {
      const Op op = table.shape(i).op();
      const unsigned log2_size = table.shape(i).log2_size();
      stream_[i] = streams + table.shape(i).stream();
      refer_[i] = table.shape(i).is_gone() ? nullptr : refer_by(op, log2_size);
      if (refer_[i] == nullptr) continue;
      add_to_class(&hot.references.left[static_cast<unsigned>(op)][log2_size]);
    }
  }

  void run(std::uint64_t iterations) {
    while (iterations > 0) {
      refer_to(0, table_.streams);
      end_iteration();
      --iterations;
      if (kept_ == nullptr) iterations -= skip(iterations);
    }
  }
  void end_iteration() { kept_ += table_.kept; }
  // At most so many, before the one in which the interval ends.
  std::uint64_t within_interval(std::uint64_t iterations) const {
    for (unsigned i = 0; i < classes_; ++i) {
      const std::uint64_t left = *class_[i].left;
      if (class_[i].made * iterations < left) continue;
      iterations = left == 0 ? 0 : (left - 1) / class_[i].made;
    }
    return iterations;
  }
  // Streams of the iteration, from the first to before the last.
  void refer_to(std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      if (refer_[i] == nullptr) continue;
      Stream& stream = *stream_[i];
      const Shape shape = table_.shape(i);
      const std::uint64_t more =
          shape.adds_kept() ? shape.times() * kept_[shape.which()] : std::uint64_t{0};
      // Instructions of their own, as far as what tells them apart goes.
      refer_[i](stream.address - (shape.is_again() ? stream.step : 0) + more, site_ + i);
      if (!shape.is_again()) stream.address += stream.step;
    }
  }

 private:
  static memsim::Tag* set_of(std::uint64_t address) {
    return hot.l1_tags + (address >> hot.log2_line & hot.l1_mask) * hot.l1_ways;
  }
  static memsim::Tag wanted_at(std::uint64_t address) {
    return memsim::tag_of(address >> hot.log2_line) | memsim::dirty_bit;
  }

  // The line that the next iteration refers to is in the first cache as the reference wants it:
  // nothing but its turn and the counts would change.
  static bool would_hit(const Stream& stream, Op op) {
    if (op == Op::nontemporal_write) return false;
    const memsim::Tag* const set = set_of(stream.address);
    const memsim::Tag wanted = wanted_at(stream.address);
    for (unsigned way = 0; way < hot.l1_ways; ++way)
      if ((set[way] | any_state(op)) == wanted) return true;
    return false;
  }

  // As many iterations as refer to the lines of the one before, which are all in the first cache,
  // and to nothing else: these hit, and repeating them leaves the order of their sets as it is.
  std::uint64_t skip(std::uint64_t most) const {
    if (hot.l1_tags == nullptr || hot.l1_ways == 0) return 0;
    for (std::uint64_t i = 0; i < table_.streams && most > 0; ++i)
      if (refer_[i] != nullptr) most = stays(*stream_[i], table_.shape(i), most);
    for (std::uint64_t i = 0; i < table_.streams && most > 0; ++i)
      if (refer_[i] != nullptr && !would_hit(*stream_[i], table_.shape(i).op())) return 0;
    const Busy busy;  // a signal handler's references would come in between
    if (most == 0 || !busy.entered()) return 0;
    most = within_interval(most);
    pass(most);
    return most;
  }
  void pass(std::uint64_t iterations) const {
    for (unsigned i = 0; i < classes_; ++i) *class_[i].left -= class_[i].made * iterations;
    for (std::uint64_t i = 0; i < table_.streams; ++i)
      if (!table_.shape(i).is_again()) stream_[i]->address += stream_[i]->step * iterations;
  }
  void add_to_class(std::uint64_t* left) {
    unsigned i = 0;
    while (i < classes_ && class_[i].left != left) ++i;
    if (i == classes_) class_[classes_++] = {left, 0};
    ++class_[i].made;
  }

  const LoopTable& table_;
  const std::uint64_t* kept_;  // of the iteration; null: nothing is kept
  const char* site_;
  // In the order of an iteration; null: it is gone.
  Refer refer_[most_streams];
  Stream* stream_[most_streams];
  // References of an operation and size: how many are left in the interval, and in an iteration.
  struct Class {
    std::uint64_t* left;
    std::uint64_t made;
  };
  Class class_[3 * memsim::ReferencesLeft::classes];
  unsigned classes_ = 0;
};

// A loop of a thread that tells of stretches of what it executes.
class SampledLoop {
 public:
  SampledLoop(Loop& loop, const LoopTable& table, Thread& thread, const void* site)
      : loop_(loop), table_(table), thread_(thread), site_(site) {}

  void run(std::uint64_t iterations) {
    while (iterations > 0) {
      const std::uint64_t count = iterations_skipped(iterations);
      if (count > 0)
        skip(count);
      else
        tell({table_.streams, table_.pieces, table_.iteration});
      if (count == 0) loop_.end_iteration();
      iterations -= count > 0 ? count : 1;
    }
  }
  // One more as far as that.
  void run_to(const LoopTable::Exit& exit) { tell(exit); }

 private:
  // Whole ones before the next stretch, and before an event tells how much has been executed.
  std::uint64_t iterations_skipped(std::uint64_t most) const {
    const std::uint64_t each = table_.iteration.instructions;
    if (each == 0) return most;
    if (!thread_.stretches.skips()) return 0;
    const std::uint64_t left = instructions_left() / each;
    return loop_.within_interval(left < most ? left : most);
  }
  void skip(std::uint64_t iterations) {
    __hpcast_counts.add(table_.iteration, iterations);
    loop_.run(iterations);
    const Busy busy;
    if (busy.entered()) pass_counted(thread_);
  }
  // Pieces with the references that each makes.
  void tell(const LoopTable::Exit& part) {
    std::uint64_t next = 0, instructions = 0;
    for (std::uint64_t i = 0; i < part.pieces; ++i) {
      CodePiece& piece = table_.piece(i).piece();
      instructions += piece.instructions();
      __hpcast_counts.instructions += piece.instructions();
      tell(piece);
      const std::uint64_t last = behind_references(next, table_.piece(i).references);
      loop_.refer_to(next, last < part.streams ? last : part.streams);
      next = last;
    }
    loop_.refer_to(next, part.streams);
    __hpcast_counts.add(part.counts, 1);
    __hpcast_counts.instructions -= instructions;
  }
  // The stream behind so many references from that one on.
  std::uint64_t behind_references(std::uint64_t stream, std::uint64_t references) const {
    for (; references > 0 && stream < table_.streams; ++stream)
      if (!table_.shape(stream).is_gone()) --references;
    return stream;
  }
  void tell(CodePiece& piece) {
    const Busy busy;
    if (busy.entered()) execute(thread_, piece, site_);
  }

  Loop& loop_;
  const LoopTable& table_;
  Thread& thread_;
  const void* site_;
};

}  // namespace

// So many complete iterations, and one more as far as that exit.
HPCAST_BEHIND void hpcast_loop(Stream* streams, const LoopTable* table, std::uint64_t iterations,
                               std::uint64_t exit, const std::uint64_t* kept, const void* site) {
  if (current_thread() == nullptr || traced_tags() == nullptr) return;
  Thread& thread = *current_thread();
  if (thread.samples) {
    Loop loop(streams, *table, kept, site);
    SampledLoop sampled(loop, *table, thread, site);
    sampled.run(iterations);
    return sampled.run_to(table->exit[exit]);
  }
  __hpcast_counts.add(table->iteration, iterations);
  __hpcast_counts.add(table->exit[exit].counts, 1);
  if (thread.follows_code)
    return write_loop(thread, {streams, *table, iterations, table->exit[exit], kept, site});
  if (table->streams == 0) return;
  Loop loop(streams, *table, kept, site);
  loop.run(iterations);
  loop.refer_to(0, table->exit[exit].streams);
}

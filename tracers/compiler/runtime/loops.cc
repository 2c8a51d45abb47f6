// Loops that are told as a whole: calls that the GCC plugin (tracers/gcc/loops.cc) puts before or
// behind them. What arrives is what hooks in the loop would have told, in their order.
#include <new>

#include "access.h"
#include "loop_table.h"
#include "loop_writer.h"

using namespace hpcast::tracer;
namespace memsim = hpcast::memsim;

namespace {

// A reference of an iteration, as the loop goes along it.
struct Made {
  Stream* stream;
  Refer refer;          // null: it is gone
  std::uint64_t* left;  // of its operation and size, in the interval
  memsim::Tag any;      // any_state()
  Shape shape;
  std::uint32_t last_place;  // in a line, where it lies in that line
  std::uint32_t step;        // bytes, where it is less than a line
  std::int8_t log2_step;     // -1: it is no power of two
  bool goes_on, may_stay;

  std::uint64_t address() const { return stream->address; }
  void go_on(std::uint64_t iterations) const {
    if (!shape.is_again()) stream->address += stream->step * iterations;
  }
};

Made made_by(Stream& stream, Shape shape) {
  const std::uint32_t line = 1U << hot.log2_line;
  const auto step = static_cast<std::int64_t>(stream.step);
  const std::uint64_t distance = step < 0 ? -stream.step : stream.step;
  const Op op = shape.op();
  Made made{&stream, nullptr, nullptr, any_state(op), shape, 0, 0, 0, step >= 0, false};
  if (shape.is_gone()) return made;
  made.refer = refer_by(op, shape.log2_size());
  made.left = &hot.references.left[static_cast<unsigned>(op)][shape.log2_size()];
  made.may_stay = op != Op::nontemporal_write && distance < line && shape.bytes() <= line;
  if (!made.may_stay) return made;
  made.last_place = line - static_cast<std::uint32_t>(shape.bytes());
  made.step = static_cast<std::uint32_t>(distance);
  const bool is_power = distance != 0 && (distance & (distance - 1)) == 0;
  made.log2_step = static_cast<std::int8_t>(is_power ? __builtin_ctzll(distance) : -1);
  return made;
}

// Iterations from the next one on, at most `most`, that refer to the line that the last one did.
std::uint64_t stays(const Made& made, std::uint64_t most) {
  const std::uint32_t line = 1U << hot.log2_line;
  const std::uint32_t place = static_cast<std::uint32_t>(made.address()) & (line - 1);
  const bool stayed = made.goes_on ? place >= made.step : place + made.step < line;
  if (!stayed || place > made.last_place) return 0;
  if (made.step == 0) return most;
  const std::uint32_t room = made.goes_on ? made.last_place - place : place;
  const std::uint64_t more = made.log2_step >= 0 ? room >> made.log2_step : room / made.step;
  return more < most ? more + 1 : most;
}

class Loop {
 public:
  Loop(Stream* streams, const LoopTable& table, const std::uint64_t* kept, const void* site)
      : table_(table), kept_(kept), site_(static_cast<const char*>(site)) {
    bool may_skip = kept == nullptr;
    for (std::uint64_t i = 0; i < table.streams; ++i) {
      const Shape shape = table.shape(i);
      const Made& made = *new (&made_[i]) Made(made_by(streams[shape.stream()], shape));
      if (made.refer == nullptr) continue;
      add_to_class(made.left);
      may_skip = may_skip && made.may_stay;
    }
    may_skip_ = may_skip;
  }

  void run(std::uint64_t iterations) {
    while (iterations > 0) {
      refer_to(0, table_.streams);
      end_iteration();
      --iterations;
      if (may_skip_) iterations -= skip(iterations);
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
      const Made& made = made_[i];
      if (made.refer == nullptr) continue;
      const Shape shape = made.shape;
      const std::uint64_t more =
          shape.adds_kept() ? shape.times() * kept_[shape.which()] : std::uint64_t{0};
      // Instructions of their own, as far as what tells them apart goes.
      made.refer(made.address() - (shape.is_again() ? made.stream->step : 0) + more, site_ + i);
      made.go_on(1);
    }
  }

 private:
  // The line that the next iteration refers to is in the first cache as the reference wants it:
  // nothing but its turn and the counts would change.
  static bool would_hit(const Made& made) {
    const std::uint64_t line = made.address() >> hot.log2_line;
    const memsim::Tag* const set = hot.l1_tags + (line & hot.l1_mask) * hot.l1_ways;
    const memsim::Tag wanted = memsim::tag_of(line) | memsim::dirty_bit;
    for (unsigned way = 0; way < hot.l1_ways; ++way)
      if ((set[way] | made.any) == wanted) return true;
    return false;
  }

  // As many iterations as refer to the lines of the one before, which are all in the first cache,
  // and to nothing else: these hit, and repeating them leaves the order of their sets as it is.
  std::uint64_t skip(std::uint64_t most) const {
    if (hot.l1_tags == nullptr || hot.l1_ways == 0) return 0;
    for (std::uint64_t i = 0; i < table_.streams && most > 0; ++i)
      if (made_[i].refer != nullptr) most = stays(made_[i], most);
    if (most == 0) return 0;
    for (std::uint64_t i = 0; i < table_.streams; ++i)
      if (made_[i].refer != nullptr && !would_hit(made_[i])) return 0;
    const Busy busy;  // a signal handler's references would come in between
    if (!busy.entered()) return 0;
    most = within_interval(most);
    for (unsigned i = 0; i < classes_; ++i) *class_[i].left -= class_[i].made * most;
    for (std::uint64_t i = 0; i < table_.streams; ++i)
      if (made_[i].refer != nullptr) made_[i].go_on(most);
    return most;
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
  bool may_skip_;
  union {
    Made made_[most_streams];  // in the order of an iteration
  };
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
    std::uint64_t next = 0;
    Counts rest = part.counts;
    for (std::uint64_t i = 0; i < part.pieces; ++i) {
      CodePiece& piece = table_.piece(i).piece();
      const std::uint64_t own = piece.instructions();
      rest.instructions -= own < rest.instructions ? own : rest.instructions;
      __hpcast_counts.instructions += own;
      tell(piece);
      const std::uint64_t last = behind_references(next, table_.piece(i).references);
      loop_.refer_to(next, last < part.streams ? last : part.streams);
      next = last;
    }
    loop_.refer_to(next, part.streams);
    __hpcast_counts.add(rest, 1);
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

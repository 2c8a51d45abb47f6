// A loop that is told as a whole, as the GCC plugin has it (tracers/gcc/loop_tables.h, loops.h).
#pragma once

#include "code_pieces.h"
#include "counts.h"

namespace hpcast::tracer {

inline constexpr unsigned most_streams = 64;  // references of an iteration, as the plugin has it

// As the plugin writes it: what of the address goes on by the same step.
struct Stream {
  std::uint64_t address;  // in the next iteration
  std::uint64_t step;
};

// What of a stream is always the same, as the plugin has it.
class Shape {
 public:
  explicit Shape(std::uint64_t word) : word_(word) {}
  Op op() const { return static_cast<Op>(word_ & 3); }
  unsigned log2_size() const { return static_cast<unsigned>(word_ >> 8 & 255); }
  std::uint64_t bytes() const { return std::uint64_t{1} << log2_size(); }
  // The iteration has already referred to it.
  bool is_again() const { return (word_ >> 7 & 1) != 0; }
  // The machine's code does not have it any more.
  bool is_gone() const { return (word_ >> 17 & 1) != 0; }
  // So many times a value that is kept comes to the address; and which of the iteration's.
  bool adds_kept() const { return (word_ >> 16 & 1) != 0; }
  // The stream's number: the table has them in the order in which an iteration refers to them.
  std::uint64_t stream() const { return word_ >> 18 & 63; }
  std::uint64_t which() const { return word_ >> 24 & 255; }
  std::uint64_t times() const {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(word_) >> 32);
  }

 private:
  std::uint64_t word_;
};

// What the plugin knows of the loop (tracers/gcc/loop_tables.h).
struct LoopTable {
  struct Exit {
    std::uint64_t streams;  // that the last iteration refers to
    std::uint64_t pieces;   // that it executes
    Counts counts;          // of it
  };
  // What an iteration executes, in its order, and how many of its references each makes.
  struct PieceOfLoop {
    std::int64_t record;  // a CodePiece, so many bytes from here on
    std::uint64_t references;

    CodePiece& piece() const {
      return *reinterpret_cast<CodePiece*>(reinterpret_cast<std::uint64_t>(this) +
                                           static_cast<std::uint64_t>(record));
    }
  };
  std::uint64_t streams, kept, exits, pieces;
  Counts iteration;
  Exit exit[];

  Shape shape(std::uint64_t stream) const { return Shape(shapes()[stream]); }
  const PieceOfLoop& piece(std::uint64_t number) const {
    return reinterpret_cast<const PieceOfLoop*>(shapes() + streams)[number];
  }

 private:
  const std::uint64_t* shapes() const {
    return reinterpret_cast<const std::uint64_t*>(exit + exits);
  }
};

}  // namespace hpcast::tracer

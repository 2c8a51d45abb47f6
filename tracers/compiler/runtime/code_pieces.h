// Pieces of the program's code, as the GCC plugin cuts and describes them (tracers/gcc/pieces.h,
// descriptions.h): where hpcast wants to know what is executed, the stream tells of each, with the
// references that it makes behind it.
#pragma once

#include <atomic>

#include "thread.h"

namespace hpcast::tracer {

// As the plugin writes it; distances are in bytes, from the record on.
struct CodePiece {
  std::atomic<Word> executed;  // the stream's word for it, left by its first exit; 0: not known yet
  std::int64_t falls_to;  // the piece where it goes on by its second exit; none where it has one
  std::int64_t description;
  std::int64_t function;  // where the function begins, in a word: 0, not known yet
  std::uint64_t offset;   // from there on

  unsigned instructions() const;
  bool goes_on_at(const CodePiece& next) const {
    return reinterpret_cast<const char*>(this) + falls_to == reinterpret_cast<const char*>(&next);
  }
};

// The thread goes on at that piece (null: nobody knows where), which says how it has left the one
// before.
void leave_piece(Thread& thread, const CodePiece* next);
// What is behind the word of the piece is told too: how the thread has left it does not matter.
void close_piece(Thread& thread);

// The thread executes the piece, whose code is about there. Not while Busy is somebody else's.
void execute(Thread& thread, CodePiece& piece, const void* site);

// So that what comes next can be told together: of a piece that is known now.
Word word_of(Thread& thread, CodePiece& piece, const void* site);

// A reference that the piece may make is not made: where the stream tells of references. Guards
// against signal handlers, as:
void put_absent(Thread& thread);

// Of the runtime's own calls (copies): an instruction that makes just one reference.
void execute_one(Thread& thread, Op op);

}  // namespace hpcast::tracer

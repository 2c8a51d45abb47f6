// What functions do whose source is not given, as far as we know them.
#pragma once

#include <set>
#include <string>

#include "clang.h"

namespace hpcast::slicer {

struct LibraryFunction {
  std::set<unsigned> reads, writes;  // the memory behind which arguments
  int writes_from = -1;              // …and behind all from this one on, as scanf does
  int returns = -1;                  // the argument that comes back
  int bytes = -1;                    // the argument that its time goes with
  int calls = -1;                    // the argument that is a function it calls
  bool allocates = false, frees = false;
  int allocates_behind = -1;  // the argument that becomes a pointer to new memory
  bool costs = false;         // real time by itself
  bool fails = false;         // the program ends in an error: assumed not to happen
  bool ends = false;          // the program ends
  std::string state;          // hidden: of input, of random numbers
  int keeps = -1;             // the argument that the state points to from then on
  bool takes = false;         // the state points to what the memory that is read points to
  int gives_behind = -1;      // the argument behind which that pointer is put
  bool gives = false;         // it is the result
  bool at = false;            // the result points to the state itself
  int format = -1;            // the argument that is printf's format: %n writes
  int deep = -1;              // the argument from which all is read that it leads to, and written
  int opens = -1;             // the argument that says how the file is opened
  int file = -1;              // the file that it writes to
  bool sets_errno = false;
};

// By words of the table in library.cc.
LibraryFunction read_function(const std::string& words);
// Null where it is not known.
const LibraryFunction* library_function(const std::string& name);

// How MPI treats its arguments, beside values that matter.
struct MpiFunction {
  std::set<unsigned> sends, receives;  // buffers: of what is in them nothing matters by itself
  LibraryFunction memory;              // that it allocates, and pointers that it keeps
  std::string kind;                    // data flows only between operations of one kind
  bool talks = true;                   // false: nothing but a value, as MPI_Wtime
  bool fails = false;                  // MPI_Abort
};

// Of the C++ library, or made by the compiler.
bool is_standard(const FunctionDecl* function);
bool is_mpi(const FunctionDecl* function);
// A pointer to what only its library knows, as FILE* and some MPI's MPI_Comm.
bool is_handle(QualType type);
// Whether the function can write behind the argument, by what its type says.
bool is_output(const FunctionDecl* function, unsigned argument);
const MpiFunction& mpi_function(const std::string& name);

}  // namespace hpcast::slicer

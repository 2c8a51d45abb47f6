// What calls of the C++ library do, as far as we know them.
#pragma once

#include "points_to.h"

namespace hpcast::slicer {

enum class StandardCall {
  reaches,  // tells of an object, or gives a way to what it is given, and changes neither
  reads,    // changes nothing by itself
  swaps,    // exchanges two containers as they are
  own,      // a method of a container or the like: changes that, and what it is given to change
  unknown   // may read and write whatever it can reach
};
StandardCall kind_of(const Call& call);
// A method of the library that tells of an object, or gives a way to its elements, and changes
// neither.
bool only_reaches(const Call& call);

// The records of the program that an object of the type may hold or lead to.
void collect_records(QualType type, std::vector<const CXXRecordDecl*>& found);

// Locks, waiting for other threads: who goes first is nothing that values tell.
bool synchronises(const FunctionDecl* function);
// A thread, or a container of such: whoever is started must be waited for.
bool holds_threads(QualType type);
// A stream into a buffer that is another object: it changes that whenever it is written to.
bool is_on_buffer(QualType type);

}  // namespace hpcast::slicer

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

}  // namespace hpcast::slicer

#include "other_call.h"

#include <new>

#include "recorder.h"

namespace hpcast::recorder {

AnyFunction OtherFunction::real() {
  if (found == nullptr) found = reinterpret_cast<AnyFunction>(find_function(name));
  return found;
}

// A Call, which this class's users, who know no mpi.h, cannot have.
OtherCall::OtherCall(const OtherFunction& function) : function_(function) {
  static_assert(sizeof(Call) <= sizeof call_);
  ::new (static_cast<void*>(call_)) Call();
}

OtherCall::~OtherCall() {
  auto& call = *reinterpret_cast<Call*>(call_);
  if (call.done(MPI_SUCCESS) && function_.noted)
    recorder().not_understood(function_number(function_.name + 1));
  call.~Call();
}

}  // namespace hpcast::recorder

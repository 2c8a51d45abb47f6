// How MPI's functions are wrapped. MPI_X and PMPI_X are both ours: the Fortran wrappers of Open MPI
// and MPICH call one or the other, and so come here with all their handles and statuses translated.
#pragma once

#include <mpi.h>

#include "recorder.h"

#define HPCAST_EXPORT extern "C" __attribute__((visibility("default")))

// Behind the definition of MPI_name.
#define HPCAST_PROFILED(name) \
  HPCAST_EXPORT decltype(MPI_##name) PMPI_##name __attribute__((alias("MPI_" #name)));

// The MPI library's own, called as HPCAST_REAL(Send)(…).
#define HPCAST_REAL(name)                                                                          \
  ([] {                                                                                            \
    static decltype(&MPI_##name) found_function;                                                   \
    if (found_function == nullptr)                                                                 \
      found_function =                                                                             \
          reinterpret_cast<decltype(&MPI_##name)>(hpcast::recorder::find_function("PMPI_" #name)); \
    return found_function;                                                                         \
  }())

// The number of MPI_name in the record.
#define HPCAST_FUNCTION(name)                                                      \
  ([] {                                                                            \
    static std::uint32_t number;                                                   \
    if (number == 0) number = hpcast::recorder::function_number("MPI_" #name) + 1; \
    return number - 1;                                                             \
  }())

#define HPCAST_UNPACK(...) __VA_ARGS__

// Where SimGrid has left it out.
#ifdef HPCAST_SMPI
#define HPCAST_CONST
#else
#define HPCAST_CONST const
#endif

namespace hpcast::recorder {

inline std::uint64_t bytes_of(MPI_Datatype type) {
  MPI_Count size = 0;
  HPCAST_REAL(Type_size_x)(type, &size);
  return size > 0 ? static_cast<std::uint64_t>(size) : 0;
}

inline std::uint64_t bytes_of(int count, MPI_Datatype type) {
  return count > 0 ? static_cast<std::uint64_t>(count) * bytes_of(type) : 0;
}

inline std::uint64_t received_bytes(const MPI_Status& status) {
#ifdef HPCAST_SMPI  // which has no other
  int count = 0;
  HPCAST_REAL(Get_count)(&status, handles.byte, &count);
#else
  MPI_Count count = 0;
  HPCAST_REAL(Get_elements_x)(&status, handles.byte, &count);
#endif
  return count > 0 ? static_cast<std::uint64_t>(count) : 0;
}

// For one to talk to in the communicator; else that is noted where need be.
inline Communicator* ordinary(MPI_Comm handle, std::uint32_t function) {
  Communicator* const communicator = recorder().communicator(handle);
  if (communicator != nullptr && !communicator->inter) return communicator;
  recorder().not_understood(function);
  recorder().remark("communication between groups (inter-communicators)");
  return nullptr;
}

// What was complete, by handle as it was before the call.
struct Completion {
  MPI_Request handle;
  const MPI_Status* status;
};
void completed(std::uint32_t function, Completion* completions, int count);

// Of a call that has opened a request.
void opened(MPI_Request handle, Request::What what);

}  // namespace hpcast::recorder

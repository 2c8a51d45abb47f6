// Ranks of SimGrid's SMPI, which live in one process and take turns on its thread: a recorder for
// each. A rank's turn ends in calls of MPI and in those that smpicc puts in the place of the
// system's, so that these are none of its computation.
#ifdef HPCAST_SMPI
#include <simgrid/actor.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>

#include <new>

#include "recorder.h"
#include "wrap.h"

namespace hpcast::recorder {

namespace {

struct Rank {
  Recorder recorder;
  bool inside = false;
};
Rank** by_actor;
std::size_t actors;

Rank& this_rank() {
  const auto actor = static_cast<std::size_t>(sg_actor_self_get_pid());
  if (actor >= actors) {
    const std::size_t room = 2 * actor + 64;
    by_actor = static_cast<Rank**>(reallocarray(by_actor, room, sizeof *by_actor));
    if (by_actor == nullptr) abort();
    for (; actors < room; ++actors) by_actor[actors] = nullptr;
  }
  if (by_actor[actor] == nullptr) {
    void* const place = malloc(sizeof(Rank));
    if (place == nullptr) abort();
    by_actor[actor] = ::new (place) Rank{};
  }
  return *by_actor[actor];
}

}  // namespace

Recorder& recorder() { return this_rank().recorder; }
bool& inside() { return this_rank().inside; }

}  // namespace hpcast::recorder

HPCAST_EXPORT double MPI_Wtime() {
  const hpcast::recorder::Call call;
  return HPCAST_REAL(Wtime)();
}
HPCAST_PROFILED(Wtime)

#define HPCAST_TURN_ENDS(result, name, parameters, arguments)                             \
  HPCAST_EXPORT result name parameters {                                                  \
    const hpcast::recorder::Call call;                                                    \
    using Function = result parameters;                                                   \
    return reinterpret_cast<Function*>(hpcast::recorder::find_function(#name)) arguments; \
  }
HPCAST_TURN_ENDS(int, smpi_usleep, (useconds_t time), (time))
HPCAST_TURN_ENDS(unsigned, smpi_sleep, (unsigned time), (time))
HPCAST_TURN_ENDS(int, smpi_nanosleep, (const timespec* time, timespec* left), (time, left))
HPCAST_TURN_ENDS(int, smpi_gettimeofday, (struct timeval * time, struct timezone* zone),
                 (time, zone))
HPCAST_TURN_ENDS(int, smpi_clock_gettime, (clockid_t clock, timespec* time), (clock, time))

// For programs that ask what time it is.
void hpcast::recorder::pass_time(double seconds) {
  const auto whole = static_cast<time_t>(seconds);
  const timespec time = {whole, static_cast<long>((seconds - static_cast<double>(whole)) * 1e9)};
  smpi_nanosleep(&time, nullptr);
}
#endif

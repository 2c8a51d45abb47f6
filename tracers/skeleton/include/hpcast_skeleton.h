/* What `hpcast skeleton` writes into a program calls this: a skeleton adds the times of what was
   taken out; an instrumented original (-DHPCAST_SKELETON_MEASURE, with hpcast_skeleton_measure.c)
   takes them. C and C++, GCC and Clang. docs/skeleton.md. */
#ifndef HPCAST_SKELETON_H
#define HPCAST_SKELETON_H

#include "hpcast_record.h"

/* How often `for (i = from; i < to; i += step)` runs. */
__attribute__((unused)) static inline double hpcast_skeleton_trips(double from, double to,
                                                                   double step) {
  double exact, whole;
  if (!(from < to)) return 0;
  exact = (to - from) / step;
  whole = (double)(long long)exact;
  return whole < exact ? whole + 1 : whole;
}

#ifdef HPCAST_SKELETON_MEASURE

#ifdef __cplusplus
extern "C" {
#endif
/* values: the region's number, then its features. Regions within regions are part of these. */
extern void hpcast_skeleton_enter(const double *values, int count);
extern void hpcast_skeleton_leave(void);
#ifdef __cplusplus
}
#endif

#define HPCAST_SKELETON_ENTER(...)                                                        \
  do {                                                                                    \
    const double hpcast_values_[] = {__VA_ARGS__};                                        \
    hpcast_skeleton_enter(hpcast_values_, (int)(sizeof hpcast_values_ / sizeof(double))); \
  } while (0)
#define HPCAST_SKELETON_LEAVE(region) hpcast_skeleton_leave()

#else /* a skeleton */

/* Seconds that what was taken out would have taken. */
__attribute__((unused)) static inline void hpcast_skeleton_add(double seconds) {
  if (seconds > 0) HPCAST_ADD_TIME(seconds);
}
#define HPCAST_SKELETON_TIME(seconds) hpcast_skeleton_add(seconds)

__attribute__((unused)) static inline double hpcast_skeleton_above(double value, double limit) {
  return value > limit ? value - limit : 0;
}

#include "hpcast_skeleton_times.h"

#endif
#endif

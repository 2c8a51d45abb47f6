/* What opari2's output calls, for hpcast-cc --openmp-regions. In opari2's own place: that one
   includes headers of the C library before the source can say which functions it wants of them
   (_GNU_SOURCE). */
#ifndef HPCAST_POMP2_LIB_H
#define HPCAST_POMP2_LIB_H

#include <stddef.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef void *OPARI2_Region_handle;
typedef OPARI2_Region_handle POMP2_Region_handle;
typedef __INT64_TYPE__ POMP2_Task_handle;

/* `text` is opari2's description of the region; whatever begins first with it makes the handle. */
#define HPCAST_POMP2_BEGIN(name) extern void POMP2_##name(POMP2_Region_handle *, const char text[]);
#define HPCAST_POMP2_END(name) extern void POMP2_##name(POMP2_Region_handle *);
#define HPCAST_POMP2_WAIT(name) \
  extern void POMP2_##name(POMP2_Region_handle *, POMP2_Task_handle *, const char text[]);
#define HPCAST_POMP2_WENT_ON(name) \
  extern void POMP2_##name(POMP2_Region_handle *, POMP2_Task_handle);
#define HPCAST_POMP2_CREATE(name)                                                                \
  extern void POMP2_##name(POMP2_Region_handle *, POMP2_Task_handle *, POMP2_Task_handle *, int, \
                           const char text[]);

HPCAST_POMP2_BEGIN(Assign_handle)
HPCAST_POMP2_BEGIN(Atomic_enter)
HPCAST_POMP2_END(Atomic_exit)
HPCAST_POMP2_WAIT(Barrier_enter)
HPCAST_POMP2_WENT_ON(Barrier_exit)
extern void POMP2_Implicit_barrier_enter(POMP2_Region_handle *, POMP2_Task_handle *);
HPCAST_POMP2_WENT_ON(Implicit_barrier_exit)
HPCAST_POMP2_BEGIN(Flush_enter)
HPCAST_POMP2_END(Flush_exit)
HPCAST_POMP2_BEGIN(Critical_enter)
HPCAST_POMP2_END(Critical_begin)
HPCAST_POMP2_END(Critical_end)
HPCAST_POMP2_END(Critical_exit)
HPCAST_POMP2_BEGIN(For_enter)
HPCAST_POMP2_END(For_exit)
HPCAST_POMP2_BEGIN(Master_begin)
HPCAST_POMP2_END(Master_end)
extern void POMP2_Parallel_fork(POMP2_Region_handle *, int, int, POMP2_Task_handle *,
                                const char text[]);
HPCAST_POMP2_END(Parallel_begin)
HPCAST_POMP2_END(Parallel_end)
HPCAST_POMP2_WENT_ON(Parallel_join)
HPCAST_POMP2_BEGIN(Section_begin)
HPCAST_POMP2_END(Section_end)
HPCAST_POMP2_BEGIN(Sections_enter)
HPCAST_POMP2_END(Sections_exit)
HPCAST_POMP2_BEGIN(Single_enter)
HPCAST_POMP2_END(Single_begin)
HPCAST_POMP2_END(Single_end)
HPCAST_POMP2_END(Single_exit)
HPCAST_POMP2_BEGIN(Workshare_enter)
HPCAST_POMP2_END(Workshare_exit)
HPCAST_POMP2_BEGIN(Ordered_enter)
HPCAST_POMP2_END(Ordered_begin)
HPCAST_POMP2_END(Ordered_end)
HPCAST_POMP2_END(Ordered_exit)
HPCAST_POMP2_CREATE(Task_create_begin)
HPCAST_POMP2_WENT_ON(Task_create_end)
HPCAST_POMP2_WENT_ON(Task_begin)
HPCAST_POMP2_END(Task_end)
HPCAST_POMP2_CREATE(Untied_task_create_begin)
HPCAST_POMP2_WENT_ON(Untied_task_create_end)
HPCAST_POMP2_WENT_ON(Untied_task_begin)
HPCAST_POMP2_END(Untied_task_end)
HPCAST_POMP2_WAIT(Taskwait_begin)
HPCAST_POMP2_WENT_ON(Taskwait_end)
extern int POMP2_Lib_get_max_threads(void);

/* #pragma pomp inst */
HPCAST_POMP2_BEGIN(USER_Assign_handle)
HPCAST_POMP2_BEGIN(Begin)
HPCAST_POMP2_END(End)
extern void POMP2_Init(void);
extern void POMP2_Finalize(void);
extern void POMP2_On(void);
extern void POMP2_Off(void);

#undef HPCAST_POMP2_BEGIN
#undef HPCAST_POMP2_END
#undef HPCAST_POMP2_WAIT
#undef HPCAST_POMP2_WENT_ON
#undef HPCAST_POMP2_CREATE

#ifdef __cplusplus
}
#endif

#endif

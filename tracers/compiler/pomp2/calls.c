/* What opari2's output calls (opari2/pomp2_lib.h), from C and C++ and, with gfortran's names, from
   Fortran, which passes everything by its address and the lengths of texts last. */
#include <opari2/pomp2_lib.h>

#include "region.h"

extern int omp_get_max_threads(void);

typedef POMP2_Region_handle *Region;
typedef POMP2_Task_handle Task;

#define BEGINS(name, fortran, part)                                                               \
  void POMP2_##name(Region region, const char text[]) { hpcast_pomp2_begin(region, text, part); } \
  void pomp2_##fortran##_(Region region, const char *text) {                                      \
    hpcast_pomp2_begin(region, text, part);                                                       \
  }

/* Behind a call that has given the text. */
#define GOES_ON(name, fortran, part)                                           \
  void POMP2_##name(Region region) { hpcast_pomp2_begin(region, NULL, part); } \
  void pomp2_##fortran##_(Region region) { hpcast_pomp2_begin(region, NULL, part); }

#define ENDS(name, fortran, part)                                      \
  void POMP2_##name(Region region) { hpcast_pomp2_end(region, part); } \
  void pomp2_##fortran##_(Region region) { hpcast_pomp2_end(region, part); }

/* Tasks are not told apart: a thread's regions are what it runs, whose ever it is. */
#define BEGINS_WAITING(name, fortran, part)                              \
  void POMP2_##name(Region region, Task *task, const char text[]) {      \
    *task = 0;                                                           \
    hpcast_pomp2_begin(region, text, part);                              \
  }                                                                      \
  void pomp2_##fortran##_(Region region, Task *task, const char *text) { \
    POMP2_##name(region, task, text);                                    \
  }

#define ENDS_WAITING(name, fortran, part)                    \
  void POMP2_##name(Region region, Task task) {              \
    (void)task;                                              \
    hpcast_pomp2_end(region, part);                          \
  }                                                          \
  void pomp2_##fortran##_(Region region, const Task *task) { \
    (void)task;                                              \
    hpcast_pomp2_end(region, part);                          \
  }

#define CREATES(name, fortran)                                                                     \
  void POMP2_##name(Region region, Task *new_task, Task *task, int condition, const char text[]) { \
    (void)condition;                                                                               \
    *new_task = *task = 0;                                                                         \
    hpcast_pomp2_begin(region, text, whole);                                                       \
  }                                                                                                \
  void pomp2_##fortran##_(Region region, Task *new_task, Task *task, const int *condition,         \
                          const char *text) {                                                      \
    POMP2_##name(region, new_task, task, *condition, text);                                        \
  }

#define RUNS(name, fortran)                                  \
  void POMP2_##name(Region region, Task task) {              \
    (void)task;                                              \
    hpcast_pomp2_begin(region, NULL, block);                 \
  }                                                          \
  void pomp2_##fortran##_(Region region, const Task *task) { \
    (void)task;                                              \
    hpcast_pomp2_begin(region, NULL, block);                 \
  }

#define DESCRIBES(name, fortran)                                                               \
  void POMP2_##name(Region region, const char text[]) { hpcast_pomp2_describe(region, text); } \
  void pomp2_##fortran##_(Region region, const char *text) { hpcast_pomp2_describe(region, text); }

#define DOES_NOTHING(name, fortran) \
  void POMP2_##name(void) {}        \
  void pomp2_##fortran##_(void) {}

DESCRIBES(Assign_handle, assign_handle)
DESCRIBES(USER_Assign_handle, user_assign_handle)

void POMP2_Parallel_fork(Region region, int condition, int threads, Task *task, const char text[]) {
  (void)condition, (void)threads;
  *task = 0;
  hpcast_pomp2_describe(region, text);
}
void pomp2_parallel_fork_(Region region, const int *condition, const int *threads, Task *task,
                          const char *text) {
  POMP2_Parallel_fork(region, *condition, *threads, task, text);
}
void POMP2_Parallel_join(Region region, Task task) { (void)region, (void)task; }
void pomp2_parallel_join_(Region region, const Task *task) { (void)region, (void)task; }

GOES_ON(Parallel_begin, parallel_begin, team)
ENDS(Parallel_end, parallel_end, team)
BEGINS(For_enter, do_enter, whole)
ENDS(For_exit, do_exit, whole)
BEGINS(Sections_enter, sections_enter, whole)
ENDS(Sections_exit, sections_exit, whole)
BEGINS(Section_begin, section_begin, block)
ENDS(Section_end, section_end, block)
BEGINS(Workshare_enter, workshare_enter, whole)
ENDS(Workshare_exit, workshare_exit, whole)
BEGINS(Single_enter, single_enter, whole)
GOES_ON(Single_begin, single_begin, block)
ENDS(Single_end, single_end, block)
ENDS(Single_exit, single_exit, whole)
BEGINS(Critical_enter, critical_enter, whole)
GOES_ON(Critical_begin, critical_begin, block)
ENDS(Critical_end, critical_end, block)
ENDS(Critical_exit, critical_exit, whole)
BEGINS(Ordered_enter, ordered_enter, whole)
GOES_ON(Ordered_begin, ordered_begin, block)
ENDS(Ordered_end, ordered_end, block)
ENDS(Ordered_exit, ordered_exit, whole)
BEGINS(Master_begin, master_begin, whole)
ENDS(Master_end, master_end, whole)
BEGINS(Atomic_enter, atomic_enter, whole)
ENDS(Atomic_exit, atomic_exit, whole)
BEGINS(Flush_enter, flush_enter, whole)
ENDS(Flush_exit, flush_exit, whole)
BEGINS_WAITING(Barrier_enter, barrier_enter, whole)
ENDS_WAITING(Barrier_exit, barrier_exit, whole)
BEGINS_WAITING(Taskwait_begin, taskwait_begin, whole)
ENDS_WAITING(Taskwait_end, taskwait_end, whole)
CREATES(Task_create_begin, task_create_begin)
ENDS_WAITING(Task_create_end, task_create_end, whole)
RUNS(Task_begin, task_begin)
ENDS(Task_end, task_end, block)
CREATES(Untied_task_create_begin, untied_task_create_begin)
ENDS_WAITING(Untied_task_create_end, untied_task_create_end, whole)
RUNS(Untied_task_begin, untied_task_begin)
ENDS(Untied_task_end, untied_task_end, block)

void POMP2_Implicit_barrier_enter(Region region, Task *task) {
  *task = 0;
  hpcast_pomp2_begin(region, NULL, at_end);
}
void pomp2_implicit_barrier_enter_(Region region, Task *task) {
  POMP2_Implicit_barrier_enter(region, task);
}
ENDS_WAITING(Implicit_barrier_exit, implicit_barrier_exit, at_end)

BEGINS(Begin, begin, whole)
ENDS(End, end, whole)
DOES_NOTHING(Init, init)
DOES_NOTHING(Finalize, finalize)
DOES_NOTHING(On, on)
DOES_NOTHING(Off, off)

int POMP2_Lib_get_max_threads(void) { return omp_get_max_threads(); }
int pomp2_lib_get_max_threads_(void) { return omp_get_max_threads(); }

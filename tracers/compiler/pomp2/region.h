/* A construct of OpenMP that opari2 has found, and its regions' names, which are Score-P's:
   "!$omp for @pathfinder.c:42". */
#pragma once

/* What a construct is entered and left as. */
enum part {
  team,   /* of threads that run a parallel construct */
  whole,  /* construct that shares work, waits, excludes, or creates a task */
  block,  /* of it, that the thread runs itself */
  at_end, /* implicit barrier */
  part_count
};

/* What *handle stands for; opari2's text describes it, where it is made first. */
void hpcast_pomp2_describe(void **handle, const char *text);

/* `text` may be null behind a begin with one. */
void hpcast_pomp2_begin(void **handle, const char *text, enum part part);
void hpcast_pomp2_end(void **handle, enum part part);

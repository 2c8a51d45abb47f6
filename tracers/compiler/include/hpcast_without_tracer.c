/* For a Fortran program that calls hpcast_phase or its like and is not compiled with
   hpcast-fortran: the Valgrind tracer is told of phases and regions; otherwise these do nothing. */
#include <string.h>

#include "hpcast.h"

/* gfortran passes a character argument's length behind the others. */
static void say(void (*what)(const char *), const char *name, size_t length) {
  char text[256];
  while (length > 0 && name[length - 1] == ' ') --length;
  if (length >= sizeof text) length = sizeof text - 1;
  memcpy(text, name, length);
  text[length] = '\0';
  what(text);
}

void hpcast_phase_(const char *name, size_t length) { say(hpcast_phase, name, length); }
void hpcast_region_begin_(const char *name, size_t length) {
  say(hpcast_region_begin, name, length);
}
void hpcast_region_end_(const char *name, size_t length) { say(hpcast_region_end, name, length); }

void hpcast_read_(const void *where, const int64_t *bytes) { hpcast_read(where, (size_t)*bytes); }
void hpcast_write_(const void *where, const int64_t *bytes) { hpcast_write(where, (size_t)*bytes); }

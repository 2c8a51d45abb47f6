/* In front of the compiler's <emmintrin.h>: see hpcast_streaming.h. GCC's <xmmintrin.h> includes
   this file while <emmintrin.h> itself is still being read: then the macros must wait. */
#pragma GCC system_header
#ifndef HPCAST_EMMINTRIN_OPEN
#define HPCAST_EMMINTRIN_OPEN
#include_next <emmintrin.h>
#undef HPCAST_EMMINTRIN_OPEN
#define HPCAST_STREAM_SSE2
#include "hpcast_streaming.h"
#endif

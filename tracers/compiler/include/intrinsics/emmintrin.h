/* In front of the compiler's <emmintrin.h>: see hpcast_streaming.h. */
#pragma GCC system_header
#include_next <emmintrin.h>
#define HPCAST_STREAM_SSE2
#include "hpcast_streaming.h"

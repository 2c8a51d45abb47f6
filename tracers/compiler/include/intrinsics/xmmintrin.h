/* In front of the compiler's <xmmintrin.h>: see hpcast_streaming.h. */
#pragma GCC system_header
#include_next <xmmintrin.h>
#define HPCAST_STREAM_SSE
#include "hpcast_streaming.h"

/* In front of the compiler's <immintrin.h>: see hpcast_streaming.h. */
#pragma GCC system_header
#include_next <immintrin.h>
#define HPCAST_STREAM_AVX
#include "hpcast_streaming.h"

/* Included before the source, and by Clang before everything. The sources shall compile as if the
   sanitizer whose instrumentation hpcast-cc borrows were not there: it must neither be recognised
   nor be kept out of functions. */
#ifndef HPCAST_FIRST_H
#define HPCAST_FIRST_H
#if defined(__GNUC__) && !defined(__ASSEMBLER__)
#pragma GCC system_header

/* Functions that are exempt from ThreadSanitizer, in any spelling, are exempt from AddressSanitizer
   instead, which the wrappers refuse. */
#define no_sanitize(...) no_sanitize("address")
#define __no_sanitize__(...) __no_sanitize__("address")
#define no_sanitize_thread no_sanitize_address
#define __no_sanitize_thread__ __no_sanitize_address__

#ifdef __clang__
#define disable_sanitizer_instrumentation no_sanitize("address")
#define __disable_sanitizer_instrumentation__ __no_sanitize__("address")

/* __has_feature and __has_extension without thread_sanitizer. The originals cannot be called any
   more: what they say of each name that Clang has is kept first. */
#include "hpcast_clang_features.h"
#define HPCAST_SECOND(first, second, ...) second
#define HPCAST_KEPT(...) \
  HPCAST_SECOND(__VA_ARGS__, 0, 0) /* 1 for "~, 1"; 0 for a name without value */
#define __has_feature(name) HPCAST_KEPT(HPCAST_FEATURE_##name)
#define __has_extension(name) HPCAST_KEPT(HPCAST_EXTENSION_##name)
#endif

#endif
#endif

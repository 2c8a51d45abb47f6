// Valgrind's own headers, which are C. SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wshadow"
extern "C" {
#include "pub_tool_basics.h"
}
#include "pub_tool_vki.h"  // has a template in it
extern "C" {
#include "coregrind/pub_core_aspacemgr.h"
#include "coregrind/pub_core_basics.h"
#include "coregrind/pub_core_clientstate.h"
#include "coregrind/pub_core_libcfile.h"
#include "coregrind/pub_core_libcprint.h"
#include "coregrind/pub_core_options.h"
#include "coregrind/pub_core_scheduler.h"
#include "coregrind/pub_core_threadstate.h"
#include "coregrind/pub_core_transtab.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_tooliface.h"
}
#pragma GCC diagnostic pop

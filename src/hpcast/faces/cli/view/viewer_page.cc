#include "hpcast/faces/cli/view/viewer_page.h"

// HPCAST_VIEWER_PAGE is the path of the page's file (CMakeLists.txt), which the assembler reads.
#ifdef HPCAST_VIEWER_PAGE
asm(".section .rodata\n"
    ".global hpcast_viewer_page, hpcast_viewer_page_end\n"
    "hpcast_viewer_page:\n"
    ".incbin \"" HPCAST_VIEWER_PAGE
    "\"\n"
    "hpcast_viewer_page_end:\n"
    ".byte 0\n"
    ".previous\n");
extern "C" const char hpcast_viewer_page[], hpcast_viewer_page_end[];
#endif

namespace hpcast::cli {

std::string_view viewer_page() {
#ifdef HPCAST_VIEWER_PAGE
  return {hpcast_viewer_page, hpcast_viewer_page_end};
#else
  return {};
#endif
}

}  // namespace hpcast::cli

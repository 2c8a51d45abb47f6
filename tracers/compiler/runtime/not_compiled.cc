#include "not_compiled.h"

#include <cstddef>

// A name on each line. Null where all were compiled.
extern "C" [[gnu::weak, gnu::visibility("hidden")]] const char hpcast_not_compiled[];

namespace hpcast::tracer {

void tell_of_objects_not_compiled(reftrace::ChannelHeader& header) {
  if (hpcast_not_compiled == nullptr) return;
  for (const char* name = hpcast_not_compiled; *name != '\0';) {
    std::size_t length = 0;
    while (name[length] != '\0' && name[length] != '\n') ++length;
    reftrace::name_index(header.not_compiled, name, length, "(and more)");
    name += length + (name[length] == '\n' ? 1 : 0);
  }
}

}  // namespace hpcast::tracer

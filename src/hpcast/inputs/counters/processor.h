// Which processor this is, as far as its events are concerned.
#pragma once

#include <string>
#include <string_view>

namespace hpcast::counters {

struct Processor {
  std::string vendor;  // x86: "GenuineIntel"
  int family = -1;
  int model = -1;
  std::string implementer;  // Arm: "0x46"
  std::string part;         // "0x001"
  std::string name;         // for people; may be empty
};

// From the text of /proc/cpuinfo: of its first processor.
Processor processor_in(std::string_view cpuinfo);
Processor this_processor();
// "Intel(R) Xeon(R) … (GenuineIntel, family 6, model 85)"
std::string describe(const Processor& processor);

}  // namespace hpcast::counters

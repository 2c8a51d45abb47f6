#include "hpcast/inputs/counters/processor.h"

#include <fmt/core.h>

#include <charconv>
#include <fstream>
#include <sstream>

#include "hpcast/inputs/counters/text_numbers.h"

namespace hpcast::counters {

namespace {

int whole_in(std::string_view text) {
  int value = -1;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

void take_fact(Processor& processor, std::string_view name, std::string_view value) {
  if (name == "vendor_id") processor.vendor = value;
  if (name == "cpu family") processor.family = whole_in(value);
  if (name == "model") processor.model = whole_in(value);
  if (name == "CPU implementer") processor.implementer = value;
  if (name == "CPU part") processor.part = value;
  if (name == "model name") processor.name = value;
}

}  // namespace

Processor processor_in(std::string_view cpuinfo) {
  Processor processor;
  bool any = false;
  while (!cpuinfo.empty()) {
    const std::size_t end = cpuinfo.find('\n');
    const std::string_view line = cpuinfo.substr(0, end);
    cpuinfo.remove_prefix(end == std::string_view::npos ? cpuinfo.size() : end + 1);
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos && any) return processor;
    if (colon == std::string_view::npos) continue;
    any = true;
    take_fact(processor, trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 1)));
  }
  return processor;
}

Processor this_processor() {
  std::ostringstream text;
  text << std::ifstream("/proc/cpuinfo").rdbuf();
  return processor_in(text.str());
}

std::string describe(const Processor& processor) {
  std::string facts;
  if (!processor.vendor.empty())
    facts =
        fmt::format("{}, family {}, model {}", processor.vendor, processor.family, processor.model);
  else if (!processor.implementer.empty())
    facts = fmt::format("implementer {}, part {}", processor.implementer, processor.part);
  else
    facts = "of a kind that /proc/cpuinfo does not tell";
  return processor.name.empty() ? facts : fmt::format("{} ({})", processor.name, facts);
}

}  // namespace hpcast::counters

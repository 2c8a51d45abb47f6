#include "hpcast/cli/trace_summary.h"

#include <fmt/core.h>

#include <cstdint>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/units.h"

namespace hpcast::cli {

void summarise(const std::string& trace, const reftrace::Manifest& manifest) {
  std::uint64_t references = 0;
  std::uint64_t bytes = 0;
  for (const reftrace::TracedThread& thread : manifest.threads) {
    references += thread.references;
    bytes += thread.bytes;
  }
  fmt::print("{}: {} references of {} {}, {} ({:.2f} bytes a reference)\n", trace,
             format_count(static_cast<double>(references)), manifest.threads.size(),
             manifest.threads.size() == 1 ? "thread" : "threads",
             format_bytes(static_cast<double>(bytes)),
             references > 0 ? static_cast<double>(bytes) / static_cast<double>(references) : 0.0);
  if (!manifest.complete) tell(fmt::format("hpcast: the trace is partial: {}", manifest.reason));
}

}  // namespace hpcast::cli

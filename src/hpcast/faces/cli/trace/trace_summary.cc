#include "hpcast/faces/cli/trace/trace_summary.h"

#include <fmt/core.h>

#include <cstdint>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/cli/options/outputs.h"

namespace hpcast::cli {

void summarise(const std::string& trace, const reftrace::Manifest& manifest) {
  std::uint64_t references = 0;
  std::uint64_t bytes = 0;
  for (const reftrace::TracedThread& thread : manifest.threads) {
    references += thread.references;
    bytes += thread.bytes;
  }
  const auto several = [](std::size_t n, const char* one, const char* more) {
    return fmt::format("{} {}", n, n == 1 ? one : more);
  };
  std::string source = several(manifest.threads.size(), "thread", "threads");
  if (!manifest.processes.empty())
    source += " in " + several(manifest.processes.size(), "process", "processes");
  print(fmt::format(
      "{}: {} references of {}, {} ({:.3g} bytes a reference)\n", trace,
      format_count(static_cast<double>(references)), source,
      format_bytes(static_cast<double>(bytes)),
      references > 0 ? static_cast<double>(bytes) / static_cast<double>(references) : 0.0));
  if (!manifest.complete) tell(fmt::format("hpcast: the trace is partial: {}", manifest.reason));
}

}  // namespace hpcast::cli

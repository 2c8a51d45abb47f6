#include "hpcast/answers/memory/libraries.h"

#include <fmt/format.h>

#include <algorithm>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"

namespace hpcast::answers {
namespace {

constexpr std::uint64_t least_samples = 8;
constexpr double lacking_share = 0.05;
constexpr std::size_t most_libraries = 8;

double libraries_cpu_s(const LibraryTimes& libraries) {
  double all = 0;
  for (const LibraryTime& library : libraries.each) all += library.cpu_s;
  return all;
}

// Cores that threads run on at once: however they share the libraries' time, it takes this part of
// it, though each thread may be short.
double used_cores(const MemoryAnswer& result) {
  const auto cores =
      std::count_if(result.objects.begin(), result.objects.end(),
                    [](const ObjectResult& object) { return object.kind == Kind::core; });
  return std::max(1.0, std::min(static_cast<double>(cores), 1.0 * result.run.threads));
}

// Libraries that took a hundredth of the first's time.
std::size_t libraries_worth_naming(const LibraryTimes& libraries) {
  return static_cast<std::size_t>(std::count_if(
      libraries.each.begin(), libraries.each.end(),
      [&](const LibraryTime& one) { return one.cpu_s >= libraries.each.front().cpu_s / 100; }));
}

}  // namespace

bool tells_of_libraries(const LibraryTimes& libraries) {
  return libraries.samples >= least_samples && !libraries.each.empty();
}

bool lacks_libraries(const MemoryAnswer& result) {
  if (!result.run.libraries || !tells_of_libraries(*result.run.libraries)) return false;
  const double lacking_s = std::max(result.run.libraries->longest_thread_s,
                                    libraries_cpu_s(*result.run.libraries) / used_cores(result));
  return lacking_s >= lacking_share * result.time_s;
}

std::string library_words(const MemoryAnswer& result) {
  LibraryTimes libraries = *result.run.libraries;
  libraries.each.resize(libraries_worth_naming(libraries));
  const std::size_t others = libraries.each.size() - 1;
  return fmt::format(
      "{}{}, which took {} of CPU time here", libraries.each.front().name,
      others == 0 ? ""
                  : fmt::format(" and {} more {}", others, others == 1 ? "library" : "libraries"),
      format_time(libraries_cpu_s(libraries)));
}

std::string library_list(const LibraryTimes& libraries) {
  const std::size_t worth = libraries_worth_naming(libraries);
  const std::size_t named = std::min(worth, most_libraries);
  std::string text;
  for (std::size_t i = 0; i < named; ++i)
    add_item(text, libraries.each[i].name + " " + format_time(libraries.each[i].cpu_s));
  if (named < worth) add_item(text, fmt::format("{} more", worth - named));
  return text;
}

}  // namespace hpcast::answers

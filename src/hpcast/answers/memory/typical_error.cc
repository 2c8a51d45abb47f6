#include "hpcast/answers/memory/typical_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "hpcast/answers/memory/embedded_errors.h"
#include "hpcast/answers/memory/libraries.h"
#include "hpcast/answers/memory/verdict.h"
#include "hpcast/base/json.h"
#include "hpcast/base/units.h"

namespace hpcast::answers {

namespace {

struct ClassWords {
  const char* name;
  const char* words;
};
constexpr std::array<ClassWords, 3> class_words{{{"core", "that a core limits"},
                                                 {"memory", "that caches and memory limit"},
                                                 {"threads", "of two threads"}}};

const ClassWords& words(ErrorClass c) { return class_words[static_cast<std::size_t>(c)]; }

// Threads that have a part in the time.
bool computes(const ObjectResult& object, double longest) {
  constexpr double little = 0.1;
  return object.core && object.core->executing && object.core->executing->time_s > little * longest;
}

}  // namespace

const char* name_of(ErrorClass c) { return words(c).name; }
const char* words_of(ErrorClass c) { return words(c).words; }

std::optional<ErrorClass> error_class(const MemoryAnswer& result) {
  if (result.sample || result.partial || !result.ranks.empty() || is_limited_by_waiting(result) ||
      lacks_libraries(result))
    return {};
  const auto timed =
      std::count_if(result.objects.begin(), result.objects.end(),
                    [&](const ObjectResult& o) { return computes(o, result.time_s); });
  if (timed == 0 || timed > 2) return {};
  if (timed == 2) return ErrorClass::threads;
  const auto limit =
      std::find_if(result.objects.begin(), result.objects.end(),
                   [&](const ObjectResult& o) { return o.name == result.bottleneck.name; });
  if (limit == result.objects.end()) return {};
  const bool is_core = limit->core && limit->core->executing;
  if (!is_core) return ErrorClass::memory;
  if (limiting_rate(*limit->core) != nullptr) return {};  // no case was
  const CoreTime& core = *limit->core->executing;
  const double own = core.time_s - core.page_faults_s.value_or(0);
  return core.caches_s >= own / 2 ? ErrorClass::memory : ErrorClass::core;
}

TypicalError typical_error(ErrorClass c, const std::string& tracer) {
  static const Json all = Json::parse(embedded_errors());
  const Json& measured = all.contains(tracer) ? all.at(tracer) : all.at("valgrind");
  const Json& of_class = measured.at("classes").at(name_of(c));
  return {name_of(c), of_class.at("error").get<double>(), of_class.at("cases").get<std::uint32_t>(),
          measured.at("date").get<std::string>(), false};
}

std::string to_string(const TypicalError& error) {
  const auto known = std::find_if(class_words.begin(), class_words.end(),
                                  [&](const ClassWords& w) { return w.name == error.of; });
  return fmt::format(
      "± {}{}: the mean error (geometric, of a factor) of forecasts of {} kernels {}, on one host "
      "as "
      "calibrated, {} (docs/accuracy.md); it is no bound{}",
      format_percent(error.share), error.calibrated ? "" : " or more", error.cases,
      known == class_words.end() ? "" : known->words, error.date,
      error.calibrated ? "" : ", and this machine is not calibrated");
}

}  // namespace hpcast::answers

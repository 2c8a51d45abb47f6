// The kinds of answers that hpcast reads back: all that it writes.
#pragma once

#include "hpcast/answers/answer_file.h"
#include "hpcast/answers/counters/answer.h"
#include "hpcast/answers/latency/answer.h"
#include "hpcast/answers/memory/answer.h"
#include "hpcast/answers/network/answer.h"
#include "hpcast/answers/power/answer.h"
#include "hpcast/answers/power/fit.h"
#include "hpcast/answers/power/job_power.h"
#include "hpcast/answers/trace/answer.h"

namespace hpcast::cli {

namespace detail {

template <class... Kinds, class F>
auto with_kind_of(const Document& document, F&& use) {
  using Result = std::common_type_t<decltype(use.template operator()<Kinds>())...>;
  std::optional<Result> result;
  const auto attempt = [&]<class T>() {
    if (!result && answers::is_answer(document.root, T::kind))
      result = use.template operator()<T>();
  };
  (attempt.template operator()<Kinds>(), ...);
  if (!result) answers::refuse_unknown_kind(document);
  return *result;
}

}  // namespace detail

// use.operator()<T>() for the type of the answer in a document. Throws InputError where it is none.
template <class F>
auto with_kind_of(const Document& document, F&& use) {
  using namespace answers;
  return detail::with_kind_of<MemoryAnswer, NetworkAnswer, LatencyAnswer, CounterForecast,
                              PowerAnswer, PowerFit, JobPower, TraceSummary>(document, use);
}

}  // namespace hpcast::cli

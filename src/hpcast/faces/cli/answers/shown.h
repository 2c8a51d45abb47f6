// An answer of any kind as text and as a page.
#pragma once

#include <span>
#include <string>
#include <type_traits>

#include "hpcast/faces/report/counters/report.h"
#include "hpcast/faces/report/latency/document.h"
#include "hpcast/faces/report/memory/html.h"
#include "hpcast/faces/report/memory/text.h"
#include "hpcast/faces/report/network/report.h"
#include "hpcast/faces/report/power/document.h"
#include "hpcast/faces/report/trace/document.h"

namespace hpcast::cli {

template <class T>
std::string text_of(const T& answer, const report::TextOptions& options) {
  if constexpr (requires { report::document(answer); })
    return report::to_text(report::document(answer), options);
  else
    return report::text_report(answer, options);
}

// Of a network without what its ranks do over time, which no answer holds.
template <class T>
std::string page_of(const T& answer) {
  if constexpr (requires { report::document(answer); })
    return report::to_page({report::document(answer)});
  else if constexpr (std::is_same_v<T, answers::MemoryAnswer>)
    return report::html_page(std::span(&answer, 1));
  else if constexpr (std::is_same_v<T, answers::NetworkAnswer>)
    return report::html_page(answer, {});
  else
    return report::html_page(answer);
}

}  // namespace hpcast::cli

// Two answers of a kind side by side, for people: whatever they are about.
#pragma once

#include <string>

#include "hpcast/answers/answer_file.h"
#include "hpcast/answers/member_changes.h"
#include "hpcast/faces/report/kit/text_options.h"

namespace hpcast::report {

// The verdicts, what may make them incomparable, and the numbers that differ most. `a`, `b`: what
// they are as JSON.
std::string compare_text(const answers::Answer& a, const answers::Answer& b,
                         const std::vector<answers::MemberChange>& changes,
                         const TextOptions& options);

template <class T>
std::string compare_text(const T& a, const T& b, const TextOptions& options) {
  return compare_text(a, b, answers::member_changes(answers::to_json(a), answers::to_json(b)),
                      options);
}

}  // namespace hpcast::report

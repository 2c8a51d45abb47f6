#include "hpcast/forecast/changes.h"

#include <fmt/format.h>

#include "hpcast/base/diagnostics.h"

namespace hpcast::forecast {

Json Change::json() const {
  const Json parsed = Json::parse(value, nullptr, false);
  return parsed.is_discarded() ? Json(value) : parsed;
}

Change parse_change(const std::string& text, const ChangeForm& form) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const std::size_t dot = name.rfind('.');
  const bool has_place = dot != std::string::npos;
  const std::string member = has_place ? name.substr(dot + 1) : name;
  if (equals == std::string::npos || member.empty() || dot == 0 || has_place < form.needs_place)
    throw InputError(fmt::format("--set {}: expected {}", text, form.form),
                     fmt::format("for example --set {}", form.example));
  return {text, has_place ? name.substr(0, dot) : "", member, text.substr(equals + 1)};
}

std::string did_you_mean_or(const std::string& word, const std::vector<std::string>& candidates,
                            const std::string& what_they_are) {
  std::string near = did_you_mean(word, candidates);
  if (!near.empty() || candidates.empty()) return near;
  return fmt::format("{} {}", what_they_are, fmt::join(candidates, ", "));
}

std::string with_set(const std::string& file) { return file + " (with --set)"; }

}  // namespace hpcast::forecast

#include "hpcast/forecast/changes.h"

#include <fmt/format.h>

#include <sstream>

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

namespace {

std::vector<std::string> parts_of_name(const std::string& name) {
  std::vector<std::string> words;
  std::istringstream parts(name);
  for (std::string word; std::getline(parts, word, '_');) words.push_back(word);
  return words;
}

// Names of which a word alone is meant: "bandwith" is near to "read_bandwidth".
std::vector<std::string> names_with_word_near(const std::string& word,
                                              const std::vector<std::string>& names) {
  std::vector<std::string> near;
  for (const std::string& name : names)
    if (!nearest(word, parts_of_name(name)).empty()) near.push_back(name);
  return near;
}

}  // namespace

std::string did_you_mean_or(const std::string& word, const std::vector<std::string>& candidates,
                            const std::string& what_they_are) {
  std::string near = did_you_mean(word, candidates);
  if (!near.empty() || candidates.empty()) return near;
  const std::vector<std::string> by_word = names_with_word_near(word, candidates);
  if (!by_word.empty()) return "did you mean " + list_of(by_word) + "?";
  return fmt::format("{} {}", what_they_are, fmt::join(candidates, ", "));
}

std::string with_set(const std::string& file) { return file + " (with --set)"; }

}  // namespace hpcast::forecast

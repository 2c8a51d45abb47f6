#include "hpcast/forecast/latency/study_plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/base/text.h"

namespace hpcast::forecast {

namespace {

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}
bool is_name(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), in_name);
}

// "a/b/watt_2.mtx.zst" is "watt_2", and "stencil:3d7:40" itself.
constexpr std::size_t longest_name = 200;  // file systems have 255

std::string name_of_value(std::string text) {
  for (const std::string_view ending : {".zst", ".mtx"}) {
    if (!text.ends_with(ending)) continue;
    text.resize(text.size() - ending.size());
    text.erase(0, text.find_last_of('/') + 1);
  }
  return text;
}

std::string fit_for_a_file(std::string name) {
  for (char& c : name)
    if (!in_name(c) && c != '.' && c != '+') c = '-';
  if (name.starts_with('.')) name.front() = '-';
  return name;
}

// What of `text` lies between "{" and "}" and is a name.
std::vector<std::string> placeholders_in(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t open = text.find('{'); open != std::string::npos;
       open = text.find('{', open + 1)) {
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos) break;
    std::string name = text.substr(open + 1, close - open - 1);
    if (is_name(name)) names.push_back(std::move(name));
  }
  return names;
}

void check_used(const StudyAxis& axis, const std::vector<std::string>& used, const char* option) {
  if (axis.values.size() < 2 || std::find(used.begin(), used.end(), axis.name) != used.end())
    return;
  throw InputError(
      "the program's arguments have no {" + axis.name + "}: its runs would all be the same",
      "put it where the values of " + std::string(option) + " " + axis.name + "=... are to stand");
}

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

}  // namespace

StudyAxis axis_of(const std::string& option, const std::vector<std::string>& texts) {
  StudyAxis axis;
  std::map<std::string, std::string> texts_of;  // by name of the file
  for (const std::string& text : texts) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string name = text.substr(0, equals);
    if (!is_name(name) || equals + 1 >= text.size())
      throw InputError(option + " " + text + ": expected NAME=VALUE,VALUE,...",
                       "NAME stands in the program's arguments as {NAME}");
    if (!axis.name.empty() && axis.name != name)
      throw InputError(option + ": both '" + axis.name + "' and '" + name + "'",
                       "a study has one panel and one kind of case");
    axis.name = name;
    for (const std::string& value : split(text.substr(equals + 1), ',')) {
      if (value.empty()) throw InputError(option + " " + text + ": one of the values is empty");
      const std::string value_name = name_of_value(value);
      if (value_name.size() > longest_name)
        throw InputError(fmt::format("{}: the name of '{}...' is longer than {} letters", option,
                                     value_name.substr(0, 40), longest_name),
                         "a file of the study is called by it: a shorter path, or a link");
      const auto [same, is_new] = texts_of.emplace(fit_for_a_file(value_name), value);
      if (!is_new)
        throw InputError(same->second == value
                             ? option + ": '" + value + "' is there twice"
                             : option + ": '" + same->second + "' and '" + value +
                                   "' would have the same name, '" + same->first + "'",
                         "each is to be named once");
      axis.values.push_back({value, value_name, same->first});
    }
  }
  return axis;
}

void check_placeholders(const std::vector<std::string>& command, const StudyAxis& panel,
                        const StudyAxis& cases) {
  if (panel.name == cases.name)
    throw InputError("--panel and --case have the same name, '" + panel.name + "'",
                     "each has a placeholder of its own");
  std::vector<std::string> used;
  for (const std::string& argument : command) {
    for (const std::string& name : placeholders_in(argument)) {
      if (name != panel.name && name != cases.name)
        throw InputError(
            "'" + argument + "': neither --panel nor --case has values for {" + name + "}",
            did_you_mean(name, {panel.name, cases.name}));
      used.push_back(name);
    }
  }
  check_used(panel, used, "--panel");
  check_used(cases, used, "--case");
}

std::vector<std::string> filled_in(std::vector<std::string> command, const StudyAxis& panel,
                                   const std::string& panel_text, const StudyAxis& cases,
                                   const std::string& case_text) {
  for (std::string& argument : command) {
    replace_all(argument, "{" + panel.name + "}", panel_text);
    replace_all(argument, "{" + cases.name + "}", case_text);
  }
  return command;
}

}  // namespace hpcast::forecast

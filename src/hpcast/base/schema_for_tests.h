// Whether a JSON value conforms to one of the files in schemas/.
#pragma once

#include <regex.h>

#include <algorithm>
#include <string>
#include <vector>

#include "hpcast/base/json.h"
#include "hpcast/base/source_tree_for_tests.h"

namespace hpcast {

// The part of draft-07 that our schemas use; a keyword it does not know is a fault. Stricter in
// one point: members must be named by the schema.
class Conformance {
 public:
  // `schema`: the name of a file in schemas/.
  explicit Conformance(const std::string& schema)
      : root_(read_json(source_tree() + "/schemas/" + schema).root) {}

  std::vector<std::string> faults(const Json& value) {
    faults_.clear();
    check(value, root_, "");
    return faults_;
  }

 private:
  void fault(const std::string& pointer, const std::string& what) {
    faults_.push_back(pointer + ": " + what);
  }

  void check(const Json& value, const Json& rule, const std::string& at) {
    for (const auto& [keyword, argument] : rule.items()) check(value, keyword, argument, rule, at);
  }

  void check(const Json& value, const std::string& keyword, const Json& argument, const Json& rule,
             const std::string& at) {
    static const std::vector<std::string> notes = {
        "$schema", "title", "description", "default", "definitions", "additionalProperties"};
    if (std::find(notes.begin(), notes.end(), keyword) != notes.end()) return;
    if (keyword == "$ref") {
      // "#/POINTER": each schema can be used by itself.
      check(value, root_.at(Json::json_pointer(argument.get<std::string>().substr(1))), at);
    } else if (keyword == "type") {
      if (!has_type(value, argument)) fault(at, "is no " + argument.get<std::string>());
    } else if (keyword == "const") {
      if (value != argument) fault(at, "is not " + argument.dump());
    } else if (keyword == "enum") {
      if (std::find(argument.begin(), argument.end(), value) == argument.end()) fault(at, "enum");
    } else if (keyword == "oneOf") {
      check_one(value, argument, at);
    } else if (keyword == "required") {
      for (const auto& name : argument) {
        if (!value.contains(name.get<std::string>())) fault(at, "lacks " + name.dump());
      }
    } else if (keyword == "dependencies") {
      for (const auto& [name, needed] : argument.items()) {
        for (const auto& other : needed)
          if (value.contains(name) && !value.contains(other.get<std::string>())) fault(at, keyword);
      }
    } else if (keyword == "properties") {
      check_members(value, argument, at);
    } else if (keyword == "patternProperties") {
      check_named_members(value, argument, at);
    } else if (keyword == "items") {
      for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
        check(value[i], argument, pointer_to(at, i));
    } else if (!within(value, keyword, argument)) {
      fault(at, keyword + " " + argument.dump() + " of " + rule.dump());
    }
  }

  void check_members(const Json& value, const Json& properties, const std::string& at) {
    if (!value.is_object()) return;
    for (const auto& [name, member] : value.items()) {
      const auto rule = properties.find(name);
      if (rule == properties.end()) {
        fault(pointer_to(at, name), "is not in the schema");
      } else {
        check(member, *rule, pointer_to(at, name));
      }
    }
  }

  void check_named_members(const Json& value, const Json& patterns, const std::string& at) {
    for (const auto& [name, member] : value.items()) {
      bool known = false;
      for (const auto& [pattern, rule] : patterns.items()) {
        if (!matches(name, pattern)) continue;
        known = true;
        check(member, rule, pointer_to(at, name));
      }
      if (!known) fault(pointer_to(at, name), "is not in the schema");
    }
  }

  void check_one(const Json& value, const Json& rules, const std::string& at) {
    const std::vector<std::string> before = faults_;
    int fitting = 0;
    for (const Json& rule : rules) {
      faults_.clear();
      check(value, rule, at);
      fitting += faults_.empty() ? 1 : 0;
    }
    faults_ = before;
    if (fitting != 1) fault(at, value.dump() + " fits " + std::to_string(fitting) + " of oneOf");
  }

  static bool has_type(const Json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "null") return value.is_null();
    if (type == "integer") return value.is_number_integer();
    return type == "number" && value.is_number();
  }

  // Bounds do not concern values of other types. An unknown keyword holds for nothing.
  static bool within(const Json& value, const std::string& keyword, const Json& bound) {
    if (keyword == "minimum") return !value.is_number() || value >= bound;
    if (keyword == "maximum") return !value.is_number() || value <= bound;
    if (keyword == "exclusiveMinimum") return !value.is_number() || value > bound;
    if (keyword == "minItems") return !value.is_array() || value.size() >= bound;
    if (keyword == "minLength")
      return !value.is_string() || value.get<std::string>().size() >= bound;
    if (keyword != "pattern") return false;
    return !value.is_string() || matches(value.get<std::string>(), bound.get<std::string>());
  }

  // POSIX: std::regex of GCC 12 does not compile without warnings under the sanitizers.
  static bool matches(const std::string& text, const std::string& pattern) {
    regex_t expression;
    if (regcomp(&expression, pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0) return false;
    const bool matched = regexec(&expression, text.c_str(), 0, nullptr, 0) == 0;
    regfree(&expression);
    return matched;
  }

  Json root_;  // of it that a value must conform to
  std::vector<std::string> faults_;
};

}  // namespace hpcast

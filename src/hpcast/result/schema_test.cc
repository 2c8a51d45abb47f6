// schemas/result.schema.json is the contract with other programs: what hpcast writes conforms to
// it, and it names every member that hpcast writes.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "hpcast/base/file.h"
#include "hpcast/result/sample_for_tests.h"
#include "hpcast/result/write.h"

namespace hpcast::result {
namespace {

using nlohmann::json;

// The part of draft-07 that the schema uses; a keyword it does not know is a fault, so that the
// schema cannot outgrow the test. Stricter in one point: members must be named by the schema.
class Conformance {
 public:
  explicit Conformance(const json& schema) : root_(schema) {}

  std::vector<std::string> faults(const json& value) {
    check(value, root_, "");
    return faults_;
  }

 private:
  void fault(const std::string& pointer, const std::string& what) {
    faults_.push_back(pointer + ": " + what);
  }

  static bool is_of_type(const json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "integer") return value.is_number_integer();
    return type == "number" && value.is_number();
  }

  void check(const json& value, const json& schema, const std::string& pointer) {
    for (const auto& [keyword, operand] : schema.items()) {
      check_keyword(keyword, operand, value, pointer);
    }
  }

  void check_keyword(const std::string& keyword, const json& operand, const json& value,
                     const std::string& pointer) {
    static const std::vector<std::string> annotations = {"$schema", "title", "description",
                                                         "definitions"};
    if (std::find(annotations.begin(), annotations.end(), keyword) != annotations.end()) return;
    if (keyword == "$ref") {
      const std::string target = operand.get<std::string>();
      check(value, root_.at(json::json_pointer(target.substr(1))), pointer);
    } else if (keyword == "type") {
      if (!is_of_type(value, operand.get<std::string>()))
        fault(pointer, "not of type " + operand.dump());
    } else if (keyword == "const") {
      if (value != operand) fault(pointer, "not " + operand.dump());
    } else if (keyword == "enum") {
      if (std::find(operand.begin(), operand.end(), value) == operand.end())
        fault(pointer, "not in " + operand.dump());
    } else if (keyword == "minimum") {
      if (value.is_number() && value < operand) fault(pointer, "below " + operand.dump());
    } else if (keyword == "minLength") {
      if (value.get<std::string>().size() < operand.get<std::size_t>()) fault(pointer, "too short");
    } else if (keyword == "pattern") {
      const std::regex pattern(operand.get<std::string>());
      if (!std::regex_search(value.get<std::string>(), pattern))
        fault(pointer, "not like " + operand.dump());
    } else if (keyword == "required") {
      check_required(operand, value, pointer);
    } else if (keyword == "dependencies") {
      for (const auto& [member, needed] : operand.items()) {
        if (value.contains(member)) check_required(needed, value, pointer);
      }
    } else if (keyword == "properties") {
      check_members(operand, value, pointer);
    } else if (keyword == "items") {
      for (std::size_t i = 0; i < value.size(); ++i) {
        check(value.at(i), operand, pointer + "/" + std::to_string(i));
      }
    } else {
      fault(pointer, "keyword '" + keyword + "' is not known to this test");
    }
  }

  void check_required(const json& names, const json& value, const std::string& pointer) {
    for (const json& name : names) {
      if (!value.contains(name.get<std::string>())) fault(pointer, "lacks " + name.dump());
    }
  }

  void check_members(const json& properties, const json& value, const std::string& pointer) {
    for (const auto& [name, member] : value.items()) {
      if (!properties.contains(name)) {
        fault(pointer, "'" + name + "' is not in the schema");
      } else {
        check(member, properties.at(name), pointer + "/" + name);
      }
    }
  }

  const json& root_;
  std::vector<std::string> faults_;
};

std::vector<std::string> faults_of(const json& value) {
  const json schema = json::parse(read_file(HPCAST_SOURCE_DIR "/schemas/result.schema.json"));
  return Conformance(schema).faults(value);
}

json plain(const MemoryResult& result) { return json::parse(to_text(result)); }

using Faults = std::vector<std::string>;

TEST(ResultSchema, DescribesWhatIsWritten) {
  EXPECT_EQ(faults_of(plain(small_sample())), Faults());
  EXPECT_EQ(faults_of(plain(large_sample())), Faults());
  EXPECT_EQ(faults_of(plain(MemoryResult{})), Faults());
}

TEST(ResultSchema, KnowsOptionalMembers) {
  MemoryResult result = small_sample();
  result.partial = "disk full";
  result.run.exit_status = 1;
  EXPECT_EQ(faults_of(plain(result)), Faults());
}

TEST(ResultSchema, RefusesWhatIsWrong) {
  json value = plain(small_sample());
  value["objects"][0]["time"] = "1 s";
  value["objects"][1].erase("kind");
  value["objects"][1].erase("writebacks");
  value["inputs"][0]["sha256"] = "XYZ";
  value["bottleneck"]["kind"] = "disk";
  EXPECT_EQ(faults_of(value).size(), 5u);
}

TEST(ResultSchema, IsOfTheVersionThatIsWritten) {
  json value = plain(small_sample());
  value["schema_version"] = current_schema_version + 1;
  EXPECT_EQ(faults_of(value).size(), 1u);
}

}  // namespace
}  // namespace hpcast::result

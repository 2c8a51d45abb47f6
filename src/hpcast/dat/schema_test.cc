// schemas/dat.schema.json is the contract with the viewer and with users' own programs: what hpcast
// writes conforms to it, and it names exactly the members that the reader knows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <regex.h>

#include <algorithm>

#include "hpcast/base/json.h"
#include "hpcast/dat/generate.h"
#include "hpcast/dat/read.h"
#include "hpcast/dat/write.h"

namespace hpcast::dat {
namespace {

const Json& schema() {
  static const Json root =
      read_json(std::string(HPCAST_SOURCE_DIR) + "/schemas/dat.schema.json").root;
  return root;
}

// The part of draft-07 that the schema uses; a keyword it does not know is a fault. Stricter in
// one point: members must be named by the schema.
class Conformance {
 public:
  std::vector<std::string> faults(const Json& value) {
    faults_.clear();
    check(value, schema(), "");
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
      check(value, schema().at(Json::json_pointer(argument.get<std::string>().substr(1))), at);
    } else if (keyword == "type") {
      if (!has_type(value, argument)) fault(at, "is no " + argument.get<std::string>());
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
        if (value.contains(name) && !value.contains(needed[0].get<std::string>()))
          fault(at, keyword);
      }
    } else if (keyword == "properties") {
      check_members(value, argument, at);
    } else if (keyword == "items") {
      for (std::size_t i = 0; i < value.size(); ++i) check(value[i], argument, pointer_to(at, i));
    } else if (!within(value, keyword, argument)) {
      fault(at, keyword + " " + argument.dump() + " of " + rule.dump());
    }
  }

  void check_members(const Json& value, const Json& properties, const std::string& at) {
    for (const auto& [name, member] : value.items()) {
      const auto rule = properties.find(name);
      if (rule == properties.end()) {
        fault(pointer_to(at, name), "is not in the schema");
      } else {
        check(member, *rule, pointer_to(at, name));
      }
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
    if (type == "integer") return value.is_number_integer();
    return type == "number" && value.is_number();
  }

  // Bounds do not concern values of other types. An unknown keyword holds for nothing.
  static bool within(const Json& value, const std::string& keyword, const Json& bound) {
    if (keyword == "minimum") return !value.is_number() || value >= bound;
    if (keyword == "maximum") return !value.is_number() || value <= bound;
    if (keyword == "exclusiveMinimum") return !value.is_number() || value > bound;
    if (keyword == "minItems") return value.size() >= bound.get<std::size_t>();
    if (keyword == "minLength") return value.get<std::string>().size() >= bound.get<std::size_t>();
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

  std::vector<std::string> faults_;
};

// Every member that a DAT can have, with units where possible.
const char* const everything = R"({
"name": "n", "description": "d", "date": "2026", "sources": {"a": "b"},
"core_class": [{"name": "c", "dp_flops": "16 GFLOP/s", "sp_flops": 1, "ips": "4 Ginst/s"}],
"cache_class": [{"name": "L1", "capacity": "32 KiB", "associativity": 8, "linesize": "64 B",
  "read_bandwidth": "128 GB/s", "write_bandwidth": "1 Gbit/s", "duplex": "half", "latency": "1 ns",
  "replacement": "plru", "write_policy": "write_through", "inclusion": "inclusive"}],
"mem_class": [{"name": "ddr4", "capacity": "8 GiB", "linesize": 64, "read_bandwidth": 1e9,
  "write_bandwidth": 2, "duplex": "full", "latency": "90 ns", "page_size": "64 KiB",
  "latency_curve": [{"bandwidth": 0, "latency": 1e-7}, {"bandwidth": "1 GB/s", "latency": "1 us"}]}],
"router_class": [{"name": "r", "read_bandwidth": 1, "write_bandwidth": 1, "duplex": "half",
  "latency": 0}],
"edge_class": [{"name": "wire", "read_bandwidth": 1, "write_bandwidth": 1, "duplex": "half",
  "latency": 0}],
"core_obj": [{"name": "core0", "class": "c", "numa_node": 1, "num_dp_flops": 1, "num_sp_flops": 2,
  "num_inst": 3}],
"cache_obj": [{"name": "L1_0", "class": "L1", "numa_node": 1}],
"mem_obj": [{"name": "mem0", "class": "ddr4", "numa_node": 1}],
"router_obj": [{"name": "r0", "class": "r", "numa_node": 1}],
"edge_obj": [{"name": "e0", "class": "wire", "source": "core0", "target": "L1_0", "numa_node": 1},
  {"name": "e1", "class": "wire", "source": "L1_0", "target": "mem0"}]
})";

TEST(Schema, AcceptsEveryMachine) {
  for (const std::string& name : known_machines()) {
    const auto file = read_json(std::string(HPCAST_SOURCE_DIR) + "/machines/" + name + ".dat.json");
    EXPECT_THAT(Conformance().faults(file.root), testing::IsEmpty()) << name;
  }
}

TEST(Schema, AcceptsWhatTheReaderAcceptsAndTheWriterWrites) {
  EXPECT_THAT(Conformance().faults(Json::parse(everything)), testing::IsEmpty());
  const Machine m = parse_machine(everything, "m");
  std::vector<ObjectResult> results(m.vertex_count() + m.edges.size());
  results[0].time_flops = results[0].time_inst = 1;
  EXPECT_THAT(Conformance().faults(to_json(m, results)), testing::IsEmpty());
}

TEST(Schema, RefusesWhatTheReaderRefuses) {
  const auto fault = [](const char* pointer, const Json& value) {
    Json json = Json::parse(everything);
    json[Json::json_pointer(pointer)] = value;
    EXPECT_THROW(parse_machine(json.dump(), "m"), InputError) << pointer;
    return Conformance().faults(json).size();
  };
  EXPECT_EQ(fault("/mem_class/0/read_bandwidth", 0), 1U);
  EXPECT_EQ(fault("/mem_class/0/read_bandwidth", "51.2 ns"), 1U);
  EXPECT_EQ(fault("/cache_class/0/replacement", "LRU"), 1U);
  EXPECT_EQ(fault("/cache_class/0/associativity", 0), 1U);
  EXPECT_EQ(fault("/core_obj/0/name", ""), 1U);
  EXPECT_EQ(fault("/core_obj", Json::array()), 1U);
  EXPECT_EQ(fault("/mem_obj/0/numa_node", -1), 1U);
}

// An object is the wrong type for every member, so the reader finds fault exactly with what it
// knows.
TEST(Schema, NamesTheMembersThatTheReaderKnows) {
  const Json document = Json::parse(everything);
  for (const auto& [key, array] : document.items()) {
    if (!key.ends_with("_class") && !key.ends_with("_obj")) continue;
    Json properties = schema()["definitions"][key];
    if (properties.contains("$ref")) properties = schema()["definitions"]["cache_obj"];
    for (const auto& [name, rule] : properties["properties"].items()) {
      const std::string note = rule.value("description", "");
      if (note.starts_with("result")) continue;  // kept, not read
      Json broken = document;
      broken[key][0][name] = Json::object();
      std::vector<std::string> pointers;
      try {
        parse_machine(broken.dump(), "m");
      } catch (const InputError& e) {
        for (const Diagnostic& d : e.diagnostics()) pointers.push_back(d.pointer);
      }
      EXPECT_THAT(pointers, testing::Contains("/" + key + "/0/" + name));
    }
  }
}

}  // namespace
}  // namespace hpcast::dat

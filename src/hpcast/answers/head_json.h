// What every result's file begins with.
#pragma once

#include <nlohmann/json.hpp>
#include <utility>

namespace hpcast::answers {

// schema_version, tool, inputs and verdict of any of the results.
template <class Result>
nlohmann::ordered_json head_json(const Result& result) {
  nlohmann::ordered_json inputs = nlohmann::ordered_json::array();
  for (const auto& input : result.inputs)
    inputs.push_back({{"path", input.path}, {"sha256", input.sha256}, {"role", input.role}});
  return {{"schema_version", result.schema_version},
          {"tool", {{"name", result.tool.name}, {"version", result.tool.version}}},
          {"inputs", std::move(inputs)},
          {"verdict", result.verdict}};
}

}  // namespace hpcast::answers

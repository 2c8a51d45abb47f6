// What a regressor has learnt.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "hpcast/base/json.h"

namespace hpcast::regression {

class Model {
 public:
  Model(std::string regressor, std::size_t columns)
      : regressor_(std::move(regressor)), columns_(columns) {}
  virtual ~Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const std::string& regressor() const { return regressor_; }  // its name
  std::size_t columns() const { return columns_; }             // features of a row

  // row: of columns() values. May be called by several threads.
  virtual double predict(std::span<const double> row) const = 0;

  // What model_from_json() makes the same model of, to the bit.
  Json to_json() const {
    Json json{{"regressor", regressor_}, {"columns", columns_}};
    write(json);
    return json;
  }

 private:
  virtual void write(Json& json) const = 0;

  std::string regressor_;
  std::size_t columns_;
};

}  // namespace hpcast::regression

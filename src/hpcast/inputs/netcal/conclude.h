// What hpcast calibrate --network concludes: a network's description, and each number with where it
// went or why it went nowhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/base/json.h"
#include "hpcast/inputs/netcal/findings.h"

namespace hpcast::netcal {

enum class Unit : std::uint8_t { none, seconds, bytes, bytes_per_second, per_second };

const char* name_of(Place place);

struct Number {
  Place place = Place::between_nodes;
  std::string name;
  double value = 0;
  Unit unit = Unit::none;
  std::optional<double> spread;  // as of a Point
  std::string member;            // of the NDL, that it went to; empty: to none
  std::string note;              // why not, or how; may be empty
};

struct Measured {
  std::vector<Table> between, local;   // tables of ranks on different nodes, and on one
  std::optional<std::string> library;  // mpi.library of the NDL, where it is known
};

struct Concluded {
  Json network;
  std::string verdict;
  std::vector<Number> numbers;
  std::vector<std::string> unseen;  // what the tables do not tell, in sentences
  Findings between, local;
  std::uint32_t nodes = 1;
};

// `nodes`: how many the network is to have; as many as had ranks where it is not given. Throws
// InputError where the tables do not tell what a network must have.
Concluded conclude(const Measured& measured, const std::string& name,
                   std::optional<std::uint32_t> nodes);

}  // namespace hpcast::netcal

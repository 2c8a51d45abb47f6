// hpcast calibrate --network.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hpcast::cli {

struct NetworkCalibrationArguments {
  bool network = false;
  std::vector<std::string> tables, local;
  std::optional<std::uint32_t> nodes, ranks;
  std::string mpicc = "mpicc";
};

void add_network_calibration(CLI::App& command, NetworkCalibrationArguments& a);

// `program`: what stood behind "--". Throws InputError where there is nothing to read or to start,
// or both.
int run_network_calibration(const NetworkCalibrationArguments& a, bool quick,
                            const std::string& output, const std::optional<std::string>& json,
                            const std::vector<std::string>& program);

}  // namespace hpcast::cli

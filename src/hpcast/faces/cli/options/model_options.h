// The options of every command that forecasts: what of the program counts, and how it is simulated.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "hpcast/forecast/memory/forecast.h"

namespace hpcast::cli {

// As they were typed.
struct ModelOptions {
  std::vector<std::string> changes;
  std::string only_phase;
  std::string operations;
  std::string placement = "first-touch";
  std::string granularity;
  std::string page_size;
  std::string model = "window";
  std::string coherence = "none";
  std::string pin;
  std::string sample;
  std::uint64_t interval = memsim::WeaveOptions{}.interval;
  unsigned host_threads = std::max(1U, std::thread::hardware_concurrency());
};

// --set CLASS.FIELD=VALUE.
CLI::Option* add_set_option(CLI::App& command, std::vector<std::string>& changes);

// --model, of commands that tell times.
CLI::Option* add_core_model_option(CLI::App& command, ModelOptions& options);

// Returns the options that it has added.
std::vector<CLI::Option*> add_model_options(CLI::App& command, ModelOptions& options);

// What they ask for, on the machine of that file. Reads the file of --operations. Throws InputError
// for an option that makes no sense, and for a bad file.
forecast::MemoryRequest request_of(const ModelOptions& options, const std::string& machine_path);

}  // namespace hpcast::cli

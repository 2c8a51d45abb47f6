// hpcast view as a server.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hpcast/forecast/memory/forecast.h"

namespace hpcast::cli {

// What the page may ask for forecasts of.
struct LiveTrace {
  forecast::MemoryRequest request;
  std::string trace;
  std::string machine_text;  // where the user begins
};

struct ViewServer {
  std::uint16_t port = 0;  // 0: any that is free
  bool browser = true;     // open one
};

// Serves the page until the user wants it to end. Throws InputError before, where the port cannot
// be had, or the trace or the machine is none.
void serve_view(std::string page, const ViewServer& options, const std::optional<LiveTrace>& live);

}  // namespace hpcast::cli

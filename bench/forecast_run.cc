#include "forecast_run.h"

#include <fmt/core.h>

#include "build_tree.h"
#include "hpcast/answers/answer_file.h"
#include "hpcast/answers/memory/answer.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/scratch_folder.h"

namespace hpcast::bench {

namespace {

Forecast forecast(const std::string& machine, const std::vector<std::string>& options,
                  const std::vector<std::string>& what, int threads) {
  const ScratchFolder scratch;
  const std::string json = scratch.file("result.json");
  Command command{{hpcast_program(), "memory", machine, "--json", json}, threads};
  command.words.insert(command.words.end(), options.begin(), options.end());
  command.words.insert(command.words.end(), what.begin(), what.end());
  Forecast forecast;
  forecast.cost = run(command).cost;
  forecast.result = answers::read_answer<answers::MemoryAnswer>(json);
  return forecast;
}

}  // namespace

Forecast forecast_online(const std::string& machine, const std::vector<std::string>& options,
                         const Command& program) {
  std::vector<std::string> what{"--"};
  what.insert(what.end(), program.words.begin(), program.words.end());
  return forecast(machine, options, what, program.threads);
}

Forecast forecast_trace(const std::string& machine, const std::vector<std::string>& options,
                        const std::string& trace) {
  return forecast(machine, options, {trace}, 1);
}

std::vector<std::string> set_bandwidth(const std::string& class_name, double bytes_per_second) {
  std::vector<std::string> options;
  for (const char* const field : {"read_bandwidth", "write_bandwidth"}) {
    options.emplace_back("--set");
    options.push_back(fmt::format("{}.{}={:.0f}", class_name, field, bytes_per_second));
  }
  return options;
}

const answers::ObjectResult& object_named(const answers::MemoryAnswer& result,
                                          const std::string& name) {
  for (const answers::ObjectResult& object : result.objects)
    if (object.name == name) return object;
  throw InputError("the result has no object '" + name + "'");
}

}  // namespace hpcast::bench

#include "hpcast/forecast/recording/finished_command.h"

#include <chrono>
#include <thread>

#include "hpcast/base/file.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/forecast/recording/ranks_process.h"

namespace hpcast::forecast {

Ran ran(const std::vector<std::string>& command) {
  const ScratchFolder scratch;
  const std::string output = scratch.file("output"), errors = scratch.file("errors");
  std::vector<std::string> words = {
      "/bin/sh", "-c",   R"(out=$1 err=$2; shift 2; exec "$@" >"$out" 2>"$err" </dev/null)",
      "sh",      output, errors};
  words.insert(words.end(), command.begin(), command.end());
  RanksProcess process(words, {});
  for (;;) {
    if (const auto exit = process.poll())
      return {exit->status, read_file(output), read_file(errors)};
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

}  // namespace hpcast::forecast

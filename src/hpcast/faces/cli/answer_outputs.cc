#include "hpcast/faces/cli/answer_outputs.h"

namespace hpcast::cli {

void add_answer_outputs(CLI::App& command, AnswerOutputs& outputs) {
  command.add_option("--json", outputs.json,
                     "write the answer as JSON, too (- is standard output)");
  command.add_option("--html", outputs.html, "write a page to look at, too");
}

std::vector<Output> files_of(const AnswerOutputs& outputs) {
  std::vector<Output> files;
  if (outputs.json) files.push_back({"--json", *outputs.json});
  if (outputs.html) files.push_back({"--html", *outputs.html});
  return files;
}

}  // namespace hpcast::cli

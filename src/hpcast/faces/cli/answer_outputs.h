// What every command does with its answer: text to the terminal, and the files that were asked for.
#pragma once

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "hpcast/answers/answer_file.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/report/kit/document.h"

namespace hpcast::cli {

struct AnswerOutputs {
  std::optional<std::string> json, html;
};
// --json and --html.
void add_answer_outputs(CLI::App& command, AnswerOutputs& outputs);

std::vector<Output> files_of(const AnswerOutputs& outputs);

// Looks at the outputs, makes the answer and delivers it as `show` has it. Throws InputError as
// check_outputs() and `make` do.
template <class Make, class T = std::invoke_result_t<Make>>
int run_answer(const AnswerOutputs& outputs, const std::vector<std::string>& inputs, Make&& make,
               report::Document (*show)(const std::type_identity_t<T>&)) {
  const std::vector<Output> files = files_of(outputs);
  check_outputs(files, inputs);
  const T answer = make();
  const report::Document document = show(answer);
  deliver(report::to_text(document, report::options_for(STDOUT_FILENO)), files,
          [&](const Output& output) {
            return output.option == "--json" ? answers::to_text(answer)
                                             : report::to_page({document});
          });
  return answered;
}

}  // namespace hpcast::cli

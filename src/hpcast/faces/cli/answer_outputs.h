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

// A file beside the answer's own: a model, say.
struct OtherOutput {
  Output file;
  std::string content;
};

// Text to standard output, JSON and page to where they were asked for.
template <class T>
void deliver_answer(const T& answer, const report::Document& document, const AnswerOutputs& outputs,
                    const std::vector<OtherOutput>& others = {}) {
  std::vector<Output> files = files_of(outputs);
  for (const OtherOutput& other : others) files.push_back(other.file);
  deliver(report::to_text(document, report::options_for(STDOUT_FILENO)), files,
          [&](const Output& file) {
            for (const OtherOutput& other : others)
              if (other.file.option == file.option) return other.content;
            return file.option == "--json" ? answers::to_text(answer) : report::to_page({document});
          });
}

// Looks at the outputs, makes the answer and delivers it as `show` has it. Throws InputError as
// check_outputs() and `make` do.
template <class Make, class T = std::invoke_result_t<Make>>
int run_answer(const AnswerOutputs& outputs, const std::vector<std::string>& inputs, Make&& make,
               report::Document (*show)(const std::type_identity_t<T>&)) {
  check_outputs(files_of(outputs), inputs);
  const T answer = make();
  deliver_answer(answer, show(answer), outputs);
  return answered;
}

}  // namespace hpcast::cli

// hpcast trace summary
#include <memory>

#include "hpcast/faces/cli/answer_outputs.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/report/trace/document.h"
#include "hpcast/forecast/trace/summary.h"

namespace hpcast::cli {

void add_summary(CLI::App& trace, Invocation& invocation) {
  struct Arguments {
    std::string trace;
    AnswerOutputs outputs;
  };
  auto a = std::make_shared<Arguments>();
  CLI::App* const command = trace.add_subcommand(
      "summary", "Show what was executed: instructions by kind, and the hot loops");
  command->footer("  hpcast trace -o T --code -- ./app\n  hpcast trace summary T");
  command->add_option("trace", a->trace, "trace directory, recorded with --code")->required();
  add_answer_outputs(*command, a->outputs);
  command->callback([a, &invocation] {
    invocation.run = [a] {
      return run_answer(
          a->outputs, {a->trace}, [&] { return forecast::trace_summary(a->trace); },
          &report::document);
    };
  });
}

}  // namespace hpcast::cli

#include <fmt/core.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/interruption.h"
#include "hpcast/base/version.h"
#include "hpcast/faces/cli/commands.h"
#include "hpcast/faces/cli/trace/trace_summary.h"
#include "hpcast/inputs/reftrace/convert.h"

namespace hpcast::cli {

namespace {

struct ConvertArguments {
  std::string input;
  std::string output;
  std::string format;
  reftrace::TextOptions options;
};

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const reftrace::TextFormat format : reftrace::text_formats)
    names.push_back(reftrace::name_of(format));
  return names;
}

std::optional<reftrace::TextFormat> wanted_format(const std::string& name) {
  for (const reftrace::TextFormat format : reftrace::text_formats)
    if (reftrace::name_of(format) == name) return format;
  return std::nullopt;
}

int run_convert(const ConvertArguments& a, const std::vector<std::string>& program) {
  if (!program.empty())
    throw InputError("convert reads what has been traced already; it runs no program",
                     "hpcast trace -o T -- PROGRAM, or hpcast trace convert INPUT -o T");
  const Interruption interruption;
  reftrace::TextInput input(a.input, interruption);
  const reftrace::TextFormat format = reftrace::format_of(input, wanted_format(a.format));
  if (a.format.empty())
    tell(fmt::format("hpcast: {}: read as {}: {}", input.name(), reftrace::name_of(format),
                     reftrace::describe(format)));
  const reftrace::Conversion conversion =
      reftrace::convert(input, format, a.options, version(), a.output);
  for (const std::string& note : conversion.notes)
    tell(fmt::format("hpcast: {}: {}", input.name(), note));
  summarise(a.output, conversion.manifest);
  return conversion.written ? answered : bad_input;
}

}  // namespace

void add_convert(CLI::App& trace, Invocation& invocation) {
  auto a = std::make_shared<ConvertArguments>();
  CLI::App* const command =
      trace.add_subcommand("convert", "Make a trace of what another tool printed");
  command->footer(
      "Formats: lackey (valgrind --tool=lackey --trace-mem=yes), text (lines ADDRESS SIZE R|W\n"
      "[THREAD]), pinatrace (lines 0xIP: R|W 0xADDRESS [SIZE], as Pin's examples print them).\n\n"
      "  valgrind --tool=lackey --trace-mem=yes --log-file=app.lackey ./app\n"
      "  hpcast trace convert app.lackey -o T\n"
      "  zcat app.txt.gz | hpcast trace convert - -o T");
  command->add_option("input", a->input, "file to read; - is standard input")->required();
  command->add_option("-o,--output", a->output, "trace directory to write")->required();
  command->add_option("--format", a->format, "of the input; default: told from its content")
      ->check(CLI::IsMember(format_names()));
  command
      ->add_option("--access-bytes", a->options.access_bytes,
                   "of an access whose line names no size (pinatrace)")
      ->check(CLI::Range(std::uint64_t{1}, reftrace::largest_access))
      ->capture_default_str();
  command->callback([a, &invocation] {
    invocation.run = [a, &invocation] { return run_convert(*a, invocation.program); };
  });
}

}  // namespace hpcast::cli

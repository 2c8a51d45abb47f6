#include "hpcast/inputs/reftrace/convert.h"

#include <array>
#include <memory>
#include <span>
#include <utility>

#include "hpcast/base/date.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/progress.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/reftrace/trace_writer.h"

namespace hpcast::reftrace {
namespace {

[[noreturn]] void refuse(const TextInput& input, std::string message, std::string hint = {}) {
  throw InputError(Diagnostic{input.name(), 0, {}, std::move(message), std::move(hint)});
}

void refuse_compressed(const TextInput& input, std::string_view beginning) {
  struct Compressor {
    std::string_view magic, expand;
  };
  constexpr std::array compressors = {Compressor{"\x1f\x8b", "gzip -dc"},
                                      Compressor{"\x28\xb5\x2f\xfd", "zstd -dc"},
                                      Compressor{"\xfd"
                                                 "7zXZ",
                                                 "xz -dc"},
                                      Compressor{"BZh", "bzip2 -dc"}};
  for (const auto& [magic, expand] : compressors) {
    if (beginning.starts_with(magic))
      refuse(input, "compressed", std::string(expand) + " FILE | hpcast trace convert - -o T");
  }
}

std::string all_formats() {
  std::string text;
  for (const TextFormat format : text_formats)
    text += name_of(format) + ": " + describe(format) + "\n  ";
  return text + "with --format NAME, hpcast says what is wrong in which line";
}

void show(Progress& progress, const TextInput& input) {
  if (!progress.due()) return;
  const auto bytes = static_cast<double>(input.bytes_read());
  if (input.size())
    progress.show(bytes / static_cast<double>(*input.size()));
  else
    progress.show(format_bytes(bytes));
}

void read_all(TextInput& input, TextReader& reader, const TextStreams& streams,
              LineFaults& faults) {
  Progress progress("converting " + input.name());
  for (std::string_view lines = input.next(); !lines.empty(); lines = input.next()) {
    reader.read(lines);
    if (streams.failed()) return;  // the disk is full
    show(progress, input);
  }
  if (input.line_too_long())
    faults.add(reader.lines() + 1,
               "a line of " + format_bytes(TextInput::longest_line) + " or more",
               "no line of such a trace is so long");
  else if (const std::string_view rest = input.rest(); !rest.empty())
    reader.read_rest(rest);
}

}  // namespace

TextFormat format_of(TextInput& input, std::optional<TextFormat> known) {
  const std::string_view beginning = input.beginning();
  if (input.bytes_read() == 0) refuse(input, "the input is empty");
  refuse_compressed(input, beginning);
  const std::optional<TextFormat> format = known ? known : recognise(beginning);
  // The program that lackey traced may print anything.
  if (format != TextFormat::lackey && beginning.find('\0') != std::string_view::npos)
    refuse(input, "a binary file, not lines of text");
  if (!format)
    refuse(input, "no line at its beginning is a reference in a format that hpcast reads",
           all_formats());
  return *format;
}

Conversion convert(TextInput& input, TextFormat format, const TextOptions& options,
                   const std::string& tool_version, const std::string& trace) {
  TraceWriter writer(trace);
  LineFaults faults(input.name());
  TextStreams streams([&writer](std::uint32_t thread, std::span<const Word> words) {
    writer.append(thread, words);
  });
  const std::unique_ptr<TextReader> reader = make_reader(format, options, streams, faults);
  read_all(input, *reader, streams, faults);
  faults.throw_if_any();
  if (streams.threads() == 0)
    refuse(input, "not one reference in " + std::to_string(reader->lines()) + " lines",
           name_of(format) + " is " + describe(format));
  streams.finish();
  Conversion conversion;
  Manifest& manifest = conversion.manifest;
  manifest.tool_version = tool_version;
  manifest.tracer = name_of(format);
  manifest.phases = {""};
  manifest.date = date_now();
  conversion.notes = reader->finish(manifest);
  manifest.complete = manifest.reason.empty();
  const std::string known = manifest.reason;
  manifest = writer.finish(std::move(manifest));
  conversion.written = manifest.reason == known;
  return conversion;
}

}  // namespace hpcast::reftrace

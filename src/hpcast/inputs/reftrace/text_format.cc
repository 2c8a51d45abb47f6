#include "hpcast/inputs/reftrace/text_format.h"

#include <fmt/format.h>

#include "hpcast/inputs/reftrace/text_lackey.h"
#include "hpcast/inputs/reftrace/text_pinatrace.h"
#include "hpcast/inputs/reftrace/text_plain.h"

namespace hpcast::reftrace {

std::string name_of(TextFormat format) {
  switch (format) {
    case TextFormat::lackey:
      return "lackey";
    case TextFormat::text:
      return "text";
    default:
      return "pinatrace";
  }
}

std::string describe(TextFormat format) {
  switch (format) {
    case TextFormat::lackey:
      return "what valgrind --tool=lackey --trace-mem=yes prints";
    case TextFormat::text:
      return "lines ADDRESS SIZE R|W [THREAD]";
    default:
      return "lines 0xIP: R|W 0xADDRESS [SIZE], as Pin's pinatrace prints them";
  }
}

std::optional<TextFormat> recognise(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t length = lines.find('\n');
    if (length == std::string_view::npos) break;
    const std::string_view line = lines.substr(0, length);
    if (LackeyReader::recognises(line)) return TextFormat::lackey;
    if (PlainReader::recognises(line)) return TextFormat::text;
    if (PinatraceReader::recognises(line)) return TextFormat::pinatrace;
    lines.remove_prefix(length + 1);
  }
  return std::nullopt;
}

void TextReader::refuse(std::uint64_t bytes) {
  if (bytes == 0 || bytes > largest_access) {
    fault(bytes == 0 ? "an access of 0 bytes"
                     : fmt::format("an access of more than {} bytes", largest_access),
          fmt::format("one access has from 1 to {} bytes", largest_access));
  } else {
    fault("the address is beyond 48 bits", "programs have addresses up to 0xffffffffffff");
  }
}

std::unique_ptr<TextReader> make_reader(TextFormat format, const TextOptions& options,
                                        TextStreams& streams, LineFaults& faults) {
  switch (format) {
    case TextFormat::lackey:
      return std::make_unique<LackeyReader>(streams, faults);
    case TextFormat::text:
      return std::make_unique<PlainReader>(streams, faults);
    default:
      return std::make_unique<PinatraceReader>(options.access_bytes, streams, faults);
  }
}

}  // namespace hpcast::reftrace

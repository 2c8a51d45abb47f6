#include "hpcast/inputs/reftrace/text_pinatrace.h"

#include "hpcast/base/units.h"
#include "hpcast/inputs/reftrace/text_fields.h"

namespace hpcast::reftrace {

struct PinatraceReader::Line {
  std::uint64_t instruction = 0;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  bool has_size = false;
  Op op = Op::read;
  const char* at = nullptr;  // where reading stopped
};

bool PinatraceReader::parse(const char* at, Line& line) {
  line.at = read_number(at, line.instruction);
  if (line.at == at || *line.at != ':') return false;
  line.at = skip_blanks(line.at + 1);
  if ((*line.at != 'R' && *line.at != 'W') || !is_blank(line.at[1])) return false;
  line.op = *line.at == 'R' ? Op::read : Op::write;
  const char* const address = skip_blanks(line.at + 1);
  line.at = read_number(address, line.address);
  if (line.at == address) return false;
  const char* const size = skip_blanks(line.at);
  if (at_line_end(size)) return true;
  if (size == line.at) return false;
  line.at = read_number(size, line.bytes);
  line.has_size = line.at != size;
  return line.has_size && (is_blank(*line.at) || at_line_end(line.at));  // a value may follow
}

bool PinatraceReader::recognises(std::string_view line) {
  Line parsed;
  return parse(skip_blanks(line.data()), parsed);
}

void PinatraceReader::read(std::string_view lines) {
  const char* const end = lines.data() + lines.size();
  for (const char* at = lines.data(); at != end;) {
    ++line_;
    at = skip_blanks(at);
    Line line;
    const bool good = parse(at, line);
    const char* const ended = line_end(line.at, end);
    if (good) [[likely]]
      take(line);
    else
      other_line({at, static_cast<std::size_t>(ended - at)});
    at = ended + 1;
  }
}

void PinatraceReader::take(const Line& line) {
  const std::uint64_t bytes = line.has_size ? line.bytes : access_bytes_;
  if (!line.has_size) ++without_size_;
  if (!check(line.address, bytes)) return;
  [[maybe_unused]] const bool there = streams_.switch_to(0);
  streams_.add(line.address, bytes, line.op, site_of_instruction(line.instruction));
}

void PinatraceReader::other_line(std::string_view line) {
  if (line.starts_with("#eof")) ended_ = true;
  if (line.empty() || line.starts_with('#') || line == "\r") return;
  fault(quoted(line) + " is no reference",
        "a line is 0xIP: R|W 0xADDRESS [SIZE]; # begins a comment");
}

void PinatraceReader::read_rest(std::string_view line) {
  if (line.starts_with('#')) read(line);  // anything else may be half a line; #eof is missing
}

std::vector<std::string> PinatraceReader::finish(Manifest& manifest) {
  if (!ended_) manifest.reason = "the input does not end with #eof: it was cut off";
  manifest.not_traced = {"threads: pinatrace does not tell them apart, so all are one",
                         "memory that the kernel reads or fills",
                         "non-temporal stores: they count as ordinary ones",
                         "phases of the program"};
  if (without_size_ == 0) return {};
  const std::string assumed = format_count(static_cast<double>(without_size_)) +
                              " references without a size were taken to have " +
                              std::to_string(access_bytes_) + " bytes";
  manifest.not_traced.push_back("sizes: " + assumed);
  return {assumed + " (see --access-bytes)"};
}

}  // namespace hpcast::reftrace

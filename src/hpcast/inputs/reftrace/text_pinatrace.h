// What Pin's example tools called pinatrace print: "0xIP: R 0xADDRESS", some with size and value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hpcast/inputs/reftrace/text_format.h"

namespace hpcast::reftrace {

class PinatraceReader : public TextReader {
 public:
  // `access_bytes`: of a line without a size.
  PinatraceReader(std::uint64_t access_bytes, TextStreams& streams, LineFaults& faults)
      : TextReader(streams, faults), access_bytes_(access_bytes) {}
  // Whether the line, which a '\n' follows, is a reference of this format.
  static bool recognises(std::string_view line);

  void read(std::string_view lines) override;
  void read_rest(std::string_view line) override;
  std::vector<std::string> finish(Manifest& manifest) override;

 private:
  struct Line;

  static bool parse(const char* at, Line& line);
  void take(const Line& line);
  void other_line(std::string_view line);

  std::uint64_t access_bytes_;
  std::uint64_t without_size_ = 0;
  bool ended_ = false;
};

}  // namespace hpcast::reftrace

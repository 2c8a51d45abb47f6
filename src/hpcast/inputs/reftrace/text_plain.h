// Lines ADDRESS SIZE R|W [THREAD], as Pin tools and scripts of all kinds print them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hpcast/inputs/reftrace/text_format.h"

namespace hpcast::reftrace {

class PlainReader : public TextReader {
 public:
  PlainReader(TextStreams& streams, LineFaults& faults) : TextReader(streams, faults) {}
  // Whether the line, which a '\n' follows, is a reference of this format.
  static bool recognises(std::string_view line);

  void read(std::string_view lines) override;
  std::vector<std::string> finish(Manifest& manifest) override;

 private:
  struct Line;
  enum class Part { address, size, operation, thread, rest, none };

  // Which part is wrong.
  static Part parse(const char* at, Line& line);
  void take(const Line& line);
  void refuse(Part part, const char* at, const char* end);
};

}  // namespace hpcast::reftrace

// What valgrind --tool=lackey --trace-mem=yes prints, with what the program printed among it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/inputs/reftrace/text_format.h"

namespace hpcast::reftrace {

class LackeyReader : public TextReader {
 public:
  LackeyReader(TextStreams& streams, LineFaults& faults) : TextReader(streams, faults) {}
  // Whether the line, which a '\n' follows, is lackey's.
  static bool recognises(std::string_view line);

  void read(std::string_view lines) override;
  // Valgrind ends its lines; the program may not.
  void read_rest(std::string_view line) override;
  std::vector<std::string> finish(Manifest& manifest) override;

 private:
  struct Line;
  enum class Kind { lackeys, malformed, other };

  static Kind parse(const char* at, Line& line);
  void take(const Line& line);
  void other_line(std::string_view line, bool malformed);
  bool take_tail(std::string_view line);
  void valgrind_line(std::string_view line);
  std::string why_incomplete() const;

  Word site_ = 0;  // of the instruction read last
  std::uint64_t instructions_ = 0;
  std::uint64_t skipped_ = 0;
  std::uint64_t first_skipped_ = 0;  // line
  bool cut_ = false;                 // in the middle of a line
  // From valgrind's own lines.
  bool begun_ = false;
  bool ended_ = false;
  bool several_processes_ = false;
  std::string process_;
  std::vector<std::string> command_;
  std::optional<int> signal_;  // that ended the program
};

}  // namespace hpcast::reftrace

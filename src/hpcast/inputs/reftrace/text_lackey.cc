#include "hpcast/inputs/reftrace/text_lackey.h"

#include <charconv>
#include <csignal>
#include <cstring>
#include <utility>

#include "hpcast/base/units.h"
#include "hpcast/inputs/reftrace/text_fields.h"

namespace hpcast::reftrace {
namespace {

constexpr char apart[] = "valgrind --log-file=FILE keeps lackey's lines apart from the program's";
constexpr std::string_view own_name = "Lackey, ";  // in valgrind's first line

// "I  ", " L ", " S ", " M "
constexpr std::size_t prefix_length = 3;
bool has_prefix(const char* at) {
  if (at[0] == 'I') return at[1] == ' ' && at[2] == ' ';
  return at[0] == ' ' && (at[1] == 'L' || at[1] == 'S' || at[1] == 'M') && at[2] == ' ';
}

// Of "==123== text", with the time before the number if valgrind was asked to print it.
struct Message {
  std::string_view process;
  std::string_view text;
};
std::optional<Message> message_of(std::string_view line) {
  if (line.size() < 5 || line[0] != line[1] || !is_digit(line[2])) return std::nullopt;
  const std::string_view mark = line.substr(0, 2);
  const std::size_t close = line.find(mark, 2);
  if ((mark != "==" && mark != "--" && mark != "**") || close == std::string_view::npos)
    return std::nullopt;
  std::string_view process = line.substr(2, close - 2);
  process.remove_prefix(process.rfind(' ') + 1);  // of none, npos + 1 is 0
  const std::string_view text = line.substr(close + 2);
  return Message{process, text.substr(text.starts_with(' ') ? 1 : 0)};
}

// Of "Process terminating with default action of signal 11 (SIGSEGV)".
std::optional<int> deadly_signal(std::string_view text) {
  constexpr std::string_view number = " of signal ";
  const std::size_t at = text.find(number);
  if (!text.starts_with("Process terminating ") || at == std::string_view::npos)
    return std::nullopt;
  const std::string_view rest = text.substr(at + number.size());
  int signal = 0;
  std::from_chars(rest.data(), rest.data() + rest.size(), signal);
  return signal > 0 && signal < NSIG ? std::optional(signal) : std::nullopt;
}

// Valgrind puts a backslash before what a shell would not take for a part of a word.
std::vector<std::string> words_of_command(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ') {
      words.push_back(std::exchange(word, {}));
      continue;
    }
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    word += text[i];
  }
  if (!word.empty()) words.push_back(word);
  return words;
}

}  // namespace

struct LackeyReader::Line {
  char kind = 0;  // I, L, S, M
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  const char* at = nullptr;  // where reading stopped
};

LackeyReader::Kind LackeyReader::parse(const char* at, Line& line) {
  line.at = at;
  if (!has_prefix(at)) return Kind::other;
  line.kind = at[0] == 'I' ? 'I' : at[1];
  const char* const address = at + prefix_length;
  line.at = read_hex(address, line.address);
  if (line.at == address || *line.at != ',') return Kind::other;
  const char* const size = line.at + 1;
  line.at = read_decimal(size, line.bytes);
  return line.at != size && at_line_end(line.at) ? Kind::lackeys : Kind::malformed;
}

bool LackeyReader::recognises(std::string_view line) {
  Line parsed;
  if (parse(line.data(), parsed) == Kind::lackeys) return true;
  const std::optional<Message> message = message_of(line);
  return message && message->text.starts_with(own_name);
}

void LackeyReader::read(std::string_view lines) {
  const char* const end = lines.data() + lines.size();
  for (const char* at = lines.data(); at != end;) {
    ++line_;
    Line line;
    const Kind kind = parse(at, line);
    const char* const ended = line_end(line.at, end);
    if (kind == Kind::lackeys) [[likely]]
      take(line);
    else
      other_line({at, static_cast<std::size_t>(ended - at)}, kind == Kind::malformed);
    at = ended + 1;
  }
}

void LackeyReader::take(const Line& line) {
  if (line.kind == 'I') {
    ++instructions_;
    site_ = site_of_instruction(line.address);
    return;
  }
  if (!check(line.address, line.bytes)) return;
  [[maybe_unused]] const bool there = streams_.switch_to(0);
  if (line.kind != 'S') streams_.add(line.address, line.bytes, Op::read, site_);
  if (line.kind != 'L') streams_.add(line.address, line.bytes, Op::write, site_);
}

void LackeyReader::other_line(std::string_view line, bool malformed) {
  if (message_of(line)) return valgrind_line(line);
  if (line.starts_with("SB ")) return;  // --trace-superblocks=yes
  if (!take_tail(line) && malformed)
    return fault(quoted(line) + " begins as a line of lackey's and does not end as one", apart);
  if (skipped_++ == 0) first_skipped_ = line_;
}

// A line of lackey's behind what the program printed without ending its line.
bool LackeyReader::take_tail(std::string_view line) {
  std::size_t at = line.rfind(',');
  if (at == std::string_view::npos) return false;
  while (at > 0 && hex_digit(line[at - 1]) != no_digit) --at;
  Line tail;
  if (at < prefix_length || parse(line.data() + at - prefix_length, tail) != Kind::lackeys)
    return false;
  take(tail);
  return true;
}

void LackeyReader::valgrind_line(std::string_view line) {
  constexpr std::string_view command = "Command: ";
  const auto [process, text] = *message_of(line);
  if (process_.empty()) process_ = process;
  if (process_ != process) {
    several_processes_ = true;
    return;
  }
  if (text.starts_with(own_name)) begun_ = true;
  if (text.starts_with("Exit code:")) ended_ = true;
  if (text.starts_with(command)) command_ = words_of_command(text.substr(command.size()));
  if (const auto signal = deadly_signal(text)) signal_ = signal;
}

void LackeyReader::read_rest(std::string_view line) {
  cut_ = has_prefix(line.data());
  if (!cut_) read(line);
}

std::string LackeyReader::why_incomplete() const {
  if (signal_)
    return std::string("the program was ended by a signal (") + strsignal(*signal_) + ")";
  if (cut_) return "the input ends within a line";
  if (begun_ && !ended_)
    return "valgrind's last lines are missing: the input was cut off, or made with "
           "--basic-counts=no";
  return {};
}

std::vector<std::string> LackeyReader::finish(Manifest& manifest) {
  manifest.command = command_;
  manifest.reason = why_incomplete();
  manifest.signal = signal_;
  manifest.not_traced = {"threads: lackey does not tell them apart, so all are one",
                         "loads whose value the program never uses: valgrind drops them",
                         "memory that the kernel reads or fills",
                         "non-temporal stores: they count as ordinary ones",
                         "phases of the program"};
  std::vector<std::string> notes = {format_count(static_cast<double>(instructions_)) +
                                    " instructions were counted, not recorded"};
  if (skipped_ > 0)
    notes.push_back("skipped what is not lackey's but, it seems, the program's own output: " +
                    std::to_string(skipped_) + (skipped_ == 1 ? " line" : " lines") +
                    ", from line " + std::to_string(first_skipped_) + " on");
  if (several_processes_) {
    manifest.not_traced.emplace_back("processes: several have printed this, as one thread");
    notes.emplace_back(
        "several processes wrote this, and their references are mixed: valgrind "
        "--log-file=FILE.%p gives each a file of its own");
  }
  return notes;
}

}  // namespace hpcast::reftrace

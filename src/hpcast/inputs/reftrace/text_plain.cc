#include "hpcast/inputs/reftrace/text_plain.h"

#include <algorithm>
#include <optional>

#include "hpcast/inputs/reftrace/text_fields.h"

namespace hpcast::reftrace {
namespace {

constexpr char whole_line[] = "a line is ADDRESS SIZE R|W [THREAD]; # begins a comment";

bool at_end(const char* at) { return at_line_end(at) || *at == '#'; }

// Past what stands between two fields; where it is when nothing does.
const char* skip_separator(const char* at) {
  at = skip_blanks(at);
  return *at == ',' ? skip_blanks(at + 1) : at;
}

bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

std::optional<Op> operation_of(std::string_view word) {
  const auto is = [word](std::string_view other) {
    return std::equal(word.begin(), word.end(), other.begin(), other.end(),
                      [](char a, char b) { return (a | 0x20) == b; });
  };
  if (is("r") || is("l") || is("read") || is("load")) return Op::read;
  if (is("w") || is("s") || is("write") || is("store")) return Op::write;
  return std::nullopt;
}

// Both readers of a field return where the next one begins; null when this is none.
const char* number_field(const char* at, std::uint64_t& value) {
  const char* const end = read_number(at, value);
  const char* const next = skip_separator(end);
  return end != at && (next != end || at_end(end)) ? next : nullptr;
}
const char* operation_field(const char* at, Op& op) {
  const char* end = at;
  while (is_letter(*end)) ++end;
  const auto found = operation_of({at, static_cast<std::size_t>(end - at)});
  const char* const next = skip_separator(end);
  if (!found || (next == end && !at_end(end))) return nullptr;
  op = *found;
  return next;
}

// What stands at `at`, up to the next separator.
std::string_view word_at(const char* at, const char* end) {
  const char* const begin = at;
  while (at != end && !is_blank(*at) && *at != ',' && *at != '\r') ++at;
  return {begin, static_cast<std::size_t>(at - begin)};
}

bool looks_hexadecimal(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return hex_digit(c) != no_digit; });
}

}  // namespace

struct PlainReader::Line {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::uint64_t thread = 0;
  Op op = Op::read;
  const char* at = nullptr;  // the part that is being read
};

PlainReader::Part PlainReader::parse(const char* at, Line& line) {
  line.at = at;
  if ((at = number_field(line.at, line.address)) == nullptr) return Part::address;
  line.at = at;
  if ((at = number_field(line.at, line.bytes)) == nullptr) return Part::size;
  line.at = at;
  if ((at = operation_field(line.at, line.op)) == nullptr) return Part::operation;
  line.at = at;
  if (at_end(at)) return Part::none;
  if ((at = number_field(line.at, line.thread)) == nullptr || line.thread == no_number)
    return Part::thread;
  line.at = at;
  return at_end(at) ? Part::none : Part::rest;
}

bool PlainReader::recognises(std::string_view line) {
  Line parsed;
  return parse(skip_blanks(line.data()), parsed) == Part::none;
}

void PlainReader::read(std::string_view lines) {
  const char* const end = lines.data() + lines.size();
  for (const char* at = lines.data(); at != end;) {
    ++line_;
    at = skip_blanks(at);
    Line line;
    if (!at_end(at)) {
      const Part wrong = parse(at, line);
      wrong == Part::none ? take(line) : refuse(wrong, line.at, line_end(at, end));
      at = line.at;
    }
    at = line_end(at, end) + 1;
  }
}

void PlainReader::take(const Line& line) {
  if (!check(line.address, line.bytes)) return;
  if (streams_.switch_to(line.thread)) return streams_.add(line.address, line.bytes, line.op, 0);
  fault("more than " + std::to_string(max_threads) + " threads",
        "the fourth number of a line is the thread's");
  faults_.throw_if_any();
}

void PlainReader::refuse(Part part, const char* at, const char* end) {
  const std::string_view word = word_at(at, end);
  if (word.empty()) return fault("the line ends before the reference is whole", whole_line);
  switch (part) {
    case Part::address:
      return fault("address " + quoted(word) + " is no number",
                   looks_hexadecimal(word) ? "hexadecimal addresses begin with 0x" : whole_line);
    case Part::size:
      return fault("size " + quoted(word) + " is no number", whole_line);
    case Part::operation:
      return fault(quoted(word) + " is neither a read nor a write",
                   "write R, L, read or load; or W, S, write or store");
    case Part::thread:
      return fault("thread " + quoted(word) + " is no number", whole_line);
    default:
      return fault(quoted(word) + " is more than belongs to a reference", whole_line);
  }
}

std::vector<std::string> PlainReader::finish(Manifest& manifest) {
  if (streams_.threads() > 1)
    manifest.not_traced.emplace_back(
        "which thread waited for which: the trace has no synchronisation");
  manifest.not_traced.emplace_back("non-temporal stores: they count as ordinary ones");
  manifest.not_traced.emplace_back("phases of the program");
  manifest.not_traced.emplace_back("whatever the tool that printed the trace left out");
  return {};
}

}  // namespace hpcast::reftrace

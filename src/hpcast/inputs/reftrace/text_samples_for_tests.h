// Texts and what is read from them, for tests.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/inputs/reftrace/text_format.h"

namespace hpcast::reftrace {

// A reference as a reader makes it.
inline Word at(std::uint64_t address, unsigned log2_size, Op op, std::uint64_t instruction) {
  return reference(address, log2_size, op, site_of_instruction(instruction));
}

// What a reader made of a text.
struct Read {
  std::map<std::uint32_t, std::vector<Word>> words;  // by thread
  Manifest manifest;
  std::vector<std::string> notes;
  std::string complaint;

  // Of a thread, without the events around them.
  std::vector<Word> references(std::uint32_t thread = 0) const {
    constexpr std::size_t start = 3, end = 2;
    const std::vector<Word>& all = words.at(thread);
    return {all.begin() + start, all.end() - end};
  }
};

// Reads the whole of `text`; the last line may lack its end.
inline Read read_text(TextFormat format, std::string_view text, const TextOptions& options = {}) {
  Read result;
  TextStreams streams([&result](std::uint32_t thread, std::span<const Word> words) {
    result.words[thread].insert(result.words[thread].end(), words.begin(), words.end());
  });
  LineFaults faults("in");
  const auto reader = make_reader(format, options, streams, faults);
  const std::size_t whole = text.rfind('\n') + 1;  // of none, npos + 1 is 0
  try {
    if (whole > 0) reader->read(text.substr(0, whole));
    const std::string rest = std::string(text.substr(whole)) + "\n";
    if (rest.size() > 1) reader->read_rest(rest);
    faults.throw_if_any();
    streams.finish();
    result.notes = reader->finish(result.manifest);
  } catch (const InputError& error) {
    result.complaint = error.what();
  }
  return result;
}

}  // namespace hpcast::reftrace

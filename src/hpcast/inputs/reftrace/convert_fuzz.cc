// libFuzzer's entry: any bytes are, in each format, references that record.h allows, or an
// InputError; and what is recognised is one of the formats. The first byte says where a block ends.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/reftrace/text_format.h"

namespace {

using namespace hpcast::reftrace;
using Lines = std::vector<char>;  // of exactly the size, so that the sanitizer sees every overrun

void check(std::uint32_t thread, std::span<const Word> words) {
  if (thread >= max_threads) __builtin_trap();
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (op_of(words[i]) == Op::event)
      i += payload_words_of(words[i]);
    else if (size_of(words[i]) > widest_piece || op_of(words[i]) == Op::nontemporal_write)
      __builtin_trap();
  }
}

// As TextInput does: whole lines in any number of blocks, then what is left with a '\n'.
void read_blocks(TextReader& reader, std::string_view text, std::size_t block) {
  while (!text.empty()) {
    const std::size_t from = text.find('\n', std::min(block, text.size() - 1));
    const std::size_t end = from == std::string_view::npos ? text.rfind('\n') : from;
    if (end == std::string_view::npos) break;
    const Lines lines(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end) + 1);
    reader.read({lines.data(), lines.size()});
    text.remove_prefix(end + 1);
  }
  if (text.empty()) return;
  Lines rest(text.begin(), text.end());
  rest.push_back('\n');
  reader.read_rest({rest.data(), rest.size()});
}

void read(TextFormat format, std::string_view text, std::size_t block) {
  TextStreams streams(check);
  hpcast::LineFaults faults("fuzz");
  const auto reader = make_reader(format, {}, streams, faults);
  try {
    read_blocks(*reader, text, block);
    faults.throw_if_any();
    streams.finish();
    Manifest manifest;
    reader->finish(manifest);
  } catch (const hpcast::InputError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  Lines lines(text.begin(), text.end());
  lines.push_back('\n');
  recognise({lines.data(), lines.size()});
  for (const TextFormat format : text_formats) read(format, text, data[0]);
  return 0;
}

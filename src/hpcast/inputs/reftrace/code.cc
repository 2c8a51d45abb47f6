#include "hpcast/inputs/reftrace/code.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <sstream>
#include <string_view>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"

namespace hpcast::reftrace {

namespace {

static_assert(std::endian::native == std::endian::little);

struct FileHeader {
  std::array<char, 8> magic = {'h', 'p', 'c', 'a', 's', 't', 'C', 'D'};
  std::uint32_t version = 2;
  std::uint32_t blocks = 0;  // numbers
  std::uint64_t words = 0;   // of the descriptions
  std::uint64_t packed = 0;  // bytes that these take
  std::uint64_t places = 0;  // bytes of text
};

constexpr std::uint64_t most_places = std::uint64_t{1} << 30;

[[noreturn]] void refuse(const std::string& path, std::string what) {
  throw InputError(Diagnostic{path, 0, {}, std::move(what), "trace again"});
}

FileHeader header_in(std::string_view bytes, const std::string& path) {
  FileHeader header;
  const FileHeader ours;
  if (bytes.size() < sizeof header) refuse(path, "truncated: not even its header is whole");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != ours.magic) refuse(path, "not a description of code by hpcast");
  if (header.version == 0 || header.version > ours.version)
    refuse(path, "version " + std::to_string(header.version) + " is not read by this hpcast");
  if (header.blocks > max_code_blocks || header.words > max_code_words + max_code_blocks ||
      header.packed > bytes.size() - sizeof header || header.places > most_places)
    refuse(path, "a header of impossible numbers");
  return header;
}

void unpack(std::string_view bytes, void* to, std::size_t size, const std::string& path) {
  const std::size_t got = ZSTD_decompress(to, size, bytes.data(), bytes.size());
  if (ZSTD_isError(got) || got != size) refuse(path, "corrupt: it cannot be decompressed");
}

std::string packed(const void* from, std::size_t size) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string bytes(ZSTD_compressBound(size), '\0');
  // Cannot fail: the room is enough for anything.
  bytes.resize(ZSTD_compress2(context, bytes.data(), bytes.size(), from, size));
  ZSTD_freeCCtx(context);
  return bytes;
}

// Without what ends a field or a line.
std::string field(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n'; }, ' ');
  return text;
}

std::string text_of(const CodePlaces& places) {
  std::string text;
  for (const auto& [block, place] : places)
    text += std::to_string(block) + '\t' + std::to_string(place.line) + '\t' + field(place.file) +
            '\t' + field(place.function) + '\n';
  return text;
}

bool is_number(const std::string& text, std::uint32_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

CodePlaces places_in(const std::string& text, const std::string& path) {
  CodePlaces places;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string block, number;
    CodePlace place;
    std::getline(fields, block, '\t');
    std::getline(fields, number, '\t');
    std::getline(fields, place.file, '\t');
    std::getline(fields, place.function);
    std::uint32_t index = 0;
    if (!is_number(block, index) || !is_number(number, place.line))
      refuse(path, "corrupt: a place that is none");
    places[index] = std::move(place);
  }
  return places;
}

}  // namespace

std::span<const Word> TracedCode::description(std::uint32_t block) const {
  if (block == undescribed_block || block >= max_code_blocks) return {};
  const std::uint32_t begin = table_.begin[block].load(std::memory_order_acquire);
  if (begin == 0 || begin > max_code_words) return {};
  const std::uint32_t words = words_of_description(table_.words[begin - 1]);
  if (words == 0 || words > max_code_words - (begin - 1)) return {};
  return {table_.words + (begin - 1), words};
}

std::uint32_t TracedCode::end() const {
  return std::min(table_.blocks.load() + 1, max_code_blocks);
}

std::uint32_t TracedCode::undescribed() const {
  const std::uint32_t claimed = table_.blocks.load();
  std::uint32_t described = 0;
  for (std::uint32_t block = 1; block < end(); ++block) described += !description(block).empty();
  return claimed - described;
}

RecordedCode::RecordedCode(const std::string& path) {
  const std::string bytes = read_file(path);
  const FileHeader header = header_in(bytes, path);
  const std::string_view parts = std::string_view(bytes).substr(sizeof header);
  words_.resize(header.words);
  unpack(parts.substr(0, header.packed), words_.data(), words_.size() * sizeof(Word), path);
  std::string places(header.places, '\0');
  unpack(parts.substr(header.packed), places.data(), places.size(), path);
  places_ = places_in(places, path);
  begin_.resize(header.blocks);
  std::size_t at = 0;
  for (std::uint32_t block = 0; block < header.blocks; ++block) {
    if (at == words_.size()) refuse(path, "corrupt: fewer blocks than its header says");
    const std::uint32_t words = words_of_description(words_[at]);
    if (words > words_.size() - at) refuse(path, "corrupt: a block longer than the file");
    if (words != 0) begin_[block] = static_cast<std::uint32_t>(at + 1);
    at += std::max(words, 1U);
  }
  if (at != words_.size()) refuse(path, "corrupt: more blocks than its header says");
}

std::span<const Word> RecordedCode::description(std::uint32_t block) const {
  if (block >= begin_.size() || begin_[block] == 0) return {};
  const Word* const first = &words_[begin_[block] - 1];
  return {first, words_of_description(*first)};
}

// A block without a description takes one word, 0.
void write_code(const std::string& path, const TracedCode& code, const CodePlaces& places) {
  FileHeader header;
  header.blocks = code.end();
  std::vector<Word> words;
  for (std::uint32_t block = 0; block < header.blocks; ++block) {
    const std::span<const Word> description = code.description(block);
    if (description.empty()) words.push_back(0);
    words.insert(words.end(), description.begin(), description.end());
  }
  const std::string text = text_of(places);
  const std::string packed_words = packed(words.data(), words.size() * sizeof(Word));
  header.words = words.size();
  header.packed = packed_words.size();
  header.places = text.size();
  std::string bytes(sizeof header, '\0');
  std::memcpy(bytes.data(), &header, sizeof header);
  write_file_atomically(path, bytes + packed_words + packed(text.data(), text.size()));
}

}  // namespace hpcast::reftrace

#include "hpcast/reftrace/code.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string_view>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"

namespace hpcast::reftrace {

namespace {

static_assert(std::endian::native == std::endian::little);

struct FileHeader {
  std::array<char, 8> magic = {'h', 'p', 'c', 'a', 's', 't', 'C', 'D'};
  std::uint32_t version = 1;
  std::uint32_t blocks = 0;  // numbers
  std::uint64_t words = 0;   // of the descriptions
};

// Of the description that begins with that word.
constexpr std::uint32_t words_in(Word first) { return first >> 16 & 0xff'ffff; }

[[noreturn]] void refuse(const std::string& path, std::string what) {
  throw InputError(Diagnostic{path, 0, {}, std::move(what), "trace again"});
}

FileHeader header_in(std::string_view bytes, const std::string& path) {
  FileHeader header;
  const FileHeader ours;
  if (bytes.size() < sizeof header) refuse(path, "truncated: not even its header is whole");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != ours.magic) refuse(path, "not a description of code by hpcast");
  if (header.version != ours.version)
    refuse(path, "version " + std::to_string(header.version) + " is not read by this hpcast");
  if (header.blocks > max_code_blocks || header.words > max_code_words + max_code_blocks)
    refuse(path, "a header of impossible numbers");
  return header;
}

std::vector<Word> unpacked(std::string_view bytes, const FileHeader& header,
                           const std::string& path) {
  std::vector<Word> words(header.words);
  const std::size_t size = words.size() * sizeof(Word);
  const std::size_t got = ZSTD_decompress(words.data(), size, bytes.data(), bytes.size());
  if (ZSTD_isError(got) || got != size) refuse(path, "corrupt: it cannot be decompressed");
  return words;
}

std::string packed(const std::vector<Word>& words) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  const std::size_t size = words.size() * sizeof(Word);
  std::string bytes(ZSTD_compressBound(size), '\0');
  // Cannot fail: the room is enough for anything.
  bytes.resize(ZSTD_compress2(context, bytes.data(), bytes.size(), words.data(), size));
  ZSTD_freeCCtx(context);
  return bytes;
}

}  // namespace

std::span<const Word> TracedCode::description(std::uint32_t block) const {
  if (block == undescribed_block || block >= max_code_blocks) return {};
  const std::uint32_t begin = table_.begin[block].load(std::memory_order_acquire);
  if (begin == 0 || begin > max_code_words) return {};
  const std::uint32_t words = words_in(table_.words[begin - 1]);
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
  words_ = unpacked(std::string_view(bytes).substr(sizeof header), header, path);
  begin_.resize(header.blocks);
  std::size_t at = 0;
  for (std::uint32_t block = 0; block < header.blocks; ++block) {
    if (at == words_.size()) refuse(path, "corrupt: fewer blocks than its header says");
    const std::uint32_t words = words_in(words_[at]);
    if (words > words_.size() - at) refuse(path, "corrupt: a block longer than the file");
    if (words != 0) begin_[block] = static_cast<std::uint32_t>(at + 1);
    at += std::max(words, 1U);
  }
  if (at != words_.size()) refuse(path, "corrupt: more blocks than its header says");
}

std::span<const Word> RecordedCode::description(std::uint32_t block) const {
  if (block >= begin_.size() || begin_[block] == 0) return {};
  const Word* const first = &words_[begin_[block] - 1];
  return {first, words_in(*first)};
}

// A block without a description takes one word, 0.
void write_code(const std::string& path, const TracedCode& code) {
  FileHeader header;
  header.blocks = code.end();
  std::vector<Word> words;
  for (std::uint32_t block = 0; block < header.blocks; ++block) {
    const std::span<const Word> description = code.description(block);
    if (description.empty()) words.push_back(0);
    words.insert(words.end(), description.begin(), description.end());
  }
  header.words = words.size();
  std::string bytes(sizeof header, '\0');
  std::memcpy(bytes.data(), &header, sizeof header);
  write_file_atomically(path, bytes + packed(words));
}

}  // namespace hpcast::reftrace

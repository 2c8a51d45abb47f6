#include "hpcast/inputs/otf2/archive_check.h"

#include <fmt/core.h>
#include <otf2/otf2.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"

namespace hpcast::otf2 {

namespace {

namespace fs = std::filesystem;

// Its head has a fixed length, with the mark behind two bytes that differ; then come machine,
// creator and description, each ended by a zero byte, the properties, which are two such texts
// each, and, behind 8 bytes, how many snapshots and thumbnails there are.
class AnchorFile {
 public:
  explicit AnchorFile(const std::string& anchor) {
    std::ifstream file(anchor, std::ios::binary);
    content_.assign(std::istreambuf_iterator<char>(file), {});
  }

  bool has_mark() const { return std::string_view(content_).substr(0, 6).ends_with("OTF2"); }

  bool is_damaged() {
    constexpr std::size_t event_chunk = 12, definition_chunk = 20, head = 46;
    if (content_.size() < head) return true;
    for (const std::size_t chunk : {event_chunk, definition_chunk})
      if (number(chunk, 8) < OTF2_CHUNK_SIZE_MIN || number(chunk, 8) > OTF2_CHUNK_SIZE_MAX)
        return true;
    at_ = head;
    if (!skip_texts(3) || content_.size() - at_ < 4) return true;
    const std::uint64_t properties = number(at_, 4);
    at_ += 4;
    if (properties > content_.size() || !skip_texts(2 * properties)) return true;
    return content_.size() - at_ < 16 || number(at_ + 8, 4) > most_others ||
           number(at_ + 12, 4) > most_others;
  }

 private:
  static constexpr std::uint64_t most_others = 1000;

  std::uint64_t number(std::size_t at, std::size_t bytes) const {
    const bool little = content_[1] == 'B';
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i)
      value = value << 8 | static_cast<unsigned char>(content_[at + (little ? bytes - 1 - i : i)]);
    return value;
  }

  bool skip_texts(std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::size_t end = content_.find('\0', at_);
      if (end == std::string::npos) return false;
      at_ = end + 1;
    }
    return true;
  }

  std::string content_;
  std::size_t at_ = 0;
};

struct Records {
  std::uint64_t count = 0;
  bool is_whole = false;  // the file ends where it says so
};

// Of a file of definitions: chunks of equal size, each with a head; then a byte for the kind of a
// record, its length in one byte, or in eight behind 0xff, and as many bytes.
Records records_in(const std::string& path, std::uint64_t chunk) {
  constexpr std::uint64_t head = 18, end_of_chunk = 1, end_of_file = 2, long_record = 0xff;
  const std::string content = read_file(path, std::uint64_t{8} << 30);
  const auto byte = [&](std::uint64_t i) { return static_cast<unsigned char>(content[i]); };
  const bool little = content.size() > 1 && content[1] == 'B';
  Records records;
  std::uint64_t begin = 0;
  for (std::uint64_t at = head; at + 1 < content.size();) {
    if (byte(at) == end_of_file) {
      records.is_whole = true;
      break;
    }
    if (byte(at) == end_of_chunk) {
      begin += std::max<std::uint64_t>(chunk, 1);
      at = begin + head;
      continue;
    }
    std::uint64_t length = byte(at + 1);
    at += 2;
    if (length == long_record) {
      if (content.size() - at < 8) break;
      length = 0;
      for (std::uint64_t i = 0; i < 8; ++i) length = length << 8 | byte(at + (little ? 7 - i : i));
      at += 8;
    }
    if (length > content.size() - at) break;
    at += length;
    ++records.count;
  }
  return records;
}

std::uint64_t chunk_of_definitions(OTF2_Reader_struct* reader) {
  std::uint64_t of_events = 0, chunk = 0;
  OTF2_Reader_GetChunkSize(reader, &of_events, &chunk);
  return chunk;
}

[[noreturn]] void refuse(const std::string& anchor, std::string what, std::string hint) {
  throw InputError({anchor, 0, {}, std::move(what), std::move(hint)});
}

void must_be_whole(const Records& records, const std::string& anchor, const fs::path& file) {
  if (!records.is_whole)
    refuse(anchor,
           "the archive has broken definitions: " + file.filename().string() +
               " is damaged or cut off",
           "if the archive was copied, copy all of it");
}

}  // namespace

void check_anchor(const std::string& anchor) {
  std::error_code error;
  if (!fs::exists(anchor, error)) throw InputError(anchor + ": there is no such archive");
  if (fs::is_directory(anchor, error))
    refuse(
        anchor, "there is no OTF2 archive in this folder (no file NAME.otf2)",
        "of a trace that hpcast trace recorded, hpcast memory MACHINE --otf2 DIR TRACE makes one");
  if (!fs::is_regular_file(anchor, error)) refuse(anchor, "this is no file", {});
  AnchorFile file(anchor);
  if (!file.has_mark()) refuse(anchor, "this is no anchor file of an OTF2 archive", {});
  if (file.is_damaged())
    refuse(anchor, "the archive's anchor file is damaged or cut off", "copy the archive again");
}

void check_definitions(OTF2_Reader_struct* reader, const std::string& anchor) {
  std::uint64_t promised = 0;
  OTF2_Reader_GetNumberOfGlobalDefinitions(reader, &promised);
  const fs::path file = fs::path(anchor).replace_extension(".def");
  const Records there = records_in(file.string(), chunk_of_definitions(reader));
  if (promised > there.count)
    refuse(anchor,
           fmt::format("the archive is said to have {} definitions, but {} has {}", promised,
                       file.filename().string(), there.count),
           "one of both files is damaged; copy the archive again");
  must_be_whole(there, anchor, file);
}

void check_local_definitions(OTF2_Reader_struct* reader, const std::string& anchor,
                             const std::vector<std::uint64_t>& locations) {
  const fs::path folder = fs::path(anchor).replace_extension();
  std::vector<std::string> missing;
  for (const std::uint64_t location : locations) {
    const std::string name = fmt::format("{}.def", location);
    std::error_code error;
    if (!fs::exists(folder / name, error))
      missing.push_back(name);
    else
      must_be_whole(records_in((folder / name).string(), chunk_of_definitions(reader)), anchor,
                    name);
  }
  if (missing.empty() || missing.size() == locations.size()) return;
  refuse(anchor,
         fmt::format("the archive lacks {} of the {} files of definitions in {}: {}{}",
                     missing.size(), locations.size(), folder.filename().string(), missing.front(),
                     missing.size() > 1 ? ", …" : ""),
         "if the archive was copied, copy all of it");
}

}  // namespace hpcast::otf2

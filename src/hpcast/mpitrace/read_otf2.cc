// OTF2 archives, as Score-P and our own recorder write them.
#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/progress.h"
#include "hpcast/base/text.h"
#include "hpcast/mpitrace/builder.h"
#include "hpcast/mpitrace/otf2_callbacks.h"
#include "hpcast/mpitrace/otf2_definitions.h"
#include "hpcast/mpitrace/otf2_rank.h"
#include "hpcast/mpitrace/otf2_reader.h"
#include "hpcast/mpitrace/readers.h"

namespace hpcast::mpitrace {

namespace {

namespace fs = std::filesystem;

// Behind two bytes that differ. The library is not robust against other files.
bool has_otf2_mark(const std::string& anchor) {
  char begin[6] = {};
  std::ifstream(anchor, std::ios::binary).read(begin, sizeof(begin));
  return std::string_view(begin, sizeof(begin)).substr(2) == "OTF2";
}

// The parts of an anchor file whose numbers send the library into loops of hours when they are
// damaged. Its head has a fixed length; then come machine, creator and description, each ended by a
// zero byte, the properties, which are two such texts each, and, behind 8 bytes, how many snapshots
// and thumbnails there are.
class AnchorFile {
 public:
  explicit AnchorFile(const std::string& anchor) {
    std::ifstream file(anchor, std::ios::binary);
    content_.assign(std::istreambuf_iterator<char>(file), {});
  }

  bool is_damaged() {
    constexpr std::size_t event_chunk = 12, definition_chunk = 20, head = 46;
    if (content_.size() < head) return true;
    for (const std::size_t chunk : {event_chunk, definition_chunk})
      if (number(chunk, 8) < smallest_chunk || number(chunk, 8) > largest_chunk) return true;
    at_ = head;
    if (!skip_texts(3) || content_.size() - at_ < 4) return true;
    const std::uint64_t properties = number(at_, 4);
    at_ += 4;
    if (properties > content_.size() || !skip_texts(2 * properties)) return true;
    return content_.size() - at_ < 16 || number(at_ + 8, 4) > most_others ||
           number(at_ + 12, 4) > most_others;
  }

 private:
  static constexpr std::uint64_t smallest_chunk = 256 * 1024, largest_chunk = 16 * 1024 * 1024;
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

bool is_from_us(const TraceDefinitions& definitions) {
  return definitions.attributes[static_cast<std::size_t>(OwnAttribute::source)].has_value();
}

// Locations of the ranks' processes that are not the ranks' own.
void note_other_threads(const TraceDefinitions& definitions,
                        const std::vector<std::uint64_t>& ranks, Profile& profile) {
  std::set<std::uint32_t> groups;
  std::uint64_t threads = 0;
  for (const std::uint64_t location : ranks)
    groups.insert(definitions.locations.at(location).group);
  for (const auto& [location, definition] : definitions.locations)
    if (definition.is_thread && definition.events > 0 && groups.count(definition.group) != 0)
      ++threads;
  std::uint64_t own = 0;
  for (const std::uint64_t location : ranks)
    if (definitions.locations.at(location).events > 0) ++own;
  if (threads > own)
    profile.not_modelled.push_back(fmt::format(
        "threads other than the one that called MPI_Init, left out: {}", threads - own));
}

void describe(const TraceDefinitions& definitions, const TraceNotes& notes, Profile& profile) {
  profile.origin = !definitions.origin.empty()    ? definitions.origin
                   : !definitions.creator.empty() ? definitions.creator
                                                  : "OTF2 archive";
  if (!definitions.not_modelled.empty())
    profile.not_modelled = split(definitions.not_modelled, '\n');
  if (!definitions.partial.empty()) profile.partial = split(definitions.partial, '\n');
  for (std::string& note : not_modelled_of(notes, is_from_us(definitions)))
    profile.not_modelled.push_back(std::move(note));
}

}  // namespace

std::string otf2_anchor(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return path.ends_with(".otf2") ? path : "";
  std::set<std::string> anchors;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, error))
    if (entry.path().extension() == ".otf2") anchors.insert(entry.path().string());
  return anchors.empty() ? "" : *anchors.begin();
}

Profile read_otf2(const std::string& anchor, const ReadOptions& options) {
  std::error_code error;
  if (!fs::exists(anchor, error)) throw InputError(anchor + ": there is no such archive");
  if (!has_otf2_mark(anchor))
    throw InputError({anchor, 0, {}, "this is no anchor file of an OTF2 archive", {}});
  if (AnchorFile(anchor).is_damaged())
    throw InputError({anchor,
                      0,
                      {},
                      "the archive's anchor file is damaged or cut off",
                      "copy the archive again"});
  Otf2Reader reader(anchor);
  const TraceDefinitions definitions = reader.definitions();
  Profile profile;
  TraceCommunicators communicators(definitions, profile, anchor);
  FunctionTable functions(profile);
  TraceNotes notes;
  const std::vector<std::uint64_t> locations = communicators.locations();
  reader.open(locations);
  profile.ranks.resize(locations.size());
  Progress progress("reading " + anchor);
  for (std::uint32_t rank = 0; rank < locations.size(); ++rank) {
    const TraceLocation& location = definitions.locations.at(locations[rank]);
    RankEvents events(definitions, communicators, functions, notes, rank, profile.ranks[rank],
                      options.wildcards_as_recorded);
    reader.read(locations[rank], location, definitions, rank, events);
    try {
      events.finish();
    } catch (const std::string& what) {
      throw InputError({anchor,
                        0,
                        {},
                        fmt::format("rank {}: {}", rank, what),
                        "the recording was cut off: record the program again"});
    }
    if (progress.due()) progress.show((rank + 1.0) / static_cast<double>(locations.size()));
  }
  describe(definitions, notes, profile);
  note_other_threads(definitions, locations, profile);
  return profile;
}

}  // namespace hpcast::mpitrace

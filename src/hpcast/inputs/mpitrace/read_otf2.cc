// OTF2 archives, as Score-P and our own recorder write them.
#include <fmt/core.h>

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/progress.h"
#include "hpcast/base/text.h"
#include "hpcast/inputs/mpitrace/builder.h"
#include "hpcast/inputs/mpitrace/otf2_callbacks.h"
#include "hpcast/inputs/mpitrace/otf2_definitions.h"
#include "hpcast/inputs/mpitrace/otf2_rank.h"
#include "hpcast/inputs/mpitrace/otf2_reader.h"
#include "hpcast/inputs/mpitrace/readers.h"
#include "hpcast/inputs/otf2/archive_check.h"

namespace hpcast::mpitrace {

namespace {

namespace fs = std::filesystem;

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
  otf2::check_anchor(anchor);
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

#include "hpcast/inputs/blocks/places.h"

#include "hpcast/inputs/blocks/description.h"
#include "hpcast/inputs/reftrace/region_names.h"

namespace hpcast::blocks {

reftrace::CodePlaces places_of(const reftrace::Channel& channel) {
  const reftrace::TracedCode code(*channel.code());
  reftrace::RegionNames names(channel);
  reftrace::CodePlaces places;
  for (std::uint32_t block = 1; block < code.end(); ++block) {
    const std::span<const Word> description = code.description(block);
    if (description.size() < 2) continue;
    const std::uint64_t address = reftrace::address_of(description[1]);
    const std::uint32_t process = process_in(description[0]);
    reftrace::CodePlace place{names.name(address, process), "", 0};
    if (auto line = names.line(address, process)) {
      place.file = std::move(line->file);
      place.line = line->line;
    }
    places[block] = std::move(place);
  }
  return places;
}

}  // namespace hpcast::blocks

// What libotf2 calls for each definition.
#pragma once

#include <otf2/otf2.h>

#include <array>
#include <cstdint>
#include <exception>
#include <map>
#include <unordered_map>

#include "hpcast/inputs/mpitrace/otf2_definitions.h"

namespace hpcast::mpitrace {

// Strings may come after what is named by them: names are looked up in finish().
class DefinitionReading {
 public:
  explicit DefinitionReading(TraceDefinitions& definitions) : all(definitions) {}

  void register_with(OTF2_Reader* reader, OTF2_GlobalDefReader* definitions);
  void finish();

  TraceDefinitions& all;
  std::unordered_map<std::uint32_t, std::uint32_t> region_names, attribute_names, parameter_names;
  std::map<std::uint32_t, std::uint32_t> communicator_names;

 private:
  std::string text(std::uint32_t reference) const;
};

}  // namespace hpcast::mpitrace

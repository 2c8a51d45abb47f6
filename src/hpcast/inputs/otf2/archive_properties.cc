#include "hpcast/inputs/otf2/archive_properties.h"

#include <otf2/otf2.h>

#include <cstdlib>
#include <memory>

namespace hpcast::otf2 {

namespace {

struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};

}  // namespace

// The library takes it for an error to be asked for one that is not there.
std::string property(OTF2_Reader_struct* reader, const std::string& name) {
  std::uint32_t count = 0;
  char** names = nullptr;
  if (OTF2_Reader_GetPropertyNames(reader, &count, &names) != OTF2_SUCCESS) return {};
  const std::unique_ptr<char*, FreeMemory> owner(names);
  bool is_there = false;
  for (std::uint32_t i = 0; i < count; ++i) is_there = is_there || names[i] == name;
  char* value = nullptr;
  if (!is_there || OTF2_Reader_GetProperty(reader, name.c_str(), &value) != OTF2_SUCCESS) return {};
  const std::unique_ptr<char, FreeMemory> text(value);
  return value;
}

std::string creator(OTF2_Reader_struct* reader) {
  char* text = nullptr;
  if (OTF2_Reader_GetCreator(reader, &text) != OTF2_SUCCESS || text == nullptr) return {};
  const std::unique_ptr<char, FreeMemory> owner(text);
  return text;
}

}  // namespace hpcast::otf2

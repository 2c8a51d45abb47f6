#include "hpcast/mpitrace/otf2_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdarg>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/mpitrace/otf2_callbacks.h"
#include "hpcast/mpitrace/otf2_definition_callbacks.h"

namespace hpcast::mpitrace {

namespace {

// The library says what is wrong where nobody should see it.
OTF2_ErrorCode keep_trace_error(void* data, const char*, std::uint64_t, const char*,
                                OTF2_ErrorCode code, const char*, va_list) {
  *static_cast<OTF2_ErrorCode*>(data) = code;
  return code;
}

// Records of a file of definitions: chunks of equal size, each with a head; then a byte for the
// kind of a record, its length in one byte, or in eight behind 0xff, and as many bytes.
std::uint64_t count_records(const std::string& path, std::uint64_t chunk) {
  constexpr std::uint64_t head = 18, first_kind = 5, long_record = 0xff;
  const std::string content = read_file(path, std::uint64_t{8} << 30);
  const auto byte = [&](std::uint64_t i) { return static_cast<unsigned char>(content[i]); };
  const bool little = content.size() > 1 && content[1] == 'B';
  std::uint64_t count = 0, begin = 0;
  for (std::uint64_t at = head; at + 1 < content.size();) {
    if (byte(at) < first_kind) {  // the chunk ends here, or the file
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
    ++count;
  }
  return count;
}

struct FreeDeleter {
  void operator()(void* memory) const { std::free(memory); }
};

}  // namespace

Otf2Reader::Otf2Reader(std::string anchor) : anchor_(std::move(anchor)) {
  OTF2_Error_RegisterCallback(keep_trace_error, &error_);
  reader_ = OTF2_Reader_Open(anchor_.c_str());
  if (reader_ == nullptr) {
    OTF2_Error_RegisterCallback(nullptr, nullptr);
    fail("cannot be opened");
  }
  OTF2_Reader_SetSerialCollectiveCallbacks(reader_);
  callbacks_ = event_callbacks();
}

Otf2Reader::~Otf2Reader() {
  OTF2_EvtReaderCallbacks_Delete(callbacks_);
  OTF2_Reader_Close(reader_);
  OTF2_Error_RegisterCallback(nullptr, nullptr);
}

void Otf2Reader::fail(const std::string& what) const {
  throw InputError({anchor_,
                    0,
                    {},
                    fmt::format("the OTF2 archive {}: {}", what, OTF2_Error_GetDescription(error_)),
                    "otf2-print says more; if the archive was copied, copy all of it"});
}

void Otf2Reader::must(OTF2_ErrorCode code, const std::string& what) {
  if (code == OTF2_SUCCESS) return;
  error_ = code;
  fail(what);
}

std::string Otf2Reader::property(const char* name) {
  std::uint32_t count = 0;
  char** names = nullptr;
  if (OTF2_Reader_GetPropertyNames(reader_, &count, &names) != OTF2_SUCCESS) return {};
  const std::unique_ptr<char*, FreeDeleter> owner(names);
  bool there = false;
  for (std::uint32_t i = 0; i < count; ++i) there = there || std::string_view(names[i]) == name;
  char* value = nullptr;
  if (!there || OTF2_Reader_GetProperty(reader_, name, &value) != OTF2_SUCCESS) return {};
  const std::unique_ptr<char, FreeDeleter> text(value);
  return value;
}

// The library tries to read as many as the anchor file says, however few there are: for ever, if
// that number is damaged.
void Otf2Reader::check_count_of_definitions() {
  std::uint64_t promised = 0, event_chunk = 0, chunk = 0;
  must(OTF2_Reader_GetNumberOfGlobalDefinitions(reader_, &promised), "has no definitions");
  must(OTF2_Reader_GetChunkSize(reader_, &event_chunk, &chunk), "has no definitions");
  const std::filesystem::path file = std::filesystem::path(anchor_).replace_extension(".def");
  const std::uint64_t there = count_records(file.string(), chunk);
  if (promised <= there) return;
  throw InputError({anchor_,
                    0,
                    {},
                    fmt::format("the archive is said to have {} definitions, but {} has {}",
                                promised, file.filename().string(), there),
                    "one of both files is damaged; copy the archive again"});
}

TraceDefinitions Otf2Reader::definitions() {
  TraceDefinitions all;
  OTF2_GlobalDefReader* const reader = OTF2_Reader_GetGlobalDefReader(reader_);
  if (reader == nullptr) fail("has no definitions");
  check_count_of_definitions();
  DefinitionReading reading(all);
  reading.register_with(reader_, reader);
  std::uint64_t read = 0;
  must(OTF2_Reader_ReadAllGlobalDefinitions(reader_, reader, &read), "has broken definitions");
  reading.finish();
  char* creator = nullptr;
  if (OTF2_Reader_GetCreator(reader_, &creator) == OTF2_SUCCESS) {
    const std::unique_ptr<char, FreeDeleter> text(creator);
    all.creator = creator;
  }
  all.origin = property(origin_property);
  all.not_modelled = property(not_modelled_property);
  all.partial = property(partial_property);
  return all;
}

void Otf2Reader::open(const std::vector<std::uint64_t>& locations) {
  for (const std::uint64_t location : locations)
    must(OTF2_Reader_SelectLocation(reader_, location), "has a broken location");
  must(OTF2_Reader_OpenEvtFiles(reader_), "has no events");
  read_local_definitions(locations);
}

// Some archives have none; of one that has, all locations do.
void Otf2Reader::refuse_missing_definitions(const std::vector<std::uint64_t>& locations) {
  const std::filesystem::path folder = std::filesystem::path(anchor_).replace_extension();
  std::vector<std::string> missing;
  for (const std::uint64_t location : locations) {
    const std::string name = fmt::format("{}.def", location);
    std::error_code error;
    if (!std::filesystem::exists(folder / name, error)) missing.push_back(name);
  }
  if (missing.empty() || missing.size() == locations.size()) return;
  throw InputError({anchor_,
                    0,
                    {},
                    fmt::format("the archive lacks {} of the {} files of definitions in {}: {}{}",
                                missing.size(), locations.size(), folder.filename().string(),
                                missing.front(), missing.size() > 1 ? ", …" : ""),
                    "if the archive was copied, copy all of it"});
}

// They map the numbers that each location's events use, and its clock. An archive may lack them.
void Otf2Reader::read_local_definitions(const std::vector<std::uint64_t>& locations) {
  refuse_missing_definitions(locations);
  if (OTF2_Reader_OpenDefFiles(reader_) != OTF2_SUCCESS) return;
  for (const std::uint64_t location : locations) {
    OTF2_DefReader* const reader = OTF2_Reader_GetDefReader(reader_, location);
    if (reader == nullptr) continue;
    std::uint64_t read = 0;
    must(OTF2_Reader_ReadAllLocalDefinitions(reader_, reader, &read),
         fmt::format("has broken definitions of location {}", location));
    OTF2_Reader_CloseDefReader(reader_, reader);
  }
  OTF2_Reader_CloseDefFiles(reader_);
}

void Otf2Reader::read(std::uint64_t location, const TraceLocation& definition,
                      const TraceDefinitions& definitions, std::uint32_t rank, RankEvents& events) {
  OTF2_EvtReader* const reader = OTF2_Reader_GetEvtReader(reader_, location);
  if (reader == nullptr) {
    if (definition.events == 0) return;
    fail(fmt::format("lacks the events of rank {} (location {})", rank, location));
  }
  EventReading reading{events, definitions, {}, 0};
  must(OTF2_Reader_RegisterEvtCallbacks(reader_, reader, callbacks_, &reading), "has no events");
  std::uint64_t read = 0;
  const OTF2_ErrorCode code = OTF2_Reader_ReadAllLocalEvents(reader_, reader, &read);
  OTF2_Reader_CloseEvtReader(reader_, reader);
  const std::string where =
      fmt::format("rank {}, event {} of {}", rank, reading.position, definition.events);
  if (reading.fault) std::rethrow_exception(located(reading.fault, anchor_, where));
  must(code, fmt::format("has broken events ({})", where));
  if (read < definition.events)
    throw InputError({anchor_,
                      0,
                      {},
                      fmt::format("rank {} has {} events, but the archive says {}", rank, read,
                                  definition.events),
                      "its file of events is cut off; copy the archive again"});
}

}  // namespace hpcast::mpitrace

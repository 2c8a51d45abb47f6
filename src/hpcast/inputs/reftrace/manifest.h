// What a trace directory's manifest.json says: whose streams these are, how they were made, and
// whether they are all there. schemas/trace-manifest.schema.json describes the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hpcast::reftrace {

inline constexpr int manifest_version = 1;
inline constexpr char manifest_name[] = "manifest.json";

// One program thread's stream.
struct TracedThread {
  std::uint32_t thread = 0;  // in order of creation
  std::string file;          // name within the directory
  std::uint64_t words = 0;
  std::uint64_t references = 0;  // words that are no part of an event
  std::uint64_t bytes = 0;       // of the file
};

// One process of several, in order of their start.
struct TracedProgram {
  std::uint32_t rank = 0;   // of an MPI program
  std::uint32_t ranks = 0;  // of it; 0: no MPI program
};

struct Region {
  std::uint64_t address = 0;  // as Event::region_enter and region_exit say it
  std::string name;
  std::optional<std::uint32_t> process{};  // whose it is, of several; empty: all processes'
};

struct Manifest {
  std::string tool_version;
  std::vector<std::string> command;    // the program and its arguments
  std::string architecture;            // of the host, as uname -m names it
  std::string tracer;                  // "compiler", "valgrind", a TextFormat
  std::string payload = "references";  // "references" (record.h) or "requests" (memsim/request.h)
  std::optional<bool> address_randomisation;  // whether ASLR was on, if known
  std::optional<int> exit_status;             // the program's own
  std::optional<int> signal;                  // that ended it
  bool complete = true;
  std::string reason;  // why it is not complete
  std::vector<TracedThread> threads;
  std::vector<TracedProgram> processes;  // by the number in Event::process; empty: one alone
  std::vector<std::string> phases;       // by the index in Event::phase
  std::vector<Region> regions;
  std::vector<std::string> not_traced;  // what of the program the streams lack, for people
  std::string merge_log;                // name within the directory of the merge points; or empty
  std::string code;                     // likewise, of what the programs' code is (code.h)
  std::string date;                     // ISO 8601, UTC
};

std::string to_text(const Manifest& manifest);
void write_manifest(const std::string& path, const Manifest& manifest);

// Throws InputError with every fault of the file: not JSON, no trace's manifest, of a newer
// version, members missing or of wrong type. Members that this version does not know are ignored.
Manifest read_manifest(const std::string& path);

// Whether `directory` has a manifest.json that calls itself a trace's, readable or not otherwise.
bool is_trace(const std::string& directory);

}  // namespace hpcast::reftrace

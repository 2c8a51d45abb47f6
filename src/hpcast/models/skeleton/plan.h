// What hpcast-slice has found in a program: which parts of it no message depends on. The file
// skeleton.json, schemas/skeleton.schema.json, docs/skeleton.md.
#pragma once

#include <string>
#include <vector>

#include "hpcast/base/json.h"

namespace hpcast::skeleton {

inline constexpr char plan_file[] = "skeleton.json";
inline constexpr char plan_version[] = "1.0";

// What the time of a region may depend on: how often a loop's body runs.
struct Feature {
  std::string name;        // "loops at 44, 45"
  std::string expression;  // in C, of what is known where the region begins
};

struct Region {
  int id = 0;
  std::string name;  // of file, function and place in it: "update.c:update:3"
  std::string file;  // as the user gave it
  int line = 0, end_line = 0;
  std::string function;
  std::vector<Feature> features;
  std::vector<std::string> unknown;  // names of loops of which nobody knows how often they run
  std::string time;                  // of a pragma, in C; empty: to be measured
  bool forced = false;               // by a pragma
  std::string text;                  // its first line
  std::string hash;                  // of its lines and its features, see hash_of()
};

// A source of the program's.
struct Input {
  std::string path;    // as the user gave it
  std::string sha256;  // empty: it could not be read
};

struct Place {
  std::string file;
  int line = 0;
  std::string text;
};

// A loop or call that stays, and why: from it to the message that depends on it.
struct Kept {
  std::string file;
  int line = 0, end_line = 0;
  std::string function;
  std::vector<Place> why;
};

struct Warning {
  Place at;
  std::vector<Place> flow;
};

struct Plan {
  std::vector<Input> inputs;
  std::vector<Region> regions;
  std::vector<Kept> kept;
  std::vector<Warning> warnings;
  std::vector<Place> not_allocated;  // text: the array's name
  std::vector<std::string> not_modelled;
  std::uint64_t calls = 0;  // of MPI, in the source
};

// The plan in a document; its regions have a hash where the file has one. Throws InputError.
Plan plan_in(const Document& document);

// Which times fit a region: the same text, the same features. Throws InputError where its source
// cannot be read.
std::string hash_of(const Region& region);

}  // namespace hpcast::skeleton

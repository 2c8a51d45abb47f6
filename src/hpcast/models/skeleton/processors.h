// What regions take on processors: the file hpcast-processors.json, schemas/processors.schema.json,
// docs/skeleton.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hpcast/base/json.h"
#include "hpcast/models/skeleton/fit.h"

namespace hpcast::skeleton {

inline constexpr char processors_file[] = "hpcast-processors.json";

// Of one region on one processor.
struct RegionTime {
  std::string name, hash;             // as in the plan
  std::vector<std::string> features;  // their expressions
  Law law;
  double calls = 0, seconds = 0, share = 0;
  double mean_error = 0, worst_error = 0;
  std::optional<double> left_out_error;
  std::vector<RunTotal> runs;
  std::string date, host, flags;  // when and where it was measured, and how it was compiled
};

struct Processor {
  std::string name;
  std::string of;     // where it has no time of its own: that of another processor,
  double factor = 1;  // times this
  std::vector<RegionTime> regions;
};

struct Processors {
  std::vector<Processor> all;

  const Processor* find(const std::string& name) const;
  Processor& find_or_add(const std::string& name);
  std::vector<std::string> names() const;
};

// Throws InputError: not JSON, not such a file, a ratio to nothing or in a circle.
Processors processors_in(const Document& document);
// The same; none where there is no such file.
Processors read_processors(const std::string& path);
std::string to_text(const Processors& processors);
Json bends_json(const Law& law);

// In place of what was there of this name and text.
void put(Processor& processor, RegionTime time);

enum class Fit { found, other_text, missing };
struct Found {
  Fit fit = Fit::missing;
  RegionTime time;          // of `found`; its law is the processor's, whatever it comes from
  std::string measured_on;  // the processor that the errors are of
};
// A region's time by its name and hash. other_text: there are times of this name and another hash.
Found time_on(const Processors& processors, const Processor& processor, const std::string& name,
              const std::string& hash);

}  // namespace hpcast::skeleton

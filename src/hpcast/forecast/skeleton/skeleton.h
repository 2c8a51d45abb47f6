// A program without what no message depends on, and how long that would take: hpcast skeleton.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/forecast/skeleton/sources.h"
#include "hpcast/models/skeleton/processors.h"

namespace hpcast::forecast {

struct SkeletonRequest {
  SkeletonSources program;
  std::string output;     // folder; empty: nothing is written
  std::string database;   // empty: beside the folder
  std::string processor;  // empty: the only one that the database has
  bool instrumented = false;
};

struct Skeleton {
  Json json;  // schemas/skeleton.schema.json
  skeleton::Plan plan;
  std::string processor;               // empty: there are no times
  std::vector<skeleton::Found> times;  // of the plan's regions
  std::string verdict;
  std::vector<Diagnostic> warnings;
};

// Throws InputError where the sources are refused, the folder is something else, or the database
// lacks the processor.
Skeleton make_skeleton(const SkeletonRequest& request);

// A skeleton that is there is given other times: request.output, database, processor.
Skeleton retime_skeleton(const SkeletonRequest& request);

// Of the database that a request means.
std::string database_of(const SkeletonRequest& request);

// Throws InputError where `folder` is there and no skeleton.
void check_skeleton_output(const std::string& folder);

}  // namespace hpcast::forecast

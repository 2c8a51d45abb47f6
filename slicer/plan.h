// What comes out: the sources, and skeleton.json that tells what was done and why.
#pragma once

#include <string>
#include <vector>

#include "pragmas.h"
#include "rewrite.h"

namespace hpcast::slicer {

struct Answer {
  const std::vector<Unit>* units;
  const Relevance* relevance;
  const Costs* costs;
  const Regions* regions;
  const Pragmas* pragmas;
};

std::string plan_of(const Answer& answer);

// A new folder: who wants it whole or not at all renames it.
void write_folder(const std::string& folder, const std::map<std::string, std::string>& files);
// A file's path in the new folder: relative to the folder that all sources have in common.
std::map<std::string, std::string> names_in_folder(const std::vector<std::string>& files,
                                                   const std::vector<Unit>& units);

}  // namespace hpcast::slicer

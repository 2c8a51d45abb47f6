// A folder that appears whole or not at all.
#pragma once

#include <functional>
#include <string>

#include "hpcast/base/diagnostics.h"

namespace hpcast {

// Without '/' at its end, so that what lies beside it is not in it; a link is where it points.
std::string folder_meant(const std::string& folder);

// Throws InputError where `folder` is there and neither empty nor, by `is_one`, a `kind`
// ("skeleton"), which a WholeFolder may replace.
void check_replaceable(const std::string& folder, const std::string& kind,
                       const std::function<bool(const std::string&)>& is_one);

// A new folder beside `folder`, which takes its place in commit(); removed if that never comes.
// Throws InputError where there can be none, or a file has the name.
class WholeFolder {
 public:
  explicit WholeFolder(const std::string& folder);
  ~WholeFolder();
  WholeFolder(const WholeFolder&) = delete;
  WholeFolder& operator=(const WholeFolder&) = delete;

  std::string path() const { return scratch_ + "/new"; }  // not there yet
  void commit();
  // An error of what was written there, told of the folder that is meant.
  InputError meant(const InputError& error) const;

 private:
  std::string shown_, folder_, scratch_;
};

}  // namespace hpcast

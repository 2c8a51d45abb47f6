// A folder that appears whole or not at all.
#pragma once

#include <string>

namespace hpcast {

// Without '/' at its end, so that what lies beside it is not in it; a link is where it points.
std::string folder_meant(const std::string& folder);

// A new folder beside `folder`, which takes its place in commit(); removed if that never comes.
// Throws InputError where there can be none.
class WholeFolder {
 public:
  explicit WholeFolder(const std::string& folder);
  ~WholeFolder();
  WholeFolder(const WholeFolder&) = delete;
  WholeFolder& operator=(const WholeFolder&) = delete;

  std::string path() const { return scratch_ + "/new"; }  // not there yet
  void commit();

 private:
  std::string folder_, scratch_;
};

}  // namespace hpcast

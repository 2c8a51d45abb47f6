// A folder that appears whole or not at all.
#pragma once

#include <string>

namespace hpcast::mpitrace {

// Throws InputError where `folder` holds something that is no OTF2 archive, or cannot be made.
void check_archive_folder(const std::string& folder);

// A new folder beside `folder`, which takes its place in commit(); removed if that never comes.
class ArchiveFolder {
 public:
  explicit ArchiveFolder(const std::string& folder);
  ~ArchiveFolder();
  ArchiveFolder(const ArchiveFolder&) = delete;
  ArchiveFolder& operator=(const ArchiveFolder&) = delete;

  std::string path() const { return scratch_ + "/archive"; }  // not there yet
  void commit();

 private:
  std::string folder_, scratch_;
};

}  // namespace hpcast::mpitrace

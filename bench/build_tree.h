// What the benchmarks run: the programs of the build tree they lie in themselves.
#pragma once

#include <filesystem>
#include <string>

namespace hpcast::bench {

// Paths below build/PRESET, found from this program's own place in it.
std::string hpcast_program();
std::string native_workload(const std::string& name);
std::string traced_workload(const std::string& name);

// An empty folder for traces and results, removed with this object.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string file(const std::string& name) const { return (folder_ / name).string(); }

 private:
  std::filesystem::path folder_;
};

}  // namespace hpcast::bench

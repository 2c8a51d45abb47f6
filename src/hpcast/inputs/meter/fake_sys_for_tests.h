// A folder that looks like /sys, as far as sensors of power are concerned.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "hpcast/base/scratch_folder.h"

namespace hpcast::meter {

class FakeSys {
 public:
  const std::string& path() const { return folder_.path(); }

  // Whole or not at all: it may be read meanwhile.
  void put(const std::string& file, const std::string& content) const {
    const std::filesystem::path to = path() + "/" + file;
    std::filesystem::create_directories(to.parent_path());
    std::ofstream(to.string() + ".new") << content << (content.empty() ? "" : "\n");
    std::filesystem::rename(to.string() + ".new", to);
  }
  void rapl(const std::string& zone, const std::string& name, std::int64_t energy_uj) const {
    const std::string folder = "class/powercap/" + zone + "/";
    put(folder + "name", name);
    put(folder + "energy_uj", std::to_string(energy_uj));
  }
  // ACPI's, in the folder of the device, as of NVIDIA Grace.
  void grace(const std::string& place, const std::string& what, int watts) const {
    const std::string folder = "class/hwmon/" + place;
    put(folder + "/name", "power_meter");
    put(folder + "/device/power1_average", std::to_string(watts) + "000000");
    put(folder + "/device/power1_oem_info", what);
  }
  void hwmon(const std::string& place, const std::string& chip,
             const std::map<std::string, std::string>& files) const {
    put("class/hwmon/" + place + "/name", chip);
    for (const auto& [file, content] : files) put("class/hwmon/" + place + "/" + file, content);
  }

 private:
  ScratchFolder folder_;
};

}  // namespace hpcast::meter

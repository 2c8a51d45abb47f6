#include "hpcast/meter/sensors.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/counters/order.h"
#include "hpcast/counters/text_numbers.h"

namespace hpcast::meter {

namespace {

namespace fs = std::filesystem;

std::string first_line_of(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return std::string(counters::trimmed(line));
}

// By their names, hwmon2 before hwmon10.
std::vector<fs::path> entries_of(const fs::path& folder, const std::string& prefix) {
  std::vector<fs::path> entries;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none))
    if (entry.path().filename().string().starts_with(prefix)) entries.push_back(entry.path());
  std::sort(entries.begin(), entries.end(), [](const fs::path& a, const fs::path& b) {
    return counters::natural_less(a.filename().string(), b.filename().string());
  });
  return entries;
}

class Finder {
 public:
  explicit Finder(const fs::path& sys) : sys_(sys) {}

  SensorSearch run() {
    const fs::path powercap = sys_ / "class/powercap";
    // The same domains may be told twice, by registers of the processor and by those in memory.
    if (!add_rapl(powercap, "intel-rapl:")) add_rapl(powercap, "intel-rapl-mmio:");
    has_rapl_ = std::any_of(search_.sensors.begin(), search_.sensors.end(),
                            [](const Sensor& s) { return s.part == Part::package; });
    for (const fs::path& chip : entries_of(sys_ / "class/hwmon", "hwmon")) add_chip(chip);
    return std::move(search_);
  }

 private:
  bool add_rapl(const fs::path& powercap, const std::string& prefix);
  void add_domain(const fs::path& folder, const std::string& name, Part part, bool chosen);
  void add_chip(const fs::path& folder);
  void add_chip_sensor(const fs::path& file, const std::string& chip, const std::string& place);
  void add(Sensor sensor);

  fs::path sys_;
  bool has_rapl_ = false;  // of packages
  SensorSearch search_;
};

// Only what can be read now.
void Finder::add(Sensor sensor) {
  try {
    read_number(sensor.path);
    search_.sensors.push_back(std::move(sensor));
  } catch (const InputError& error) {
    search_.found.emplace_back(error.what());
  }
}

void Finder::add_domain(const fs::path& folder, const std::string& name, Part part, bool chosen) {
  Sensor sensor{name, (folder / "energy_uj").string(), part, true, 1e-6, 0, chosen};
  if (const auto range = counters::to_number(first_line_of(folder / "max_energy_range_uj")))
    sensor.range = *range;
  add(std::move(sensor));
}

// A processor's domain holds those of its cores and graphics, but not its memory's; the platform's
// (psys) holds the processor's.
bool Finder::add_rapl(const fs::path& powercap, const std::string& prefix) {
  bool any = false;
  for (const fs::path& folder : entries_of(powercap, prefix)) {
    const std::string place = folder.filename().string().substr(prefix.size());
    if (place.find(':') != std::string::npos) continue;  // lists the parts of domains too
    const std::string name = first_line_of(folder / "name");
    const bool is_package = name.starts_with("package");
    any |= is_package;
    add_domain(folder, name, is_package ? Part::package : Part::other, is_package);
    for (const fs::path& part : entries_of(powercap, prefix + place + ":")) {
      const std::string part_name = first_line_of(part / "name");
      const bool is_memory = part_name == "dram";
      add_domain(part, name + "/" + part_name, is_memory ? Part::memory : Part::other, is_memory);
    }
  }
  return any;
}

// "power1" of power1_input and power1_average: an average where there are both.
void Finder::add_chip(const fs::path& folder) {
  const std::string chip = first_line_of(folder / "name") + "-" + folder.filename().string();
  for (const char* const kind : {"power", "energy"})
    for (const fs::path& file : entries_of(folder, kind)) {
      const std::string name = file.filename().string();
      const std::size_t underline = name.find('_');
      const std::string place = name.substr(0, underline);
      const std::string what = underline == std::string::npos ? "" : name.substr(underline + 1);
      std::error_code none;
      const bool has_average = fs::exists(folder / (place + "_average"), none);
      if (what == "average" || (what == "input" && !has_average))
        add_chip_sensor(file, chip, place);
    }
}

void Finder::add_chip_sensor(const fs::path& file, const std::string& chip,
                             const std::string& place) {
  const std::string label = first_line_of(file.parent_path() / (place + "_label"));
  Sensor sensor{chip + "/" + place, file.string()};
  sensor.counts_energy = place.starts_with("energy");
  if (chip.starts_with("power_meter-")) sensor.part = Part::node;  // ACPI's
  // amd_energy's, which also tells what cores take; another way to what RAPL counts.
  if (label.starts_with("Esocket")) sensor.part = Part::package;
  sensor.chosen = sensor.part == Part::node || (sensor.part == Part::package && !has_rapl_);
  add(std::move(sensor));
}

std::vector<std::string> names_of(const std::vector<Sensor>& sensors) {
  std::vector<std::string> names;
  for (const Sensor& sensor : sensors) names.push_back(sensor.name);
  return names;
}

}  // namespace

const char* name_of(Part part) {
  switch (part) {
    case Part::package:
      return "processor";
    case Part::memory:
      return "memory";
    case Part::node:
      return "node";
    case Part::other:
      return "other";
  }
  return "";
}

SensorSearch find_sensors(const std::string& sys) { return Finder(sys).run(); }

std::vector<Sensor> choose(const SensorSearch& search, const std::vector<std::string>& names) {
  std::vector<Sensor> chosen;
  const std::vector<std::string> known = names_of(search.sensors);
  for (const std::string& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw InputError("there is no sensor '" + name + "'",
                       !known.empty()         ? "there are " + list_of(known)
                       : search.found.empty() ? "there is none"
                                              : "none can be read: " + search.found.front());
  for (const Sensor& sensor : search.sensors) {
    const bool named = std::find(names.begin(), names.end(), sensor.name) != names.end();
    if (names.empty() ? sensor.chosen : named) chosen.push_back(sensor);
  }
  return chosen;
}

double read_number(const std::string& path) {
  errno = 0;
  std::ifstream file(path);
  std::string line;
  if (!file || !std::getline(file, line)) {
    const int error = errno;
    const bool forbidden = error == EACCES || error == EPERM;
    throw InputError(path + ": " + (error == 0 ? "it is empty" : std::strerror(error)) +
                     (forbidden ? " (root may read it)" : ""));
  }
  const auto number = counters::to_number(counters::trimmed(line));
  if (!number || *number < 0)
    throw InputError(fmt::format("{}: {} is no number of 0 or more", path, hpcast::quoted(line)));
  return *number;
}

}  // namespace hpcast::meter

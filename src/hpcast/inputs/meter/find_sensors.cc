#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/counters/order.h"
#include "hpcast/inputs/counters/text_numbers.h"
#include "hpcast/inputs/meter/possible.h"
#include "hpcast/inputs/meter/sensors.h"

namespace hpcast::meter {

namespace {

namespace fs = std::filesystem;

std::string first_line_of(const fs::path& path) {
  return std::string(trimmed(first_line_of_file(path)));
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

// "package-0-die-1" is in what tells of "package-0".
std::string package_place(const std::string& name) {
  const std::size_t die = name.find("-die-");
  if (die == std::string::npos) return "processors/" + name;
  return "processors/" + name.substr(0, die) + "/" + name.substr(die + 1);
}

// A meter that says what it is of.
struct KnownMeter {
  const char* text;  // its beginning; the number of a socket follows
  Part part;
  const char* place;  // in the module of that socket
};

// NVIDIA Grace, by what ACPI calls power1_oem_info (NVIDIA Grace Performance Tuning Guide, Power
// and Thermal Management). A module has the processor and, where there is one, the graphics card.
constexpr KnownMeter grace_meters[] = {{"Module Power Socket ", Part::node, ""},
                                       {"Grace Power Socket ", Part::package, "/processor"},
                                       {"CPU Power Socket ", Part::other, "/processor/cores"},
                                       {"SysIO Power Socket ", Part::other, "/processor/io"}};

class Finder {
 public:
  explicit Finder(const fs::path& sys) : sys_(sys) {}

  SensorSearch run() {
    const fs::path powercap = sys_ / "class/powercap";
    // The same domains may be told twice, by registers of the processor and by those in memory.
    if (!add_rapl(powercap, "intel-rapl:")) add_rapl(powercap, "intel-rapl-mmio:");
    add_cray(sys_ / "cray/pm_counters");
    for (const fs::path& chip : entries_of(sys_ / "class/hwmon", "hwmon")) add_chip(chip);
    choose_each_part_once(search_, missing_);
    return std::move(search_);
  }

 private:
  bool add_rapl(const fs::path& powercap, const std::string& prefix);
  void add_domain(const fs::path& folder, const std::string& name, Part part,
                  const std::string& place, bool chosen);
  void add_cray(const fs::path& folder);
  void add_chip(const fs::path& folder);
  void add_chip_sensor(const fs::path& file, const std::string& chip, const std::string& what);
  void add(const Sensor& sensor);

  fs::path sys_;
  SensorSearch search_;
  std::vector<Sensor> missing_;
};

// Only what can be read now.
void Finder::add(const Sensor& sensor) {
  try {
    const double watts = sensor.unit * read_number(sensor.path);
    if (!sensor.counts_energy && watts > most_watts_of_node)
      throw InputError(fmt::format("{}: {} are no node's: the file should hold microwatts",
                                   sensor.path, format_scaled(watts, "W")));
    search_.sensors.push_back(sensor);
  } catch (const InputError& error) {
    search_.found.emplace_back(error.what());
    if (sensor.chosen) missing_.push_back(sensor);
  }
}

void Finder::add_domain(const fs::path& folder, const std::string& name, Part part,
                        const std::string& place, bool chosen) {
  add({name, (folder / "energy_uj").string(), part, true, 1e-6, place, "powercap", chosen});
}

// A processor's domain holds those of its cores and graphics, but not its memory's; the platform's
// (psys) holds the processor's.
bool Finder::add_rapl(const fs::path& powercap, const std::string& prefix) {
  bool any = false;
  for (const fs::path& folder : entries_of(powercap, prefix)) {
    const std::string number = folder.filename().string().substr(prefix.size());
    if (number.find(':') != std::string::npos) continue;  // lists the parts of domains too
    const std::string name = first_line_of(folder / "name");
    const bool is_package = name.starts_with("package");
    any |= is_package;
    const std::string place = is_package ? package_place(name) : name == "psys" ? "" : name;
    add_domain(folder, name, is_package ? Part::package : Part::other, place, is_package);
    for (const fs::path& part : entries_of(powercap, prefix + number + ":")) {
      const std::string part_name = first_line_of(part / "name");
      const bool is_memory = part_name == "dram";
      add_domain(part, name + "/" + part_name, is_memory ? Part::memory : Part::other,
                 is_memory ? "memory/" + name : place + "/" + part_name, is_memory);
    }
  }
  return any;
}

// HPE Cray's counts of energy, of the node and of its parts, ten times a second.
void Finder::add_cray(const fs::path& folder) {
  for (const fs::path& file : entries_of(folder, "")) {
    const std::string name = file.filename().string();
    if (!name.ends_with("energy")) continue;
    Sensor sensor{"cray/" + name, file.string(), Part::other, true, 1, name, "cray", true};
    if (name == "energy") sensor.part = Part::node, sensor.place = "";
    if (name == "cpu_energy") sensor.part = Part::package, sensor.place = "processors";
    if (name == "memory_energy") sensor.part = Part::memory, sensor.place = "memory";
    if (sensor.part == Part::other) sensor.chosen = false;
    add(sensor);
  }
}

// "power1" of power1_input and power1_average: an average where there are both. Some drivers
// (ACPI's) put their files into the folder of the device.
void Finder::add_chip(const fs::path& folder) {
  const fs::path device = folder / "device";
  std::string chip = first_line_of(folder / "name");
  if (chip.empty()) chip = first_line_of(device / "name");
  chip += "-" + folder.filename().string();
  std::set<std::string> told;
  for (const fs::path& files : {folder, device})
    for (const char* const kind : {"power", "energy"})
      for (const fs::path& file : entries_of(files, kind)) {
        const std::string name = file.filename().string();
        const std::size_t underline = name.find('_');
        const std::string what = name.substr(0, underline);
        const bool is_average = name == what + "_average", is_input = name == what + "_input";
        std::error_code none;
        if (is_input && fs::exists(files / (what + "_average"), none)) continue;
        if ((is_average || is_input) && told.insert(what).second) add_chip_sensor(file, chip, what);
      }
}

void Finder::add_chip_sensor(const fs::path& file, const std::string& chip,
                             const std::string& what) {
  const std::string name = chip + "/" + what;
  Sensor sensor{name, file.string(), Part::other, what.starts_with("energy"), 1e-6, name, "hwmon"};
  const auto text = [&](const char* kind) {
    return first_line_of(file.parent_path() / (what + kind));
  };
  const std::string label = text("_label"), oem_info = text("_oem_info");
  sensor.label = label.empty() ? oem_info : label;
  if (chip.starts_with("power_meter-")) {  // ACPI's
    sensor.part = Part::node;
    sensor.place = "";
    sensor.chosen = true;
  }
  for (const KnownMeter& known : grace_meters) {
    if (!oem_info.starts_with(known.text)) continue;
    sensor.part = known.part;
    sensor.place = "module " + oem_info.substr(std::string(known.text).size()) + known.place;
  }
  // amd_energy's, which also tells what cores take.
  if (label.starts_with("Esocket")) {
    sensor.part = Part::package;
    sensor.place = package_place("package-" + label.substr(7));
    sensor.chosen = true;
  }
  add(sensor);
}

}  // namespace

SensorSearch find_sensors(const std::string& sys) { return Finder(sys).run(); }

}  // namespace hpcast::meter

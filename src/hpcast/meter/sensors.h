// What of this machine tells the power it takes: RAPL's counts of energy (Linux's powercap) and
// sensors of power and energy (hwmon). docs/power-measure.md.
#pragma once

#include <string>
#include <vector>

namespace hpcast::meter {

// Of what.
enum class Part {
  package,  // a processor, cores and caches in it included
  memory,   // its memory modules
  node,     // the machine, by a meter of its own
  other,    // something in it: a graphics card, a disk, cores alone
};
const char* name_of(Part part);

struct Sensor {
  std::string name;  // "package-0", "package-0/dram", "power_meter-hwmon1/power1"
  std::string path;  // of the file that is read
  Part part = Part::other;
  bool counts_energy = false;  // else it tells power
  double unit = 1e-6;          // J or W of what the file holds
  double range = 0;     // a count goes from there back to 0, in the file's unit; 0: it does not
  bool chosen = false;  // counted where nobody says otherwise: no part of it is in another one's
};

struct SensorSearch {
  std::vector<Sensor> sensors;  // that can be read
  std::vector<std::string>
      found;  // "/sys/class/powercap/intel-rapl:0/energy_uj: Permission denied"
};

// Below `sys`, where /sys is.
SensorSearch find_sensors(const std::string& sys);

// Those named, else those that are chosen where nobody says otherwise. Throws InputError for a name
// that no sensor has.
std::vector<Sensor> choose(const SensorSearch& search, const std::vector<std::string>& names);

// A whole number in a file of sysfs. Throws InputError that says why there is none.
double read_number(const std::string& path);

}  // namespace hpcast::meter

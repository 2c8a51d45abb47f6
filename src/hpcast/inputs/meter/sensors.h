// What of this machine tells the power it takes: RAPL's counts of energy (Linux's powercap),
// sensors of power and energy (hwmon), and Cray's counters. docs/power-measure.md.
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
  // Of what, from the whole machine ("") inwards: "processors/package-0/core".
  std::string place;
  std::string source;   // "powercap", "hwmon", "cray"
  bool chosen = false;  // counted where nobody says otherwise
  std::string label{};  // what the driver calls it, "Module Power Socket 0"; may be empty
};

// Whether what `outer` tells has in it what `inner` tells, or is the same.
bool holds(const Sensor& outer, const Sensor& inner);

struct SensorSearch {
  std::vector<Sensor> sensors;  // that can be read
  // "/sys/class/powercap/intel-rapl:0/energy_uj: Permission denied"
  std::vector<std::string> found;
  std::string doubt;  // why what is chosen may not be all of the machine, or be some of it twice
};

// Below `sys`, where /sys is.
SensorSearch find_sensors(const std::string& sys);

// Unchooses those that another one holds, and the second of two ways to the same. `missing`: what
// would be chosen, too, but cannot be read.
void choose_each_part_once(SensorSearch& search, const std::vector<Sensor>& missing);

// Those named, else those that are chosen where nobody says otherwise. Throws InputError for a name
// that no sensor has, and for two of which one is in the other and that would be added up.
std::vector<Sensor> choose(const SensorSearch& search, const std::vector<std::string>& names);

// The number in a file of sysfs, "350000000" or "26439567 J 1507210211372023 us". Throws InputError
// that says why there is none.
double read_number(const std::string& path);

}  // namespace hpcast::meter

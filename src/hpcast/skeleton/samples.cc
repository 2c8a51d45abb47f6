#include "hpcast/skeleton/samples.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <utility>

#include "hpcast/base/file.h"
#include "hpcast/base/line_faults.h"

namespace hpcast::skeleton {

namespace {

constexpr char heading[] = "hpcast-skeleton-samples 1";

bool read_line(const std::string& line, Sample& sample) {
  std::istringstream words(line);
  if (!(words >> sample.region >> sample.calls >> sample.seconds)) return false;
  for (double value = 0; words >> value;) sample.values.push_back(value);
  return words.eof() && sample.calls > 0 && std::isfinite(sample.seconds) && sample.seconds >= 0;
}

// Seconds by region.
std::map<int, double> times_in(const Run& run) {
  std::map<int, double> times;
  for (const Sample& sample : run.samples) times[sample.region] += sample.seconds;
  return times;
}

}  // namespace

Run least_disturbed(std::vector<Run> runs) {
  std::map<int, std::pair<double, std::size_t>> best;  // seconds and run
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (const auto& [region, seconds] : times_in(runs[i])) {
      const auto [known, is_new] = best.emplace(region, std::pair(seconds, i));
      if (!is_new) known->second = std::min(known->second, std::pair(seconds, i));
    }
  Run least = {runs.front().command, runs.front().processes, {}, runs.front().lost};
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (Sample& sample : runs[i].samples)
      if (best.at(sample.region).second == i) least.samples.push_back(std::move(sample));
  return least;
}

void read_samples(const std::string& path, Run& run) {
  LineFaults faults(path);
  std::istringstream lines(read_file(path));
  std::string line;
  if (!std::getline(lines, line) || line != heading)
    faults.add(1, std::string("expected '") + heading + "'");
  bool ended = false;
  std::uint64_t number = 1;
  for (; !ended && std::getline(lines, line);) {
    ++number;
    Sample sample;
    if (line.starts_with("end ")) {
      ended = true;
      run.lost += std::strtod(line.c_str() + 4, nullptr);
    } else if (read_line(line, sample)) {
      run.samples.push_back(std::move(sample));
    } else {
      faults.add(number, "expected a region, calls, seconds and features: " + hpcast::quoted(line));
    }
  }
  if (!ended) faults.add(number, "the file is cut short", "is the disk full?");
  faults.throw_if_any();
  ++run.processes;
}

}  // namespace hpcast::skeleton

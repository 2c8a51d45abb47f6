#include "hpcast/models/skeleton/samples.h"

#include <algorithm>
#include <cmath>
#include <numeric>
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

}  // namespace

double seconds_in(const Run& run) {
  return std::accumulate(
      run.samples.begin(), run.samples.end(), 0.0,
      [](double seconds, const Sample& sample) { return seconds + sample.seconds; });
}

Run middle_run(std::vector<Run> runs) {
  const auto middle = runs.begin() + static_cast<std::ptrdiff_t>((runs.size() - 1) / 2);
  std::nth_element(runs.begin(), middle, runs.end(), [](const Run& one, const Run& other) {
    return seconds_in(one) < seconds_in(other);
  });
  return std::move(*middle);
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

#include "hpcast/inputs/dat/mess_curves.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"

namespace hpcast::dat {

namespace {

constexpr double megabyte = 1e6, nanoseconds_a_second = 1e9;

// NN of bwlat_NN.txt.
std::optional<double> percent_of(const std::string& file_name) {
  constexpr std::string_view before = "bwlat_", behind = ".txt";
  if (!file_name.starts_with(before) || !file_name.ends_with(behind)) return std::nullopt;
  const char* const begin = file_name.data() + before.size();
  const char* const end = file_name.data() + file_name.size() - behind.size();
  unsigned percent = 0;
  const auto [last, error] = std::from_chars(begin, std::max(begin, end), percent);
  if (error != std::errc() || last != end || percent > 100) return std::nullopt;
  return percent;
}

// What a DAT may have (base/json.h, Range).
bool is_possible(double value) { return value >= 1e-30 && value <= 1e30; }

std::vector<BandwidthLatency> measured_points(std::string_view text, const std::string& name) {
  std::vector<BandwidthLatency> points;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (unsigned number = 1; std::getline(lines, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    std::istringstream values(line);
    double bandwidth = 0, latency = 0;
    std::string more;
    const bool are_two = values >> bandwidth >> latency && !(values >> more);
    bandwidth *= megabyte;
    latency /= nanoseconds_a_second;
    if (!are_two || !is_possible(latency) || !(bandwidth <= 0 || is_possible(bandwidth)))
      throw InputError(
          fmt::format("{}:{}: expected a bandwidth in MB/s and a latency in ns", name, number),
          "Mess writes such a line for each point, and nothing else");
    points.push_back({bandwidth, latency});
  }
  return points;
}

// By ascending latency: those that use more than all before them. Curves bend back where a memory
// is used beyond saturation, and scatter where it is hardly used.
std::vector<BandwidthLatency> ascending(const std::vector<BandwidthLatency>& measured) {
  std::vector<BandwidthLatency> kept;
  for (const BandwidthLatency& point : measured)
    if (point.bandwidth > (kept.empty() ? 0 : kept.back().bandwidth)) kept.push_back(point);
  return kept;
}

}  // namespace

void add_mess_curve(std::string_view text, const std::string& name, double read_percent,
                    MessCurves& curves) {
  std::vector<BandwidthLatency> measured = measured_points(text, name);
  std::ranges::sort(measured, {}, [](const BandwidthLatency& point) {
    return std::pair(point.latency, point.bandwidth);
  });
  std::vector<BandwidthLatency> kept = ascending(measured);
  if (kept.empty())
    throw InputError(name + ": there is no point with any traffic",
                     "each line has a bandwidth in MB/s and a latency in ns");
  // More than the greatest bandwidth nobody gets, but waits longer for it.
  kept.back().latency = measured.back().latency;
  for (BandwidthLatency& point : kept) point.read_percent = read_percent;
  curves.points.insert(curves.points.end(), kept.begin(), kept.end());
  curves.left_out += measured.size() - kept.size();
  ++curves.curves;
}

MessCurves read_mess_curves(const std::string& directory) {
  std::map<double, std::string> files;  // by percent
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(directory, failed)) {
    const auto percent = percent_of(entry.path().filename().string());
    std::error_code unseen;
    if (!percent || !entry.is_regular_file(unseen)) continue;
    const auto [known, is_new] = files.emplace(*percent, entry.path().string());
    if (!is_new)
      throw InputError(entry.path().string() + " is of the same share of reads as " + known->second,
                       "leave one of them in the directory");
  }
  if (failed) throw InputError(directory + ": " + failed.message(), "name a directory");
  if (files.empty())
    throw InputError(directory + ": there is no bwlat_NN.txt (NN from 0 to 100)",
                     "name a directory with curves of the Mess benchmark");
  MessCurves curves;
  for (const auto& [percent, file] : files) add_mess_curve(read_file(file), file, percent, curves);
  return curves;
}

}  // namespace hpcast::dat

// same_result [--within FRACTION] A B: whether two result files of hpcast memory say the same,
// apart from `run` and `inputs`, and from what samples tell of libraries. Without --within, bit for
// bit. With it, every count and every number of bytes of an object with at least 100,000 accesses
// may differ by that fraction; smaller ones are not looked at.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

namespace {

using Json = nlohmann::ordered_json;

constexpr double accesses_that_count = 100'000;

void leave_out_libraries(Json& entries) {
  Json kept = Json::array();
  for (const Json& entry : entries)
    if (entry.get<std::string>().find(" such libraries took") == std::string::npos)
      kept.push_back(entry);
  entries = kept;
}

// Likewise where that makes the forecast a bound: a busy host has more to tell of what starts
// ranks.
void leave_out_libraries(std::string& verdict) {
  static const std::regex bound("^at least ([^:]+): without .* of CPU time here");
  verdict = std::regex_replace(verdict, bound, "$1");
}

Json read(const std::string& path) {
  std::ifstream file(path);
  Json result = Json::parse(file);
  result.erase("run");
  result.erase("inputs");
  leave_out_libraries(result["not_modelled"]);
  leave_out_libraries(result["verdict"].get_ref<std::string&>());
  return result;
}

int same_bit_for_bit(const Json& a, const Json& b) {
  if (a.dump() == b.dump()) return 0;
  const Json differences = Json::diff(a, b);
  std::printf("%zu members differ, the first of them:\n", differences.size());
  for (std::size_t i = 0; i < std::min<std::size_t>(differences.size(), 20); ++i) {
    const std::string path = differences[i].value("path", "");
    const Json::json_pointer pointer(path);
    std::printf("  %s: %s, %s\n", path.c_str(),
                a.contains(pointer) ? a[pointer].dump().substr(0, 60).c_str() : "-",
                b.contains(pointer) ? b[pointer].dump().substr(0, 60).c_str() : "-");
  }
  return 1;
}

int same_within(const Json& a, const Json& b, double fraction) {
  int different = 0, looked_at = 0;
  for (std::size_t i = 0; i < a["objects"].size(); ++i) {
    const Json& one = a["objects"][i];
    const Json& other = b["objects"][i];
    if (one["num_read"].get<double>() + one["num_write"].get<double>() < accesses_that_count)
      continue;
    ++looked_at;
    for (const char* member : {"num_read", "num_write", "bytes_read", "bytes_write", "read_misses",
                               "write_misses", "writebacks"}) {
      if (!one.contains(member)) continue;
      const double x = one[member].get<double>(), y = other[member].get<double>();
      if (std::max(x, y) < accesses_that_count || std::fabs(x - y) <= fraction * std::max(x, y))
        continue;
      std::printf("%s.%s: %.0f, %.0f\n", one["name"].get<std::string>().c_str(), member, x, y);
      ++different;
    }
  }
  if (looked_at == 0) std::printf("no object has %.0f accesses\n", accesses_that_count);
  return different > 0 || looked_at == 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 4 && arguments[0] == "--within")
    return same_within(read(arguments[2]), read(arguments[3]), std::atof(arguments[1].c_str()));
  if (arguments.size() == 2) return same_bit_for_bit(read(arguments[0]), read(arguments[1]));
  std::fputs("usage: same_result [--within FRACTION] A B\n", stderr);
  return 2;
}

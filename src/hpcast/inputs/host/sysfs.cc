#include "hpcast/inputs/host/sysfs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <vector>

#include "hpcast/base/file.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"

namespace hpcast::host {
namespace {

namespace fs = std::filesystem;

struct Pair {
  const char* list;
  const char* mask;
};
constexpr Pair pairs[] = {{"thread_siblings_list", "thread_siblings"},
                          {"core_siblings_list", "core_siblings"},
                          {"core_cpus_list", "core_cpus"},
                          {"package_cpus_list", "package_cpus"},
                          {"die_cpus_list", "die_cpus"},
                          {"shared_cpu_list", "shared_cpu_map"},
                          {"cpulist", "cpumap"}};

void put(const fs::path& path, const std::string& text) { std::ofstream(path) << text << "\n"; }

// "0-3,8" as numbers; what is no list is left out. The kernel has at most a few thousand.
std::vector<unsigned> numbers_of(const std::string& list) {
  constexpr unsigned most = 1U << 16;
  std::vector<unsigned> result;
  for (const std::string& part : split(list, ',')) {
    unsigned first = 0, last = 0;
    char dash = 0;
    std::istringstream range(part);
    if (!(range >> first)) continue;
    last = first;
    if (range >> dash && (dash != '-' || !(range >> last))) continue;
    for (unsigned i = first; i <= std::min(last, most); ++i) result.push_back(i);
  }
  return result;
}

// As Linux writes masks: words of 32 bits, the highest first.
std::string mask_of(const std::string& list) {
  std::vector<std::uint32_t> words(1);
  for (const unsigned i : numbers_of(list)) {
    if (i / 32 >= words.size()) words.resize(i / 32 + 1);
    words[i / 32] |= 1U << i % 32;
  }
  std::string text;
  for (auto word = words.rbegin(); word != words.rend(); ++word)
    add_item(text, fmt::format("{:08x}", *word), ",");
  return text;
}

// The entries of a folder, none where there is no such folder.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::error_code ignored;
  std::vector<fs::path> result;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) result.push_back(entry.path());
  std::sort(result.begin(), result.end());
  return result;
}

std::optional<unsigned> number_in(const fs::path& path, const std::string& prefix) {
  const std::string name = path.filename().string();
  const std::string digits = name.starts_with(prefix) ? name.substr(prefix.size()) : "";
  const bool is_number = !digits.empty() && digits.size() <= 6 &&
                         digits.find_first_not_of("0123456789") == std::string::npos;
  return is_number ? std::optional(static_cast<unsigned>(std::stoul(digits))) : std::nullopt;
}

std::vector<fs::path> numbered(const fs::path& folder, const std::string& prefix) {
  std::vector<fs::path> result = entries_of(folder);
  std::erase_if(result, [&](const fs::path& path) { return !number_in(path, prefix); });
  std::sort(result.begin(), result.end(), [&](const fs::path& a, const fs::path& b) {
    return number_in(a, prefix) < number_in(b, prefix);
  });
  return result;
}

// The folders in which masks stand.
std::vector<fs::path> told_folders(const fs::path& sys) {
  std::vector<fs::path> result = numbered(sys / "node", "node");
  for (const fs::path& cpu : numbered(sys / "cpu", "cpu")) {
    result.push_back(cpu / "topology");
    for (const fs::path& index : numbered(cpu / "cache", "index")) result.push_back(index);
  }
  return result;
}

// Files of a folder and of those below it that are no links; a node's pages are not of interest.
void copy_files(const fs::path& from, const fs::path& to) {
  fs::create_directories(to);
  for (const fs::path& path : entries_of(from)) {
    std::error_code ignored;
    const fs::path there = to / path.filename();
    if (fs::is_regular_file(path, ignored)) {
      std::ifstream file(path);
      std::ofstream(there) << file.rdbuf();
    } else if (number_in(path, "node")) {
      fs::create_directories(there);  // an initiator
    } else if (fs::is_directory(path, ignored) && !fs::is_symlink(path, ignored) &&
               !number_in(path, "memory") && path.filename() != "hugepages") {
      copy_files(path, there);
    }
  }
}

void add_sets(const fs::path& cache) {
  if (fs::exists(cache / "number_of_sets")) return;
  const auto number = [&](const char* file) {
    std::string text = first_line_of_file(cache / file);
    if (text.ends_with('K') || text.ends_with('M')) text += "iB";
    return parse_whole_quantity(text, Dimension::bytes).value_or(0);
  };
  const std::uint64_t bytes = number("size"), ways = number("ways_of_associativity"),
                      line = number("coherency_line_size");
  if (ways == 0 || line == 0 || bytes / ways / line == 0) return;
  put(cache / "number_of_sets", std::to_string(bytes / ways / line));
  put(cache / "physical_line_partition", "1");
}

class Initiators {
 public:
  explicit Initiators(const fs::path& nodes) : nodes_(numbered(nodes, "node")) {}

  void add() const {
    for (const fs::path& node : nodes_) {
      for (const fs::path& access : numbered(node, "access")) add_to(node, access / "initiators");
    }
  }

 private:
  void add_to(const fs::path& node, const fs::path& initiators) const {
    if (!fs::exists(initiators) || !numbered(initiators, "node").empty()) return;
    for (const fs::path& near : nearest(node)) fs::create_directories(initiators / near.filename());
  }

  // Of the nodes with CPUs, those at the least distance; all of them where no distance is told.
  std::vector<fs::path> nearest(const fs::path& node) const {
    std::istringstream distances(first_line_of_file(node / "distance"));
    std::map<unsigned, std::vector<fs::path>> at;
    for (const fs::path& other : nodes_) {
      unsigned distance = 0;
      distances >> distance;
      if (!numbers_of(first_line_of_file(other / "cpulist")).empty()) at[distance].push_back(other);
    }
    return at.empty() ? std::vector<fs::path>() : at.begin()->second;
  }

  std::vector<fs::path> nodes_;
};

void add_masks(const fs::path& folder) {
  for (const Pair& pair : pairs) {
    if (fs::exists(folder / pair.list) && !fs::exists(folder / pair.mask))
      put(folder / pair.mask, mask_of(first_line_of_file(folder / pair.list)));
  }
}

// hwloc would count the CPUs of the machine that it runs on.
void put_one_cpu(const fs::path& cpus) {
  fs::create_directories(cpus / "cpu0/topology");
  put(cpus / "online", "0");
  put(cpus / "cpu0/topology/thread_siblings_list", "0");
}

}  // namespace

bool is_abridged(const std::string& sys) {
  const std::vector<fs::path> folders = told_folders(sys);
  return std::any_of(folders.begin(), folders.end(), [](const fs::path& folder) {
    return std::any_of(std::begin(pairs), std::end(pairs), [&](const Pair& pair) {
      return fs::exists(folder / pair.list) && !fs::exists(folder / pair.mask);
    });
  });
}

void copy_completed(const std::string& sys, const std::string& to) {
  fs::create_directories(to);
  for (const char* file : {"online", "possible", "present"}) {
    for (const char* kind : {"cpu", "node"}) {
      const fs::path from = fs::path(sys) / kind / file;
      if (!fs::exists(from)) continue;
      fs::create_directories(fs::path(to) / kind);
      put(fs::path(to) / kind / file, first_line_of_file(from));
    }
  }
  for (const fs::path& cpu : numbered(fs::path(sys) / "cpu", "cpu"))
    copy_files(cpu, fs::path(to) / "cpu" / cpu.filename());
  for (const fs::path& node : numbered(fs::path(sys) / "node", "node"))
    copy_files(node, fs::path(to) / "node" / node.filename());
  if (numbered(fs::path(to) / "cpu", "cpu").empty()) put_one_cpu(fs::path(to) / "cpu");
  for (const fs::path& folder : told_folders(to)) {
    add_masks(folder);
    if (number_in(folder, "index")) add_sets(folder);
  }
  Initiators(fs::path(to) / "node").add();
}

}  // namespace hpcast::host

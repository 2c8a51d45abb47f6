#include "hpcast/base/host_process.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <system_error>

#include "hpcast/base/descriptor.h"
#include "hpcast/base/file.h"

namespace hpcast {

namespace {

std::string task_folder(pid_t process) { return "/proc/" + std::to_string(process) + "/task/"; }

// Of a line in a file "stat": what stands behind the name, which may hold anything.
std::string behind_name(const std::string& line) {
  const std::size_t name_end = line.rfind(')');
  return name_end == std::string::npos || name_end + 2 >= line.size() ? ""
                                                                      : line.substr(name_end + 2);
}

std::multimap<pid_t, pid_t> processes_by_parent() {
  std::multimap<pid_t, pid_t> children;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    const int process = std::atoi(entry.path().filename().c_str());
    if (process <= 0) continue;
    const std::string rest = behind_name(first_line_of_file(entry.path().string() + "/stat"));
    if (rest.size() > 2) children.emplace(std::atoi(rest.c_str() + 2), process);
  }
  return children;
}

}  // namespace

std::vector<std::uint32_t> host_threads(pid_t process) {
  std::vector<std::uint32_t> threads;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(task_folder(process), error))
    threads.push_back(
        static_cast<std::uint32_t>(std::strtoul(entry.path().filename().c_str(), nullptr, 10)));
  if (error == std::errc::too_many_files_open)
    fail_with_errno(task_folder(process), "cannot read", error.value());
  return threads;
}

char host_state(pid_t process, std::uint32_t thread) {
  const std::string rest =
      behind_name(first_line_of_file(task_folder(process) + std::to_string(thread) + "/stat"));
  return rest.empty() ? '?' : rest[0];
}

std::uint64_t cpu_time(pid_t process, std::uint32_t thread) {
  const std::string text =
      first_line_of_file(task_folder(process) + std::to_string(thread) + "/schedstat");
  return std::strtoull(text.c_str(), nullptr, 10);
}

bool is_running(pid_t process) {
  const std::vector<std::uint32_t> threads = host_threads(process);
  return std::any_of(threads.begin(), threads.end(), [process](std::uint32_t thread) {
    const char state = host_state(process, thread);
    return state != 'Z' && state != 'X' && state != '?';
  });
}

std::vector<pid_t> descendants(pid_t process) {
  const std::multimap<pid_t, pid_t> children = processes_by_parent();
  std::vector<pid_t> found{process};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto [begin, end] = children.equal_range(found[i]);
    for (auto child = begin; child != end; ++child) found.push_back(child->second);
  }
  found.erase(found.begin());
  return found;
}

}  // namespace hpcast

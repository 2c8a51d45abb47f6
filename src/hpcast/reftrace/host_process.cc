#include "hpcast/reftrace/host_process.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "hpcast/base/descriptor.h"

namespace hpcast::reftrace {

namespace {

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::string task_folder(pid_t process) { return "/proc/" + std::to_string(process) + "/task/"; }

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
  const std::string text = first_line(task_folder(process) + std::to_string(thread) + "/stat");
  const std::size_t name_end = text.rfind(')');
  return name_end == std::string::npos || name_end + 2 >= text.size() ? '?' : text[name_end + 2];
}

std::uint64_t cpu_time(pid_t process, std::uint32_t thread) {
  const std::string text = first_line(task_folder(process) + std::to_string(thread) + "/schedstat");
  return std::strtoull(text.c_str(), nullptr, 10);
}

bool is_running(pid_t process) {
  const std::vector<std::uint32_t> threads = host_threads(process);
  return std::any_of(threads.begin(), threads.end(), [process](std::uint32_t thread) {
    const char state = host_state(process, thread);
    return state != 'Z' && state != 'X' && state != '?';
  });
}

}  // namespace hpcast::reftrace

#include "hpcast/inputs/reftrace/stream_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "hpcast/base/diagnostics.h"

namespace hpcast::reftrace {
namespace {

constexpr std::string_view prefix = "thread-";
constexpr std::string_view suffix = ".hpt";

std::optional<std::uint32_t> thread_of(std::string_view name) {
  if (!name.starts_with(prefix) || !name.ends_with(suffix)) return std::nullopt;
  if (name.size() <= prefix.size() + suffix.size()) return std::nullopt;
  const char* const begin = name.data() + prefix.size();
  const char* const end = name.data() + name.size() - suffix.size();
  std::uint32_t thread = 0;
  const auto result = std::from_chars(begin, end, thread);
  if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
  return thread;
}

// Holds SIGPIPE and SIGXFSZ back from this thread, and swallows the one that a write raised.
class SignalsHeldBack {
 public:
  SignalsHeldBack() {
    sigemptyset(&held_);
    sigaddset(&held_, SIGPIPE);
    sigaddset(&held_, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &held_, &before_);
  }
  ~SignalsHeldBack() {
    const timespec at_once{};
    if (raised_) sigtimedwait(&held_, nullptr, &at_once);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  void note(int error) { raised_ = raised_ || error == EPIPE || error == EFBIG; }

 private:
  sigset_t held_;
  sigset_t before_;
  bool raised_ = false;
};

int open_retrying(const std::string& path, int flags) {
  int fd = -1;
  do {
    fd = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
  } while (fd < 0 && errno == EINTR);
  return fd;
}

}  // namespace

std::string stream_file_name(std::uint32_t thread) {
  return fmt::format("{}{:05}{}", prefix, thread, suffix);
}

std::vector<StreamFile> list_streams(const std::string& directory) {
  std::vector<StreamFile> files;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    const auto thread = thread_of(entry->path().filename().string());
    if (thread) files.push_back({*thread, entry->path().string(), entry->is_fifo(error)});
  }
  if (error) fail_with_errno(directory, "cannot read", error.value());
  std::ranges::sort(files, {}, &StreamFile::thread);
  return files;
}

void allocate_file(const std::string& path, std::uint64_t bytes) {
  SignalsHeldBack signals;
  const Descriptor file(open_retrying(path, O_WRONLY | O_CREAT));
  if (file.get() < 0) return;
  signals.note(::posix_fallocate(file.get(), 0, static_cast<off_t>(bytes)));
}

FileSink::FileSink(const std::string& path, std::string shown)
    : shown_(std::move(shown)), file_(open_retrying(path, O_WRONLY | O_CREAT | O_TRUNC)) {
  if (file_.get() < 0) fail_with_errno(shown_, "cannot write", errno);
}

FileSink::FileSink(Descriptor file, std::string shown)
    : shown_(std::move(shown)), file_(std::move(file)) {}

void FileSink::write(std::span<const std::uint8_t> bytes) {
  SignalsHeldBack signals;
  while (!bytes.empty()) {
    const ssize_t count = ::write(file_.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int error = errno;
      signals.note(error);
      fail_with_errno(shown_, "cannot write", error);
    }
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

void FileSink::truncate(std::uint64_t size) {
  if (::ftruncate(file_.get(), static_cast<off_t>(size)) != 0 ||
      ::lseek(file_.get(), static_cast<off_t>(size), SEEK_SET) < 0) {
    fail_with_errno(shown_, "cannot shorten", errno);
  }
}

FileSource::FileSource(std::string path)
    : path_(std::move(path)), file_(open_retrying(path_, O_RDONLY)) {
  if (file_.get() < 0) fail_with_errno(path_, "cannot read", errno);
}

std::size_t FileSource::read(std::span<std::uint8_t> bytes) {
  for (;;) {
    const ssize_t count = ::read(file_.get(), bytes.data(), bytes.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) fail_with_errno(path_, "cannot read", errno);
  }
}

}  // namespace hpcast::reftrace

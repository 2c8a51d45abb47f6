#include "hpcast/base/file.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "hpcast/base/descriptor.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"

namespace hpcast {
namespace {

// Reads all of a file in blocks and hands each to f.
template <class F>
void for_each_block(const std::string& path, F&& f) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail_with_errno(path, "cannot read", errno);
  std::vector<char> block(std::size_t{1} << 16);
  for (;;) {
    const ssize_t n = ::read(file.get(), block.data(), block.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail_with_errno(path, "cannot read", errno);
    if (n == 0) return;
    f(std::string_view(block.data(), static_cast<std::size_t>(n)));
  }
}

// 0 or errno. A terminal is not to be steered by what is in names.
int write_all(int fd, std::string_view content) {
  std::string shown;
  if (::isatty(fd) == 1) content = shown = visible(content);
  while (!content.empty()) {
    const ssize_t n = ::write(fd, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    content.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

// The open descriptor that a path such as /dev/stdout or /dev/fd/5 stands for. Opening the path
// instead would start at the beginning of a file that the shell redirected to.
std::optional<int> descriptor_named(const std::string& path) {
  if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int fd = -1;
    const char* end = path.data() + path.size();
    const auto result = std::from_chars(path.data() + folder.size(), end, fd);
    if (result.ec == std::errc{} && result.ptr == end) return fd;
  }
  return std::nullopt;
}

mode_t default_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

// Writes the content to a descriptor; 0 or errno.
using Fill = std::function<int(int)>;

// 0 or errno.
int replace(const std::string& target, mode_t mode, const Fill& fill) {
  std::string beside = target + ".XXXXXX";
  Descriptor file(::mkstemp(beside.data()));
  if (file.get() < 0) return errno;
  int error = fill(file.get());
  if (!error && ::fchmod(file.get(), mode) != 0) error = errno;
  if (!error && ::fsync(file.get()) != 0) error = errno;
  if (file.close() != 0 && !error) error = errno;
  if (!error && ::rename(beside.c_str(), target.c_str()) != 0) error = errno;
  if (error) ::unlink(beside.c_str());
  return error;
}

// Where a path leads that is to be written. Of the three, one is set.
struct Destination {
  std::optional<int> descriptor;  // already open
  std::string in_place;           // no regular file: a pipe, a terminal
  std::string replaced;           // links followed; it or nothing is there
  mode_t mode = 0;                // of `replaced`
};

// Where links lead, though nothing may be there yet.
std::string target_of(const std::string& path) {
  namespace fs = std::filesystem;
  constexpr int most_links = 40;  // as the kernel has it
  std::error_code error;
  fs::path target = fs::absolute(path, error);
  for (int i = 0; i < most_links && fs::is_symlink(target, error); ++i)
    target = target.parent_path() / fs::read_symlink(target, error);
  if (fs::is_symlink(target, error)) fail_with_errno(path, "cannot write", ELOOP);
  const fs::path resolved = fs::weakly_canonical(target, error);
  return error ? path : resolved.string();
}

Destination destination_of(const std::string& path) {
  if (const std::optional<int> fd = descriptor_named(path)) return {fd, {}, {}, 0};
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail_with_errno(path, "cannot write", EISDIR);
  if (exists && ::access(path.c_str(), W_OK) != 0) fail_with_errno(path, "cannot write", errno);
  if (exists && !S_ISREG(status.st_mode)) return {{}, path, {}, 0};
  const std::string replaced = target_of(path);
  const std::string folder = std::filesystem::path(replaced).parent_path().string();
  if (::access(folder.empty() ? "." : folder.c_str(), W_OK) != 0)
    fail_with_errno(path, "cannot write", errno);
  return {{}, {}, replaced, exists ? status.st_mode & 07777 : default_mode()};
}

// 0 or errno.
int write_in_place(const std::string& path, const Fill& fill) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file.get() < 0 ? errno : fill(file.get());
}

void write_by(const std::string& path, const Fill& fill) {
  const Destination to = destination_of(path);
  const int error = to.descriptor         ? fill(*to.descriptor)
                    : to.in_place.empty() ? replace(to.replaced, to.mode, fill)
                                          : write_in_place(to.in_place, fill);
  if (error) fail_with_errno(path == "-" ? "standard output" : path, "cannot write", error);
}

class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr);
  }
  void add(std::string_view block) { EVP_DigestUpdate(context_.get(), block.data(), block.size()); }
  std::string text() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned length = 0;
    EVP_DigestFinal_ex(context_.get(), digest.data(), &length);
    std::string text;
    constexpr std::string_view digits = "0123456789abcdef";
    for (unsigned i = 0; i < length; ++i) {
      text += digits[digest[i] >> 4];
      text += digits[digest[i] & 15];
    }
    return text;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

}  // namespace

std::string read_file(const std::string& path, std::uint64_t limit) {
  std::string content;
  for_each_block(path, [&](std::string_view block) {
    if (content.size() + block.size() > limit) fail_with_errno(path, "cannot read", EFBIG);
    content += block;
  });
  return content;
}

std::string_view text_in(std::string_view content, const std::string& file) {
  constexpr std::string_view little = "\xFF\xFE", big = "\xFE\xFF", big32("\0\0\xFE\xFF", 4);
  for (const std::string_view mark : {little, big, big32})
    if (content.starts_with(mark))
      throw InputError(Diagnostic{file,
                                  0,
                                  {},
                                  "this is UTF-16 or UTF-32, expected UTF-8",
                                  "iconv -f UTF-16 -t UTF-8 FILE >NEW, or save it as UTF-8"});
  return without_byte_order_mark(content);
}

std::string head_of_file(const std::string& path, std::size_t bytes) {
  std::string head(bytes, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), static_cast<std::streamsize>(bytes));
  head.resize(static_cast<std::size_t>(file.gcount()));
  return head;
}

std::string first_line_of_file(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::string read_text(const std::string& path, std::uint64_t limit) {
  std::string content = read_file(path, limit);
  content.erase(0, content.size() - text_in(content, path).size());
  return content;
}

void write_file_atomically(const std::string& path, std::string_view content) {
  write_by(path, [&](int fd) { return write_all(fd, content); });
}

void write_file_in_pieces(const std::string& path,
                          const std::function<void(const Sink&)>& produce) {
  constexpr std::size_t block = std::size_t{1} << 20;
  write_by(path, [&](int fd) {
    int error = 0;
    std::string pieces;
    const auto flush = [&] {
      if (!error) error = write_all(fd, pieces);
      pieces.clear();
    };
    produce([&](std::string_view piece) {
      pieces += piece;
      if (pieces.size() >= block) flush();
    });
    flush();
    return error;
  });
}

std::string identity_of_output(const std::string& path) {
  const Destination to = destination_of(path);
  if (to.descriptor) return "descriptor " + std::to_string(*to.descriptor);
  return to.replaced;
}

bool is_standard_output(const std::string& path) { return descriptor_named(path) == STDOUT_FILENO; }

std::string sha256(std::string_view content) {
  Sha256 sum;
  sum.add(content);
  return sum.text();
}

std::string sha256_file(const std::string& path) {
  Sha256 sum;
  for_each_block(path, [&](std::string_view block) { sum.add(block); });
  return sum.text();
}

}  // namespace hpcast

#include "hpcast/inputs/reftrace/valgrind_tool.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/program.h"
#include "hpcast/inputs/reftrace/channel.h"
#include "hpcast/inputs/reftrace/elf_note.h"

namespace hpcast::reftrace {

namespace {

namespace fs = std::filesystem;

constexpr char set_up[] = "./run --with valgrind, in hpcast's source folder, sets it up";

// Debian's `valgrind` is a script that changes the environment before it starts valgrind.bin.
std::string launcher() {
  for (const char* const name : {"valgrind.bin", "valgrind"}) {
    try {
      return find_program(name);
    } catch (const InputError&) {
    }
  }
  throw InputError("the Valgrind tracer needs Valgrind, which is not installed",
                   "apt-get install valgrind; or compile the program with hpcast-cc");
}

// "3.19.0" of "valgrind-3.19.0"; empty where the launcher says something else.
std::string version_of(const std::string& path) {
  const std::string command = "'" + path + "' --version 2>/dev/null";
  const std::unique_ptr<FILE, int (*)(FILE*)> output(popen(command.c_str(), "re"), pclose);
  std::array<char, 64> line{};
  if (!output || std::fgets(line.data(), line.size(), output.get()) == nullptr) return {};
  const std::string text(line.data());
  constexpr char before[] = "valgrind-";
  if (!text.starts_with(before)) return {};
  return text.substr(sizeof before - 1, text.find_first_of(" \n") - (sizeof before - 1));
}

// Of the source that the tool was built from, without Debian's revision.
std::string version_of_tool(const fs::path& folder) {
  const std::string version = first_line_of_file(folder / "version");
  return version.substr(0, version.find('-'));
}

// What Valgrind says of itself, with the reason where that stands on a line of its own.
std::string own_words(const std::string& log, std::size_t at) {
  constexpr char given_up[] = "the 'impossible' happened:\n   ";
  const std::size_t begin =
      log.compare(at, sizeof given_up - 1, given_up) == 0 ? at + sizeof given_up - 1 : at;
  return log.substr(begin, log.find('\n', begin) - begin);
}

const char* yes_or_no(bool wanted) { return wanted ? "yes" : "no"; }

}  // namespace

ValgrindLog::ValgrindLog() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
    fail_with_errno("hpcast", "cannot create a pipe for Valgrind's log", errno);
  reading_ = Descriptor(ends[0]);
  writing_ = Descriptor(ends[1]);
  constexpr int room = 1 << 20;
  fcntl(ends[1], F_SETPIPE_SZ, room);
}

std::string ValgrindLog::path() const { return path_of_descriptor(writing_.get()); }

void ValgrindLog::read() {
  char part[4096];
  for (ssize_t got; (got = ::read(reading_.get(), part, sizeof part)) > 0;)
    text_.append(part, static_cast<std::size_t>(got));
}

std::string valgrind_folder() {
  const fs::path folder = support_folder() / "valgrind";
  if (!fs::exists(folder / "hpcast-amd64-linux"))
    throw InputError("the Valgrind tracer, for programs not compiled with hpcast-cc, is not set up",
                     std::string(set_up) + "; or compile the program with hpcast-cc");
  const std::string installed = version_of(launcher());
  const std::string needed = version_of_tool(folder);
  if (installed != needed)
    throw InputError("the Valgrind tracer was built for Valgrind " + needed + ", and " +
                         (installed.empty() ? "another program" : installed) + " is installed",
                     set_up);
  return folder;
}

ValgrindLaunch under_valgrind(const std::vector<std::string>& command,
                              const ValgrindOptions& options) {
  ValgrindLaunch launch;
  // Nobody's settings for other tools; debugging facilities off; of unknown instructions told even
  // so. A fair lock: all threads get on alike. Threads beyond max_threads run untraced.
  launch.command = {launcher(),
                    "--command-line-only=yes",
                    "-q",
                    "--sigill-diagnostics=yes",
                    "--tool=hpcast",
                    "--channel=" + options.channel,
                    "--log-file=" + options.log,
                    std::string("--only-ranks=") + yes_or_no(options.ranks),
                    std::string("--trace-children=") + yes_or_no(options.ranks),
                    "--vgdb=no",
                    "--fair-sched=yes",
                    "--max-threads=" + std::to_string(4 * max_threads),
                    "--"};
  launch.command.insert(launch.command.end(), command.begin(), command.end());
  launch.environment = {"VALGRIND_LIB=" + options.folder};
  return launch;
}

std::string complaint_in(const std::string& log) {
  const auto rest_of_line = [&](std::size_t from) {
    return log.substr(from, log.find('\n', from) - from);
  };
  constexpr char unknown[] = "unhandled instruction bytes: ";
  if (const std::size_t at = log.find(unknown); at != std::string::npos) {
    const std::string bytes = rest_of_line(at + sizeof unknown - 1);
    const bool avx512 = bytes.starts_with("0x62 ");
    return "it executed an instruction that Valgrind does not know (" +
           std::string(avx512 ? "AVX-512; " : "") + "bytes " + bytes + "): compile it with " +
           (avx512 ? "-mno-avx512f, or " : "") + "-march=x86-64-v3 in place of -march=native";
  }
  constexpr char own[] = "valgrind: ";
  const std::size_t at = log.find(own);
  if (at == std::string::npos) return {};
  const std::string words = own_words(log, at + sizeof own - 1);
  // Bytes that are told of above, or else ud2, which is no instruction anywhere.
  if (words.starts_with("Unrecognised instruction")) return {};
  return "Valgrind says: " + words;
}

}  // namespace hpcast::reftrace

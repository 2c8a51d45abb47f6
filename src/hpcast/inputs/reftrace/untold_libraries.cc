#include "hpcast/inputs/reftrace/untold_libraries.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "hpcast/base/text.h"
#include "hpcast/inputs/reftrace/elf_note.h"

namespace hpcast::reftrace {
namespace {

// Names of files, up to their version or kind: "libc.so.6", "libc-2.31.so".
constexpr std::array<std::string_view, 29> no_work = {
    "ld",          "ld-linux-x86-64", "ld-musl-x86_64", "libc",          "libpthread",
    "librt",       "libdl",           "libgomp",        "libomp",        "libiomp5",
    "libmpi",      "libmpich",        "libpmpi",        "libpmix",       "libprrte",
    "libopen-pal", "libopen-rte",     "libevent",       "libevent_core", "libevent_pthreads",
    "libfabric",   "libucp",          "libuct",         "libucs",        "libucm",
    "libpsm2",     "libibverbs",      "libmpl",         "libhwloc"};

constexpr std::array<std::string_view, 6> parts_of_mpi = {"mca_",    "pmix_mca_",  "libmca_",
                                                          "libmpi_", "libmpifort", "libmpicxx"};

constexpr std::string_view made_while_running = "//anon";

std::string_view file_name_in(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// "libc.so.6", "libc-2.31.so", but not "libcrypto.so".
bool is_library_of(std::string_view name, std::string_view begin) {
  if (!name.starts_with(begin)) return false;
  const std::string_view rest = name.substr(begin.size());
  return rest.starts_with(".so") ||
         (rest.size() > 1 && rest[0] == '-' && rest[1] >= '0' && rest[1] <= '9');
}

bool is_no_work(std::string_view name) {
  const auto begins = [&](std::string_view begin) { return name.starts_with(begin); };
  return std::any_of(parts_of_mpi.begin(), parts_of_mpi.end(), begins) ||
         std::any_of(no_work.begin(), no_work.end(),
                     [&](std::string_view begin) { return is_library_of(name, begin); });
}

}  // namespace

bool is_untold_work(const std::string& file) {
  if (file == made_while_running) return true;
  if (!file.starts_with('/')) return false;  // "[vdso]", not known
  return !is_no_work(file_name_in(file)) && !calls_tracer(file);
}

std::string name_of_code(const std::string& file) {
  if (file == made_while_running) return "code made while the program ran";
  return visible(on_one_line(std::string(file_name_in(file))));
}

}  // namespace hpcast::reftrace

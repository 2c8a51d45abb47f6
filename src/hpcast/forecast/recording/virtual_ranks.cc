#include "hpcast/forecast/recording/virtual_ranks.h"

#include <fmt/core.h>
#include <sys/resource.h>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/program.h"
#include "hpcast/forecast/recording/mpi_family.h"

namespace hpcast::forecast {

namespace {

// Messages take next to no time: only the order in which ranks take turns comes from this.
std::string platform_of(std::uint32_t ranks) {
  return fmt::format(R"(<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
 <cluster id="virtual" prefix="n" suffix="" radical="0-{}" speed="1Gf" bw="1000GBps" lat="1ns"/>
</platform>
)",
                     ranks - 1);
}

std::string hosts_of(std::uint32_t ranks) {
  std::string hosts;
  for (std::uint32_t i = 0; i < ranks; ++i) hosts += fmt::format("n{}\n", i);
  return hosts;
}

// Each rank's record file is open all the time. A shell says so: programs that hpcast starts get
// back the limit that it was given.
std::vector<std::string> with_open_files(std::uint32_t ranks) {
  const rlim_t needed = rlim_t{ranks} + 256;  // SimGrid has some
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_max < needed)
    throw InputError(fmt::format("{} virtual ranks need {} open files, but {} is the limit", ranks,
                                 needed, limit.rlim_max),
                     "raise it (ulimit -Hn)");
  return {"/bin/sh", "-c", fmt::format("ulimit -Sn {} && exec \"$@\"", limit.rlim_max), "sh"};
}

std::string checked_program(const std::string& name) {
  std::string path = find_program(name);
  if (!is_linked_to_smpi(path))
    throw InputError("'" + name + "' cannot run as virtual ranks: it was not made by smpicc",
                     "compile it with SimGrid's smpicc, smpicxx or smpiff (docs/recording.md)");
  return path;
}

}  // namespace

VirtualRanks::VirtualRanks(std::uint32_t ranks, const std::vector<std::string>& command,
                           const std::string& preload) {
  const std::string program = checked_program(command.front());
  if (preload.find_first_of(" \t\n") != std::string::npos)
    throw InputError("smpirun cannot load a library of this path: " + preload,
                     "install hpcast where no folder's name has a space");
  const auto smpirun = program_named("smpirun");
  if (!smpirun)
    throw InputError("virtual ranks need SimGrid's smpirun, which is not here",
                     "install SimGrid (Debian: libsimgrid-dev)");
  command_ = with_open_files(ranks);
  const std::string platform = scratch_.file("platform.xml"), hosts = scratch_.file("hosts");
  write_file_atomically(platform, platform_of(ranks));
  write_file_atomically(hosts, hosts_of(ranks));
  const std::vector<std::string> words = {
      *smpirun,
      "-quiet",
      "-np",
      std::to_string(ranks),
      "-platform",
      platform,
      "-hostfile",
      hosts,
      "--cfg=smpi/host-speed:1Gf",  // so that what is measured is what is simulated
      "--log=root.thresh:warning",
      "-wrapper",  // smpirun is a script, whose other programs have no SimGrid
      "env LD_PRELOAD=" + preload,
      program};
  command_.insert(command_.end(), words.begin(), words.end());
  command_.insert(command_.end(), command.begin() + 1, command.end());
}

}  // namespace hpcast::forecast

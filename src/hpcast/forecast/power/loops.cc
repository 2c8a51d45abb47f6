#include "hpcast/forecast/power/loops.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/json.h"
#include "hpcast/inputs/dat/graph.h"

namespace hpcast::forecast {

namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;

class ProgramList {
 public:
  explicit ProgramList(double seconds) : seconds_(fmt::format("{}", seconds)) {}

  void add(const std::string& name, std::vector<std::string> command) {
    command.insert(command.end(), {"--seconds", seconds_});
    programs_.push_back({name, std::move(command)});
  }
  void add_idle() { programs_.push_back({"idle", {"sleep", seconds_}}); }
  std::vector<PowerProgram> take() { return std::move(programs_); }

 private:
  std::string seconds_;
  std::vector<PowerProgram> programs_;
};

// Paper (k-power.txt), section 3.1. What must come from memory is twice what the caches hold.
void add_basic_loops(ProgramList& list, const HostCaches& caches) {
  const auto text = [](std::uint64_t number) { return fmt::format("{}", number); };
  const std::uint64_t large = std::max(2 * caches.last, 32 * mebibyte);  // bytes, of all threads
  for (const int streams : {0, 1, 2, 3, 4, 6, 8, 12, 16})
    list.add(fmt::format("streams-{}", streams), {"streams", text(streams), text(large / 8)});
  for (const double stride : {0.0, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0})
    list.add(fmt::format("stride-{}", stride),
             {"stride", fmt::format("{}", stride), text(large / 8 / caches.cores)});
  list.add("stream-l1", {"stream", text(caches.l1 * 3 / 8)});
  list.add("stream-l2", {"stream", text(std::max(2 * caches.l1, caches.l2 / 2))});
  list.add("stream-memory", {"stream", text(3 * large / caches.cores)});
  list.add("dgemm-tall", {"dgemm", "6048", "2010", "2010"});
  list.add("dgemm-square", {"dgemm", "4000"});
  for (const int distance : {1, 2, 3, 4, 6, 8, 12})
    list.add(fmt::format("chain-{}", distance), {"chain", text(distance)});
  for (const int integers : {4, 8, 16})
    list.add(fmt::format("chain-12-integer-{}", integers), {"chain", "12", text(integers)});
  list.add("records", {"records"});
  list.add("quicksort", {"quicksort"});
}

// Of the kinds of its section 4.1. A thread of fem takes every other layer of elements.
void add_kernels(ProgramList& list, const HostCaches& caches) {
  const std::string edge = fmt::format("{}", std::clamp<std::uint64_t>(2 * caches.cores, 128, 320));
  list.add("fem-plain", {"fem", "plain", edge});
  list.add("fem-tuned", {"fem", "tuned", edge});
  list.add("stencil", {"stencil", "320"});
  list.add("md", {"md", "30"});
  list.add("su3", {"su3", "24"});
  list.add("pic", {"pic", "64"});
}

}  // namespace

std::vector<PowerProgram> power_programs(const HostCaches& caches, double seconds) {
  ProgramList list(seconds);
  list.add_idle();
  add_basic_loops(list, caches);
  add_kernels(list, caches);
  return list.take();
}

HostCaches host_caches(const dat::Machine& host) {
  const std::vector<std::uint32_t> levels = dat::levels(host);  // by vertex
  std::map<std::uint32_t, std::uint64_t> total;                 // by level
  for (std::uint32_t cache = 0; cache < host.caches.size(); ++cache) {
    const dat::CacheClass& c = host.class_of_cache(cache);
    if (c.side == CacheSide::core)
      total[levels[host.vertex(dat::Kind::cache, cache)]] += c.capacity;
  }
  HostCaches caches;
  caches.cores = host.cores.size();
  caches.l1 = total[1] / caches.cores;
  caches.l2 = total[2] / caches.cores;
  for (const auto& [level, bytes] : total)
    if (bytes > 0) caches.last = bytes;
  return caches;
}

std::vector<PowerProgram> named(const std::vector<PowerProgram>& programs,
                                const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const PowerProgram& program : programs) known.push_back(program.name);
  std::set<std::string> wanted;
  for (const std::string& name : names) {
    const bool is_one = std::find(known.begin(), known.end(), name) != known.end();
    bool any = false;
    for (const std::string& one : known) {
      if (is_one ? one != name : !one.starts_with(name + "-")) continue;
      wanted.insert(one);
      any = true;
    }
    if (any) continue;
    const std::string near = did_you_mean(name, known);
    throw InputError("--only " + name + ": there is no such program",
                     near.empty() ? "hpcast power measure --list names them" : near);
  }
  std::vector<PowerProgram> chosen;
  for (const PowerProgram& program : programs)
    if (names.empty() || wanted.count(program.name) > 0) chosen.push_back(program);
  return chosen;
}

}  // namespace hpcast::forecast

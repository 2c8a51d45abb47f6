#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "hpcast/base/date.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/calibrate/book.h"
#include "hpcast/inputs/calibrate/calibration.h"
#include "hpcast/inputs/calibrate/fill_memory.h"
#include "hpcast/inputs/calibrate/fill_pipeline.h"
#include "hpcast/inputs/calibrate/fill_room.h"
#include "hpcast/inputs/calibrate/fill_translation.h"
#include "hpcast/inputs/calibrate/judge.h"
#include "hpcast/inputs/dat/generations.h"

namespace hpcast::calibrate {

namespace {

const Least* times_of(const Times& times, const char* bench) {
  for (std::size_t i = 0; i < times.benches.size(); ++i)
    if (times.benches[i].name == bench) return &times.loops[i];
  return nullptr;
}

class CoreFiller {
 public:
  CoreFiller(dat::CoreClass& core, const Times& times, Book& book)
      : core_(core), times_(times), book_(book), clock_(1 / times.add.value()) {}

  void fill(const std::optional<std::string>& generation) {
    book_.add({"core", "clock", clock_, Unit::hertz, times_.add.spread(), {}, {}, {}});
    if (const Least* each = times_of(times_, "loads and additions"))
      fill_rate("instructions a second", 1 / each->value(), each->spread(), core_.ips);
    fill_flops();
    if (generation || !times_.benches.empty())
      core_.pipeline = dat::pipeline_of(generation.value_or(dat::default_generation),
                                        four_digits(clock_), core_);
    if (!times_.benches.empty()) fill_instructions(generation.has_value());
  }

 private:
  bool fill_rate(const char* name, double rate, double spread, double& member) {
    if (!book_.add({"core", name, rate, Unit::none, spread, member, {}, {}})) return false;
    member = four_digits(rate);
    return true;
  }

  // By what does most of them at a time.
  void fill_flops() {
    struct Way {
      const char* bench;
      double flops;
    };
    for (const Way way : {Way{"vfmadd231pd of 32 bytes", 8}, Way{"vaddpd", 4}, Way{"addpd", 2}}) {
      const Least* each = times_of(times_, way.bench);
      if (each == nullptr) continue;
      if (fill_rate("double precision FLOPs a second", way.flops / each->value(), each->spread(),
                    core_.dp_flops))
        core_.sp_flops = 2 * core_.dp_flops;
      return;
    }
  }

  void fill_instructions(bool is_own_table) {
    std::vector<Loop> loops;
    for (const Least& loop : times_.loops) loops.push_back({loop.value() * clock_, loop.spread()});
    fill_pipeline(*core_.pipeline, is_own_table, times_.benches, loops, book_);
  }

  dat::CoreClass& core_;
  const Times& times_;
  Book& book_;
  double clock_;
};

// As much as its description says.
bool dispatches_all(const dat::CoreClass& core, const Times& times) {
  const Least* const each = times_of(times, "loads and additions");
  const double clock = 1 / times.add.value();
  return core.pipeline && each != nullptr &&
         each->value() * clock * core.pipeline->dispatch_width <= widest_spread;
}

void add_barrier(const Times& times, Book& book) {
  if (times.meeting.count() == 0) return;
  book.add_time("system", "barrier of all threads", times.meeting);
  book.only_told("only told");
}

void add_unseen(const dat::Machine& machine, std::size_t cores, const Times& times, Book& book) {
  if (times.benches.empty())
    book.add_unseen("Instructions: hpcast measures them on x86-64 only.");
  else
    book.add_unseen(
        "Gathers, atomics, fences, calls, x87 and string instructions, vectors of 64 bytes, queues "
        "of loads and stores, the branch predictor: as the table of cores has them.");
  book.add_unseen(
      "Which addresses prefetchers follow, and huge pages' address translation. Ways of caches, "
      "and "
      "capacities but the last one's, are as the system tells.");
  if (times.loads.empty())
    book.add_unseen("Memory's latency under load, for which it takes a second core.");
  if (const auto caches = machine.extras.find("assumed_caches"); caches != machine.extras.end())
    book.add_unseen("Caches, of which nobody tells, are assumed (" + caches->get<std::string>() +
                    ").");
  if (!times.huge_pages)
    book.add_unseen("Lines in flight without address translation: no huge pages were granted.");
  if (cores < machine.cores.size())
    book.add_unseen(fmt::format("{} of {} cores, where this process may not run.",
                                machine.cores.size() - cores, machine.cores.size()));
  if (machine.core_classes.size() > 1)
    book.add_unseen("Other kinds of cores than " +
                    machine.core_classes[machine.cores[0].class_index].name + ".");
}

std::string about(const Least& time, const std::string& text) {
  return (time.spread() > widest_spread ? "about " : "") + text;
}

std::string verdict_of(std::size_t cores, const Times& times) {
  const LevelTimes& memory = times.levels.back();
  const auto rate = [](const Least& time) {
    return about(time, format_bandwidth(1 / time.value()));
  };
  std::string text = fmt::format("this host: {} at {}, memory {}", counted(cores, "core"),
                                 about(times.add, format_scaled(1 / times.add.value(), "Hz")),
                                 rate(memory.alone.read));
  if (memory.together.read.count() > 0) text += " a thread, " + rate(memory.together.read) + " all";
  return text + ", " + about(memory.latency, format_time(memory.latency.value()));
}

void describe(dat::Machine& machine) {
  const std::string date = date_now();
  machine.extras["name"] = "this host, calibrated";
  machine.extras["date"] = date;
  machine.extras["calibrated"] = true;
  std::string text =
      "Cores, capacities and ways of caches, sizes of memories and NUMA nodes are told by hwloc";
  if (machine.extras.contains("assumed_caches")) text += ", but for assumed caches";
  machine.extras["description"] =
      text +
      ". Latencies and bandwidths of caches and memory, latency under load, FLOPS, IPS, lines in "
      "flight, lines "
      "fetched ahead and address translation were measured by hpcast calibrate "
      "(docs/calibrate.md), but for those that its table calls not used: these are nominal, as "
      "hpcast machine host has them.";
}

}  // namespace

Calibration conclude(const dat::Machine& host, const std::vector<std::uint32_t>& cores,
                     const std::vector<Level>& levels, const Times& times,
                     const std::optional<std::string>& generation) {
  Calibration c;
  Book book;
  c.machine = host;
  dat::CoreClass& core = c.machine.core_classes[host.cores[cores[0]].class_index];
  CoreFiller(core, times, book).fill(generation);
  if (!times.benches.empty()) fill_room(core, times.room, dispatches_all(core, times), book);
  fill_translation(core, times, book);
  fill_memory(c.machine, cores, levels, times, book);
  add_barrier(times, book);
  add_unseen(host, cores.size(), times, book);
  describe(c.machine);
  c.generation = generation;
  c.verdict = verdict_of(cores.size(), times);
  c.measurements = book.take_rows();
  c.unseen = book.take_unseen();
  c.rounds = times.rounds;
  c.seconds = times.seconds;
  return c;
}

}  // namespace hpcast::calibrate

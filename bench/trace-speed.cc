// How fast counter traces are learned from and made: hpcast learn, from OTF2 archives to the model
// by the default method, and hpcast generate, from there to an archive. The traces are made up to
// look like Score-P's of an OpenMP program: five counters, noise, caches that data outgrow at some
// size, one kernel that no law describes, so that trees are grown as well.
//
// Asked for: a trace with a million METRIC events, among smaller ones, is learned from in 30 s and
// 2 GB; so are a million in many traces, and a million in a program of many regions; a million
// METRIC events a second are generated, each with one that enters or leaves. Beside that what
// libotf2 alone takes to read and to write as many.
#include <fmt/core.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "benchmark.h"
#include "build_tree.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/countertrace/write.h"
#include "hpcast/inputs/otf2/archive_writer.h"
#include "hpcast/inputs/otf2/reader.h"
#include "table.h"

namespace {

using namespace hpcast;
using namespace hpcast::bench;
using countertrace::Event;
using countertrace::Trace;

constexpr double most_s = 30, most_gb = 2, least_rate = 1e6;

const std::vector<std::string> counters = {"PAPI_LD_INS", "PAPI_SR_INS", "PAPI_L1_DCM",
                                           "PAPI_L2_DCM", "PAPI_L3_DCM"};
using Gains = std::array<double, 6>;  // the time in nanoseconds behind the counters

struct Size {
  double n = 0, steps = 0;
};

// main enters "step" so often as `steps` says, and there each kernel: a function, and in it the
// regions of a parallel loop.
class MadeUpRun {
 public:
  MadeUpRun(Size size, unsigned kernels) : size_(size), random_(1) {
    trace_.ticks_a_second = 1'000'000'000;
    for (const std::string& name : counters) trace_.metrics.push_back({name, "#"});
    trace_.threads.push_back({"thread 0", {}, {}});
    trace_.regions = {"main", "step"};
    for (unsigned k = 0; k < kernels; ++k)
      for (const char* const kind :
           {"kernel", "!$omp parallel @", "!$omp for @", "!$omp barrier @"})
        trace_.regions.push_back(fmt::format("{}{}", kind, k));
    run(kernels);
  }
  Trace take() { return std::move(trace_); }

 private:
  static constexpr Gains little = {12, 4, 3, 0, 0, 50};

  void run(unsigned kernels) {
    move(0, Event::Kind::enter, {});
    for (double step = 0; step < size_.steps; ++step) {
      move(1, Event::Kind::enter, little);
      for (unsigned k = 0; k < kernels; ++k) run_kernel(k);
      move(1, Event::Kind::leave, little);
    }
    move(0, Event::Kind::leave, little);
  }

  void run_kernel(unsigned k) {
    const std::uint32_t first = 2 + 4 * k;
    for (std::uint32_t region = first; region < first + 3; ++region)
      move(region, Event::Kind::enter, little);
    move(first + 3, Event::Kind::enter, gains_of(k));
    for (std::uint32_t region = first + 4; region-- > first;)
      move(region, Event::Kind::leave, little);
  }

  // Of a kernel's loop. Its data are 8·n bytes a line of it, so many lines as its number says.
  Gains gains_of(unsigned k) const {
    const double n = size_.n, lines = k % 7 + 1, bytes = 8 * n * lines;
    const double loads = k % 8 == 0   ? n * std::log2(n)
                         : k % 8 == 1 ? n * (1 + std::fmod(n * 0.618, 1) * 5)  // no law's
                                      : n * lines;
    const auto missing = [&](double capacity) { return bytes > capacity ? loads / 8 : 2.0; };
    return {loads, loads / 3, loads / 8 + 5, missing(256e3), missing(35e6), loads / 2};
  }

  // With noise of a percent, and a few.
  void move(std::uint32_t region, Event::Kind kind, const Gains& gains) {
    std::vector<double>& values = trace_.threads[0].values;
    for (std::size_t m = 0; m < counters.size(); ++m)
      values.push_back(std::floor(counts_[m] += noisy(gains[m])));
    now_ += noisy(gains.back());
    const auto tick = static_cast<std::uint64_t>(now_);
    trace_.threads[0].events.push_back({tick, 0, Event::Kind::metrics});
    trace_.threads[0].events.push_back({tick, region, kind});
  }
  double noisy(double gain) {
    const double part = static_cast<double>(random_() % 1024) / 1024;
    return gain == 0 ? 0 : gain * (0.99 + 0.02 * part) + 2 * part;
  }

  Size size_;
  std::mt19937_64 random_;
  Trace trace_;
  std::array<double, 5> counts_{};
  double now_ = 0;
};

std::uint64_t metrics_events(const Trace& trace) { return trace.threads[0].events.size() / 2; }

struct TrainingSet {
  std::string name;
  unsigned kernels = 0;
  std::vector<Size> sizes;
};

// What libotf2 does by itself: events that carry what those of the trace do.
void write_alone(const std::string& folder, std::uint64_t events) {
  otf2::ArchiveWriter archive(folder, "bench");
  const std::vector<OTF2_Type> types(counters.size(), OTF2_TYPE_UINT64);
  std::vector<OTF2_MetricValue> values(counters.size());
  OTF2_EvtWriter* const to = archive.events(0);
  for (std::uint64_t i = 0; i < events; ++i) {
    for (OTF2_MetricValue& value : values) value.unsigned_int = i * 1000;
    archive.must(OTF2_EvtWriter_Metric(to, nullptr, i, 0, static_cast<std::uint8_t>(types.size()),
                                       types.data(), values.data()));
    archive.must(i % 2 == 0 ? OTF2_EvtWriter_Enter(to, nullptr, i, 0)
                            : OTF2_EvtWriter_Leave(to, nullptr, i, 0));
  }
  OTF2_GlobalDefWriter* const definitions = archive.definitions();
  archive.text("");
  archive.must(OTF2_GlobalDefWriter_WriteClockProperties(definitions, 1'000'000'000, 0, events,
                                                         OTF2_UNDEFINED_TIMESTAMP));
  archive.must(OTF2_GlobalDefWriter_WriteSystemTreeNode(definitions, 0, 0, 0,
                                                        OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  archive.must(OTF2_GlobalDefWriter_WriteLocationGroup(
      definitions, 0, 0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP));
  archive.must(OTF2_GlobalDefWriter_WriteLocation(definitions, 0, 0, OTF2_LOCATION_TYPE_CPU_THREAD,
                                                  archive.event_counts().at(0), 0));
  archive.commit();
}

struct Counting : otf2::EventVisitor {
  void enter(std::uint64_t, std::uint64_t, std::uint32_t) override { ++events; }
  void leave(std::uint64_t, std::uint64_t, std::uint32_t) override { ++events; }
  void metrics(std::uint64_t, std::uint64_t, std::span<const otf2::MetricValue>) override {
    ++metrics_events;
  }
  void flush(std::uint64_t, std::uint64_t, std::uint64_t) override {}
  void recording(std::uint64_t, std::uint64_t, bool) override {}
  std::uint64_t events = 0, metrics_events = 0;
};

Counting count_events(const std::string& folder) {
  otf2::Reader archive(folder);
  Counting counting;
  archive.read_events(archive.definitions(), counting);
  return counting;
}

template <class Function>
double seconds_of(Function&& function) {
  const auto start = std::chrono::steady_clock::now();
  function();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// METRIC events a second, in millions.
struct Limits {
  double written = 0, read = 0;
};

Limits limits_of_otf2(std::uint64_t events) {
  const ScratchFolder scratch;
  const std::string folder = scratch.file("T");
  const double wrote = seconds_of([&] { write_alone(folder, events); });
  const double read = seconds_of([&] { count_events(folder); });
  return {static_cast<double>(events) / wrote * 1e-6, static_cast<double>(events) / read * 1e-6};
}

struct Learned {
  std::vector<Cost> learning, generating;
  std::uint64_t largest = 0, all = 0, generated = 0;  // METRIC events
};

Learned measure(const TrainingSet& set, const Options& options) {
  const ScratchFolder scratch;
  Words learn = {hpcast_program(), "learn", "-o", scratch.file("M")};
  Learned learned;
  for (const Size& size : set.sizes) {
    const std::string folder = scratch.file(fmt::format("n{}s{}", size.n, size.steps));
    const Trace trace = MadeUpRun(size, set.kernels).take();
    countertrace::write_trace(folder, trace);
    learned.largest = std::max(learned.largest, metrics_events(trace));
    learned.all += metrics_events(trace);
    learn = learn + Words{folder, "--size", fmt::format("n={},steps={}", size.n, size.steps)};
  }
  const double steps = std::ceil((options.quick ? 2e4 : 2e6) / (2 + 8.0 * set.kernels));
  for (Rounds rounds(options.runs); rounds.another();) {
    learned.learning.push_back(run({learn}).cost);
    learned.generating.push_back(
        run({{hpcast_program(), "generate", scratch.file("M"), "--size",
              fmt::format("n=30000,steps={}", steps), "-o", scratch.file("G")}})
            .cost);
  }
  learned.generated = count_events(scratch.file("G")).metrics_events;
  return learned;
}

std::vector<TrainingSet> training_sets(bool quick) {
  const auto of = [&](unsigned kernels, double most, std::size_t sizes) {
    std::vector<Size> made;
    for (std::size_t i = 0; i < sizes; ++i) {
      const double part = i == 0 ? 1 : 0.25 / static_cast<double>(i);
      made.push_back({std::floor(1000 * std::pow(3, static_cast<double>(i % 5))) + 7 * double(i),
                      std::ceil((quick ? most / 100 : most) * part / (2 + 8.0 * kernels))});
    }
    return made;
  };
  const std::size_t traces = quick ? 7 : 25;
  TrainingSet many{fmt::format("a million in {} traces", traces), 24, of(24, 1e6, traces)};
  const double mean_steps = (quick ? 1e4 : 1e6) / static_cast<double>(traces) / 194;
  for (std::size_t i = 0; i < traces; ++i)  // a half to one and a half times as many
    many.sizes[i].steps =
        std::ceil(mean_steps * (0.5 + static_cast<double>(i) / static_cast<double>(traces - 1)));
  return {{"one trace of a million", 24, of(24, 1e6, 5)},
          many,
          {"a million, 1602 regions", 400, of(400, 1e6, 5)}};
}

void run_sets(const Options& options, Report& report) {
  Table table({"training set", "METRIC events", "learn s", "GB", "generated", "s", "M/s"});
  for (const TrainingSet& set : training_sets(options.quick)) {
    if (!report.wants(set.name)) continue;
    const Learned learned = measure(set, options);
    const Cost learning = median(learned.learning), generating = median(learned.generating);
    const double rate = static_cast<double>(learned.generated) / generating.wall_s;
    report.add(table,
               {set.name, format_count(static_cast<double>(learned.all)), number(learning.wall_s),
                number(learning.memory_gb), format_count(static_cast<double>(learned.generated)),
                number(generating.wall_s), number(rate * 1e-6)});
    report.data["sets"].push_back({{"name", set.name},
                                   {"metrics_events", learned.all},
                                   {"largest", learned.largest},
                                   {"learn", to_json(learning)},
                                   {"generated", learned.generated},
                                   {"generate", to_json(generating)},
                                   {"events_per_s", rate}});
    report.claim({set.name + ": learned in s", learning.wall_s, 0, most_s});
    report.claim({set.name + ": learned in GB", learning.memory_gb, 0, most_gb});
    report.claim({set.name + ": METRIC events generated a second", rate, least_rate});
  }
  if (!report.wants("libotf2 alone")) return;
  const Limits limits = limits_of_otf2(options.quick ? 10'000 : 3'000'000);
  report.print(fmt::format(
      "libotf2 alone, events of the same kind: {} M METRIC events/s written, {} M read\n",
      number(limits.written), number(limits.read)));
  report.data["libotf2"] = {{"written_per_s", limits.written * 1e6},
                            {"read_per_s", limits.read * 1e6}};
}

}  // namespace

int main(int argc, char** argv) {
  return run_benchmark(
      argc, argv,
      {.about = "How fast hpcast learn and hpcast generate are on traces of a million events.",
       .run = run_sets});
}

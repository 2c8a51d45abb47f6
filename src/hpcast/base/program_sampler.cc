#include "hpcast/base/program_sampler.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <utility>

namespace hpcast {
namespace {

constexpr std::chrono::milliseconds between_looks{100};
// Samples interrupt the program, which costs microseconds.
constexpr PerfRing::Periods periods{250'000, 1'000'000};
constexpr std::uint64_t first_stretch = 250'000'000;  // ns
// From when the kernel takes the time of a record until the record can be read, at most.
constexpr std::uint64_t on_its_way = 10'000'000;  // ns

std::uint64_t monotonic_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace

void ProgramSampler::attend(pid_t process) {
  begun_ = monotonic_ns();
  rings_ = PerfRing::of_all_cpus(process, periods);
  if (!rings_.empty()) reader_ = std::thread([this] { look_on(); });
}

std::optional<FileProfile> ProgramSampler::finish() {
  stop();
  if (rings_.empty()) return {};
  for (PerfRing& ring : rings_) ring.read(records_);
  take_before(UINT64_MAX);
  return std::move(profile_);
}

void ProgramSampler::stop() {
  if (!reader_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  over_changed_.notify_one();
  reader_.join();
}

void ProgramSampler::look_on() {
  std::unique_lock lock(mutex_);
  while (!over_changed_.wait_for(lock, between_looks, [this] { return over_; })) collect();
}

// Rings are read one after the other: what is younger than the first look may lack records of the
// first ring that come before it.
void ProgramSampler::collect() {
  const std::uint64_t begun = monotonic_ns();
  for (PerfRing& ring : rings_) ring.read(records_);
  take_before(begun - std::min(begun, on_its_way));
  if (first_until_ == UINT64_MAX && begun > begun_ + first_stretch) end_first_stretch();
}

void ProgramSampler::end_first_stretch() {
  for (PerfRing& ring : rings_) ring.end_first();
  first_until_ = monotonic_ns();
}

// Where it is looked at often, the other samples would count the same time again.
bool ProgramSampler::counts(const PerfRecord& record) const {
  return record.kind != PerfRecord::Kind::sample || record.period != periods.all ||
         record.time > first_until_;
}

void ProgramSampler::take_before(std::uint64_t time) {
  std::stable_sort(records_.begin(), records_.end(),
                   [](const PerfRecord& a, const PerfRecord& b) { return a.time < b.time; });
  const auto later = std::find_if(records_.begin(), records_.end(),
                                  [&](const PerfRecord& record) { return record.time >= time; });
  std::for_each(records_.begin(), later, [this](const PerfRecord& record) {
    if (counts(record)) profile_.take(record);
  });
  records_.erase(records_.begin(), later);
}

}  // namespace hpcast

#include "hpcast/inputs/calibrate/team.h"

#include <algorithm>
#include <exception>

#include "hpcast/inputs/calibrate/affinity.h"
#include "hpcast/inputs/calibrate/stopwatch.h"

namespace hpcast::calibrate {

namespace {

void wait_a_moment() {
#ifdef __x86_64__
  __builtin_ia32_pause();
#else
  asm volatile("" ::: "memory");
#endif
}

}  // namespace

void Meeting::wait() {
  constexpr int patience = 20'000;
  const std::uint64_t before = met_.load();
  if (here_.fetch_add(1) + 1 == members_) {
    here_ = 0;
    met_ = before + 1;
    return;
  }
  for (int i = 0; met_.load() == before; ++i)
    i < patience ? wait_a_moment() : std::this_thread::yield();
}

// Where the other one has no CPU there is a time to wait, not for ever to spin.
void Relay::wait_for(std::uint64_t turn) const {
  constexpr int patience = 20'000;
  for (int i = 0; turn_.load(std::memory_order_acquire) != turn; ++i)
    if (i >= patience) std::this_thread::yield();
}

Team::Team(const std::vector<unsigned>& cpus)
    : meeting_(cpus.size()),
      starts_(cpus.size()),
      ends_(cpus.size()),
      cpus_before_(allowed_cpus()) {
  stay_on({cpus[0]});
  for (std::size_t i = 1; i < cpus.size(); ++i)
    others_.emplace_back([this, i, cpu = cpus[i]] { serve(i, cpu); });
}

Team::~Team() {
  job_ = nullptr;
  ++called_;
  called_.notify_all();
  for (std::thread& thread : others_) thread.join();
  stay_on(cpus_before_);
}

double Team::run(const Job& job) {
  job_ = &job;
  ++called_;
  called_.notify_all();
  take_part(0);
  return *std::max_element(ends_.begin(), ends_.end()) -
         *std::min_element(starts_.begin(), starts_.end());
}

void Team::run_all(const Job& job) {
  std::vector<std::exception_ptr> faults(size());
  run([&](std::size_t member) {
    try {
      job(member);
    } catch (...) {
      faults[member] = std::current_exception();
    }
  });
  for (const std::exception_ptr& fault : faults)
    if (fault) std::rethrow_exception(fault);
}

void Team::serve(std::size_t member, unsigned cpu) {
  stay_on({cpu});
  for (std::uint64_t done = 0;; ++done) {
    called_.wait(done);
    if (job_ == nullptr) return;
    take_part(member);
  }
}

void Team::take_part(std::size_t member) {
  meeting_.wait();
  starts_[member] = seconds_now();
  (*job_)(member);
  ends_[member] = seconds_now();
  meeting_.wait();
}

}  // namespace hpcast::calibrate

#include "hpcast/inputs/calibrate/affinity.h"

#include <sched.h>

#include <cstddef>
#include <cstdint>

namespace hpcast::calibrate {

namespace {

// More than any machine has.
constexpr unsigned most_cpus = 1U << 15;

class CpuSet {
 public:
  CpuSet() : words_(most_cpus / 64) {}
  std::size_t bytes() const { return words_.size() * 8; }
  cpu_set_t* get() { return reinterpret_cast<cpu_set_t*>(words_.data()); }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace

std::vector<unsigned> allowed_cpus() {
  CpuSet set;
  std::vector<unsigned> cpus;
  if (sched_getaffinity(0, set.bytes(), set.get()) != 0) return {0};
  for (unsigned i = 0; i < most_cpus; ++i)
    if (CPU_ISSET_S(i, set.bytes(), set.get())) cpus.push_back(i);
  return cpus;
}

void stay_on(const std::vector<unsigned>& cpus) {
  CpuSet set;
  for (const unsigned cpu : cpus)
    if (cpu < most_cpus) CPU_SET_S(cpu, set.bytes(), set.get());
  sched_setaffinity(0, set.bytes(), set.get());
}

}  // namespace hpcast::calibrate

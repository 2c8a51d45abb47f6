#include "hpcast/base/perf_ring.h"

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <span>
#include <utility>

namespace hpcast {
namespace {

// Records of most of a second, at a sample of 40 bytes each quarter of a millisecond.
constexpr std::size_t perf_ring_bytes = std::size_t{1} << 17;

std::size_t perf_page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

std::size_t perf_memory_bytes() { return perf_page_bytes() + perf_ring_bytes; }

Descriptor open_event(perf_event_attr event, pid_t process, int cpu) {
  return Descriptor(static_cast<int>(
      syscall(SYS_perf_event_open, &event, process, cpu, -1, PERF_FLAG_FD_CLOEXEC)));
}

}  // namespace

PerfRing::PerfRing(PerfRing&& other) noexcept
    : all_(std::move(other.all_)),
      first_(std::move(other.first_)),
      memory_(std::exchange(other.memory_, nullptr)) {}

PerfRing::~PerfRing() {
  if (memory_ != nullptr) munmap(memory_, perf_memory_bytes());
}

bool PerfRing::open(pid_t process, int cpu, const Periods& periods) {
  all_ = open_event(sampling_and_mapping_event(periods.all), process, cpu);
  if (all_.get() < 0) return false;
  void* const memory =
      mmap(nullptr, perf_memory_bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, all_.get(), 0);
  if (memory == MAP_FAILED) return false;
  memory_ = static_cast<std::byte*>(memory);
  first_ = open_event(sampling_event(periods.first), process, cpu);
  return first_.get() >= 0 && ioctl(first_.get(), PERF_EVENT_IOC_SET_OUTPUT, all_.get()) == 0;
}

std::vector<PerfRing> PerfRing::of_all_cpus(pid_t process, const Periods& periods) {
  std::vector<PerfRing> rings;
  const auto cpus = static_cast<int>(sysconf(_SC_NPROCESSORS_CONF));
  for (int cpu = 0; cpu < cpus; ++cpu) {
    PerfRing ring;
    if (ring.open(process, cpu, periods))
      rings.push_back(std::move(ring));
    else if (errno != ENODEV)  // which it is where the CPU is switched off
      return {};
  }
  return rings;
}

void PerfRing::end_first() { ioctl(first_.get(), PERF_EVENT_IOC_DISABLE, 0); }

void PerfRing::read(std::vector<PerfRecord>& records) {
  auto* const positions = reinterpret_cast<perf_event_mmap_page*>(memory_);
  const std::uint64_t head = std::atomic_ref(positions->data_head).load(std::memory_order_acquire);
  const std::uint64_t tail = positions->data_tail;
  parse_perf_records(ring_content({memory_ + perf_page_bytes(), perf_ring_bytes}, tail, head),
                     records);
  std::atomic_ref(positions->data_tail).store(head, std::memory_order_release);
}

}  // namespace hpcast

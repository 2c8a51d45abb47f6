// Pages that the program gives back to the system: whoever uses one next touches it first.
#include "given_back.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

#include "interpose.h"
#include "process.h"
#include "ring.h"

using namespace hpcast::tracer;

// Programs may have an allocator of their own, or none.
extern "C" std::size_t malloc_usable_size(void* piece) __attribute__((weak));

namespace {

std::uint64_t address_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

// What the system gives, and is given back, in pages of its own is no less.
constexpr std::uint64_t large = 128 << 10;

// Memory of the runtime's own, for a moment. Its calls are not the program's.
class Scratch {
 public:
  explicit Scratch(std::size_t bytes)
      : bytes_(bytes),
        begin_(syscall(SYS_mmap, nullptr, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
  ~Scratch() { syscall(SYS_munmap, begin_, bytes_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  // Null: there was none.
  std::uint64_t* words() const {
    return begin_ == -1 ? nullptr : reinterpret_cast<std::uint64_t*>(begin_);
  }

 private:
  std::size_t bytes_;
  long begin_;
};

// The private caches lose the lines, as a core's do in hpcast (PrivateSide::give_back).
void lose_lines(Thread& thread, std::uint64_t begin, std::uint64_t end) {
  const Busy busy;
  if (!busy.entered()) return;
  if (thread.stopped) go_on_when_granted(thread);
  thread.caches.drain();
  const Scratch held(thread.caches.lines() * sizeof(std::uint64_t));
  if (held.words() == nullptr) return;
  thread.caches.each_held_in(begin, end, held.words(),
                             [&](std::uint64_t address, std::uint32_t bytes) {
                               thread.caches.snoop(address, bytes, true, 0);
                             });
}

}  // namespace

void hpcast::tracer::given_back(std::uint64_t begin, std::uint64_t end) {
  Thread* const thread = current_thread();
  if (thread == nullptr || begin >= end) return;
  if (thread->simulated) lose_lines(*thread, begin, end);
  put_event(*thread, Event::unmapped, begin, end - begin);
}

namespace {

// Those of the pages that are not in memory, so many at a time.
void tell_absent(std::uint64_t begin, std::uint64_t end) {
  unsigned char present[512];
  while (begin < end) {
    const std::uint64_t pages = std::min<std::uint64_t>((end - begin) / page_bytes, sizeof present);
    const bool is_mapped =
        mincore(reinterpret_cast<void*>(begin), pages * page_bytes, present) == 0;
    for (std::uint64_t i = 0, first = 0; i <= pages; ++i) {
      if (i < pages && !(is_mapped && (present[i] & 1) != 0)) continue;
      given_back(begin + first * page_bytes, begin + i * page_bytes);
      first = i + 1;
    }
    begin += pages * page_bytes;
  }
}

// The function belongs to the allocator that pieces come from.
bool knows_sizes() {
#ifdef HPCAST_STATIC
  return malloc_usable_size != nullptr;
#else
  static std::atomic<int> known{-1};
  if (known.load(std::memory_order_relaxed) < 0) {
    Dl_info allocator{}, sizes{};
    void* const usable = dlsym(RTLD_DEFAULT, "malloc_usable_size");
    const bool found = usable != nullptr && dladdr(usable, &sizes) != 0 &&
                       dladdr(dlsym(RTLD_DEFAULT, "malloc"), &allocator) != 0;
    known.store(found && allocator.dli_fbase == sizes.dli_fbase ? 1 : 0);
  }
  return known.load(std::memory_order_relaxed) == 1;
#endif
}

// A piece of memory that the allocator is about to get back, whole or in part.
class Release {
 public:
  explicit Release(void* piece) {
    if (piece == nullptr || current_thread() == nullptr) return;
    is_told_ = true;
    heap_end_ = address_of(sbrk(0));
    begin_ = end_ = address_of(piece);
    if (knows_sizes()) end_ += malloc_usable_size(piece);
  }
  // It has it. (free() leaves errno as it is.)
  void tell() const {
    if (!is_told_) return;
    const int error = errno;
    const std::uint64_t heap_end = address_of(sbrk(0));
    if (heap_end < heap_end_)
      given_back(page_behind(heap_end), heap_end_);
    else if (end_ - begin_ >= large)
      tell_absent(page_of(begin_), page_of(end_));
    errno = error;
  }

 private:
  bool is_told_ = false;
  std::uint64_t heap_end_ = 0, begin_ = 0, end_ = 0;
};

}  // namespace

#ifndef HPCAST_STATIC
HPCAST_EXPORT void interposed_free(void* piece) __asm__(HPCAST_INTERPOSED_NAME(free))
    __attribute__((weak));
HPCAST_EXPORT void* interposed_realloc(void* piece,
                                       std::size_t bytes) __asm__(HPCAST_INTERPOSED_NAME(realloc))
    __attribute__((weak));
#endif
HPCAST_INTERPOSE(void, free, void* piece) {
  const Release release(piece);
  real_free(piece);
  release.tell();
}
HPCAST_INTERPOSE(void*, realloc, void* piece, std::size_t bytes) {
  const Release release(piece);
  void* const now = real_realloc(piece, bytes);
  release.tell();
  return now;
}

// What is behind the last argument is the new place, where the flags say so.
HPCAST_INTERPOSE(void*, mremap, void* piece, std::size_t bytes, std::size_t wanted, int flags,
                 void* where) {
  void* const now = real_mremap(piece, bytes, wanted, flags, where);
  const std::uint64_t left = now == piece ? page_behind(wanted) : 0;
  if (now != MAP_FAILED)
    given_back(address_of(piece) + left, page_behind(address_of(piece) + bytes));
  return now;
}
HPCAST_INTERPOSE(int, madvise, void* address, std::size_t bytes, int advice) {
  const int result = real_madvise(address, bytes, advice);
  if (result == 0 && advice == MADV_DONTNEED)
    given_back(address_of(address), page_behind(address_of(address) + bytes));
  return result;
}

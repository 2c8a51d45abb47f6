// Pages that the program gives back to the system: whoever uses one next touches it first.
#include "given_back.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "interpose.h"
#include "process.h"
#include "ring.h"

using namespace hpcast::tracer;

// Programs may have an allocator of their own, or none.
extern "C" std::size_t malloc_usable_size(void* piece) __attribute__((weak));

namespace {

std::uint64_t address_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

bool knows_sizes = false;  // malloc_usable_size() is of the allocator that pieces come from

// What the system gives, and is given back, in pages of its own is no less.
constexpr std::uint64_t large = 128 << 10;

// Memory of the runtime's own, for a moment. Its calls are not the program's.
class Scratch {
 public:
  Scratch() = default;
  ~Scratch() {
    if (bytes_ != 0) syscall(SYS_munmap, begin_, bytes_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  // Null: there is none.
  std::uint64_t* take(std::uint64_t words) {
    const std::size_t bytes = words * sizeof(std::uint64_t);
    begin_ = syscall(SYS_mmap, nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                     -1, 0);
    if (begin_ == -1) return nullptr;
    bytes_ = bytes;
    return reinterpret_cast<std::uint64_t*>(begin_);
  }

 private:
  long begin_ = -1;
  std::size_t bytes_ = 0;
};

// The private caches lose the lines, as a core's do in hpcast (PrivateSide::give_back).
void lose_lines(Thread& thread, std::uint64_t begin, std::uint64_t end) {
  const Busy busy;
  if (!busy.entered()) return;
  if (thread.stopped) go_on_when_granted(thread);
  thread.caches.drain();
  Scratch scratch;
  thread.caches.each_held_in(
      begin, end, [&](std::uint64_t words) { return scratch.take(words); },
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

// The page is nobody's any more.
bool is_gone(std::uint64_t page) {
  unsigned char present;
  return mincore(reinterpret_cast<void*>(page), page_bytes, &present) != 0 && errno == ENOMEM;
}

// Bytes from the piece on that are its own; 0 where another allocator than the pieces' would say
// so.
std::size_t bytes_of(void* piece) { return knows_sizes ? malloc_usable_size(piece) : 0; }

// A piece of memory that the allocator is about to get back, whole or in part.
class Release {
 public:
  explicit Release(void* piece) {
    if (piece == nullptr || current_thread() == nullptr) return;
    heap_end_ = address_of(sbrk(0));
    begin_ = address_of(piece);
    end_ = begin_ + bytes_of(piece);
  }
  // It has it, but for what the piece is `now`. (free() leaves errno as it is.)
  void tell(void* now = nullptr) const {
    if (begin_ == 0) return;
    const int error = errno;
    const std::uint64_t heap_end = address_of(sbrk(0));
    if (heap_end < heap_end_) given_back(page_behind(heap_end), heap_end_);
    const bool is_smaller = address_of(now) == begin_;
    const std::uint64_t begin = is_smaller ? page_behind(begin_ + bytes_of(now)) : page_of(begin_);
    if (end_ - begin_ >= large && begin < end_ && is_gone(begin))
      given_back(begin, page_behind(end_));
    errno = error;
  }

 private:
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
  release.tell(now);
  return now;
}

// dlsym() frees the text of the last error first: who looks for free() then comes here again.
void hpcast::tracer::find_allocator() {
#ifdef HPCAST_STATIC
  knows_sizes = malloc_usable_size != nullptr;
#else
  real_free.find();
  real_realloc.find();
  Dl_info allocator{}, sizes{};
  void* const usable = dlsym(RTLD_DEFAULT, "malloc_usable_size");
  knows_sizes = usable != nullptr && dladdr(usable, &sizes) != 0 &&
                dladdr(dlsym(RTLD_DEFAULT, "malloc"), &allocator) != 0 &&
                allocator.dli_fbase == sizes.dli_fbase;
#endif
}

// What is behind the last argument is the new place, where the flags say so.
HPCAST_INTERPOSE(void*, mremap, void* piece, std::size_t bytes, std::size_t wanted, int flags,
                 void* where) {
  void* const now = real_mremap(piece, bytes, wanted, flags, where);
  if (now == MAP_FAILED) return now;
  if ((flags & MREMAP_FIXED) != 0)
    given_back(address_of(now), page_behind(address_of(now) + wanted));
  const std::uint64_t left = now == piece ? page_behind(wanted) : 0;
  given_back(address_of(piece) + left, page_behind(address_of(piece) + bytes));
  return now;
}
HPCAST_INTERPOSE(int, madvise, void* address, std::size_t bytes, int advice) {
  const int result = real_madvise(address, bytes, advice);
  if (result == 0 && advice == MADV_DONTNEED)
    given_back(address_of(address), page_behind(address_of(address) + bytes));
  return result;
}

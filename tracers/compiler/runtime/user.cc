// What a program can say itself: hpcast.h, and the intrinsics' headers in include/intrinsics.
#include <cstring>

#include "../../valgrind/requests.h"
#include "copies.h"
#include "hpcast.h"
#include "process.h"
#include "regions.h"
#include "ring.h"

using namespace hpcast::tracer;

namespace {

void enter_phase(const char* name, std::size_t length) {
  Thread* const thread = current_thread();
  if (thread == nullptr) return;
  const Busy busy;
  if (!busy.entered()) return;
  entry().phase.store(
      hpcast::reftrace::name_index(process.header->phases, name, length, "(more phases)"),
      std::memory_order_release);
  follow_phase(*thread);
  thread->limit = thread->tail;
}

std::size_t length_of(const char* text) {
  std::size_t length = 0;
  while (text[length] != '\0') ++length;
  return length;
}

// A program with this tracer may also run under the other one.
void mark_region(Event event, const char* name) {
  if (name == nullptr) return;
  if (attached()) return put_marked(event, name, length_of(name));
  const Request request =
      event == Event::region_enter ? Request::region_begin : Request::region_end;
  hpcast_valgrind_request(static_cast<std::uint64_t>(request),
                          reinterpret_cast<std::uint64_t>(name), 0, 0);
}

// As gfortran passes it: without an end, filled up with blanks.
std::size_t fortran_length(const char* text, std::size_t length) {
  while (length > 0 && text[length - 1] == ' ') --length;
  return length;
}

}  // namespace

HPCAST_EXPORT void hpcast_tracer_phase(const char* name) {
  if (name != nullptr) enter_phase(name, length_of(name));
}
HPCAST_EXPORT void hpcast_tracer_region_begin(const char* name) {
  mark_region(Event::region_enter, name);
}
HPCAST_EXPORT void hpcast_tracer_region_end(const char* name) {
  mark_region(Event::region_exit, name);
}
HPCAST_EXPORT void hpcast_tracer_read(const void* address, std::size_t bytes) {
  record_range(Op::read, address, bytes, __builtin_return_address(0));
}
HPCAST_EXPORT void hpcast_tracer_write(const void* address, std::size_t bytes) {
  record_range(Op::write, address, bytes, __builtin_return_address(0));
}
HPCAST_EXPORT void hpcast_tracer_write_nontemporal(const void* address, std::size_t bytes) {
  record_range(Op::nontemporal_write, address, bytes, __builtin_return_address(0));
}
// For the intrinsics' macros, which need the address back.
HPCAST_EXPORT void* hpcast_tracer_streaming(const void* address, std::size_t bytes) {
  record_range(Op::nontemporal_write, address, bytes, __builtin_return_address(0));
  return const_cast<void*>(address);
}
HPCAST_EXPORT void* hpcast_tracer_stream_load(const void* address, std::size_t bytes) {
  record_range(Op::read, address, bytes, __builtin_return_address(0));
  return const_cast<void*>(address);
}

// gfortran's names; a character argument's length comes last.
HPCAST_EXPORT void hpcast_phase_(const char* name, std::size_t length) {
  enter_phase(name, fortran_length(name, length));
}
HPCAST_EXPORT void hpcast_region_begin_(const char* name, std::size_t length) {
  put_marked(Event::region_enter, name, fortran_length(name, length));
}
HPCAST_EXPORT void hpcast_region_end_(const char* name, std::size_t length) {
  put_marked(Event::region_exit, name, fortran_length(name, length));
}
HPCAST_EXPORT void hpcast_read_(const void* address, const std::int64_t* bytes) {
  record_range(Op::read, address, static_cast<std::size_t>(*bytes), __builtin_return_address(0));
}
HPCAST_EXPORT void hpcast_write_(const void* address, const std::int64_t* bytes) {
  record_range(Op::write, address, static_cast<std::size_t>(*bytes), __builtin_return_address(0));
}

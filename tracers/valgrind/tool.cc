// The Valgrind tool "hpcast": what Valgrind's core calls. It hands every load and store of the
// program to hpcast, through the channel that --channel names.
// SPDX-License-Identifier: GPL-2.0-or-later
#include <elf.h>

#include "core.h"
#include "hpcast/inputs/reftrace/shared_maps.h"
#include "instrument.h"
#include "requests.h"
#include "streams.h"

namespace {

using namespace hpcast::tracer;
using hpcast::reftrace::system_v_device;

const HChar* channel_path = nullptr;
Bool only_ranks = False;
Addr main_function;
// Code of the preload library, which is not the program's.
Addr own_code_begin, own_code_end;

Bool take_option(const HChar* argument) {
  if (VG_STR_CLO(argument, "--channel", channel_path)) return True;
  return VG_BOOL_CLO(argument, "--only-ranks", only_ranks);
}
void print_usage() {
  VG_(printf)
  ("    --channel=<path>         of hpcast's shared memory\n"
   "    --only-ranks=no|yes      trace nothing but the ranks of an MPI program [no]\n");
}
void print_debug_usage() {}

// The core has moved its log to a descriptor that no program uses, and left the other one open.
void close_surplus_log() {
  struct vg_stat log, other;
  const Int descriptor = VG_(log_output_sink).fd;
  if (VG_(fstat)(descriptor, &log) != 0) return;
  for (Int i = 0; i < VG_(fd_soft_limit); ++i) {
    const bool same = VG_(fstat)(i, &other) == 0 && other.dev == log.dev && other.ino == log.ino;
    if (same && i != descriptor) return VG_(close)(i);
  }
}

void begin() {
  close_surplus_log();
  if (channel_path != nullptr) open_channel(channel_path, only_ranks == True);
}

// Called whenever main begins, or a loop goes back to its first instruction.
void after_start_up() {
  if (main_function == 0) return;
  main_function = 0;
  start_up_is_over(VG_(get_running_tid)());
}

// The first instruction of the program itself, in which a dynamic linker, if there is one, ends.
Addr entry_point() {
  for (const UWord* entry = VG_(client_auxv); entry != nullptr && entry[0] != AT_NULL; entry += 2)
    if (entry[0] == AT_ENTRY) return entry[1];
  return 0;
}

// glibc's start code gives main's address to __libc_start_main in rdi, by lea or by mov; there it
// stands in stripped and static programs too. 0: another start code.
Addr main_of(Addr start_code) {
  const auto* const code = reinterpret_cast<const UChar*>(start_code);
  constexpr unsigned longest = 64;
  constexpr unsigned instruction = 7;
  if (!VG_(am_is_valid_for_client)(start_code, longest + instruction, VKI_PROT_READ)) return 0;
  for (unsigned i = 0; i < longest; ++i) {
    Int number;
    VG_(memcpy)(&number, code + i + 3, sizeof number);
    if (code[i] == 0x48 && code[i + 1] == 0x8d && code[i + 2] == 0x3d)
      return start_code + i + instruction + static_cast<Addr>(static_cast<Word>(number));
    if (code[i] == 0x48 && code[i + 1] == 0xc7 && code[i + 2] == 0xc7)
      return static_cast<Addr>(static_cast<Word>(number));
  }
  return 0;
}

IRSB* instrument_block(VgCallbackClosure*, IRSB* block, const VexGuestLayout*,
                       const VexGuestExtents* extents, const VexArchInfo*, IRType, IRType) {
  const Addr code = extents->base[0];
  if (code == entry_point()) main_function = main_of(code);
  if (channel() == nullptr || (code >= own_code_begin && code < own_code_end)) return block;
  return instrument(block,
                    {code_table() != nullptr, code == main_function ? after_start_up : nullptr});
}

void before_running(ThreadId thread, ULong) { start_running(thread); }
void after_running(ThreadId thread, ULong) { stop_running(thread); }

const HChar* path_at(Addr address) {
  return VG_(am_is_valid_for_client)(address, 1, VKI_PROT_READ)
             ? reinterpret_cast<const HChar*>(address)
             : "?";
}

void before_system_call(ThreadId thread, UInt number, UWord* arguments, UInt) {
  flush_batch();
  wait_for_room(thread);
  if (number == __NR_execve) become_program(path_at(arguments[0]));
}
bool is_regular(UInt mode) { return (mode & 0170000) == 0100000; }

// What is mapped for others to see is told: a file, or a segment of System V's.
void after_mmap(ThreadId thread, const UWord* arguments, Addr address) {
  const NSegment* const segment = VG_(am_find_nsegment)(address);
  memory_unmapped(thread, address, arguments[1]);
  if ((arguments[3] & VKI_MAP_FIXED) != 0) pages_given_back(thread, address, arguments[1]);
  if ((arguments[3] & VKI_MAP_SHARED) == 0 || segment == nullptr || segment->kind != SkFileC ||
      !is_regular(segment->mode))
    return;
  shared_memory_mapped(thread, {segment->dev, segment->ino}, address, arguments[1], arguments[5]);
}
void after_shmat(ThreadId thread, std::uint64_t segment_number, Addr address) {
  const NSegment* const segment = VG_(am_find_nsegment)(address);
  if (segment == nullptr) return;
  shared_memory_mapped(thread, {system_v_device, segment_number}, address,
                       segment->end + 1 - address, 0);
}

void after_munmap(ThreadId thread, Addr address, SizeT bytes) {
  memory_unmapped(thread, address, bytes);
  pages_given_back(thread, address, bytes);
}

// Away, or smaller.
void after_mremap(ThreadId thread, const UWord* arguments, Addr address) {
  const Addr from = arguments[0];
  const UWord bytes = VG_PGROUNDUP(arguments[1]);
  const UWord left = address == from ? VG_PGROUNDUP(arguments[2]) : 0;
  if (left < bytes) pages_given_back(thread, from + left, bytes - left);
}

void after_brk(ThreadId thread, Addr now) {
  static Addr last_break = 0;
  const Addr before = last_break;
  last_break = now;
  const Addr given_back = VG_PGROUNDUP(now);
  if (given_back < before) pages_given_back(thread, given_back, before - given_back);
}

void after_madvise(ThreadId thread, const UWord* arguments) {
  constexpr UWord dont_need = 4;  // MADV_DONTNEED; other advice leaves the pages
  if (arguments[2] == dont_need) pages_given_back(thread, arguments[0], arguments[1]);
}

void after_system_call(ThreadId thread, UInt number, UWord* arguments, UInt, SysRes result) {
  if (sr_isError(result)) {
    withdraw_child();
    // Anything else would have failed without Valgrind too, whose own refusal of mmap is EINVAL.
    const UWord error = sr_Err(result);
    const bool no_room = error == VKI_ENOMEM || (number == __NR_mmap && error == VKI_EINVAL);
    if (!no_room) return;
    if (number == __NR_mmap) note_refused_mapping(arguments[1]);
    if (number == __NR_mremap) note_refused_mapping(arguments[2]);
    return;
  }
  if (number == __NR_mmap) after_mmap(thread, arguments, sr_Res(result));
  if (number == __NR_munmap) after_munmap(thread, arguments[0], arguments[1]);
  if (number == __NR_mremap) after_mremap(thread, arguments, sr_Res(result));
  if (number == __NR_brk) after_brk(thread, sr_Res(result));
  if (number == __NR_madvise) after_madvise(thread, arguments);
  if (number == __NR_shmat) after_shmat(thread, arguments[0], sr_Res(result));
  if (number == __NR_shmdt) segment_unmapped(thread, arguments[0]);
}

void before_handler(ThreadId thread, Int, Bool) { begin_handler(thread); }
void after_handler(ThreadId thread, Int) { end_handler(thread); }

// The core looks for changed code everywhere but in mapped files, which do not change. Files
// without a name do: they are mapped twice, to write code here and to execute it there.
void after_mapping(Addr address) {
  const NSegment* const segment = VG_(am_find_nsegment)(address);
  if (segment == nullptr || segment->kind != SkFileC) return;
  const HChar* const name = VG_(am_get_filename)(segment);
  if (name != nullptr && VG_(strstr)(name, " (deleted)") != nullptr) VG_(clo_smc_check) = Vg_SmcAll;
}
void new_mapping(Addr address, SizeT, Bool, Bool, Bool executable, ULong) {
  if (executable) after_mapping(address);
}
void changed_mapping(Addr address, SizeT, Bool, Bool, Bool executable) {
  if (executable) after_mapping(address);
}

std::size_t length_of(const char* text) { return VG_(strlen)(text); }

Bool answer(ThreadId thread, UWord* arguments, UWord* result) {
  using hpcast::reftrace::Event;
  *result = 0;
  switch (static_cast<Request>(arguments[0])) {
    case Request::phase: {
      const auto* const name = reinterpret_cast<const char*>(arguments[1]);
      if (name != nullptr) enter_phase(thread, name, length_of(name));
      return True;
    }
    case Request::region_begin:
    case Request::region_end: {
      const auto* const name = reinterpret_cast<const char*>(arguments[1]);
      const bool begins = arguments[0] == static_cast<UWord>(Request::region_begin);
      if (name != nullptr)
        mark_region(thread, begins ? Event::region_enter : Event::region_exit, name,
                    length_of(name));
      return True;
    }
    case Request::attach:
      own_code_begin = arguments[1];
      own_code_end = arguments[2];
      *result = reinterpret_cast<UWord>(channel());
      return True;
    case Request::thread:
      *result = reinterpret_cast<UWord>(slot_of(thread));
      return True;
    case Request::reserve:
      *result = reinterpret_cast<UWord>(reserve_thread(thread));
      return True;
    case Request::abandon:
      abandon_thread(thread);
      return True;
    case Request::settle:
      settle(thread);
      return True;
    case Request::resume:
      resume(thread);
      return True;
    case Request::library:
      begin_library_call(thread);
      return True;
    case Request::event:
      put_event(thread, static_cast<Event>(arguments[1]),
                reinterpret_cast<const std::uint64_t*>(arguments[2]),
                static_cast<unsigned>(arguments[3]));
      wait_for_room(thread);  // who is told of it may rely on its being in the ring
      return True;
  }
  return False;
}

void end(Int) { finish(VG_(get_running_tid)()); }

void initialise() {
  VG_(details_name)("hpcast");
  VG_(details_version)(nullptr);
  VG_(details_description)("the tracer of hpcast for programs as they are");
  VG_(details_copyright_author)("Copyright the hpcast authors; GNU GPL, version 2 or later");
  VG_(details_bug_reports_to)("the hpcast authors");
  VG_(details_avg_translation_sizeB)(600);
  // A handler of SIGSEGV may return to the instruction: all it is made of must be as it was. And
  // with less than that, VEX leaves out loads whose value is overwritten before it is used.
  VG_(clo_vex_control).iropt_register_updates_default = VG_(clo_px_file_backed) =
      VexRegUpdAllregsAtMemAccess;
  VG_(basic_tool_funcs)(begin, instrument_block, end);
  VG_(needs_command_line_options)(take_option, print_usage, print_debug_usage);
  VG_(needs_client_requests)(answer);
  VG_(needs_syscall_wrapper)(before_system_call, after_system_call);
  VG_(track_new_mem_mmap)(new_mapping);
  VG_(track_change_mem_mprotect)(changed_mapping);
  VG_(track_pre_deliver_signal)(before_handler);
  VG_(track_post_deliver_signal)(after_handler);
  VG_(track_start_client_code)(before_running);
  VG_(track_stop_client_code)(after_running);
  VG_(track_pre_thread_ll_create)(create_thread);
  VG_(track_pre_thread_first_insn)(begin_thread);
  VG_(track_pre_thread_ll_exit)(end_thread);
  VG_(atfork)
  ([](ThreadId) { announce_child(); }, [](ThreadId) { child_is_forked(); },
   [](ThreadId) { forget_channel(); });
}

}  // namespace

extern "C" {
VG_DETERMINE_INTERFACE_VERSION(initialise)

// The core would read the symbols and line numbers of every file that is mapped. Nothing here needs
// them (the linker's --wrap).
ULong __wrap_vgPlain_di_notify_mmap(Addr, Bool, Int) { return 0; }
}

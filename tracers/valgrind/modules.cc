// SPDX-License-Identifier: GPL-2.0-or-later
#include "modules.h"

#include <elf.h>

#include "hpcast/inputs/reftrace/process_table.h"
#include "streams.h"
#include "system.h"

namespace hpcast::tracer {
namespace {

using reftrace::ChannelHeader;
using reftrace::Module;

constexpr Addr page = 4096;
constexpr Addr page_of(Addr address) { return address & ~(page - 1); }

// What is added to the file's own addresses, by its program headers; they stand at its beginning.
Addr base_of(const HChar* path, const NSegment& segment) {
  const Addr otherwise = segment.start - static_cast<Addr>(segment.offset);
  const SysRes opened = VG_(open)(path, VKI_O_RDONLY, 0);
  if (sr_isError(opened)) return otherwise;
  alignas(Elf64_Ehdr) char head[page];
  const SysRes read = VG_(pread)(static_cast<Int>(sr_Res(opened)), head, sizeof head, 0);
  VG_(close)(static_cast<Int>(sr_Res(opened)));
  if (sr_isError(read) || sr_Res(read) < sizeof(Elf64_Ehdr)) return otherwise;
  const auto* const elf = reinterpret_cast<const Elf64_Ehdr*>(head);
  const Addr end = elf->e_phoff + elf->e_phnum * sizeof(Elf64_Phdr);
  if (elf->e_phoff % alignof(Elf64_Phdr) != 0 || end > sr_Res(read) || end < elf->e_phoff)
    return otherwise;
  const auto* const part = reinterpret_cast<const Elf64_Phdr*>(head + elf->e_phoff);
  for (unsigned i = 0; i < elf->e_phnum; ++i)
    if (part[i].p_type == PT_LOAD && page_of(part[i].p_offset) == static_cast<Addr>(segment.offset))
      return segment.start - page_of(part[i].p_vaddr);
  return otherwise;
}

bool is_known(const ChannelHeader& header, const Module& module) {
  for (std::uint32_t i = header.module_count.load(); i-- > 0;) {
    const Module& known = header.modules[i];
    if (known.process == module.process && known.begin == module.begin)
      return VG_(strcmp)(known.path, module.path) == 0;
  }
  return false;
}

void tell(const Module& module) {
  ChannelHeader& header = *channel();
  const reftrace::ChannelLock<System> lock(header, static_cast<std::uint32_t>(VG_(getpid)()));
  const std::uint32_t count = header.module_count.load();
  if (count == reftrace::max_modules || is_known(header, module)) return;
  header.modules[count] = module;
  header.module_count.store(count + 1, std::memory_order_release);
}

}  // namespace

void note_module(Addr code) {
  static Addr begin, end;  // of the last one
  if (code >= begin && code < end) return;
  const NSegment* const segment = VG_(am_find_nsegment)(code);
  if (segment == nullptr) return;
  begin = segment->start;
  end = segment->end + 1;
  if (segment->kind != SkFileC) return;
  const HChar* const path = VG_(am_get_filename)(segment);
  if (path == nullptr || VG_(strlen)(path) >= reftrace::max_module_path) return;
  Module module{process_index(), begin, end, base_of(path, *segment), {}};
  VG_(strcpy)(module.path, path);
  tell(module);
}

}  // namespace hpcast::tracer

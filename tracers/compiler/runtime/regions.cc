#include "regions.h"

#include <errno.h>
#include <link.h>
#include <unistd.h>

#include "futex.h"
#include "hpcast/inputs/reftrace/process_table.h"
#include "ring.h"

namespace hpcast::tracer {
namespace {

using reftrace::ChannelLock;
using reftrace::max_module_path;
using reftrace::Module;

// Where an address lies, of all that the dynamic linker has loaded.
struct Search {
  std::uint64_t address;
  Module& found;
  const char* name;  // the linker's; empty: the program itself
};

void take_extent(const dl_phdr_info& object, Module& module) {
  module.base = object.dlpi_addr;
  module.begin = ~std::uint64_t{0};
  module.end = 0;
  for (unsigned i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object.dlpi_phdr[i];
    if (segment.p_type != PT_LOAD) continue;
    const std::uint64_t begin = module.base + segment.p_vaddr;
    const std::uint64_t end = begin + segment.p_memsz;
    if (begin < module.begin) module.begin = begin;
    if (end > module.end) module.end = end;
  }
}

int lies_there(dl_phdr_info* object, std::size_t, void* data) {
  Search& search = *static_cast<Search*>(data);
  take_extent(*object, search.found);
  if (search.address < search.found.begin || search.address >= search.found.end) return 0;
  search.name = object->dlpi_name;
  return 1;
}

std::size_t append(char* path, std::size_t length, const char* text) {
  for (; *text != '\0' && length < max_module_path - 1; ++text) path[length++] = *text;
  path[length] = '\0';
  return length;
}

// What the linker was given may be relative to the working folder.
void take_path(const char* name, char* path) {
  path[0] = '\0';
  if (name[0] == '\0') {
    const long length =
        syscall(SYS_readlink, "/proc/self/exe", path, std::size_t{max_module_path - 1});
    path[length > 0 ? length : 0] = '\0';
    return;
  }
  std::size_t length = 0;
  if (name[0] != '/' && syscall(SYS_getcwd, path, std::size_t{max_module_path - 1}) > 0) {
    while (path[length] != '\0') ++length;
    length = append(path, length, "/");
  }
  append(path, length, name);
}

// Of this process, if hpcast has been told of it.
const Module* known_module(std::uint64_t address) {
  const reftrace::ChannelHeader& header = *process.header;
  for (std::uint32_t i = header.module_count.load(std::memory_order_acquire); i-- > 0;) {
    const Module& module = header.modules[i];
    if (module.process == process.index && address >= module.begin && address < module.end)
      return &module;
  }
  return nullptr;
}

void tell(const Module& module) {
  reftrace::ChannelHeader& header = *process.header;
  const ChannelLock<System> lock(header, process.id);
  const std::uint32_t count = header.module_count.load(std::memory_order_relaxed);
  if (count == reftrace::max_modules || known_module(module.begin) != nullptr) return;
  header.modules[count] = module;
  header.module_count.store(count + 1, std::memory_order_release);
}

[[gnu::noinline]] void find_module(Thread& thread, std::uint64_t address) {
  const Module* module = known_module(address);
  Module found;
  if (module == nullptr) {
    const int saved = errno;
    Search search{address, found, ""};
    if (dl_iterate_phdr(lies_there, &search) == 0) return;
    found.process = process.index;
    take_path(search.name, found.path);
    errno = saved;
    tell(found);
    module = &found;
  }
  thread.module_begin = module->begin;
  thread.module_end = module->end;
}

}  // namespace

void note_module(Thread& thread, std::uint64_t address) {
  if (address < thread.module_begin || address >= thread.module_end) find_module(thread, address);
}

namespace {

// As glibc keeps it in a jmp_buf.
std::uint64_t stack_pointer_in(const void* buffer) {
  constexpr unsigned index = 6;
  std::uint64_t pointer = static_cast<const std::uint64_t*>(buffer)[index];
  __asm__("rorq $17, %0; xorq %%fs:0x30, %0" : "+r"(pointer) : : "cc");
  return pointer;
}

}  // namespace

// A signal handler may come in between: it leaves what it has entered.
void enter_function(Thread& thread, std::uint64_t address, std::uint64_t place) {
  const std::uint32_t depth = thread.open_functions++;
  if (depth >= most_open_functions || thread.functions == nullptr) return;
  thread.functions[depth] = {address, place};
  {
    const Busy busy;
    if (busy.entered()) note_module(thread, address);
  }
  put_event(thread, Event::region_enter, address);
}

void leave_function(Thread& thread) {
  if (thread.open_functions == 0) return;  // of one that began before its thread was traced
  const std::uint32_t depth = thread.open_functions - 1;
  const bool entered = depth < most_open_functions && thread.functions != nullptr;
  const Word address = entered ? thread.functions[depth].address : 0;
  thread.open_functions = depth;
  if (entered) put_event(thread, Event::region_exit, address);
}

void leave_functions_below(Thread& thread, std::uint64_t place) {
  while (thread.open_functions > 0 && thread.functions != nullptr &&
         (thread.open_functions > most_open_functions ||
          thread.functions[thread.open_functions - 1].place < place))
    leave_function(thread);
}

void leave_functions_to(Thread& thread, const void* buffer) {
  // The function that has called setjmp has its own call of the hook right below its stack pointer.
  leave_functions_below(thread, stack_pointer_in(buffer) - sizeof(void*));
}

void put_marked(Event event, const char* name, std::size_t length) {
  Thread* const thread = current_thread();
  if (thread == nullptr || !records(reftrace::marked_regions)) return;
  Word region = reftrace::named_region;
  {
    const Busy busy;
    if (!busy.entered()) return;
    region |= reftrace::name_index(process.header->regions, name, length, "(more regions)");
  }
  put_event(*thread, event, region);
}

}  // namespace hpcast::tracer

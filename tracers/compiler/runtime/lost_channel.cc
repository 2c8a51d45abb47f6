#include "lost_channel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "futex.h"
#include "hpcast/inputs/reftrace/process_table.h"
#include "hpcast/inputs/reftrace/shut_out.h"

namespace hpcast::tracer {
namespace {

using reftrace::ChannelHeader;

// Programs under hpcast have it, hardly any other: others need not look for hpcast.
bool without_randomisation() {
  constexpr unsigned long no_change = 0xffff'ffff;
  const int persona = personality(no_change);
  return persona != -1 && (persona & ADDR_NO_RANDOMIZE) != 0;
}

// 0: it has none, or is not to be seen.
int parent_of(int id) {
  char text[512];
  snprintf(text, sizeof text, "/proc/%d/stat", id);
  const int file = open(text, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t bytes = pread(file, text, sizeof text - 1, 0);
  close(file);
  text[bytes > 0 ? bytes : 0] = '\0';
  // Behind the name, which may hold anything: its state, its parent.
  const char* const name_end = strrchr(text, ')');
  return name_end == nullptr || strlen(name_end) < 5 ? 0 : atoi(name_end + 4);
}

// Descriptor of the channel that the process has open; -1: none.
int channel_of(int id) {
  constexpr int most_descriptors = 256;
  for (int i = 0; i < most_descriptors; ++i) {
    char link[64], target[64];
    snprintf(link, sizeof link, "/proc/%d/fd/%d", id, i);
    const ssize_t bytes = readlink(link, target, sizeof target - 1);
    if (bytes <= 0) continue;
    target[bytes] = '\0';
    if (strncmp(target, "/memfd:hpcast-channel", 21) == 0) return open(link, O_RDWR | O_CLOEXEC);
  }
  return -1;
}

// Its header alone; null: nobody has one.
ChannelHeader* map_channel_of_ancestor() {
  int descriptor = -1;
  for (int id = getppid(); id > 1 && descriptor < 0; id = parent_of(id))
    descriptor = channel_of(id);
  if (descriptor < 0) return nullptr;
  void* const header =
      mmap(nullptr, sizeof(ChannelHeader), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  close(descriptor);
  return header == MAP_FAILED ? nullptr : static_cast<ChannelHeader*>(header);
}

void note_lost_program(ChannelHeader& header, const char* program) {
  if (header.magic != reftrace::channel_magic || header.version != reftrace::channel_version ||
      header.by_variable == 0)
    return;
  header.programs_lost.fetch_add(1);
  reftrace::note_child(header, static_cast<std::uint32_t>(getpid()), program);
}

void tell_hpcast(const char* path, const char* program) {
  const long socket = syscall(SYS_socket, AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return;
  const reftrace::ShutOutAddress to = reftrace::shut_out_address(path);
  syscall(SYS_sendto, socket, program, reftrace::kept_length(program, strlen(program)),
          MSG_DONTWAIT, &to.address, to.bytes);
  syscall(SYS_close, socket);
}

}  // namespace

void tell_of_lost_channel(const char* program) {
  if (!without_randomisation()) return;
  const int saved = errno;
  if (ChannelHeader* const header = map_channel_of_ancestor()) {
    note_lost_program(*header, program);
    munmap(header, sizeof *header);
  }
  errno = saved;
}

void tell_of_closed_channel(const char* path, const char* program) {
  const char* why = nullptr;
  if (errno == EACCES || errno == EPERM)
    why = "it runs as another user than hpcast, or in a user namespace";
  if (errno == ENOENT)
    why = "hpcast has ended, or is not to be seen in its /proc (a PID namespace, a container)";
  if (why == nullptr) return;
  char line[512];
  const int length =
      snprintf(line, sizeof line, "hpcast: '%.200s' is not traced: %s\n", program, why);
  syscall(SYS_write, STDERR_FILENO, line, static_cast<size_t>(length));
  tell_hpcast(path, program);
}

}  // namespace hpcast::tracer

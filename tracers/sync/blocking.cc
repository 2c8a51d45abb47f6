// System calls that may wait for something outside the process: the thread is marked as blocked, so
// that nobody waits for its stream to go on.
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "interpose.h"
#include "sync.h"

using namespace hpcast::tracer;

#define HPCAST_BLOCKING(result, name, parameters, arguments)           \
  HPCAST_INTERPOSE(result, name, HPCAST_UNPACK parameters) {           \
    return blocked_on(nullptr, [&] { return real_##name arguments; }); \
  }

HPCAST_BLOCKING(ssize_t, read, (int file, void* data, size_t bytes), (file, data, bytes))
HPCAST_BLOCKING(ssize_t, write, (int file, const void* data, size_t bytes), (file, data, bytes))
HPCAST_BLOCKING(ssize_t, readv, (int file, const iovec* parts, int count), (file, parts, count))
HPCAST_BLOCKING(ssize_t, writev, (int file, const iovec* parts, int count), (file, parts, count))
HPCAST_BLOCKING(ssize_t, recv, (int socket, void* data, size_t bytes, int flags),
                (socket, data, bytes, flags))
HPCAST_BLOCKING(ssize_t, send, (int socket, const void* data, size_t bytes, int flags),
                (socket, data, bytes, flags))
HPCAST_BLOCKING(ssize_t, recvmsg, (int socket, msghdr* message, int flags),
                (socket, message, flags))
HPCAST_BLOCKING(ssize_t, sendmsg, (int socket, const msghdr* message, int flags),
                (socket, message, flags))
HPCAST_BLOCKING(ssize_t, recvfrom,
                (int socket, void* data, size_t bytes, int flags, sockaddr* from,
                 socklen_t* length),
                (socket, data, bytes, flags, from, length))
HPCAST_BLOCKING(int, accept, (int socket, sockaddr* from, socklen_t* length),
                (socket, from, length))
HPCAST_BLOCKING(int, connect, (int socket, const sockaddr* to, socklen_t length),
                (socket, to, length))
HPCAST_BLOCKING(int, poll, (pollfd * files, nfds_t count, int timeout), (files, count, timeout))
HPCAST_BLOCKING(int, select,
                (int count, fd_set* read, fd_set* write, fd_set* except, timeval* timeout),
                (count, read, write, except, timeout))
HPCAST_BLOCKING(int, epoll_wait, (int file, epoll_event* events, int count, int timeout),
                (file, events, count, timeout))
HPCAST_BLOCKING(pid_t, wait, (int* status), (status))
HPCAST_BLOCKING(pid_t, waitpid, (pid_t process_id, int* status, int options),
                (process_id, status, options))
HPCAST_BLOCKING(int, nanosleep, (const timespec* time, timespec* rest), (time, rest))
HPCAST_BLOCKING(int, clock_nanosleep,
                (clockid_t clock, int flags, const timespec* time, timespec* rest),
                (clock, flags, time, rest))
HPCAST_BLOCKING(unsigned, sleep, (unsigned seconds), (seconds))
HPCAST_BLOCKING(int, usleep, (useconds_t microseconds), (microseconds))
HPCAST_BLOCKING(int, pause, (), ())
HPCAST_BLOCKING(int, sigwait, (const sigset_t* set, int* signal), (set, signal))
HPCAST_BLOCKING(int, sigsuspend, (const sigset_t* set), (set))

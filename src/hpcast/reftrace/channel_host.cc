#include "hpcast/reftrace/channel_host.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/reftrace/elf_note.h"
#include "hpcast/reftrace/host_process.h"

extern char** environ;

namespace hpcast::reftrace {
namespace {

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t padded(std::uint64_t bytes) { return (bytes + page - 1) / page * page; }

[[noreturn]] void refuse(const std::string& what, int error) {
  throw InputError(what + ": " + std::strerror(error));
}

void futex_wake(std::atomic<std::uint32_t>& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE, 0x7fffffff, nullptr, nullptr, 0);
}

bool set_in(const std::vector<std::string>& environment, const std::string& name) {
  return std::any_of(environment.begin(), environment.end(),
                     [&](const std::string& entry) { return entry.starts_with(name + "="); });
}

void set(std::vector<std::string>& environment, const std::string& name, const std::string& value) {
  std::erase_if(environment,
                [&](const std::string& entry) { return entry.starts_with(name + "="); });
  environment.push_back(name + "=" + value);
}

// What is started, so that the program runs under its tracer.
struct Launch {
  std::string path;
  std::vector<std::string> command;
  std::vector<std::string> environment;
};

void set_entry(std::vector<std::string>& environment, const std::string& entry) {
  const std::size_t name_end = entry.find('=');
  set(environment, entry.substr(0, name_end), entry.substr(name_end + 1));
}

std::vector<std::string> environment_for(const ProgramOptions& options) {
  std::vector<std::string> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) environment.emplace_back(*entry);
  if (!set_in(environment, "OMP_WAIT_POLICY")) set(environment, "OMP_WAIT_POLICY", "passive");
  if (options.openmp_threads > 0)
    set(environment, "OMP_NUM_THREADS", std::to_string(options.openmp_threads));
  return environment;
}

Launch launch_of(const std::vector<std::string>& command, const ProgramOptions& options,
                 const Channel& channel, const std::optional<ValgrindLog>& log) {
  Launch launch{find_program(command.front()), command, environment_for(options)};
  if (!log) {
    set(launch.environment, channel_variable, channel.path());
    return launch;
  }
  const ValgrindLaunch valgrind = under_valgrind(
      command, {channel.path(), log->path(), options.dependences, channel.options().several});
  launch.path = valgrind.command.front();
  launch.command = valgrind.command;
  for (const std::string& entry : valgrind.environment) set_entry(launch.environment, entry);
  return launch;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Between fork and exec: only what is safe after a fork of a process with threads.
[[noreturn]] void become(const Launch& launch, char* const* arguments, char* const* environment,
                         const ProgramOptions& options, int report) {
  std::signal(SIGXFSZ, SIG_DFL);
  give_back_descriptor_limit();
  if (options.output_to_stderr) dup2(STDERR_FILENO, STDOUT_FILENO);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody would read its rings
  if (!options.randomize_addresses) personality(ADDR_NO_RANDOMIZE);
  execve(launch.path.c_str(), arguments, environment);
  const int error = errno;
  const auto written = write(report, &error, sizeof error);
  _exit(written == sizeof error ? 127 : 126);
}

// 0, or the errno with which exec failed.
int exec_error(int report) {
  int error = 0;
  ssize_t got;
  do got = read(report, &error, sizeof error);
  while (got < 0 && errno == EINTR);
  return got == sizeof error ? error : 0;
}

ProgramExit exit_of(int status) {
  if (WIFSIGNALED(status)) return {128 + WTERMSIG(status), WTERMSIG(status)};
  return {WEXITSTATUS(status), 0};
}

}  // namespace

void refuse_overwritten() {
  throw InputError("the program has overwritten what hpcast's tracer keeps in its memory",
                   "look for a store through a wild pointer: a memory checker names it");
}

Channel::Channel(ChannelOptions options) : options_(std::move(options)) {
  assert((options_.ring_words & (options_.ring_words - 1)) == 0 && options_.ring_words >= 4096);
  slots_offset_ = padded(sizeof(ChannelHeader));
  rings_offset_ = slots_offset_ + padded(options_.max_threads * sizeof(ThreadSlot));
  const std::uint64_t caches_offset =
      rings_offset_ + options_.max_threads * options_.ring_words * sizeof(Word);
  bytes_ = caches_offset;
  for (const std::uint64_t words : options_.cache_words) {
    caches_offsets_.push_back(bytes_);
    bytes_ += padded(words * sizeof(Word));
  }
  map();
  ChannelHeader& header = *new (region_) ChannelHeader{};
  header.magic = channel_magic;
  header.version = channel_version;
  header.payload = options_.payload;
  header.max_threads = options_.max_threads;
  header.record_regions = options_.record_regions ? 1 : 0;
  header.ring_words = options_.ring_words;
  header.slots_offset = slots_offset_;
  header.rings_offset = rings_offset_;
  header.region_bytes = bytes_;
  header.interval = options_.interval;
  header.bounded = options_.bounded ? 1 : 0;
  header.several = options_.several ? 1 : 0;
  header.reader = static_cast<std::uint32_t>(getpid());
  std::copy(caches_offsets_.begin(), caches_offsets_.end(), header.core_caches);
  header.phase_count.store(1);
}

void Channel::map() {
  descriptor_ = memfd_create("hpcast-channel", MFD_CLOEXEC);
  if (descriptor_ < 0) refuse("cannot create shared memory for the trace", errno);
  if (ftruncate(descriptor_, static_cast<off_t>(bytes_)) == 0 &&
      (region_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0)) !=
          MAP_FAILED)
    return;
  const int error = errno;
  close(descriptor_);
  refuse("cannot map " + std::to_string(bytes_ >> 20) + " MiB for the trace", error);
}

Channel::~Channel() {
  munmap(region_, bytes_);
  close(descriptor_);
}

std::string Channel::path() const {
  return "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(descriptor_);
}

std::span<const ProcessEntry> Channel::processes() const {
  const std::uint32_t count = header().process_count.load(std::memory_order_acquire);
  if (count > max_processes) refuse_overwritten();
  return {header().processes, count};
}

ThreadSlot& Channel::slot(std::uint32_t index) {
  return reinterpret_cast<ThreadSlot*>(static_cast<char*>(region_) + slots_offset_)[index];
}

const Word* Channel::ring(std::uint32_t index) const {
  const auto* const rings = static_cast<const char*>(region_) + rings_offset_;
  return reinterpret_cast<const Word*>(rings) + index * options_.ring_words;
}

Word* Channel::caches(std::uint32_t core) {
  return reinterpret_cast<Word*>(static_cast<char*>(region_) + caches_offsets_.at(core));
}

bool Channel::wait_for_data(std::uint32_t seen, std::chrono::milliseconds longest) {
  // What is awaited would never come.
  if (header().magic != channel_magic) refuse_overwritten();
  const timespec time{longest.count() / 1000, longest.count() % 1000 * 1'000'000};
  const auto status = syscall(SYS_futex, &header().data_ready, FUTEX_WAIT, seen, &time, nullptr, 0);
  return status == 0 || errno != ETIMEDOUT;
}

void Channel::grant(std::uint32_t slot, std::uint64_t limit, std::uint32_t stops) {
  ThreadSlot& thread = this->slot(slot);
  thread.limit.store(limit, std::memory_order_relaxed);
  // Sequentially consistent, as is the thread's order of going to sleep and looking at grants.
  thread.grants.fetch_add(stops);
  if (thread.parked.load() != 0) futex_wake(thread.grants);
}

RingReader::RingReader(Channel& channel, std::uint32_t slot)
    : slot_(&channel.slot(slot)),
      ring_(channel.ring(slot)),
      mask_(channel.options().ring_words - 1) {}

std::span<const Word> RingReader::readable(std::uint64_t tail) const {
  const std::uint64_t from = head();
  if (tail - from > mask_ + 1) refuse_overwritten();
  const std::uint64_t to_wrap = mask_ + 1 - (from & mask_);
  return {ring_ + (from & mask_), std::min(tail - from, to_wrap)};
}

void RingReader::consume(std::uint64_t words) {
  // Sequentially consistent, as is the writer's order of announcing itself and looking at head.
  slot_->head.store(head() + words);
  if (slot_->waiting_for_room.load() == 0) return;
  slot_->room_freed.fetch_add(1);
  futex_wake(slot_->room_freed);
}

bool RingReader::recycle(bool over) {
  const bool ended = over || slot_->state.load(std::memory_order_acquire) == ThreadState::ended;
  if (!ended || available() != 0) return false;
  slot_->state.store(ThreadState::free, std::memory_order_release);
  return true;
}

TracedProcess::TracedProcess(Channel& channel, const std::vector<std::string>& command,
                             const ProgramOptions& options)
    : channel_(channel), tracer_(options.tracer.value_or(Tracer::compiler)) {
  if (command.empty()) throw InputError("no program to run");
  if (tracer_ == Tracer::valgrind) log_.emplace();
  if (channel.options().several) prctl(PR_SET_CHILD_SUBREAPER, 1);
  Launch launch = launch_of(command, options, channel, log_);
  const std::vector<char*> arguments = pointers_to(launch.command);
  const std::vector<char*> environment = pointers_to(launch.environment);
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) refuse("cannot start '" + launch.path + "'", errno);
  id_ = fork();
  if (id_ == 0) become(launch, arguments.data(), environment.data(), options, report[1]);
  const int fork_error = errno;
  close(report[1]);
  const int error = id_ < 0 ? fork_error : exec_error(report[0]);
  close(report[0]);
  if (error == 0) {
    relay_.program_started(id_);
    return;
  }
  if (id_ > 0) waitpid(id_, nullptr, 0);
  id_ = -1;
  refuse("cannot run '" + command.front() + "'", error);
}

TracedProcess::~TracedProcess() {
  if (id_ < 0 || poll()) return;
  kill_processes();
  if (!exit_) waitpid(id_, nullptr, 0);
}

// Whoever the program left behind has come to be a child of this process (PR_SET_CHILD_SUBREAPER).
void TracedProcess::kill_processes() {
  if (!exit_) kill(id_, SIGKILL);
  if (!channel_.options().several) return;
  for (const pid_t process : descendants(getpid())) kill(process, SIGKILL);
}

void TracedProcess::wait_for_program() {
  int status = 0;
  // The number is the program's until waitpid has taken its status.
  siginfo_t ended{};
  if (waitid(P_PID, static_cast<id_t>(id_), &ended, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      ended.si_pid != id_)
    return;
  relay_.program_ended();
  if (waitpid(id_, &status, WNOHANG) != id_) return;
  exit_ = exit_of(status);
  ended_ = std::chrono::steady_clock::now();
}

// Whoever started them has ended: they are about to follow, or made to.
bool TracedProcess::other_processes_run() {
  const std::vector<pid_t> left = descendants(getpid());
  const auto processes = channel_.processes();
  if (std::none_of(processes.begin(), processes.end(), [&](const ProcessEntry& process) {
        const auto id = static_cast<pid_t>(process.id);
        return std::find(left.begin(), left.end(), id) != left.end() && is_running(id);
      }))
    return false;
  constexpr std::chrono::seconds patience{5};
  if (std::chrono::steady_clock::now() > ended_ + patience) kill_processes();
  return true;
}

std::optional<ProgramExit> TracedProcess::poll() {
  if (log_) log_->read();
  if (!exit_) wait_for_program();
  if (exit_ && channel_.options().several && other_processes_run()) return {};
  return exit_;
}

std::string TracedProcess::complaint() const { return log_ ? complaint_in(log_->text()) : ""; }

std::string TracedProcess::nothing_traced() const {
  if (tracer_ == Tracer::compiler) return "no program compiled with hpcast-cc was started";
  return channel_.options().several ? "no rank of an MPI program was started"
                                    : "the tracer could not begin";
}

// Which of the processes did not come to their end; empty: all did.
std::string TracedProcess::unfinished() const {
  std::string ranks;
  bool any = false;
  for (const ProcessEntry& process : channel_.processes()) {
    if (process.state.load() != ProcessState::running) continue;
    any = true;
    if (process.ranks != 0)
      ranks += (ranks.empty() ? "rank " : ", ") + std::to_string(process.rank);
  }
  if (!any) return {};
  return (ranks.empty() ? "the program" : ranks) +
         " ended without going through exit, or became another one (exec)";
}

std::string TracedProcess::incomplete() const {
  const ChannelHeader& header = channel_.header();
  if (channel_.processes().empty()) return nothing_traced();
  if (std::string reason = complaint(); !reason.empty()) return reason;
  std::string unfinished = this->unfinished();
  const bool finished_by_itself = unfinished.empty() && tracer_ == Tracer::compiler;
  if (exit_ && exit_->signal != 0 && !finished_by_itself)
    return std::string("the program was ended by a signal (") + strsignal(exit_->signal) + ")";
  if (!unfinished.empty()) return unfinished;
  if (channel_.options().several && relay_.interrupted() && exit_ && exit_->status != 0)
    return "the program was interrupted";
  if (const std::uint32_t refused = header.threads_refused.load(); refused != 0)
    return std::to_string(refused) + " threads beyond the most that can be traced at one time";
  if (const std::uint32_t refused = header.programs_refused.load(); refused != 0)
    return channel_.options().several
               ? std::to_string(refused) + " processes beyond the most that can be traced"
               : "only the first program compiled with hpcast-cc is traced, and " +
                     std::to_string(refused) + " more started";
  return {};
}

}  // namespace hpcast::reftrace

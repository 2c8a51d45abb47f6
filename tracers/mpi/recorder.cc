#include "recorder.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "wrap.h"

namespace hpcast::recorder {

using mpitrace::CommunicatorOrigin;
using mpitrace::RecordState;

Handles handles;
#ifndef HPCAST_SMPI
Recorder only_recorder;
__thread bool thread_is_inside;
#endif

namespace {

constexpr std::uint64_t picoseconds = 1000;  // a nanosecond
// Between two calls that find nothing, this is a loop that waits, not computation.
constexpr std::uint64_t idle_ns = 1000;

const char* function_names[most_functions];
std::uint32_t function_count;
pthread_t main_thread;
bool several_threads;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

bool is_main() { return !several_threads || pthread_equal(pthread_self(), main_thread) != 0; }

// The MPI library, where the program or Python has loaded it for itself alone.
void* loaded_library() {
#if defined(HPCAST_SMPI)
  const char* const names[] = {HPCAST_SMPI};
#elif defined(OPEN_MPI)
  const char* const names[] = {"libmpi.so.40", "libmpi.so"};
#else
  const char* const names[] = {"libmpich.so.12", "libmpi.so.12", "libmpich.so"};
#endif
  for (const char* const name : names)
    if (void* const library = dlopen(name, RTLD_LAZY | RTLD_NOLOAD)) return library;
  return nullptr;
}

// A function behind ours; a variable wherever all others have it: executables have copies.
void* find_symbol(const char* name, void* where = RTLD_DEFAULT) {
  if (void* const found = dlsym(where, name)) return found;
  static void* library;
  if (library == nullptr) library = loaded_library();
  return library == nullptr ? nullptr : dlsym(library, name);
}

[[noreturn]] void give_up(const char* what, const char* about, int error = 0) {
  fprintf(stderr, "hpcast record: %s%s%s%s\n", what, about, error != 0 ? ": " : "",
          error != 0 ? strerror(error) : "");
  _exit(127);
}

void find_handles() {
#ifdef OPEN_MPI
  handles.world = static_cast<MPI_Comm>(find_symbol("ompi_mpi_comm_world"));
  handles.self = static_cast<MPI_Comm>(find_symbol("ompi_mpi_comm_self"));
  handles.null = static_cast<MPI_Comm>(find_symbol("ompi_mpi_comm_null"));
  handles.no_request = static_cast<MPI_Request>(find_symbol("ompi_request_null"));
  handles.byte = static_cast<MPI_Datatype>(find_symbol("ompi_mpi_byte"));
  handles.no_op = static_cast<MPI_Op>(find_symbol("ompi_mpi_op_no_op"));
  const bool is_ours = handles.world != nullptr;
#else
  handles = {MPI_COMM_WORLD, MPI_COMM_SELF, MPI_COMM_NULL, MPI_REQUEST_NULL, MPI_BYTE, MPI_NO_OP};
  const bool is_ours = find_symbol("ompi_mpi_comm_world") == nullptr;
#endif
  if (!is_ours)
    give_up("the program uses another MPI than the recorder was chosen for",
            "; say which: --mpi openmpi or --mpi mpich");
}

}  // namespace

std::uint32_t function_number(const char* name) {
  for (std::uint32_t i = 0; i < function_count; ++i)
    if (strcmp(function_names[i], name) == 0) return i;
  if (function_count == most_functions) return most_functions - 1;
  function_names[function_count] = name;
  return function_count++;
}

void* find_function(const char* name) {
  void* const function = find_symbol(name, RTLD_NEXT);
  if (function == nullptr) give_up("the program's MPI has no ", name);
  return function;
}

// --- Calls

Call::Call(bool polls) : outermost_(recorder().runs() && !inside()), polls_(polls) {
  if (!outermost_) return;
  inside() = true;
  if (is_main()) recorder().entered(polls_);
}

bool Call::done(int result) {
  if (!outermost_ || result != MPI_SUCCESS) return false;
  take_lock();
  return true;
}

bool Call::posts() {
  if (!outermost_ || !several_threads) return false;
  take_lock();
  return true;
}

void Call::posted() {
  pthread_mutex_unlock(&lock);
  locked_ = false;
}

void Call::take_lock() {
  if (!several_threads) return;
  pthread_mutex_lock(&lock);
  locked_ = true;
  if (!is_main())
    recorder().remark(
        "calls from several threads of a rank: as if one had made them all, in the "
        "order in which they ended");
}

Call::~Call() {
  if (!outermost_) return;
  if (locked_) pthread_mutex_unlock(&lock);
  inside() = false;
  if (is_main()) recorder().left(__builtin_return_address(0));
}

// --- The clock

namespace {

std::uint64_t read_clock(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000000000U +
         static_cast<std::uint64_t>(now.tv_nsec);
}

// The least that lies between two looks at the clock.
std::uint64_t cost_of(clockid_t clock) {
  std::uint64_t least = UINT64_MAX;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t begin = read_clock(clock), length = read_clock(clock) - begin;
    if (length < least) least = length;
  }
  return least;
}

std::uint64_t less(std::uint64_t value, std::uint64_t by) { return value > by ? value - by : 0; }

// Who was taken off the processor does not come back sooner.
constexpr std::uint64_t short_ns = 20000;
// Who has given it up, as MPI does where it waits, may.
constexpr std::uint64_t short_call_ns = 5000;
// What small errors of short stretches may add up in before the processor's clock is looked at.
constexpr std::uint64_t accounted_most_ns = 1000000;

}  // namespace

std::uint64_t Recorder::computed_since_left() {
  entered_at_ = read_clock(CLOCK_MONOTONIC);
  const std::uint64_t between = entered_at_ - left_at_, passed = less(between, wall_cost_);
  if (wall_ || passed <= short_ns) {
    short_after_[left_by_] = true;
    accounted_ += between;
    return passed;
  }
  short_after_[left_by_] = false;
  const std::uint64_t now = read_clock(CLOCK_THREAD_CPUTIME_ID);
  const std::uint64_t computed = less(now, processor_at_ + accounted_);
  looked(now);
  return computed < passed ? computed : passed;
}

void Recorder::looked(std::uint64_t processor) {
  processor_at_ = processor;
  accounted_ = 0;
  long_call_ = false;
}

void Recorder::entered(bool polls) {
  const std::uint64_t computed = computed_since_left();
  const bool waits = polls && nothing_found_ && computed < idle_ns;
  nothing_found_ = false;
  if (waits) return;
  if (several_threads) pthread_mutex_lock(&lock);
  pending_ += computed * picoseconds;
  if (several_threads) pthread_mutex_unlock(&lock);
}

void Recorder::left(const void* site) {
  left_by_ = static_cast<std::uint32_t>((reinterpret_cast<std::uintptr_t>(site) >> 3) % sites);
  left_at_ = read_clock(CLOCK_MONOTONIC);
  if (wall_) return;
  const std::uint64_t call = left_at_ - entered_at_;
  if (call <= short_call_ns)
    accounted_ += call;
  else
    long_call_ = true;
  const bool looks = ranks_share_a_thread || (long_call_ && !short_after_[left_by_]);
  if (!looks && accounted_ < accounted_most_ns) return;
  looked(read_clock(CLOCK_THREAD_CPUTIME_ID));
  left_at_ = read_clock(CLOCK_MONOTONIC);
  accounted_ = processor_cost_;
}

void Recorder::found_nothing() {
  nothing_found_ = true;
  ++polls_;
}

bool Recorder::add_time(double seconds) {
  if (!runs_ || !(seconds > 0) || seconds > 1e6) return false;
  if (several_threads) pthread_mutex_lock(&lock);
  added_ += seconds * 1e12;
  const auto whole = static_cast<std::uint64_t>(added_);
  added_ -= static_cast<double>(whole);
  pending_ += whole;
  if (several_threads) pthread_mutex_unlock(&lock);
  return true;
}

// --- The file

bool Recorder::open(int rank, int ranks) {
  const char* const folder = getenv(mpitrace::record_folder_variable);
  char path[4096];
  if (folder == nullptr || strlen(folder) > sizeof path - 32) return false;
  snprintf(path, sizeof path, "%s/rank-%d", folder, rank);
  if (!output_.open(path)) {
    if (errno != EEXIST) give_up("cannot write ", path, errno);
    snprintf(path, sizeof path, "%s/%s", folder, mpitrace::record_second_program);
    const int file = ::open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file >= 0) close(file);
    return false;
  }
  output_.header().rank = static_cast<std::uint32_t>(rank);
  output_.header().ranks = static_cast<std::uint32_t>(ranks);
  return true;
}

// One program of a command is recorded: all of its ranks, or none. Whose rank 0 comes first.
bool Recorder::open_all(int rank, int ranks) {
  std::uint8_t is_recorded = rank == 0 && open(rank, ranks) ? 1 : 0;
  HPCAST_REAL(Bcast)(&is_recorded, 1, handles.byte, 0, handles.world);
  return is_recorded != 0 && (rank == 0 || open(rank, ranks));
}

void Recorder::start(int level) {
  find_handles();
  MPI_Comm parent = handles.null;
  int rank = 0, ranks = 0;
  HPCAST_REAL(Comm_rank)(handles.world, &rank);
  HPCAST_REAL(Comm_size)(handles.world, &ranks);
  if (!ranks_share_a_thread) HPCAST_REAL(Comm_get_parent)(&parent);  // SimGrid has none
  if (parent != handles.null || !open_all(rank, ranks)) return;
  const char* const wanted = getenv(mpitrace::record_clock_variable);
  wall_ = wanted != nullptr && strcmp(wanted, "wall") == 0;
  main_thread = pthread_self();
  several_threads = level >= MPI_THREAD_SERIALIZED && !ranks_share_a_thread;
  HPCAST_REAL(Comm_group)(handles.world, &world_group_);
  for (const MPI_Comm handle : {handles.world, handles.self}) communicator(handle);
  wall_cost_ = cost_of(CLOCK_MONOTONIC);
  processor_cost_ = cost_of(CLOCK_THREAD_CPUTIME_ID);
  output_.header().wall_clock = wall_ ? 1 : 0;
  output_.header().clock_cost = (wall_ ? wall_cost_ : processor_cost_) * picoseconds;
  runs_ = true;
  left(nullptr);
}

void Recorder::stop(RecordState state) {
  for (std::uint32_t i = 0; i < most_functions; ++i) {
    if (not_understood_[i] == 0) continue;
    output_.begin(RecordKind::calls);
    output_.put(i);
    output_.put(not_understood_[i]);
    output_.end();
  }
  if (polls_ > 0) {
    output_.begin(RecordKind::polls);
    output_.put(polls_);
    output_.end();
  }
  output_.begin(RecordKind::compute);
  output_.put(pending_);
  output_.header().compute += pending_;
  output_.end();
  runs_ = false;
  output_.header().state = state;
  output_.close();
}

void Recorder::begin(RecordKind kind, std::uint32_t function) {
  name(function);
  output_.begin(kind);
  output_.put(pending_);
  output_.put(function);
  output_.header().compute += pending_;
  pending_ = 0;
}

void Recorder::end() {
  output_.end();
  output_.header().operations += 1;
}

void Recorder::name(std::uint32_t function) {
  if (is_named_[function]) return;
  is_named_[function] = true;
  output_.begin(RecordKind::name);
  output_.put(function);
  output_.put_text(function_names[function]);
  output_.end();
}

void Recorder::not_understood(std::uint32_t function) {
  if (not_understood_[function]++ > 0) return;
  name(function);
  output_.begin(RecordKind::not_understood);
  output_.put(function);
  output_.end();
}

void Recorder::remark(const char* text) {
  for (std::uint32_t i = 0; i < remark_count_; ++i)
    if (strcmp(remarks_[i], text) == 0) return;
  if (remark_count_ == most_remarks) return;
  remarks_[remark_count_++] = text;
  output_.begin(RecordKind::remark);
  output_.put_text(text);
  output_.end();
}

// --- Records of messages

void Recorder::send(std::uint32_t function, RecordKind kind, const Communicator& communicator,
                    int peer, int tag, std::uint64_t bytes, std::uint8_t mode) {
  begin(kind, function);
  output_.put(communicator.number);
  output_.put(static_cast<std::uint64_t>(peer));
  output_.put(static_cast<std::uint64_t>(tag));
  output_.put(bytes);
  output_.put(mode);
  end();
}

namespace {

void put_posted(Output& output, const Communicator& communicator, int source, int tag) {
  output.put(communicator.number);
  output.put_signed(source == MPI_ANY_SOURCE ? -1 : source);
  output.put_signed(tag == MPI_ANY_TAG ? -1 : tag);
}

void put_found(Output& output, const MPI_Status& status) {
  output.put_signed(status.MPI_SOURCE);
  output.put_signed(status.MPI_TAG);
}

}  // namespace

void Recorder::receive(std::uint32_t function, const Communicator& communicator, int source,
                       int tag, const MPI_Status& status) {
  begin(RecordKind::receive, function);
  put_posted(output_, communicator, source, tag);
  output_.put(received_bytes(status));
  put_found(output_, status);
  end();
}

void Recorder::ireceive(std::uint32_t function, const Communicator& communicator, int source,
                        int tag, std::uint64_t room) {
  begin(RecordKind::ireceive, function);
  put_posted(output_, communicator, source, tag);
  output_.put(room);
  end();
}

void Recorder::probe(std::uint32_t function, const Communicator& communicator, int source, int tag,
                     const MPI_Status& status) {
  begin(RecordKind::probe, function);
  put_posted(output_, communicator, source, tag);
  put_found(output_, status);
  end();
}

void Recorder::one_sided(std::uint32_t function, RecordKind kind, std::uint32_t communicator,
                         int peer, std::uint64_t bytes) {
  if (peer == MPI_PROC_NULL) return;
  begin(kind, function);
  output_.put(communicator);
  output_.put(static_cast<std::uint64_t>(peer));
  output_.put(bytes);
  end();
  moved_ = true;
}

void Recorder::flush(std::uint32_t function) {
  if (!moved_) return;
  begin(RecordKind::flush, function);
  end();
  moved_ = false;
}

// --- Communicators

Communicator* Recorder::communicator(MPI_Comm handle) {
  if (latest_ != nullptr && latest_->handle == handle) return latest_;
  if (Communicator** const found = communicators_.find(key_of(handle))) return latest_ = *found;
  if (handle == handles.null) return nullptr;
  made(handle, CommunicatorOrigin::unknown, 0, 0, 0);
  Communicator** const found = communicators_.find(key_of(handle));
  return found == nullptr ? nullptr : *found;
}

void Recorder::made(MPI_Comm handle, CommunicatorOrigin origin, std::uint32_t parent,
                    std::uint32_t sequence, std::uint32_t function) {
  int inter = 0;
  HPCAST_REAL(Comm_test_inter)(handle, &inter);
  auto* const made = static_cast<Communicator*>(calloc(1, sizeof(Communicator)));
  if (made == nullptr) abort();
  made->handle = handle;
  made->number = communicator_count_++;
  made->inter = inter != 0;
  HPCAST_REAL(Comm_size)(handle, &made->size);
  HPCAST_REAL(Comm_rank)(handle, &made->rank);
  communicators_.add(key_of(handle), made);
  if (made->inter || made->number < 2) return;
  name(function);
  output_.begin(RecordKind::communicator);
  for (const std::uint64_t number :
       {std::uint64_t{made->number}, static_cast<std::uint64_t>(origin), std::uint64_t{parent},
        std::uint64_t{sequence}, std::uint64_t{function}})
    output_.put(number);
  put_members(handle);
  output_.end();
}

// As runs of ranks of the world that are equally far apart.
void Recorder::put_members(MPI_Comm handle) {
  MPI_Group group;
  int size = 0;
  HPCAST_REAL(Comm_group)(handle, &group);
  HPCAST_REAL(Group_size)(group, &size);
  Room<int> ranks(static_cast<std::size_t>(size)), members(static_cast<std::size_t>(size));
  for (int i = 0; i < size; ++i) ranks[static_cast<std::size_t>(i)] = i;
  HPCAST_REAL(Group_translate_ranks)(group, size, ranks.all(), world_group_, members.all());
  HPCAST_REAL(Group_free)(&group);
  const int* const member = members.all();
  const auto end_of_run = [&](int begin) {
    int end = begin + 1;
    while (end < size && member[end] - member[end - 1] == member[begin + 1] - member[begin]) ++end;
    return end;
  };
  std::uint64_t runs = 0;
  for (int i = 0; i < size; i = end_of_run(i)) ++runs;
  output_.put(runs);
  for (int i = 0; i < size;) {
    const int end = end_of_run(i);
    output_.put_signed(member[i]);
    output_.put_signed(end - i > 1 ? member[i + 1] - member[i] : 1);
    output_.put(static_cast<std::uint64_t>(end - i));
    i = end;
  }
}

// Windows and messages may know it for longer.
void Recorder::freed(MPI_Comm handle) {
  Communicator** const found = communicators_.find(key_of(handle));
  if (found == nullptr) return;
  if (latest_ == *found) latest_ = nullptr;
  (*found)->handle = handles.null;
  communicators_.erase(found);
}

}  // namespace hpcast::recorder

// --- The virtual clock, by all names that programs know

HPCAST_EXPORT void hpcast_add_time(double seconds) {
  if (hpcast::recorder::recorder().add_time(seconds)) hpcast::recorder::pass_time(seconds);
}
HPCAST_EXPORT void HPCAST_ADD_TIME(double seconds) { hpcast_add_time(seconds); }
HPCAST_EXPORT void BSIM_ADD_TIME(double seconds) { hpcast_add_time(seconds); }
HPCAST_EXPORT void hpcast_add_time_(const double* seconds) { hpcast_add_time(*seconds); }
HPCAST_EXPORT void bsim_add_time_(const double* seconds) { hpcast_add_time(*seconds); }

// The recorder of a rank: its clock, its record file, what it knows of handles. Wrappers of MPI's
// functions (wrap.h) call it.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "hpcast/inputs/mpitrace/record_file.h"
#include "output.h"
#include "table.h"

namespace hpcast::recorder {

using mpitrace::RecordKind;

// The library's own definition of a function.
void* find_function(const char* name);

// Functions have numbers, the same in all recorders of a process.
inline constexpr std::uint32_t most_functions = 512;
std::uint32_t function_number(const char* name);

// MPI's predefined handles; of Open MPI they are variables of a library that may not be there.
struct Handles {
  MPI_Comm world, self, null;
  MPI_Request no_request;
  MPI_Datatype byte;
  MPI_Op no_op;
};
extern Handles handles;

template <class Handle>
std::uint64_t key_of(Handle handle) {
  std::uint64_t key = 0;
  static_assert(sizeof handle <= sizeof key);
  std::memcpy(&key, &handle, sizeof handle);
  return key;
}

struct Communicator {
  MPI_Comm handle;
  std::uint32_t number;
  std::uint32_t made_from_it;  // communicators, by calls of all its members
  int size, rank;
  bool inter;
};

struct Request {
  enum class What : std::uint8_t { nothing, send, receive, collective, one_sided };
  What what = What::nothing;
  bool persistent = false, active = true, cancelled = false;
  std::uint64_t number = 0;
  // Of a persistent one; its communicator's handle may be freed before it is.
  const Communicator* on = nullptr;
  std::uint8_t mode = 0;
  std::uint32_t communicator = 0;
  int peer = 0, tag = 0;
  std::uint64_t bytes = 0;
  // Of a communicator that is being made.
  MPI_Comm* made = nullptr;
  std::uint32_t sequence = 0, function = 0;
};

// What a call tells when it is over. Calls within calls are none, nor are those before MPI_Init.
class Call {
 public:
  explicit Call(bool polls = false);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  // To be recorded, now that it is over.
  bool done(int result);
  // To be recorded in parts, what it posts now and what it waits for when it is over: with several
  // threads, whoever is first to end is not who was first to begin. Until posted() is called,
  // others have to wait.
  bool posts();
  void posted();
  bool is_outermost() const { return outermost_; }

 private:
  void take_lock();
  bool outermost_, polls_, locked_ = false;
};

class Recorder {
 public:
  // After MPI_Init and before MPI_Finalize.
  void start(int level);
  void stop(mpitrace::RecordState state);
  bool runs() const { return runs_; }

  // Names and notes; a function by its number.
  void not_understood(std::uint32_t function);
  void remark(const char* text);  // once each; a literal

  // Records.
  void send(std::uint32_t function, RecordKind kind, const Communicator& communicator, int peer,
            int tag, std::uint64_t bytes, std::uint8_t mode);
  void receive(std::uint32_t function, const Communicator& communicator, int source, int tag,
               const MPI_Status& status);
  void ireceive(std::uint32_t function, const Communicator& communicator, int source, int tag,
                std::uint64_t room);
  void probe(std::uint32_t function, const Communicator& communicator, int source, int tag,
             const MPI_Status& status);
  void one_sided(std::uint32_t function, RecordKind kind, std::uint32_t communicator, int peer,
                 std::uint64_t bytes);
  // Only where there has been a put or a get since the last one.
  void flush(std::uint32_t function);
  // The rest is the caller's; end() closes it.
  void begin(RecordKind kind, std::uint32_t function);
  void end();
  Output& output() { return output_; }
  std::uint64_t next_request() { return requests_made_++; }

  // The clock.
  bool add_time(double seconds);  // false: it does not count
  void entered(bool polls);
  void left(const void* site);
  void found_nothing();

  // Communicators.
  Communicator* communicator(MPI_Comm handle);
  void made(MPI_Comm handle, mpitrace::CommunicatorOrigin origin, std::uint32_t parent,
            std::uint32_t sequence, std::uint32_t function);
  void freed(MPI_Comm handle);

  Table<Request> requests;
  struct Message {
    Communicator* communicator;
    int source, tag;
  };
  Table<Message> messages;
  Table<Communicator*> windows;

 private:
  static constexpr std::uint32_t most_remarks = 16;

  void name(std::uint32_t function);
  std::uint64_t computed_since_left();  // ns
  void looked(std::uint64_t processor);
  bool open(int rank, int ranks);
  bool open_all(int rank, int ranks);
  void put_members(MPI_Comm handle);

  Output output_;
  bool runs_ = false, wall_ = false;
  // Picoseconds of computation that no record has yet. Less than one of add_time() is kept.
  std::uint64_t pending_ = 0;
  double added_ = 0;
  // The thread's processor time costs a system call, the wall clock does not. An interval, or a
  // call, that is too short for anybody else to have run meanwhile needs none of the former; after
  // which calls intervals are long is learnt.
  static constexpr std::uint32_t sites = 256;
  bool short_after_[sites] = {};
  std::uint32_t left_by_ = 0;  // of these
  std::uint64_t entered_at_ = 0, left_at_ = 0;
  std::uint64_t processor_at_ = 0;  // at the latest look
  std::uint64_t accounted_ = 0;     // since then, in short intervals and calls, by the wall clock
  bool long_call_ = false;          // since then: its processor time is not known
  std::uint64_t wall_cost_ = 0, processor_cost_ = 0;
  bool nothing_found_ = false;  // by the latest call
  bool moved_ = false;          // puts or gets since the last flush
  std::uint64_t polls_ = 0, requests_made_ = 0;
  bool is_named_[most_functions] = {};
  std::uint32_t not_understood_[most_functions] = {};  // calls
  const char* remarks_[most_remarks];
  std::uint32_t remark_count_ = 0;
  Table<Communicator*> communicators_;
  Communicator* latest_ = nullptr;
  std::uint32_t communicator_count_ = 0;
  MPI_Group world_group_{};
};

#ifdef HPCAST_SMPI
// Of the rank that runs: ranks are actors of one process, whose only thread they share.
inline constexpr bool ranks_share_a_thread = true;
Recorder& recorder();
bool& inside();  // a call
void pass_time(double seconds);
#else
inline constexpr bool ranks_share_a_thread = false;
extern Recorder only_recorder;
inline Recorder& recorder() { return only_recorder; }
extern __thread bool thread_is_inside;  // a call
inline bool& inside() { return thread_is_inside; }
inline void pass_time(double) {}  // the machine's clock stays as it is
#endif

}  // namespace hpcast::recorder

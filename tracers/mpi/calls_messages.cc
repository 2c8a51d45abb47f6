// Point to point: sends, receives, probes, and what opens and starts their requests.
#include "wrap.h"

namespace hpcast::recorder {

namespace {

enum Mode : std::uint8_t { standard, synchronous, ready, buffered };  // mpitrace::SendMode

void sent(std::uint32_t function, RecordKind kind, std::uint64_t bytes, int peer, int tag,
          MPI_Comm comm, Mode mode) {
  if (peer == MPI_PROC_NULL) return;
  if (const Communicator* const communicator = ordinary(comm, function))
    recorder().send(function, kind, *communicator, peer, tag, bytes, mode);
}

void sent_later(std::uint32_t function, std::uint64_t bytes, int peer, int tag, MPI_Comm comm,
                Mode mode, MPI_Request request) {
  const Communicator* const communicator =
      peer == MPI_PROC_NULL ? nullptr : ordinary(comm, function);
  if (communicator != nullptr)
    recorder().send(function, RecordKind::isend, *communicator, peer, tag, bytes, mode);
  opened(request, communicator == nullptr ? Request::What::nothing : Request::What::send);
}

void made_persistent(Request::What what, std::uint32_t function, std::uint64_t bytes, int peer,
                     int tag, MPI_Comm comm, std::uint8_t mode, MPI_Request handle) {
  const Communicator* const communicator =
      peer == MPI_PROC_NULL ? nullptr : ordinary(comm, function);
  Request request;
  request.what = communicator == nullptr ? Request::What::nothing : what;
  request.persistent = true;
  request.active = false;
  request.mode = mode;
  request.on = communicator;
  request.peer = peer;
  request.tag = tag;
  request.bytes = bytes;
  recorder().requests.add(key_of(handle), request);
}

void started(std::uint32_t function, MPI_Request handle) {
  Request* const request = recorder().requests.find(key_of(handle));
  if (request == nullptr) {
    recorder().not_understood(function);
    return;
  }
  request->active = true;
  request->cancelled = false;
  if (request->what == Request::What::nothing) return;
  request->number = recorder().next_request();
  if (request->what == Request::What::send)
    recorder().send(function, RecordKind::isend, *request->on, request->peer, request->tag,
                    request->bytes, request->mode);
  else
    recorder().ireceive(function, *request->on, request->peer, request->tag, request->bytes);
}

void received(std::uint32_t function, int source, int tag, MPI_Comm comm,
              const MPI_Status& status) {
  if (source == MPI_PROC_NULL) return;
  if (const Communicator* const communicator = ordinary(comm, function))
    recorder().receive(function, *communicator, source, tag, status);
}

void probed(std::uint32_t function, int source, int tag, MPI_Comm comm, const MPI_Status& status) {
  if (source == MPI_PROC_NULL) return;
  if (const Communicator* const communicator = ordinary(comm, function))
    recorder().probe(function, *communicator, source, tag, status);
}

void matched(MPI_Message message, MPI_Comm comm, int source, const MPI_Status& status) {
  if (source == MPI_PROC_NULL) return;
  Communicator* const communicator = recorder().communicator(comm);
  if (communicator != nullptr && !communicator->inter)
    recorder().messages.add(key_of(message), {communicator, status.MPI_SOURCE, status.MPI_TAG});
}

// An isend, an ireceive and a wait for what there is of them.
struct Exchange {
  int destination, send_tag;
  std::uint64_t send_bytes;
  int source, receive_tag;
  std::uint64_t room;
  Mode mode = standard;
};

// What an exchange has posted.
struct Posted {
  bool sends = false, receives = false;
  std::uint64_t sending = 0, receiving = 0;
};

Posted post(std::uint32_t function, const Exchange& exchange, MPI_Comm comm) {
  Posted posted;
  const bool talks = exchange.destination != MPI_PROC_NULL || exchange.source != MPI_PROC_NULL;
  const Communicator* const communicator = talks ? ordinary(comm, function) : nullptr;
  if (communicator == nullptr) return posted;
  if (exchange.destination != MPI_PROC_NULL) {
    posted.sends = true;
    posted.sending = recorder().next_request();
    recorder().send(function, RecordKind::isend, *communicator, exchange.destination,
                    exchange.send_tag, exchange.send_bytes, exchange.mode);
  }
  if (exchange.source != MPI_PROC_NULL) {
    posted.receives = true;
    posted.receiving = recorder().next_request();
    recorder().ireceive(function, *communicator, exchange.source, exchange.receive_tag,
                        exchange.room);
  }
  return posted;
}

void wait_for(std::uint32_t function, const Posted& posted, const MPI_Status* status) {
  const std::uint64_t count = std::uint64_t{posted.sends} + std::uint64_t{posted.receives};
  if (count == 0) return;
  recorder().begin(RecordKind::wait, function);
  Output& output = recorder().output();
  output.put(count);
  if (posted.sends) output.put(2 * posted.sending);
  if (posted.receives) {
    output.put(2 * posted.receiving);
    output.put(received_bytes(*status));
    output.put_signed(status->MPI_SOURCE);
    output.put_signed(status->MPI_TAG);
  }
  recorder().end();
}

template <class Real>
int in_parts(Call& call, std::uint32_t function, const Exchange& exchange, MPI_Comm comm,
             const MPI_Status* status, Real real) {
  const Posted posted = post(function, exchange, comm);
  call.posted();
  const int result = real();
  if (call.done(result)) wait_for(function, posted, status);
  return result;
}

}  // namespace

}  // namespace hpcast::recorder

using namespace hpcast::recorder;  // NOLINT: all of it is MPI's, in the global namespace

#define HPCAST_SEND(name, mode)                                                                    \
  HPCAST_EXPORT int MPI_##name(const void* buffer, int count, MPI_Datatype type, int peer,         \
                               int tag, MPI_Comm comm) {                                           \
    Call call;                                                                                     \
    if (call.posts())                                                                              \
      return in_parts(call, HPCAST_FUNCTION(name),                                                 \
                      {peer, tag, bytes_of(count, type), MPI_PROC_NULL, 0, 0, mode}, comm,         \
                      nullptr,                                                                     \
                      [&] { return HPCAST_REAL(name)(buffer, count, type, peer, tag, comm); });    \
    const int result = HPCAST_REAL(name)(buffer, count, type, peer, tag, comm);                    \
    if (call.done(result))                                                                         \
      sent(HPCAST_FUNCTION(name), RecordKind::send, bytes_of(count, type), peer, tag, comm, mode); \
    return result;                                                                                 \
  }                                                                                                \
  HPCAST_PROFILED(name)
HPCAST_SEND(Send, standard)
HPCAST_SEND(Ssend, synchronous)
HPCAST_SEND(Rsend, ready)
HPCAST_SEND(Bsend, buffered)

#define HPCAST_ISEND(name, mode)                                                                 \
  HPCAST_EXPORT int MPI_##name(const void* buffer, int count, MPI_Datatype type, int peer,       \
                               int tag, MPI_Comm comm, MPI_Request* request) {                   \
    Call call;                                                                                   \
    const int result = HPCAST_REAL(name)(buffer, count, type, peer, tag, comm, request);         \
    if (call.done(result))                                                                       \
      sent_later(HPCAST_FUNCTION(name), bytes_of(count, type), peer, tag, comm, mode, *request); \
    return result;                                                                               \
  }                                                                                              \
  HPCAST_PROFILED(name)
HPCAST_ISEND(Isend, standard)
HPCAST_ISEND(Issend, synchronous)
HPCAST_ISEND(Irsend, ready)
HPCAST_ISEND(Ibsend, buffered)

#define HPCAST_SEND_INIT(name, mode)                                                           \
  HPCAST_EXPORT int MPI_##name(const void* buffer, int count, MPI_Datatype type, int peer,     \
                               int tag, MPI_Comm comm, MPI_Request* request) {                 \
    Call call;                                                                                 \
    const int result = HPCAST_REAL(name)(buffer, count, type, peer, tag, comm, request);       \
    if (call.done(result))                                                                     \
      made_persistent(Request::What::send, HPCAST_FUNCTION(name), bytes_of(count, type), peer, \
                      tag, comm, mode, *request);                                              \
    return result;                                                                             \
  }                                                                                            \
  HPCAST_PROFILED(name)
HPCAST_SEND_INIT(Send_init, standard)
HPCAST_SEND_INIT(Ssend_init, synchronous)
HPCAST_SEND_INIT(Rsend_init, ready)
HPCAST_SEND_INIT(Bsend_init, buffered)

HPCAST_EXPORT int MPI_Recv_init(void* buffer, int count, MPI_Datatype type, int source, int tag,
                                MPI_Comm comm, MPI_Request* request) {
  Call call;
  const int result = HPCAST_REAL(Recv_init)(buffer, count, type, source, tag, comm, request);
  if (call.done(result))
    made_persistent(Request::What::receive, HPCAST_FUNCTION(Recv_init), bytes_of(count, type),
                    source, tag, comm, 0, *request);
  return result;
}
HPCAST_PROFILED(Recv_init)

HPCAST_EXPORT int MPI_Start(MPI_Request* request) {
  Call call;
  const int result = HPCAST_REAL(Start)(request);
  if (call.done(result)) started(HPCAST_FUNCTION(Start), *request);
  return result;
}
HPCAST_PROFILED(Start)

HPCAST_EXPORT int MPI_Startall(int count, MPI_Request* requests) {
  Call call;
  const int result = HPCAST_REAL(Startall)(count, requests);
  if (call.done(result))
    for (int i = 0; i < count; ++i) started(HPCAST_FUNCTION(Startall), requests[i]);
  return result;
}
HPCAST_PROFILED(Startall)

HPCAST_EXPORT int MPI_Recv(void* buffer, int count, MPI_Datatype type, int source, int tag,
                           MPI_Comm comm, MPI_Status* status) {
  Call call;
  MPI_Status own;
  MPI_Status* const found = status == MPI_STATUS_IGNORE ? &own : status;
  if (call.posts())
    return in_parts(call, HPCAST_FUNCTION(Recv),
                    {MPI_PROC_NULL, 0, 0, source, tag, bytes_of(count, type)}, comm, found, [&] {
                      return HPCAST_REAL(Recv)(buffer, count, type, source, tag, comm, found);
                    });
  const int result = HPCAST_REAL(Recv)(buffer, count, type, source, tag, comm, found);
  if (call.done(result)) received(HPCAST_FUNCTION(Recv), source, tag, comm, *found);
  return result;
}
HPCAST_PROFILED(Recv)

HPCAST_EXPORT int MPI_Irecv(void* buffer, int count, MPI_Datatype type, int source, int tag,
                            MPI_Comm comm, MPI_Request* request) {
  Call call;
  const int result = HPCAST_REAL(Irecv)(buffer, count, type, source, tag, comm, request);
  if (!call.done(result)) return result;
  const Communicator* const communicator =
      source == MPI_PROC_NULL ? nullptr : ordinary(comm, HPCAST_FUNCTION(Irecv));
  if (communicator != nullptr)
    recorder().ireceive(HPCAST_FUNCTION(Irecv), *communicator, source, tag, bytes_of(count, type));
  opened(*request, communicator == nullptr ? Request::What::nothing : Request::What::receive);
  return result;
}
HPCAST_PROFILED(Irecv)

HPCAST_EXPORT int MPI_Sendrecv(const void* send_buffer, int send_count, MPI_Datatype send_type,
                               int destination, int send_tag, void* buffer, int count,
                               MPI_Datatype type, int source, int tag, MPI_Comm comm,
                               MPI_Status* status) {
  Call call;
  MPI_Status own;
  MPI_Status* const found = status == MPI_STATUS_IGNORE ? &own : status;
  const auto real = [&] {
    return HPCAST_REAL(Sendrecv)(send_buffer, send_count, send_type, destination, send_tag, buffer,
                                 count, type, source, tag, comm, found);
  };
  const Exchange exchange = {destination, send_tag, bytes_of(send_count, send_type),
                             source,      tag,      bytes_of(count, type)};
  if (call.posts()) return in_parts(call, HPCAST_FUNCTION(Sendrecv), exchange, comm, found, real);
  const int result = real();
  if (call.done(result))
    wait_for(HPCAST_FUNCTION(Sendrecv), post(HPCAST_FUNCTION(Sendrecv), exchange, comm), found);
  return result;
}
HPCAST_PROFILED(Sendrecv)

HPCAST_EXPORT int MPI_Sendrecv_replace(void* buffer, int count, MPI_Datatype type, int destination,
                                       int send_tag, int source, int tag, MPI_Comm comm,
                                       MPI_Status* status) {
  Call call;
  MPI_Status own;
  MPI_Status* const found = status == MPI_STATUS_IGNORE ? &own : status;
  const auto real = [&] {
    return HPCAST_REAL(Sendrecv_replace)(buffer, count, type, destination, send_tag, source, tag,
                                         comm, found);
  };
  const std::uint64_t bytes = bytes_of(count, type);
  const Exchange exchange = {destination, send_tag, bytes, source, tag, bytes};
  if (call.posts())
    return in_parts(call, HPCAST_FUNCTION(Sendrecv_replace), exchange, comm, found, real);
  const int result = real();
  if (call.done(result))
    wait_for(HPCAST_FUNCTION(Sendrecv_replace),
             post(HPCAST_FUNCTION(Sendrecv_replace), exchange, comm), found);
  return result;
}
HPCAST_PROFILED(Sendrecv_replace)

HPCAST_EXPORT int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
  Call call;
  MPI_Status own;
  MPI_Status* const found = status == MPI_STATUS_IGNORE ? &own : status;
  const int result = HPCAST_REAL(Probe)(source, tag, comm, found);
  if (call.done(result)) probed(HPCAST_FUNCTION(Probe), source, tag, comm, *found);
  return result;
}
HPCAST_PROFILED(Probe)

HPCAST_EXPORT int MPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  Call call(true);
  MPI_Status own;
  MPI_Status* const found = status == MPI_STATUS_IGNORE ? &own : status;
  const int result = HPCAST_REAL(Iprobe)(source, tag, comm, flag, found);
  if (!call.done(result)) return result;
  if (*flag != 0)
    probed(HPCAST_FUNCTION(Iprobe), source, tag, comm, *found);
  else
    recorder().found_nothing();
  return result;
}
HPCAST_PROFILED(Iprobe)

HPCAST_EXPORT int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message,
                             MPI_Status* status) {
  Call call;
  MPI_Status own;
  MPI_Status* const found = status == MPI_STATUS_IGNORE ? &own : status;
  const int result = HPCAST_REAL(Mprobe)(source, tag, comm, message, found);
  if (!call.done(result)) return result;
  probed(HPCAST_FUNCTION(Mprobe), source, tag, comm, *found);
  matched(*message, comm, source, *found);
  return result;
}
HPCAST_PROFILED(Mprobe)

HPCAST_EXPORT int MPI_Improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message,
                              MPI_Status* status) {
  Call call(true);
  MPI_Status own;
  MPI_Status* const found = status == MPI_STATUS_IGNORE ? &own : status;
  const int result = HPCAST_REAL(Improbe)(source, tag, comm, flag, message, found);
  if (!call.done(result)) return result;
  if (*flag == 0) {
    recorder().found_nothing();
    return result;
  }
  probed(HPCAST_FUNCTION(Improbe), source, tag, comm, *found);
  matched(*message, comm, source, *found);
  return result;
}
HPCAST_PROFILED(Improbe)

HPCAST_EXPORT int MPI_Mrecv(void* buffer, int count, MPI_Datatype type, MPI_Message* message,
                            MPI_Status* status) {
  Call call;
  const std::uint64_t key = key_of(*message);
  MPI_Status own;
  MPI_Status* const found = status == MPI_STATUS_IGNORE ? &own : status;
  const int result = HPCAST_REAL(Mrecv)(buffer, count, type, message, found);
  if (!call.done(result)) return result;
  if (Recorder::Message* const known = recorder().messages.find(key)) {
    recorder().receive(HPCAST_FUNCTION(Mrecv), *known->communicator, known->source, known->tag,
                       *found);
    recorder().messages.erase(known);
  }
  return result;
}
HPCAST_PROFILED(Mrecv)

HPCAST_EXPORT int MPI_Imrecv(void* buffer, int count, MPI_Datatype type, MPI_Message* message,
                             MPI_Request* request) {
  Call call;
  const std::uint64_t key = key_of(*message);
  const int result = HPCAST_REAL(Imrecv)(buffer, count, type, message, request);
  if (!call.done(result)) return result;
  Recorder::Message* const known = recorder().messages.find(key);
  if (known != nullptr) {
    recorder().ireceive(HPCAST_FUNCTION(Imrecv), *known->communicator, known->source, known->tag,
                        bytes_of(count, type));
    recorder().messages.erase(known);
  }
  opened(*request, known == nullptr ? Request::What::nothing : Request::What::receive);
  return result;
}
HPCAST_PROFILED(Imrecv)

// What waits for requests, tests, cancels and frees them.
#include "wrap.h"

namespace hpcast::recorder {

using mpitrace::CommunicatorOrigin;

namespace {

bool was_cancelled(const Request& request, const MPI_Status* status) {
  int flag = 0;
  if (request.cancelled) HPCAST_REAL(Test_cancelled)(status, &flag);
  return flag != 0;
}

bool is_waited_for(const Request& request) {
  return request.what != Request::What::nothing && request.what != Request::What::one_sided;
}

// One completion of a wait's record.
void put_completion(Output& output, const Request& request, const MPI_Status* status) {
  const bool cancelled = was_cancelled(request, status);
  output.put(2 * request.number + (cancelled ? 1 : 0));
  if (request.what != Request::What::receive || cancelled) return;
  output.put(received_bytes(*status));
  output.put_signed(status->MPI_SOURCE);
  output.put_signed(status->MPI_TAG);
}

// What the table had of a request: out of it, unless it may be started again.
bool take(MPI_Request handle, Request& taken) {
  Request* const request = recorder().requests.find(key_of(handle));
  if (request == nullptr || !request->active) return false;
  taken = *request;
  if (request->persistent)
    request->active = false;
  else
    recorder().requests.erase(request);
  return true;
}

}  // namespace

void opened(MPI_Request handle, Request::What what) {
  Request request;
  request.what = what;
  if (is_waited_for(request)) request.number = recorder().next_request();
  recorder().requests.add(key_of(handle), request);
}

void completed(std::uint32_t function, Completion* completions, int count) {
  const auto most = static_cast<std::size_t>(count < 0 ? 0 : count);
  Room<Request> requests(most);
  Room<const MPI_Status*> statuses(most);
  std::size_t found = 0;
  bool flushes = false;
  for (std::size_t i = 0; i < most; ++i) {
    Request request;
    if (!take(completions[i].handle, request)) continue;
    flushes = flushes || request.what == Request::What::one_sided;
    if (!is_waited_for(request)) continue;
    requests[found] = request;
    statuses[found++] = completions[i].status;
  }
  if (flushes) recorder().flush(function);
  if (found == 0) return;
  recorder().begin(RecordKind::wait, function);
  recorder().output().put(found);
  for (std::size_t i = 0; i < found; ++i)
    put_completion(recorder().output(), requests[i], statuses[i]);
  recorder().end();
  for (std::size_t i = 0; i < found; ++i)
    if (requests[i].made != nullptr)
      recorder().made(*requests[i].made, CommunicatorOrigin::parent, requests[i].communicator,
                      requests[i].sequence, requests[i].function);
}

namespace {

// Of a call for several requests: the handles as they were, and statuses, whether asked for or not.
class Several {
 public:
  Several(const MPI_Request* requests, int count, MPI_Status* statuses)
      : count_(static_cast<std::size_t>(count < 0 ? 0 : count)),
        handles_(count_),
        own_(statuses == MPI_STATUSES_IGNORE ? count_ : 0),
        statuses_(statuses == MPI_STATUSES_IGNORE ? own_.all() : statuses),
        completions_(count_) {
    for (std::size_t i = 0; i < count_; ++i) handles_[i] = requests[i];
  }
  MPI_Status* statuses() { return statuses_; }

  void all(std::uint32_t function) {
    for (std::size_t i = 0; i < count_; ++i) completions_[i] = {handles_[i], &statuses_[i]};
    completed(function, completions_.all(), static_cast<int>(count_));
  }
  void one(std::uint32_t function, int index, const MPI_Status* status) {
    if (index == MPI_UNDEFINED) return;
    Completion completion = {handles_[static_cast<std::size_t>(index)], status};
    completed(function, &completion, 1);
  }
  void some(std::uint32_t function, int count, const int* indices) {
    if (count == MPI_UNDEFINED) return;
    for (int i = 0; i < count; ++i)
      completions_[static_cast<std::size_t>(i)] = {handles_[static_cast<std::size_t>(indices[i])],
                                                   &statuses_[i]};
    completed(function, completions_.all(), count);
  }

 private:
  std::size_t count_;
  Room<MPI_Request> handles_;
  Room<MPI_Status> own_;
  MPI_Status* statuses_;
  Room<Completion> completions_;
};

}  // namespace

}  // namespace hpcast::recorder

using namespace hpcast::recorder;  // NOLINT: all of it is MPI's, in the global namespace

HPCAST_EXPORT int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  Call call;
  MPI_Status own;
  Completion completion = {*request, status == MPI_STATUS_IGNORE ? &own : status};
  const int result = HPCAST_REAL(Wait)(request, const_cast<MPI_Status*>(completion.status));
  if (call.done(result)) completed(HPCAST_FUNCTION(Wait), &completion, 1);
  return result;
}
HPCAST_PROFILED(Wait)

HPCAST_EXPORT int MPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
  Call call;
  if (!call.is_outermost()) return HPCAST_REAL(Waitall)(count, requests, statuses);
  Several several(requests, count, statuses);
  const int result = HPCAST_REAL(Waitall)(count, requests, several.statuses());
  if (call.done(result)) several.all(HPCAST_FUNCTION(Waitall));
  return result;
}
HPCAST_PROFILED(Waitall)

HPCAST_EXPORT int MPI_Waitany(int count, MPI_Request* requests, int* index, MPI_Status* status) {
  Call call;
  Several several(requests, count, MPI_STATUSES_IGNORE);
  MPI_Status own;
  MPI_Status* const found = status == MPI_STATUS_IGNORE ? &own : status;
  const int result = HPCAST_REAL(Waitany)(count, requests, index, found);
  if (call.done(result)) several.one(HPCAST_FUNCTION(Waitany), *index, found);
  return result;
}
HPCAST_PROFILED(Waitany)

HPCAST_EXPORT int MPI_Waitsome(int count, MPI_Request* requests, int* done, int* indices,
                               MPI_Status* statuses) {
  Call call;
  Several several(requests, count, statuses);
  const int result = HPCAST_REAL(Waitsome)(count, requests, done, indices, several.statuses());
  if (call.done(result)) several.some(HPCAST_FUNCTION(Waitsome), *done, indices);
  return result;
}
HPCAST_PROFILED(Waitsome)

HPCAST_EXPORT int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  Call call(true);
  MPI_Status own;
  Completion completion = {*request, status == MPI_STATUS_IGNORE ? &own : status};
  const int result = HPCAST_REAL(Test)(request, flag, const_cast<MPI_Status*>(completion.status));
  if (!call.done(result)) return result;
  if (*flag != 0)
    completed(HPCAST_FUNCTION(Test), &completion, 1);
  else
    recorder().found_nothing();
  return result;
}
HPCAST_PROFILED(Test)

HPCAST_EXPORT int MPI_Testall(int count, MPI_Request* requests, int* flag, MPI_Status* statuses) {
  Call call(true);
  Several several(requests, count, statuses);
  const int result = HPCAST_REAL(Testall)(count, requests, flag, several.statuses());
  if (!call.done(result)) return result;
  if (*flag != 0)
    several.all(HPCAST_FUNCTION(Testall));
  else
    recorder().found_nothing();
  return result;
}
HPCAST_PROFILED(Testall)

HPCAST_EXPORT int MPI_Testany(int count, MPI_Request* requests, int* index, int* flag,
                              MPI_Status* status) {
  Call call(true);
  Several several(requests, count, MPI_STATUSES_IGNORE);
  MPI_Status own;
  MPI_Status* const found = status == MPI_STATUS_IGNORE ? &own : status;
  const int result = HPCAST_REAL(Testany)(count, requests, index, flag, found);
  if (!call.done(result)) return result;
  if (*flag != 0)
    several.one(HPCAST_FUNCTION(Testany), *index, found);
  else
    recorder().found_nothing();
  return result;
}
HPCAST_PROFILED(Testany)

HPCAST_EXPORT int MPI_Testsome(int count, MPI_Request* requests, int* done, int* indices,
                               MPI_Status* statuses) {
  Call call(true);
  Several several(requests, count, statuses);
  const int result = HPCAST_REAL(Testsome)(count, requests, done, indices, several.statuses());
  if (!call.done(result)) return result;
  if (*done != 0)
    several.some(HPCAST_FUNCTION(Testsome), *done, indices);
  else
    recorder().found_nothing();
  return result;
}
HPCAST_PROFILED(Testsome)

// Completes nothing: a wait or test that does comes later.
HPCAST_EXPORT int MPI_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  Call call(true);
  const int result = HPCAST_REAL(Request_get_status)(request, flag, status);
  if (call.done(result) && *flag == 0) recorder().found_nothing();
  return result;
}
HPCAST_PROFILED(Request_get_status)

HPCAST_EXPORT int MPI_Request_free(MPI_Request* handle) {
  Call call;
  const std::uint64_t key = key_of(*handle);
  const int result = HPCAST_REAL(Request_free)(handle);
  if (!call.done(result)) return result;
  if (Request* const request = recorder().requests.find(key)) recorder().requests.erase(request);
  return result;
}
HPCAST_PROFILED(Request_free)

HPCAST_EXPORT int MPI_Cancel(MPI_Request* handle) {
  Call call;
  const int result = HPCAST_REAL(Cancel)(handle);
  if (!call.done(result)) return result;
  if (Request* const request = recorder().requests.find(key_of(*handle))) request->cancelled = true;
  return result;
}
HPCAST_PROFILED(Cancel)

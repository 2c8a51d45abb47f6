#include "hpcast/inputs/mpitrace/otf2_callbacks.h"

#include <optional>

#include "hpcast/base/diagnostics.h"

namespace hpcast::mpitrace {

namespace {

// Each event comes with its time, its position and an attribute list; `call` gets RankEvents.
template <class Call>
OTF2_CallbackCode guarded(void* data, OTF2_TimeStamp time, std::uint64_t position, Call call) {
  EventReading& reading = *static_cast<EventReading*>(data);
  try {
    reading.position = position;
    reading.events.at(time);
    call(reading.events);
  } catch (...) {
    reading.fault = std::current_exception();
    return OTF2_CALLBACK_INTERRUPT;
  }
  return OTF2_CALLBACK_SUCCESS;
}

// One of our attributes of an event, of the type that it should have.
class AttributeReading {
 public:
  AttributeReading(void* data, const OTF2_AttributeList* list)
      : definitions_(static_cast<EventReading*>(data)->definitions), list_(list) {}

  template <class T, class Member>
  void take(OwnAttribute attribute, OTF2_Type expected, Member member, std::optional<T>& value) {
    const std::optional<std::uint32_t>& reference =
        definitions_.attributes[static_cast<std::size_t>(attribute)];
    OTF2_Type type = OTF2_TYPE_NONE;
    OTF2_AttributeValue raw{};
    if (reference &&
        OTF2_AttributeList_GetAttributeByID(list_, *reference, &type, &raw) == OTF2_SUCCESS &&
        type == expected)
      value = raw.*member;
  }

 private:
  const TraceDefinitions& definitions_;
  const OTF2_AttributeList* list_;
};

TraceAttributes attributes_in(void* data, const OTF2_AttributeList* list) {
  TraceAttributes all;
  if (OTF2_AttributeList_GetNumberOfElements(list) == 0) return all;
  using Value = OTF2_AttributeValue;
  AttributeReading reading(data, list);
  reading.take(OwnAttribute::source, OTF2_TYPE_INT32, &Value::int32, all.source);
  reading.take(OwnAttribute::tag, OTF2_TYPE_INT32, &Value::int32, all.tag);
  reading.take(OwnAttribute::communicator, OTF2_TYPE_COMM, &Value::commRef, all.communicator);
  reading.take(OwnAttribute::bytes, OTF2_TYPE_UINT64, &Value::uint64, all.bytes);
  reading.take(OwnAttribute::mode, OTF2_TYPE_UINT8, &Value::uint8, all.mode);
  reading.take(OwnAttribute::collective, OTF2_TYPE_UINT8, &Value::uint8, all.collective);
  reading.take(OwnAttribute::element, OTF2_TYPE_UINT32, &Value::uint32, all.element);
  reading.take(OwnAttribute::amount, OTF2_TYPE_UINT64, &Value::uint64, all.amount);
  return all;
}

OTF2_CallbackCode on_trace_enter(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                                 void* data, OTF2_AttributeList* list, OTF2_RegionRef region) {
  return guarded(data, time, position,
                 [&](RankEvents& events) { events.enter(region, attributes_in(data, list)); });
}

OTF2_CallbackCode on_trace_leave(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                                 void* data, OTF2_AttributeList*, OTF2_RegionRef region) {
  return guarded(data, time, position, [&](RankEvents& events) { events.leave(region); });
}

OTF2_CallbackCode on_flush(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                           void* data, OTF2_AttributeList*, OTF2_TimeStamp until) {
  return guarded(data, time, position, [&](RankEvents& events) { events.flushed(until); });
}

OTF2_CallbackCode on_switch(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                            void* data, OTF2_AttributeList*, OTF2_MeasurementMode mode) {
  return guarded(data, time, position, [&](RankEvents& events) {
    if (mode == OTF2_MEASUREMENT_OFF)
      events.pause();
    else
      events.resume();
  });
}

OTF2_CallbackCode on_program_begin(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                                   void* data, OTF2_AttributeList*, OTF2_StringRef, std::uint32_t,
                                   const OTF2_StringRef*) {
  return guarded(data, time, position, [](RankEvents&) {});
}

OTF2_CallbackCode on_program_end(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                                 void* data, OTF2_AttributeList*, std::int64_t) {
  return guarded(data, time, position, [](RankEvents&) {});
}

OTF2_CallbackCode on_send(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position, void* data,
                          OTF2_AttributeList* list, std::uint32_t peer, OTF2_CommRef communicator,
                          std::uint32_t tag, std::uint64_t bytes) {
  return guarded(data, time, position, [&](RankEvents& events) {
    events.send({peer, communicator, tag, bytes}, attributes_in(data, list));
  });
}

OTF2_CallbackCode on_isend(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                           void* data, OTF2_AttributeList* list, std::uint32_t peer,
                           OTF2_CommRef communicator, std::uint32_t tag, std::uint64_t bytes,
                           std::uint64_t request) {
  return guarded(data, time, position, [&](RankEvents& events) {
    events.isend({peer, communicator, tag, bytes}, request, attributes_in(data, list));
  });
}

OTF2_CallbackCode on_isend_complete(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                                    void* data, OTF2_AttributeList*, std::uint64_t request) {
  return guarded(data, time, position, [&](RankEvents& events) { events.complete(request); });
}

OTF2_CallbackCode on_irecv_request(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                                   void* data, OTF2_AttributeList* list, std::uint64_t request) {
  return guarded(data, time, position,
                 [&](RankEvents& events) { events.ireceive(request, attributes_in(data, list)); });
}

OTF2_CallbackCode on_recv(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position, void* data,
                          OTF2_AttributeList* list, std::uint32_t peer, OTF2_CommRef communicator,
                          std::uint32_t tag, std::uint64_t bytes) {
  return guarded(data, time, position, [&](RankEvents& events) {
    events.receive({peer, communicator, tag, bytes}, attributes_in(data, list));
  });
}

OTF2_CallbackCode on_irecv(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                           void* data, OTF2_AttributeList*, std::uint32_t peer,
                           OTF2_CommRef communicator, std::uint32_t tag, std::uint64_t bytes,
                           std::uint64_t request) {
  return guarded(data, time, position, [&](RankEvents& events) {
    events.complete(request, TraceMessage{peer, communicator, tag, bytes});
  });
}

OTF2_CallbackCode on_request_test(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                                  void* data, OTF2_AttributeList*, std::uint64_t) {
  return guarded(data, time, position, [](RankEvents& events) { events.tested(); });
}

OTF2_CallbackCode on_cancelled(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                               void* data, OTF2_AttributeList*, std::uint64_t request) {
  return guarded(data, time, position, [&](RankEvents& events) { events.cancelled(request); });
}

std::optional<Collective> collective_of(OTF2_CollectiveOp operation) {
  switch (operation) {
    case OTF2_COLLECTIVE_OP_BARRIER:
      return Collective::barrier;
    case OTF2_COLLECTIVE_OP_BCAST:
      return Collective::bcast;
    case OTF2_COLLECTIVE_OP_GATHER:
      return Collective::gather;
    case OTF2_COLLECTIVE_OP_GATHERV:
      return Collective::gatherv;
    case OTF2_COLLECTIVE_OP_SCATTER:
      return Collective::scatter;
    case OTF2_COLLECTIVE_OP_SCATTERV:
      return Collective::scatterv;
    case OTF2_COLLECTIVE_OP_ALLGATHER:
      return Collective::allgather;
    case OTF2_COLLECTIVE_OP_ALLGATHERV:
      return Collective::allgatherv;
    case OTF2_COLLECTIVE_OP_ALLTOALL:
      return Collective::alltoall;
    case OTF2_COLLECTIVE_OP_ALLTOALLV:
    case OTF2_COLLECTIVE_OP_ALLTOALLW:
      return Collective::alltoallv;
    case OTF2_COLLECTIVE_OP_ALLREDUCE:
      return Collective::allreduce;
    case OTF2_COLLECTIVE_OP_REDUCE:
      return Collective::reduce;
    case OTF2_COLLECTIVE_OP_REDUCE_SCATTER:
      return Collective::reduce_scatter;
    case OTF2_COLLECTIVE_OP_SCAN:
      return Collective::scan;
    case OTF2_COLLECTIVE_OP_EXSCAN:
      return Collective::exscan;
    case OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK:
      return Collective::reduce_scatter_block;
    default:
      return std::nullopt;
  }
}

OTF2_CallbackCode on_collective_begin(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                                      void* data, OTF2_AttributeList*) {
  return guarded(data, time, position, [](RankEvents&) {});
}

OTF2_CallbackCode on_collective_end(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                                    void* data, OTF2_AttributeList* list,
                                    OTF2_CollectiveOp operation, OTF2_CommRef communicator,
                                    std::uint32_t root, std::uint64_t sent,
                                    std::uint64_t received) {
  return guarded(data, time, position, [&](RankEvents& events) {
    events.collective({collective_of(operation), communicator, root, {sent, received}},
                      attributes_in(data, list));
  });
}

OTF2_CallbackCode on_icollective_request(OTF2_LocationRef, OTF2_TimeStamp time,
                                         std::uint64_t position, void* data, OTF2_AttributeList*,
                                         std::uint64_t request) {
  return guarded(data, time, position, [&](RankEvents& events) { events.icollective(request); });
}

OTF2_CallbackCode on_icollective_complete(OTF2_LocationRef, OTF2_TimeStamp time,
                                          std::uint64_t position, void* data,
                                          OTF2_AttributeList* list, OTF2_CollectiveOp operation,
                                          OTF2_CommRef communicator, std::uint32_t root,
                                          std::uint64_t sent, std::uint64_t received,
                                          std::uint64_t request) {
  return guarded(data, time, position, [&](RankEvents& events) {
    events.complete(request, {collective_of(operation), communicator, root, {sent, received}},
                    attributes_in(data, list));
  });
}

OTF2_CallbackCode on_number(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                            void* data, OTF2_AttributeList*, OTF2_ParameterRef parameter,
                            std::uint64_t value) {
  return guarded(data, time, position, [&](RankEvents& events) {
    const auto& ours = static_cast<EventReading*>(data)->definitions.parameters;
    const auto at = ours.find(parameter);
    if (at == ours.end()) return;
    if (at->second == OwnParameter::count) events.count(value);
    if (at->second == OwnParameter::repeat) events.repeat(value);
  });
}

OTF2_CallbackCode on_text(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position, void* data,
                          OTF2_AttributeList*, OTF2_ParameterRef parameter, OTF2_StringRef value) {
  return guarded(data, time, position, [&](RankEvents& events) {
    const TraceDefinitions& all = static_cast<EventReading*>(data)->definitions;
    const auto at = all.parameters.find(parameter);
    const auto text = all.strings.find(value);
    if (at != all.parameters.end() && at->second == OwnParameter::not_understood &&
        text != all.strings.end())
      events.not_understood(text->second);
  });
}

OTF2_CallbackCode on_window_begin(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                                  void* data, OTF2_AttributeList*) {
  return guarded(data, time, position, [](RankEvents&) {});
}

OTF2_CallbackCode on_window_end(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                                void* data, OTF2_AttributeList*, OTF2_CollectiveOp,
                                OTF2_RmaSyncLevel, OTF2_RmaWinRef window, std::uint32_t,
                                std::uint64_t, std::uint64_t) {
  return guarded(data, time, position,
                 [&](RankEvents& events) { events.window_collective(window); });
}

OTF2_CallbackCode on_group_sync(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                                void* data, OTF2_AttributeList*, OTF2_RmaSyncLevel, OTF2_RmaWinRef,
                                OTF2_GroupRef) {
  return guarded(data, time, position, [](RankEvents& events) { events.group_sync(); });
}

OTF2_CallbackCode on_lock(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position, void* data,
                          OTF2_AttributeList*, OTF2_RmaWinRef, std::uint32_t, std::uint64_t,
                          OTF2_LockType) {
  return guarded(data, time, position, [](RankEvents& events) { events.lock(); });
}

OTF2_CallbackCode on_put(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position, void* data,
                         OTF2_AttributeList*, OTF2_RmaWinRef window, std::uint32_t target,
                         std::uint64_t bytes, std::uint64_t) {
  return guarded(data, time, position,
                 [&](RankEvents& events) { events.one_sided(Kind::put, window, target, bytes); });
}

OTF2_CallbackCode on_get(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position, void* data,
                         OTF2_AttributeList*, OTF2_RmaWinRef window, std::uint32_t target,
                         std::uint64_t bytes, std::uint64_t) {
  return guarded(data, time, position,
                 [&](RankEvents& events) { events.one_sided(Kind::get, window, target, bytes); });
}

OTF2_CallbackCode on_atomic(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                            void* data, OTF2_AttributeList*, OTF2_RmaWinRef window,
                            std::uint32_t target, OTF2_RmaAtomicType, std::uint64_t sent,
                            std::uint64_t received, std::uint64_t) {
  return guarded(data, time, position, [&](RankEvents& events) {
    events.atomic();
    if (sent > 0 || received == 0) events.one_sided(Kind::put, window, target, sent);
    if (received > 0) events.one_sided(Kind::get, window, target, received);
  });
}

OTF2_CallbackCode on_window_complete(OTF2_LocationRef, OTF2_TimeStamp time, std::uint64_t position,
                                     void* data, OTF2_AttributeList*, OTF2_RmaWinRef,
                                     std::uint64_t) {
  return guarded(data, time, position, [](RankEvents& events) { events.window_complete(); });
}

void set_window_callbacks(OTF2_EvtReaderCallbacks* calls) {
  OTF2_EvtReaderCallbacks_SetRmaCollectiveBeginCallback(calls, on_window_begin);
  OTF2_EvtReaderCallbacks_SetRmaCollectiveEndCallback(calls, on_window_end);
  OTF2_EvtReaderCallbacks_SetRmaGroupSyncCallback(calls, on_group_sync);
  OTF2_EvtReaderCallbacks_SetRmaAcquireLockCallback(calls, on_lock);
  OTF2_EvtReaderCallbacks_SetRmaRequestLockCallback(calls, on_lock);
  OTF2_EvtReaderCallbacks_SetRmaPutCallback(calls, on_put);
  OTF2_EvtReaderCallbacks_SetRmaGetCallback(calls, on_get);
  OTF2_EvtReaderCallbacks_SetRmaAtomicCallback(calls, on_atomic);
  OTF2_EvtReaderCallbacks_SetRmaOpCompleteBlockingCallback(calls, on_window_complete);
  OTF2_EvtReaderCallbacks_SetRmaOpCompleteNonBlockingCallback(calls, on_window_complete);
  OTF2_EvtReaderCallbacks_SetRmaOpCompleteRemoteCallback(calls, on_window_complete);
}

}  // namespace

OTF2_EvtReaderCallbacks* event_callbacks() {
  OTF2_EvtReaderCallbacks* const calls = OTF2_EvtReaderCallbacks_New();
  OTF2_EvtReaderCallbacks_SetEnterCallback(calls, on_trace_enter);
  OTF2_EvtReaderCallbacks_SetLeaveCallback(calls, on_trace_leave);
  OTF2_EvtReaderCallbacks_SetBufferFlushCallback(calls, on_flush);
  OTF2_EvtReaderCallbacks_SetMeasurementOnOffCallback(calls, on_switch);
  OTF2_EvtReaderCallbacks_SetProgramBeginCallback(calls, on_program_begin);
  OTF2_EvtReaderCallbacks_SetProgramEndCallback(calls, on_program_end);
  OTF2_EvtReaderCallbacks_SetMpiSendCallback(calls, on_send);
  OTF2_EvtReaderCallbacks_SetMpiIsendCallback(calls, on_isend);
  OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback(calls, on_isend_complete);
  OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(calls, on_irecv_request);
  OTF2_EvtReaderCallbacks_SetMpiRecvCallback(calls, on_recv);
  OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(calls, on_irecv);
  OTF2_EvtReaderCallbacks_SetMpiRequestTestCallback(calls, on_request_test);
  OTF2_EvtReaderCallbacks_SetMpiRequestCancelledCallback(calls, on_cancelled);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback(calls, on_collective_begin);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(calls, on_collective_end);
  OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveRequestCallback(calls, on_icollective_request);
  OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback(calls, on_icollective_complete);
  OTF2_EvtReaderCallbacks_SetParameterUnsignedIntCallback(calls, on_number);
  OTF2_EvtReaderCallbacks_SetParameterStringCallback(calls, on_text);
  set_window_callbacks(calls);
  return calls;
}

std::exception_ptr located(const std::exception_ptr& fault, const std::string& file,
                           const std::string& where) {
  try {
    std::rethrow_exception(fault);
  } catch (const std::string& what) {
    return std::make_exception_ptr(
        InputError({file, 0, {}, where + ": " + what, "record the program again"}));
  } catch (...) {
    return std::current_exception();
  }
}

}  // namespace hpcast::mpitrace

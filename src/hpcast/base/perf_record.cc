#include "hpcast/base/perf_record.h"

#include <linux/perf_event.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <optional>

namespace hpcast {
namespace {

using Bytes = std::span<const std::byte>;

// What ends each record but samples (sample_id_all).
struct RecordEnd {
  std::uint32_t process, thread;
  std::uint64_t time;
};
struct SampleBody {
  std::uint64_t address;
  std::uint32_t process, thread;
  std::uint64_t time, period;
};
struct MappingBody {
  std::uint32_t process, thread;
  std::uint64_t address, bytes, offset;
  std::uint32_t device[2];
  std::uint64_t file_number, generation;
  std::uint32_t protection, flags;
  // A text follows.
};
struct ForkBody {
  std::uint32_t process, parent, thread, parent_thread;
  std::uint64_t time;
};
struct LostBody {
  std::uint64_t id, count;
};

template <class Body>
std::optional<Body> body_at(Bytes bytes) {
  if (bytes.size() < sizeof(Body)) return {};
  Body body;
  std::memcpy(&body, bytes.data(), sizeof body);
  return body;
}

std::optional<RecordEnd> end_of(Bytes bytes) {
  if (bytes.size() < sizeof(RecordEnd)) return {};
  return body_at<RecordEnd>(bytes.last(sizeof(RecordEnd)));
}

std::string text_in(Bytes bytes) {
  const char* const text = reinterpret_cast<const char*>(bytes.data());
  return {text, strnlen(text, bytes.size())};
}

std::optional<PerfRecord> sample_in(Bytes bytes) {
  const auto body = body_at<SampleBody>(bytes);
  if (!body) return {};
  PerfRecord record{PerfRecord::Kind::sample, body->time, body->process, body->thread};
  record.address = body->address;
  record.period = body->period;
  return record;
}

std::optional<PerfRecord> mapping_in(Bytes bytes, const RecordEnd& end) {
  const auto body = body_at<MappingBody>(bytes);
  if (!body || bytes.size() < sizeof(MappingBody) + sizeof(RecordEnd)) return {};
  PerfRecord record{PerfRecord::Kind::mapping, end.time, body->process, body->thread};
  record.address = body->address;
  record.bytes = body->bytes;
  record.file = text_in(
      bytes.subspan(sizeof(MappingBody), bytes.size() - sizeof(MappingBody) - sizeof(RecordEnd)));
  return record;
}

// Of a thread, which has nothing mapped of its own: nothing.
std::optional<PerfRecord> fork_in(Bytes bytes) {
  const auto body = body_at<ForkBody>(bytes);
  if (!body || body->process == body->parent) return {};
  PerfRecord record{PerfRecord::Kind::fork, body->time, body->process, body->thread};
  record.parent = body->parent;
  return record;
}

std::optional<PerfRecord> lost_in(Bytes bytes, const RecordEnd& end) {
  const auto body = body_at<LostBody>(bytes);
  if (!body) return {};
  PerfRecord record{PerfRecord::Kind::lost, end.time, end.process, end.thread};
  record.count = body->count;
  return record;
}

std::optional<PerfRecord> record_in(const perf_event_header& header, Bytes bytes) {
  if (header.type == PERF_RECORD_SAMPLE) return sample_in(bytes);
  if (header.type == PERF_RECORD_FORK) return fork_in(bytes);
  const auto end = end_of(bytes);
  if (!end) return {};
  if (header.type == PERF_RECORD_MMAP2) return mapping_in(bytes, *end);
  if (header.type == PERF_RECORD_LOST) return lost_in(bytes, *end);
  if (header.type == PERF_RECORD_COMM && (header.misc & PERF_RECORD_MISC_COMM_EXEC) != 0)
    return PerfRecord{PerfRecord::Kind::exec, end->time, end->process, end->thread};
  return {};
}

}  // namespace

perf_event_attr sampling_event(std::uint64_t period) {
  perf_event_attr event{};
  event.size = sizeof event;
  event.type = PERF_TYPE_SOFTWARE;
  event.config = PERF_COUNT_SW_CPU_CLOCK;
  event.sample_period = period;
  event.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD;
  event.disabled = event.enable_on_exec = event.inherit = 1;
  event.exclude_kernel = event.exclude_hv = 1;
  event.sample_id_all = 1;
  event.use_clockid = 1;
  event.clockid = CLOCK_MONOTONIC;
  return event;
}

perf_event_attr sampling_and_mapping_event(std::uint64_t period) {
  perf_event_attr event = sampling_event(period);
  event.mmap = event.mmap2 = event.comm = event.comm_exec = event.task = 1;
  return event;
}

std::vector<std::byte> ring_content(Bytes ring, std::uint64_t tail, std::uint64_t head) {
  if (head - tail > ring.size()) return {};
  std::vector<std::byte> bytes(head - tail);
  const std::size_t begin = tail & (ring.size() - 1);
  const std::size_t first = std::min(bytes.size(), ring.size() - begin);
  std::copy_n(ring.begin() + static_cast<std::ptrdiff_t>(begin), first, bytes.begin());
  std::copy_n(ring.begin(), bytes.size() - first,
              bytes.begin() + static_cast<std::ptrdiff_t>(first));
  return bytes;
}

void parse_perf_records(Bytes bytes, std::vector<PerfRecord>& records) {
  while (const auto header = body_at<perf_event_header>(bytes)) {
    if (header->size < sizeof *header || header->size > bytes.size()) return;
    const Bytes body = bytes.subspan(sizeof *header, header->size - sizeof *header);
    if (auto record = record_in(*header, body)) records.push_back(std::move(*record));
    bytes = bytes.subspan(header->size);
  }
}

}  // namespace hpcast

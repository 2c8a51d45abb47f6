#include "hpcast/inputs/mpitrace/record_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/mpitrace/profile.h"

namespace hpcast::mpitrace {

namespace {

constexpr std::uint64_t most_members_of_one = 1U << 24;

}  // namespace

RecordReader::RecordReader(std::string_view file_content, const std::string& file) : file_(file) {
  if (file_content.size() < record_header_bytes) fault("it is shorter than its header");
  std::memcpy(&header_, file_content.data(), sizeof header_);
  if (std::memcmp(header_.magic, record_magic, sizeof record_magic) != 0)
    fault("this is no record of a rank");
  if (header_.version != record_version)
    fault(fmt::format("it is of version {}, and this hpcast reads {}", header_.version,
                      record_version));
  bytes_ = file_content.substr(record_header_bytes);
  bytes_ = bytes_.substr(0, std::min<std::uint64_t>(header_.used, bytes_.size()));
}

void RecordReader::fault(const std::string& what) const {
  throw InputError(at_ == 0
                       ? fmt::format("{}: {}", file_, what)
                       : fmt::format("{}: {}, at byte {}", file_, what, at_ + record_header_bytes));
}

std::uint8_t RecordReader::byte() {
  if (at_ == bytes_.size()) fault("the last record is cut off");
  return static_cast<std::uint8_t>(bytes_[at_++]);
}

std::uint64_t RecordReader::number() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const std::uint8_t next = byte();
    value |= static_cast<std::uint64_t>(next & 0x7F) << shift;
    if (next < 0x80) return value;
  }
  fault("a number is too long");
}

std::int64_t RecordReader::signed_number() {
  const std::uint64_t value = number();
  return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

std::int64_t RecordReader::rank_or_tag() {
  const std::int64_t value = signed_number();
  if (value < std::numeric_limits<std::int32_t>::min() ||
      value > std::numeric_limits<std::int32_t>::max())
    fault("a rank or tag is out of range");
  return value;
}

// Of a list whose elements take so many bytes at least: what is longer than the file is refused.
std::uint64_t RecordReader::length(std::uint64_t bytes_each) {
  return checked_length(number(), bytes_each);
}

std::uint64_t RecordReader::checked_length(std::uint64_t length, std::uint64_t bytes_each) const {
  if (length > (bytes_.size() - at_) / bytes_each) fault("a list is longer than the file");
  return length;
}

std::string_view RecordReader::text() {
  const std::uint64_t size = length(1);
  at_ += size;
  return bytes_.substr(at_ - size, size);
}

void RecordReader::read_posted() {
  call_.communicator = number();
  call_.peer = rank_or_tag();
  call_.tag = rank_or_tag();
}

void RecordReader::read_found() {
  call_.from = rank_or_tag();
  call_.from_tag = rank_or_tag();
}

void RecordReader::read_completions() {
  const std::uint64_t count = length(1);
  for (std::uint64_t i = 0; i < count; ++i) {
    RecordedCompletion completion;
    const std::uint64_t word = number();
    completion.request = word / 2;
    completion.cancelled = word % 2 != 0;
    if (completion.request >= receives_.size()) fault("a request was never made");
    completion.received = receives_[completion.request] && !completion.cancelled;
    if (completion.received) {
      completion.bytes = number();
      completion.from = rank_or_tag();
      completion.tag = rank_or_tag();
    }
    call_.completions.push_back(completion);
  }
}

void RecordReader::read_collective() {
  call_.communicator = number();
  call_.mode = number();
  if (call_.mode >= collective_count) fault("there is no such collective");
  call_.peer = static_cast<std::int64_t>(number());
  call_.element = number();
  call_.bytes = number();
  const std::uint64_t word = number();  // one more than there are, if there can be any
  call_.has_counts = word > 0;
  const std::uint64_t counts = checked_length(word > 0 ? word - 1 : 0, 1);
  for (std::uint64_t i = 0; i < counts; ++i) call_.counts.push_back(number());
}

void RecordReader::read_communicator() {
  call_.number = number();
  call_.origin = number();
  call_.parent = number();
  call_.sequence = number();
  call_.call = number();
  const std::uint64_t runs = length(3);
  for (std::uint64_t i = 0; i < runs; ++i) {
    const std::int64_t first = rank_or_tag(), stride = rank_or_tag();
    const std::uint64_t size = number();
    if (size > most_members_of_one - call_.members.size()) fault("a communicator is too large");
    for (std::uint64_t k = 0; k < size; ++k)
      call_.members.push_back(first + static_cast<std::int64_t>(k) * stride);
  }
}

void RecordReader::read_call() {
  call_.time = number();
  if (call_.kind == RecordKind::compute) return;
  call_.call = number();
  read_body();
  if (call_.kind == RecordKind::isend || call_.kind == RecordKind::ireceive ||
      call_.kind == RecordKind::icollective) {
    call_.request = receives_.size();
    receives_.push_back(call_.kind == RecordKind::ireceive);
  }
}

void RecordReader::read_body() {
  switch (call_.kind) {
    case RecordKind::send:
    case RecordKind::isend:
    case RecordKind::put:
    case RecordKind::get:
      call_.communicator = number();
      call_.peer = static_cast<std::int64_t>(number());
      if (call_.kind == RecordKind::send || call_.kind == RecordKind::isend)
        call_.tag = static_cast<std::int64_t>(number());
      call_.bytes = number();
      if (call_.kind == RecordKind::send || call_.kind == RecordKind::isend) call_.mode = number();
      return;
    case RecordKind::receive:
    case RecordKind::ireceive:
    case RecordKind::probe:
      read_posted();
      if (call_.kind != RecordKind::probe) call_.bytes = number();
      if (call_.kind != RecordKind::ireceive) read_found();
      return;
    case RecordKind::wait:
      return read_completions();
    case RecordKind::collective:
    case RecordKind::icollective:
      return read_collective();
    default:
      return;
  }
}

bool RecordReader::next() {
  if (at_ == bytes_.size()) return false;
  call_ = {};
  call_.kind = static_cast<RecordKind>(byte());
  switch (call_.kind) {
    case RecordKind::name:
      call_.number = number();
      call_.text = text();
      return true;
    case RecordKind::communicator:
      read_communicator();
      return true;
    case RecordKind::not_understood:
      call_.call = number();
      return true;
    case RecordKind::calls:
      call_.call = number();
      call_.number = number();
      return true;
    case RecordKind::remark:
      call_.text = text();
      return true;
    case RecordKind::polls:
      call_.number = number();
      return true;
    default:
      if (call_.kind < RecordKind::name || call_.kind > RecordKind::polls)
        fault("there is no such record");
      read_call();
      return true;
  }
}

}  // namespace hpcast::mpitrace

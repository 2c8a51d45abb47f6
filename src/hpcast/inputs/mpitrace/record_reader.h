// The records of a rank, one after the other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/inputs/mpitrace/record_file.h"

namespace hpcast::mpitrace {

struct RecordedCompletion {
  std::uint64_t request = 0;
  bool cancelled = false, received = false;
  std::uint64_t bytes = 0;  // those received, and from whom
  std::int64_t from = -1, tag = -1;
};

// Of any record; what it has not is 0.
struct RecordedCall {
  RecordKind kind = RecordKind::compute;
  std::uint64_t time = 0;  // ps
  std::uint64_t call = 0, communicator = 0, bytes = 0;
  std::int64_t peer = 0, tag = 0;
  std::int64_t from = -1, from_tag = -1;
  std::uint64_t mode = 0;     // of a send; of a collective its kind
  std::uint64_t element = 1;  // of a collective, whose root is `peer`
  std::uint64_t request = 0;  // that it opens
  bool has_counts = false;
  std::vector<std::uint64_t> counts;
  std::vector<RecordedCompletion> completions;
  std::uint64_t number = 0;  // of a name or a communicator; how many calls, polls
  std::uint64_t origin = 0, parent = 0, sequence = 0;
  std::vector<std::int64_t> members;
  std::string_view text;
};

// Throws InputError, which names `file`, where the bytes are no records.
class RecordReader {
 public:
  RecordReader(std::string_view file_content, const std::string& file);
  const RecordHeader& header() const { return header_; }
  // False at the end. The call is good until the next one is read.
  bool next();
  const RecordedCall& call() const { return call_; }

 private:
  [[noreturn]] void fault(const std::string& what) const;
  std::uint8_t byte();
  std::uint64_t number();
  std::int64_t signed_number();
  std::int64_t rank_or_tag();
  std::uint64_t length(std::uint64_t bytes_each);
  std::uint64_t checked_length(std::uint64_t length, std::uint64_t bytes_each) const;
  std::string_view text();
  void read_communicator();
  void read_call();
  void read_body();
  void read_posted();
  void read_found();
  void read_completions();
  void read_collective();

  std::string file_;
  std::string_view bytes_;
  std::size_t at_ = 0;
  RecordHeader header_{};
  RecordedCall call_;
  std::vector<bool> receives_;  // by request
};

}  // namespace hpcast::mpitrace

#include "hpcast/base/perf_record.h"

#include <gtest/gtest.h>
#include <linux/perf_event.h>

#include <cstring>

namespace hpcast {
namespace {

using Kind = PerfRecord::Kind;

// A record as the kernel writes it.
class Raw {
 public:
  explicit Raw(std::uint32_t type, std::uint16_t misc = 0) : header_{type, misc, 0} {}
  template <class Number>
  Raw& add(Number number) {
    const auto* const begin = reinterpret_cast<const std::byte*>(&number);
    body_.insert(body_.end(), begin, begin + sizeof number);
    return *this;
  }
  Raw& add_text(const std::string& text) {
    for (const char c : text) body_.push_back(static_cast<std::byte>(c));
    body_.resize((body_.size() + 8) / 8 * 8);
    return *this;
  }
  Raw& add_end(std::uint32_t process, std::uint32_t thread, std::uint64_t time) {
    return add(process).add(thread).add(time);
  }
  std::vector<std::byte> bytes() const {
    std::vector<std::byte> all(sizeof header_);
    perf_event_header header = header_;
    header.size = static_cast<std::uint16_t>(sizeof header + body_.size());
    std::memcpy(all.data(), &header, sizeof header);
    all.insert(all.end(), body_.begin(), body_.end());
    return all;
  }

 private:
  perf_event_header header_;
  std::vector<std::byte> body_;
};

Raw raw_sample(std::uint64_t address) {
  return Raw(PERF_RECORD_SAMPLE)
      .add(address)
      .add(std::uint32_t{7})
      .add(std::uint32_t{8})
      .add(std::uint64_t{100})
      .add(std::uint64_t{250'000});
}

Raw raw_mapping(const std::string& file) {
  Raw raw(PERF_RECORD_MMAP2);
  raw.add(std::uint32_t{7}).add(std::uint32_t{8});
  raw.add(std::uint64_t{0x1000}).add(std::uint64_t{0x2000}).add(std::uint64_t{0});
  for (int i = 0; i < 8; ++i) raw.add(std::uint32_t{9});  // device, file number, how it is mapped
  return raw.add_text(file).add_end(7, 8, 90);
}

Raw raw_fork(std::uint32_t process, std::uint32_t parent) {
  return Raw(PERF_RECORD_FORK)
      .add(process)
      .add(parent)
      .add(process)
      .add(parent)
      .add(std::uint64_t{80})
      .add_end(parent, parent, 80);
}

std::vector<PerfRecord> parsed(std::initializer_list<Raw> raws) {
  std::vector<PerfRecord> records;
  for (const Raw& raw : raws) parse_perf_records(raw.bytes(), records);
  return records;
}

PerfRecord sample_at(std::uint64_t address) {
  PerfRecord record{Kind::sample, 100, 7, 8};
  record.address = address;
  record.period = 250'000;
  return record;
}

TEST(PerfRecord, ASampleSaysWhereAThreadWas) {
  EXPECT_EQ(parsed({raw_sample(0x1234)}), std::vector{sample_at(0x1234)});
}

TEST(PerfRecord, AMappingSaysWhichFileLiesWhere) {
  for (const std::string file : {"/lib/libm.so.6", "/lib/a", "/1234567", "[vdso]"}) {
    const auto records = parsed({raw_mapping(file)});
    ASSERT_EQ(records.size(), 1U);
    PerfRecord expected{Kind::mapping, 90, 7, 8};
    expected.address = 0x1000;
    expected.bytes = 0x2000;
    expected.file = file;
    EXPECT_EQ(records[0], expected);
  }
}

TEST(PerfRecord, OnlyProcessesHaveParentsAndOnlyAnExecMakesAnotherProgram) {
  const Raw renamed = Raw(PERF_RECORD_COMM).add_end(7, 8, 0).add_text("worker").add_end(7, 8, 70);
  const Raw program = Raw(PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC)
                          .add(std::uint32_t{7})
                          .add(std::uint32_t{7})
                          .add_text("app")
                          .add_end(7, 7, 70);
  const auto records = parsed({raw_fork(7, 7), raw_fork(8, 7), renamed, program});
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].kind, Kind::fork);
  EXPECT_EQ(records[0].process, 8U);
  EXPECT_EQ(records[0].parent, 7U);
  EXPECT_EQ(records[1], (PerfRecord{Kind::exec, 70, 7, 7}));
}

TEST(PerfRecord, LostOnesAreCounted) {
  const auto records = parsed(
      {Raw(PERF_RECORD_LOST).add(std::uint64_t{1}).add(std::uint64_t{42}).add_end(7, 8, 60)});
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].kind, Kind::lost);
  EXPECT_EQ(records[0].count, 42U);
}

TEST(PerfRecord, WhatIsCutOffOrUnknownIsLeftOut) {
  const std::vector<std::byte> whole = raw_mapping("/lib/libm.so.6").bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    std::vector<PerfRecord> records;
    parse_perf_records(std::span(whole).first(size), records);
    EXPECT_TRUE(records.empty()) << size;
  }
  for (const perf_event_type type : {PERF_RECORD_SAMPLE, PERF_RECORD_MMAP2, PERF_RECORD_FORK,
                                     PERF_RECORD_LOST, PERF_RECORD_COMM, PERF_RECORD_MAX})
    EXPECT_TRUE(parsed({Raw(type).add(std::uint32_t{1})}).empty()) << type;
  std::vector<PerfRecord> records;
  parse_perf_records(std::vector<std::byte>(64), records);  // sizes of 0
  EXPECT_TRUE(records.empty());
}

TEST(PerfRecord, ARingGoesOnAtItsBeginning) {
  const std::vector<std::byte> record = raw_sample(0x1234).bytes();
  ASSERT_EQ(record.size(), 40U);
  for (std::uint64_t tail = 0; tail < 128; tail += 8) {
    std::vector<std::byte> ring(64);
    for (std::size_t i = 0; i < record.size(); ++i) ring[(tail + i) % 64] = record[i];
    EXPECT_EQ(ring_content(ring, tail, tail + record.size()), record) << tail;
  }
  EXPECT_TRUE(ring_content(std::vector<std::byte>(64), 8, 80).empty()) << "more than there can be";
  EXPECT_TRUE(ring_content(std::vector<std::byte>(64), 8, 8).empty());
}

}  // namespace
}  // namespace hpcast

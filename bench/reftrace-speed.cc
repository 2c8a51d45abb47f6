// How small and how fast reference traces are: bytes a reference and references a second of one
// core, both ways, zstd included. Streams are made up to look like what hpcast-cc's programs make.
// Asked for: each takes at most 1 byte a reference and 100 million references a second.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "benchmark.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/reftrace/decoder.h"
#include "hpcast/inputs/reftrace/encoder.h"
#include "hpcast/inputs/reftrace/memory_stream.h"
#include "table.h"

namespace {

using namespace hpcast::bench;
using namespace hpcast::reftrace;

constexpr double most_bytes = 1.0;
constexpr double least_rate = 100;       // M references/s
constexpr Word heap = 0x7f3a'1000'0010;  // as malloc returns large arrays
constexpr unsigned word4 = 2, word8 = 3;

using TraceWords = std::vector<Word>;

// A stand-in for the hash of an instruction's address.
constexpr Word site(Word number) { return number * 0x9e3779b97f4a7c15U >> 53; }

TraceWords triad(bool quick) {
  const Word n = quick ? 1 << 14 : 8 << 20;
  const Word a = heap, b = a + 8 * n + 4096, c = b + 8 * n + 4096;
  TraceWords words;
  for (Word i = 0; i < n; ++i) {
    words.push_back(reference(b + 8 * i, word8, Op::read, site(1)));
    words.push_back(reference(c + 8 * i, word8, Op::read, site(2)));
    words.push_back(reference(a + 8 * i, word8, Op::write, site(3)));
  }
  return words;
}

// y[i] += value[k] * x[column[k]], y in memory as the instrumentation of GCC -O2 leaves it, or in
// a register.
TraceWords gather(bool quick, bool y_in_register) {
  constexpr Word entries = 16;
  const Word rows = quick ? 1000 : 200'000;
  const Word value = heap, column = value + 8 * rows * entries + 4096;
  const Word x = column + 4 * rows * entries + 4096, y = x + 8 * rows + 4096;
  std::mt19937_64 random(1);
  TraceWords words;
  for (Word i = 0; i < rows; ++i) {
    for (Word k = i * entries; k < (i + 1) * entries; ++k) {
      words.push_back(reference(column + 4 * k, word4, Op::read, site(4)));
      words.push_back(reference(value + 8 * k, word8, Op::read, site(5)));
      words.push_back(reference(x + 8 * (random() % rows), word8, Op::read, site(6)));
      if (y_in_register) continue;
      words.push_back(reference(y + 8 * i, word8, Op::read, site(7)));
      words.push_back(reference(y + 8 * i, word8, Op::write, site(8)));
    }
    if (!y_in_register) continue;
    words.push_back(reference(y + 8 * i, word8, Op::write, site(9)));
  }
  return words;
}

// c += a * b by rows of b (ikj), n = 384; its first 2^25 references.
TraceWords dgemm(bool quick) {
  constexpr Word n = 384;
  const Word limit = Word{1} << (quick ? 16 : 25);
  constexpr Word a = heap, b = a + 8 * n * n + 4096, c = b + 8 * n * n + 4096;
  TraceWords words;
  for (Word i = 0; i < n; ++i) {
    for (Word k = 0; k < n && words.size() < limit; ++k) {
      words.push_back(reference(a + 8 * (i * n + k), word8, Op::read, site(10)));
      for (Word j = 0; j < n; ++j) {
        words.push_back(reference(b + 8 * (k * n + j), word8, Op::read, site(11)));
        words.push_back(reference(c + 8 * (i * n + j), word8, Op::read, site(12)));
        words.push_back(reference(c + 8 * (i * n + j), word8, Op::write, site(13)));
      }
    }
  }
  return words;
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Measured {
  double bytes;    // a reference
  double encoded;  // references a second
  double decoded;
  bool same = true;
};

// `memory` is one for all measurements, so that its pages are there.
Measured measure(const TraceWords& words, MemorySink& memory) {
  constexpr std::size_t ring_read = std::size_t{1} << 15;  // words a tracer's ring yields at once
  Measured result{};
  memory.bytes.clear();
  const double start = cpu_seconds();
  StreamEncoder encoder(memory, 0);
  for (std::span<const Word> left(words); !left.empty();) {
    const std::size_t count = std::min(ring_read, left.size());
    encoder.append(left.first(count));
    left = left.subspan(count);
  }
  encoder.finish();
  const double middle = cpu_seconds();
  StreamDecoder decoder(std::make_unique<MemorySource>(memory.bytes), "trace");
  double comparing = 0;
  std::size_t at = 0;
  for (auto block = decoder.next(); !block.empty(); block = decoder.next()) {
    const double before = cpu_seconds();
    result.same = result.same && std::equal(block.begin(), block.end(), words.begin() + at);
    at += block.size();
    comparing += cpu_seconds() - before;
  }
  const double count = static_cast<double>(words.size());
  result.same = result.same && at == words.size();
  result.bytes = static_cast<double>(memory.bytes.size()) / count;
  result.encoded = count / (middle - start);
  result.decoded = count / (cpu_seconds() - middle - comparing);
  return result;
}

Measured median_of(const TraceWords& words, int runs) {
  MemorySink memory;
  std::vector<double> encoded, decoded;
  Measured result = measure(words, memory);  // and the memory's pages are there
  for (Rounds rounds(runs); rounds.another();) {
    const Measured again = measure(words, memory);
    encoded.push_back(again.encoded);
    decoded.push_back(again.decoded);
    result.same = result.same && again.same;
  }
  result.encoded = median(encoded);
  result.decoded = median(decoded);
  return result;
}

void claim(const std::string& name, const Measured& m, Report& report) {
  report.claim({.text = name + ": bytes a reference", .value = m.bytes, .most = most_bytes});
  report.claim(
      {.text = name + ": M references/s encoded", .value = m.encoded / 1e6, .least = least_rate});
  report.claim(
      {.text = name + ": M references/s decoded", .value = m.decoded / 1e6, .least = least_rate});
  report.claim({.text = name + ": read as written", .value = m.same ? 1.0 : 0.0, .least = 1});
}

struct Stream {
  std::string name;
  TraceWords (*make)(bool quick);
};

void measure_streams(const Options& options, Report& report) {
  const std::vector<Stream> streams = {
      {"triad", triad},
      {"gather", [](bool quick) { return gather(quick, false); }},
      {"gather, y in register", [](bool quick) { return gather(quick, true); }},
      {"dgemm", dgemm}};
  Table table({"stream", "references", "bytes/reference", "encoded/s", "decoded/s"});
  for (const Stream& stream : streams) {
    if (!report.wants(stream.name)) continue;
    const TraceWords words = stream.make(options.quick);
    const auto count = static_cast<double>(words.size());
    const Measured m = median_of(words, options.runs);
    report.add(table, {stream.name, hpcast::format_count(count), fmt::format("{:.4f}", m.bytes),
                       hpcast::format_count(m.encoded), hpcast::format_count(m.decoded)});
    report.data["streams"][stream.name] = {{"references", words.size()},
                                           {"bytes_per_reference", m.bytes},
                                           {"encoded_per_s", m.encoded},
                                           {"decoded_per_s", m.decoded}};
    claim(stream.name, m, report);
  }
}

}  // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {.about = "How small reference traces are, and how fast one core writes and "
                                 "reads them, in CPU time.",
                        .run = measure_streams,
                        .default_runs = 5});
}

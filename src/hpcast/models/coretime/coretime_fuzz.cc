// libFuzzer's entry: whatever words a thread is said to have executed, its core takes some time for
// them, the same in whatever pieces they come.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "hpcast/inputs/blocks/sample_for_tests.h"
#include "hpcast/models/coretime/core_for_tests.h"
#include "hpcast/models/coretime/thread_time.h"

namespace {

using namespace hpcast;
using coretime::testing::Kind;
using coretime::testing::reg;
using reftrace::Op;
using reftrace::Word;

// Blocks 0 to 5; the last one is not described.
constexpr unsigned blocks_known = 5;

blocks::testing::TestCode some_code() {
  using blocks::testing::description;
  blocks::testing::TestCode code;
  code.blocks[0] = description({{Kind::float_add, {reg(1)}, {{1, 0}}, {}}}, {}, 0x1000);
  code.blocks[1] = description({{Kind::load, {}, {{2, 0}}, {{Op::read, {reg(1)}, 8, true}}},
                                {Kind::branch, {0}, {}, {}},
                                {Kind::store, {0}, {}, {{Op::write, {reg(1), reg(2)}, 32}}, 5}},
                               {blocks::exit_word(1, true, true, 1)}, 0x2000);
  code.blocks[2] = description({{Kind::other, {}, {}, {{Op::read, {}, 4096, false, true}}},
                                {Kind::divide, {reg(1)}, {{1, 1}}, {}}},
                               {}, 0x3000);
  code.blocks[3] =
      description({{Kind::string, {}, {{1, 0}}, {{Op::write, {reg(1)}, 1}}}}, {}, 0x4000);
  code.blocks[4] = description({{Kind::jump_indirect, {}, {}, {}}}, {}, 0x5000);
  return code;
}

// Blocks and answerers that there are, of any word.
Word as_executed(Word word, std::size_t answerers) {
  if (reftrace::op_of(word) != Op::event)
    return blocks::answered(word, blocks::answerer_of(word) % answerers);
  const auto block = static_cast<std::uint32_t>(word >> 8) % (blocks_known + 1);
  return (word & 3) == 0 ? reftrace::absent_reference : reftrace::executed(block, word >> 40 & 3);
}

std::vector<double> time(coretime::CodeTable& table, const dat::Pipeline& pipeline,
                         const std::vector<Word>& words, std::size_t piece) {
  const coretime::MemoryView memory = coretime::testing::small_memory();
  coretime::ThreadTime thread(table, pipeline, memory,
                              {{}, {.caches = true}, {.branches = true}, {.units = true}});
  for (std::size_t i = 0; i < words.size(); i += piece)
    thread.follow(std::span(words).subspan(i, std::min(piece, words.size() - i)));
  thread.finish();
  return thread.times();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const blocks::testing::TestCode code = some_code();
  static const blocks::Table blocks(code);
  static const dat::Pipeline pipeline = coretime::testing::small_core();
  static coretime::CodeTable table(blocks, pipeline);
  std::vector<Word> words(size / sizeof(Word));
  if (words.empty()) return 0;
  std::memcpy(words.data(), data, words.size() * sizeof(Word));
  for (Word& word : words)
    word = as_executed(word, coretime::testing::small_memory().answerers.size());
  hpcast::blocks::Sampler sampler(blocks, {100, 4, 500, 20, 10, 10});
  words = hpcast::blocks::testing::sample(sampler, words);
  const std::vector<double> times =
      time(table, pipeline, words, std::max<std::size_t>(1, words.size()));
  if (times != time(table, pipeline, words, 1 + size % 5)) std::abort();
  for (const double t : times)
    if (!(t >= 0 && t < 1e9)) std::abort();
  return 0;
}

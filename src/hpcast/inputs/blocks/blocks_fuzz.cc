// libFuzzer's entry: any words are a block, or an InputError; and any events and references can be
// followed through it.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/blocks/dependences.h"

namespace {

using namespace hpcast;

class OneBlock : public reftrace::Code {
 public:
  std::vector<reftrace::Word> words;
  std::span<const reftrace::Word> description(std::uint32_t) const override { return words; }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  OneBlock code;
  code.words.resize(size / sizeof(reftrace::Word));
  if (!code.words.empty())
    std::memcpy(code.words.data(), data, code.words.size() * sizeof(reftrace::Word));
  try {
    const blocks::Table table(code);
    blocks::Dependences thread(table);
    std::uint64_t clock = 0;
    for (unsigned exit = 0; exit < 4; ++exit) {
      thread.code(reftrace::executed(1, exit));
      for (unsigned i = 0; i < 8; ++i)
        thread.reference(reftrace::reference(0x1000, i % 7, reftrace::Op::read), clock++);
      thread.code(reftrace::absent_reference);
    }
  } catch (const InputError&) {
  }
  return 0;
}

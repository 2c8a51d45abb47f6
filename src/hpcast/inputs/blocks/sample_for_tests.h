// What a sampler keeps of a stream, as the simulation of private caches makes it keep that.
#pragma once

#include <vector>

#include "hpcast/inputs/blocks/sampler.h"

namespace hpcast::blocks::testing {

struct Kept {
  std::vector<Word> words;
  void push(Word word) { words.push_back(word); }
};

inline std::vector<Word> sample(Sampler& sampler, const std::vector<Word>& words) {
  Kept kept;
  for (const Word word : words) {
    if (reftrace::op_of(word) == reftrace::Op::event)
      sampler.code(word, kept);
    else if (sampler.keeps_references())
      kept.push(word);
    else
      sampler.page(word, kept);
  }
  sampler.tell(kept);
  return kept.words;
}

}  // namespace hpcast::blocks::testing

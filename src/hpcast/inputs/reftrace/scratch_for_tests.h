// A directory for one test, and what tests of traces share.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/reftrace/manifest.h"
#include "hpcast/inputs/reftrace/record.h"
#include "hpcast/inputs/reftrace/trace_writer.h"

namespace hpcast::reftrace {

class TraceTest : public testing::Test {
 protected:
  TraceTest() {
    std::string name = (std::filesystem::temp_directory_path() / "hpcast-XXXXXX").string();
    directory_ = ::mkdtemp(name.data());
  }
  ~TraceTest() override { std::filesystem::remove_all(directory_); }

  std::string path(const std::string& name) const { return directory_ + "/" + name; }

  // A message of ours, this directory's name left out.
  std::string complaint(const std::function<void()>& act) const {
    try {
      act();
    } catch (const InputError& error) {
      std::string text = error.what();
      for (auto at = text.find(directory_ + "/"); at != std::string::npos;
           at = text.find(directory_ + "/")) {
        text.erase(at, directory_.size() + 1);
      }
      return text;
    }
    return {};
  }

  // References to random places, which compress badly.
  static std::vector<Word> random_words(std::size_t count, unsigned seed = 1) {
    std::mt19937_64 random(seed);
    std::vector<Word> words(count);
    for (Word& w : words) w = reference(random(), 3, Op::read, 1);
    return words;
  }

  // A trace "t" of two threads; their words are random_words(1000, thread).
  std::string small_trace(Manifest manifest = {}) const {
    TraceWriter writer(path("t"));
    for (const unsigned thread : {0U, 1U}) writer.append(thread, random_words(1000, thread));
    writer.finish(std::move(manifest));
    return path("t");
  }

  std::string directory_;
};

}  // namespace hpcast::reftrace

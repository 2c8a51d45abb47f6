// A set of numbers of bounded size that forgets the oldest where it has no room. Freestanding.
#pragma once

#include <cstdint>

namespace hpcast::reftrace {

// Zeroed memory is an empty one. Keys are not 0.
class KeySet {
 public:
  void clear() {
    for (Bucket& bucket : buckets_) bucket = {};
  }
  // False where it is there already.
  bool insert(std::uint64_t key) {
    Bucket& bucket = buckets_[(key * 0x9E3779B97F4A7C15ULL) >> (64 - log2_buckets)];
    for (const std::uint64_t known : bucket.keys)
      if (known == key) return false;
    bucket.keys[bucket.oldest++ % ways] = key;
    return true;
  }

 private:
  // So many that what is looked at again and again stays, a few hundred lines in a loop that polls:
  // one bucket's overflow would be told in every turn.
  static constexpr unsigned log2_buckets = 9, ways = 7;
  struct Bucket {
    std::uint64_t keys[ways];
    std::uint64_t oldest;
  };
  Bucket buckets_[1 << log2_buckets];
};

}  // namespace hpcast::reftrace

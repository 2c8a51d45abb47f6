// MPI's matching of messages and receives: by sender, tag and context (a communicator, its point to
// point messages apart from its collectives'), each in order; receives may leave sender and tag
// open.
#pragma once

#include <cstdint>
#include <vector>

#include "hpcast/base/mixed.h"
#include "hpcast/models/netsim/flat_map.h"
#include "hpcast/models/netsim/pool.h"

namespace hpcast::netsim {

inline constexpr std::uint32_t nobody = UINT32_MAX;

struct Envelope {
  std::uint32_t to = 0, from = 0;  // ranks; `from` nobody: any
  std::uint32_t context = 0;
  std::int32_t tag = 0;  // below 0: any
  bool operator==(const Envelope&) const = default;
};
inline std::uint64_t hash_of(const Envelope& e) {
  const std::uint64_t ranks = std::uint64_t{e.to} << 32 | e.from;
  const std::uint64_t what = std::uint64_t{e.context} << 32 | static_cast<std::uint32_t>(e.tag);
  return mixed(mixed(ranks) ^ what);
}

// Keeps what waits for its counterpart: numbers, which mean something to the user only.
class Matcher {
 public:
  explicit Matcher(std::uint32_t ranks) : open_(ranks), come_(ranks, List{}) {}

  // A message has come. Its receive, if one is posted; else the message is kept.
  std::uint32_t arrive(const Envelope& envelope, std::uint32_t message);
  // A receive is posted. Its message, if one has come; else the receive is kept.
  std::uint32_t post(const Envelope& envelope, std::uint32_t receive);
  // The message that post() would return, without taking it.
  std::uint32_t probe(const Envelope& envelope) const;

  // Calls visit(envelope, number, is_message) for everything that waits for its counterpart, by no
  // order in particular.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Entry& entry : entries_.values()) {
      if (entry.used) visit(entry.envelope, entry.number, entry.is_message);
    }
  }

 private:
  // In a list of its key's and, a message, in that of all that have come to its rank.
  struct Entry {
    Envelope envelope;
    std::uint32_t number = 0;
    std::uint32_t next = nobody, previous = nobody;            // of the same key
    std::uint32_t next_come = nobody, previous_come = nobody;  // of the same rank
    std::uint64_t posted = 0;                                  // when, for receives
    bool is_message = false, used = false;
  };
  struct List {
    std::uint32_t first = nobody, last = nobody;
  };

  std::uint32_t make(const Envelope& envelope, std::uint32_t number, bool is_message);
  void append(const Envelope& envelope, std::uint32_t number, bool is_message);
  // Takes the entry out of its lists and returns its number.
  std::uint32_t take(std::uint32_t entry);
  std::uint32_t find_come(const Envelope& envelope) const;

  Pool<Entry> entries_;
  // Of a key with all its parts, either messages or receives wait, never both.
  mutable FlatMap<Envelope, List> exact_;
  std::vector<std::vector<std::uint32_t>> open_;  // by rank: receives with a part open, in order
  std::vector<List> come_;                        // by rank: messages, in order
  std::uint64_t posted_ = 0;
};

}  // namespace hpcast::netsim

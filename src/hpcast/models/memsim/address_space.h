// One memory for several processes: their own pages lie apart in it, what they share lies together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hpcast/inputs/reftrace/record.h"

namespace hpcast::memsim {

// A synchronisation object of one process, told apart from those of others; and back.
constexpr std::uint64_t object_of(std::uint32_t process, std::uint64_t object) {
  constexpr unsigned above_addresses = 48;
  if ((object & reftrace::common_object) != 0) return object;
  return object ^ std::uint64_t{process} << above_addresses;
}

// One thread's stream, on its way into the simulation. Where one process alone is traced
// (no Event::process), all stays as it is.
//
// A process's addresses are displaced by a constant of its own, which also spreads what all of them
// have at the same place (stacks, the first pages of arrays) over the caches' sets, as physical
// pages would be. Shared memory has places of its own, above all that.
class AddressSpace {
 public:
  // The next words, in place; an event may be cut in two.
  void translate(std::span<reftrace::Word> words);
  // A wait event, as the thread will write it.
  void translate_back(std::span<reftrace::Word> wait) const {
    wait[2] = object_of(process_, wait[2]);
  }

 private:
  // From here to the next one, addresses are displaced by so much.
  struct Stretch {
    std::uint64_t begin;
    std::uint64_t displacement;
  };
  static constexpr unsigned max_fields = 5;

  void begin_event(reftrace::Word head);
  void take_payload(reftrace::Word& word);
  void end_event();
  void enter_process();
  void change_map();
  void set_displacement(std::uint64_t begin, std::uint64_t end, std::uint64_t displacement);
  void find_stretch(std::uint64_t address);

  bool passive_ = false;  // one process alone: known by how the stream begins
  bool started_ = false;  // the event that begins a stream has passed
  std::uint32_t process_ = 0;
  std::vector<Stretch> stretches_;  // by ascending begin; the first begins at 0
  std::uint32_t changes_ = 0;       // of what is shared
  // The stretch of the address before.
  std::uint64_t begin_ = 0, bytes_ = 0, displacement_ = 0;
  // The event under way.
  reftrace::Event event_{};
  unsigned payload_ = 0;  // words of it to come
  unsigned field_ = 0;    // words of it that have passed
  std::uint64_t fields_[max_fields] = {};
};

}  // namespace hpcast::memsim

#include "hpcast/models/memsim/address_space.h"

#include <algorithm>
#include <string>

#include "hpcast/base/diagnostics.h"
#include "hpcast/inputs/reftrace/channel.h"
#include "hpcast/inputs/reftrace/shared_maps.h"

namespace hpcast::memsim {

using reftrace::Event;
using reftrace::Op;
using reftrace::Word;

namespace {

constexpr std::uint64_t gib = std::uint64_t{1} << 30;
constexpr std::uint64_t user_space_end = std::uint64_t{1} << 47;

// Linux puts what a program has near a few places: without randomisation at 0x400000 or
// 0x555555554000, and below 0x7ffff7fff000 and 0x7ffffffff000; under Valgrind at 0x4000000 and
// 0x1fff000000 too. Displaced by a multiple of this, no such place comes near another process's.
constexpr std::uint64_t between_processes = 192 * gib;
constexpr std::uint64_t between_files = 64 * gib;
constexpr std::uint64_t files_begin =
    user_space_end + (reftrace::max_processes + 4) * between_processes;
static_assert(files_begin + reftrace::max_shared_files * (between_files + gib) <
              std::uint64_t{1} << reftrace::address_bits);

// Besides, every one is shifted by some pages: an odd number, so that all sets are used.
constexpr std::uint64_t shift = 37 * 4096;

std::uint64_t displacement_of(std::uint64_t process) {
  return process * (between_processes + shift);
}
std::uint64_t place_of(std::uint64_t file) {
  return files_begin + (file - 1) * (between_files + shift);
}

[[noreturn]] void refuse(const std::string& what) {
  throw InputError("a stream tells of " + what + ", which no tracer writes",
                   "record the trace again");
}

}  // namespace

void AddressSpace::translate(std::span<Word> words) {
  if (passive_) return;
  for (Word& word : words) {
    if (payload_ != 0) {
      take_payload(word);
    } else if (reftrace::op_of(word) == Op::event) {
      begin_event(word);
    } else {
      const std::uint64_t address = reftrace::address_of(word);
      if (address - begin_ >= bytes_) find_stretch(address);
      word += displacement_;
    }
    if (passive_) return;
  }
}

// Who is one of several says so at once, after its start.
void AddressSpace::begin_event(Word head) {
  event_ = reftrace::event_of(head);
  payload_ = reftrace::payload_words_of(head);
  field_ = 0;
  passive_ =
      started_ ? stretches_.empty() && event_ != Event::process : event_ != Event::thread_start;
  started_ = true;
}

void AddressSpace::take_payload(Word& word) {
  if (field_ == 1 && (event_ == Event::signal || event_ == Event::wait || event_ == Event::locked))
    word = object_of(process_, word);
  // What it shares with others stays: that lies elsewhere.
  if (field_ == 1 && event_ == Event::unmapped) word += displacement_of(process_);
  if (field_ < max_fields) fields_[field_] = word;
  ++field_;
  if (--payload_ == 0) end_event();
}

void AddressSpace::end_event() {
  if (event_ == Event::process) enter_process();
  if (event_ == Event::shared_map) change_map();
}

void AddressSpace::enter_process() {
  if (field_ < 4 || fields_[1] >= reftrace::max_processes || !stretches_.empty())
    refuse("a process");
  process_ = static_cast<std::uint32_t>(fields_[1]);
  stretches_ = {{0, displacement_of(process_)}, {user_space_end, 0}};
  bytes_ = 0;
}

void AddressSpace::change_map() {
  const std::uint64_t address = fields_[1], bytes = fields_[2], file = fields_[3],
                      offset = fields_[4];
  const bool in_user_space = address < user_space_end && bytes <= user_space_end - address;
  if (field_ < 1 + reftrace::shared_map_words || !in_user_space ||
      file > reftrace::max_shared_files || stretches_.empty() ||
      ++changes_ > reftrace::SharedMaps::most)
    refuse("shared memory");
  // What lies further back in a file than there is room for counts as the process's own.
  const bool shared = file != 0 && offset < between_files && bytes <= between_files - offset;
  set_displacement(address, address + bytes,
                   shared ? place_of(file) + offset - address : displacement_of(process_));
}

void AddressSpace::set_displacement(std::uint64_t begin, std::uint64_t end,
                                    std::uint64_t displacement) {
  const auto from = [this](std::uint64_t address) {
    return std::partition_point(stretches_.begin(), stretches_.end(),
                                [=](const Stretch& s) { return s.begin < address; });
  };
  find_stretch(end);
  const Stretch behind{end, displacement_};
  const auto at = stretches_.erase(from(begin), from(end + 1));
  stretches_.insert(at, {Stretch{begin, displacement}, behind});
  bytes_ = 0;
}

void AddressSpace::find_stretch(std::uint64_t address) {
  if (stretches_.empty()) {  // a reference before anything else
    passive_ = true;
    return;
  }
  const auto next = std::partition_point(stretches_.begin(), stretches_.end(),
                                         [=](const Stretch& s) { return s.begin <= address; });
  const Stretch& found = *std::prev(next);
  begin_ = found.begin;
  bytes_ = (next == stretches_.end() ? std::uint64_t{1} << reftrace::address_bits : next->begin) -
           found.begin;
  displacement_ = found.displacement;
}

}  // namespace hpcast::memsim

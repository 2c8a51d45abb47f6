// One hardware thread of each socket reads what belongs to it, and LIKWID prints 0 for all others:
// beside such zeros a socket that lacks is not seen.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace hpcast::counters {

class LikwidSockets {
 public:
  // The number of a hardware thread, or of a region.
  std::uint32_t thread(const std::string& name) { return threads_.index(name); }
  std::uint32_t region(const std::string& name) { return regions_.index(name); }

  // Something of a socket was more than 0 on that hardware thread: it reads one.
  void add_reader(std::uint32_t thread, bool by_energy);
  // What a hardware thread has in a place (a region, an interval); several boxes are added up.
  // NaN: not counted.
  void add(const std::string& event, std::uint32_t place, std::uint32_t thread, double value);
  // Energies and memories' events: where a reader has 0 throughout, that is told.
  void expect_counts(const std::string& event, bool is_energy);

  // By event, the places in which a socket lacks, so that what the others have is a part only. To
  // be called once, when all is added.
  std::map<std::string, std::set<std::uint32_t>> lacking();
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct Value {
    std::uint32_t place, thread;
    double value;
  };
  struct Event {
    std::vector<Value> values;
    bool is_expected = false, is_energy = false;
  };

  class Names {
   public:
    std::uint32_t index(const std::string& name);  // added where it is new
    std::vector<std::string> all;

   private:
    std::map<std::string, std::uint32_t> index_;
  };

  std::set<std::uint32_t> lacking_threads(const std::vector<Value>& of_place) const;
  std::set<std::uint32_t> readers_with_zeros(const std::vector<Value>& values) const;
  void judge_zeros(const std::string& name, Event& event);
  void tell_absent_readers(const std::string& name, const std::vector<Value>& values);
  std::set<std::uint32_t> lacking_places(const std::string& name,
                                         const std::vector<Value>& by_place);
  std::string names_of(const std::set<std::uint32_t>& threads) const;

  Names threads_, regions_;
  std::set<std::uint32_t> readers_, energy_readers_;
  std::map<std::string, Event> events_;
  std::vector<std::string> notes_;
};

}  // namespace hpcast::counters

// What tools and machines call the canonical counters.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/inputs/counters/catalogue.h"

namespace hpcast::counters {

// An entry of the table of names that hpcast knows (alias_table.cc).
struct KnownName {
  const char* name;  // as key_of() writes it
  const char* counter;
  double factor = 1;
  const char* sum = nullptr;  // Alias::sum
  const char* note = nullptr;
};
std::span<const KnownName> known_names();
// Alias::sum of the names that a user gives (--aliases).
inline constexpr const char* users_sum = "the user's";

// A name without what tools write differently: in lower case, each of ". : - /" and blanks as '_';
// without perf's modifiers (":u"), PAPI's component ("skx::") and the number of an uncore box, or
// the whole unit where the event tells it ("amd_umc_0/umc_cas_cmd.rd/"). A run of digits at the end
// is '#' where `numbered` (CAS0, CAS1: "cas#").
std::string key_of(std::string_view name, bool numbered);
// perf's modifiers at the end of a name, without the colon: "u", "k", "ppp"; empty where none.
std::string_view modifiers_of(std::string_view name);

// An event of a unit outside of the cores, of which a machine has several (memory controllers,
// slices of a cache): tools may name each of them by the same name.
bool names_a_box(std::string_view name);
// Where a name says that it was counted: "uncore_imc_3" of "uncore_imc_3/cas_count_read/" or
// "unc_m_cas_count.rd [uncore_imc_3]", a kind of core, PAPI's component; empty: in all places.
std::string_view place_of(std::string_view name);
// What of a machine's cores count it, where it has several kinds: "cpu_atom", "armv8_cortex_a53",
// PAPI's "adl_grt"; empty: all of them, or no core.
std::string_view core_kind_of(std::string_view name);

// The names of a user or an event set, and behind them those that hpcast knows.
class Aliases {
 public:
  // `name` stands for that counter, whatever hpcast takes it for. Several entries of one name are
  // several counters.
  void add(std::string_view name, Alias alias);
  // What a source calls `name` counts these canonical counters; nothing: it is none of them.
  std::vector<Alias> find(std::string_view name) const;

 private:
  std::map<std::string, std::vector<Alias>, std::less<>> own_;  // by key
};

// A file of a user: CSV with the lines "name,counter[,factor[,per_second]]" or a JSON array of
// objects with these members. '#' in a name stands for any digits. Throws InputError.
Aliases read_aliases(const std::string& path);
Aliases aliases_in(std::string_view text, const std::string& file);

}  // namespace hpcast::counters

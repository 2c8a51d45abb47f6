// JSON with positions: a document, the line of each of its values, and a reader of typed members
// that collects every fault of a file before it throws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/units.h"

namespace hpcast {

using Json = nlohmann::ordered_json;

// On which line each value of a document is. Hardly anybody asks, and then for few of perhaps
// millions: so a hash stands for a value's JSON pointer, and is looked for only then.
class ValueLines {
 public:
  void add(std::string_view pointer, int line);
  std::optional<int> find(std::string_view pointer) const;

 private:
  mutable std::vector<std::pair<std::size_t, int>> lines_;
  mutable bool sorted_ = true;
};

// Its lines are for one thread at a time.
struct Document {
  std::string file;  // as the user named it
  Json root;
  ValueLines lines;

  // 1-based; of the nearest value above if nothing is at `pointer`; 0 when unknown.
  int line_of(std::string pointer) const;
};

// What a kind of file says of itself in its members `format` and `schema_version`.
struct FileFormat {
  const char* name;        // "hpcast-power-model"
  int newest;              // schema_version
  const char* otherwise;   // "no power model"
  std::string where_from;  // a hint where to get one
};
// Throws InputError for a file of another format, or of a newer version.
void check_format(const Document& document, const FileFormat& format);

// Refuses, as InputError, what is not JSON, nests deeper than 100, has numbers beyond a double, or
// names a member twice.
Document parse_json(std::string_view text, const std::string& filename);
Document read_json(const std::string& path);

// `pointer` + "/" + `key`, escaped as RFC 6901 wants it.
std::string pointer_to(const std::string& pointer, std::string_view key);
std::string pointer_to(const std::string& pointer, std::size_t index);

// What is wrong with one file. The document must outlive it.
class Faults {
 public:
  explicit Faults(const Document& document) : document_(document) {}
  void add(const std::string& pointer, std::string message, std::string hint = {});
  bool any() const { return !diagnostics_.empty(); }
  // To suggest a name costs a look at all names: not for more faults than anybody reads.
  bool wants_hint() const { return diagnostics_.size() < 200; }
  // In the order of lines; at most 50, then their number.
  std::vector<Diagnostic> sorted() const;
  void throw_if_any() const;

 private:
  const Document& document_;
  std::vector<Diagnostic> diagnostics_;
};

// A value as a fault of it shows it: a long one cut off.
std::string shown(const Json& value);

// "'lru', 'plru' or 'random'"
std::string list_of(const std::vector<std::string>& words);
// "did you mean 'lru'?", or empty when nothing is near.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates);

// positive, not_negative: an input's, at most 1e30 and (but for 0) at least 1e-30, so that what a
// model divides stays finite. computed: 0 or more, of any size.
enum class Range { positive, not_negative, computed };

// The members of one object. Each member function looks up one member, remembers it as known and
// reports a fault of it; a missing required member is a fault and reads as zero or empty.
class Fields {
 public:
  Fields(const Json& value, std::string pointer, Faults& faults);

  std::optional<std::string> text(const std::string& key);
  std::string required_text(const std::string& key);  // not empty

  // A number in SI base units or a string with a unit.
  std::optional<double> quantity(const std::string& key, Dimension, Range = Range::positive);
  double required_quantity(const std::string& key, Dimension, Range = Range::positive);
  std::optional<std::uint64_t> whole(const std::string& key, Dimension, Range = Range::positive);
  std::uint64_t required_whole(const std::string& key, Dimension, Range = Range::positive);

  std::vector<std::string> texts(const std::string& key);  // of an array; none where it is missing
  std::optional<bool> flag(const std::string& key);

  // A signed whole number within [least, most].
  std::optional<std::int64_t> integer(const std::string& key, std::int64_t least,
                                      std::int64_t most);

  // The value of the word at `key`; `fallback` if there is none.
  template <class E>
  E one_of(const std::string& key, std::initializer_list<std::pair<const char*, E>> words,
           E fallback) {
    std::vector<std::string> names;
    for (const auto& [name, value] : words) names.emplace_back(name);
    const std::optional<std::string> word = known_word(key, names);
    for (const auto& [name, value] : words) {
      if (word == name) return value;
    }
    return fallback;
  }

  // The raw member, null when there is none; marks it as known.
  const Json* member(const std::string& key);
  // The elements of the array at `key`; none when it is missing or, a fault, no array.
  const Json& array(const std::string& key);

  void fault(const std::string& key, std::string message, std::string hint = {});
  std::string pointer(const std::string& key) const { return pointer_to(pointer_, key); }
  const std::string& pointer() const { return pointer_; }

  // The members never asked for, in the file's order.
  Json rest() const;
  // The names of all members that were asked for, whether there or not.
  const std::vector<std::string>& asked() const { return asked_; }

 private:
  std::optional<std::string> known_word(const std::string& key,
                                        const std::vector<std::string>& names);
  const Json* required(const std::string& key, const std::string& expected);
  std::optional<double> to_quantity(const std::string& key, const Json& value, Dimension, Range);
  std::optional<std::uint64_t> to_whole_quantity(const std::string& key, const Json& value,
                                                 Dimension, Range);
  void wrong(const std::string& key, const Json& value, const std::string& expected);

  const Json& object_;
  std::string pointer_;
  Faults& faults_;
  std::vector<std::string> asked_;
};

// Members that were not asked for would have no effect.
void refuse_unknown(const Fields& fields, Faults& faults);

}  // namespace hpcast

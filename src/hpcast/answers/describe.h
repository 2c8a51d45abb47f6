// How answers are described: a function describe(Mapping&, T&) names the members of a T once, and a
// mapping writes them as JSON, reads them back, or prints their schema.
//
//   void describe(Mapping& m, PowerTerm& t) {
//     m("name", t.name);
//     m("coefficient_w", t.coefficient_w, "at a rate of 1");
//     m.optional("unit", t.unit, "what it counts");   // left out where it is empty
//   }
//
// Members stand in files in the order in which they are described. What is a std::optional is left
// out where it is empty. Enumerations have their words from words_of(E), found beside E.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hpcast::answers {

enum class Bound : std::uint8_t { not_negative, positive, none };

// What is said of a member beside its name and its value.
struct About {
  constexpr About(const char* words = "", Bound of = Bound::not_negative)
      : text(words), bound(of) {}
  // The member's name in files of schema_version 1.
  constexpr About formerly(const char* name) const {
    About about = *this;
    about.former = name;
    return about;
  }

  const char* text;  // for the schema
  Bound bound;       // of a number
  const char* former = nullptr;
};
// Of numbers that may be below 0.
constexpr About any(const char* text = "") { return {text, Bound::none}; }
constexpr About positive(const char* text = "") { return {text, Bound::positive}; }

using WordList = std::span<const char* const>;

template <class E>
requires std::is_enum_v<E>
const char* word_of(E value) { return words_of(value)[static_cast<std::size_t>(value)]; }

// Names of what others refer to by them, in a file, and by their index, in memory.
class Names {
 public:
  // False: that name is there already.
  bool add(const std::string& name);
  const std::string& operator[](std::size_t index) const { return names_[index]; }
  std::optional<std::size_t> find(const std::string& name) const;
  const std::vector<std::string>& all() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::size_t> index_of_;
};

class Mapping {
 public:
  virtual ~Mapping() = default;

  // A member that is always there; of a std::optional, where it holds something.
  template <class T>
  void operator()(const char* name, T& value, const About& about = {}) {
    if (enter(name, about, Need::required, true)) map_and_leave(value);
  }
  template <class T>
  void operator()(const char* name, std::optional<T>& value, const About& about = {}) {
    if (!enter(name, about, Need::optional, value.has_value())) return;
    if (!value) value.emplace();
    map_and_leave(*value);
  }

  // A member that is left out where it is empty, 0 or false.
  template <class T>
  void optional(const char* name, T& value, const About& about = {}) {
    when(!(value == T{}), name, value, about);
  }
  // A member that need not be there, and is written only if `there`.
  template <class T>
  void when(bool there, const char* name, T& value, const About& about = {}) {
    if (enter(name, about, Need::optional, there)) map_and_leave(value);
  }

  // A member that follows from others: written, and not read.
  template <class T>
  void derived(const char* name, T value, const About& about = {}) {
    if (!reads()) (*this)(name, value, about);
  }

  // An object, or a list of objects, of which `members` says what is in it: of the object
  // members(), of the list's members(element).
  template <class F>
  void object(const char* name, F members, const About& about = {}) {
    if (!enter(name, about, Need::required, true)) return;
    begin_object();
    members();
    end_object();
    leave();
  }
  template <class T, class F>
  void list(const char* name, std::vector<T>& values, F members, const About& about = {}) {
    if (enter(name, about, Need::required, true)) map_objects(values, members);
  }
  template <class T, class F>
  void list_when(bool there, const char* name, std::vector<T>& values, F members,
                 const About& about = {}) {
    if (enter(name, about, Need::optional, there)) map_objects(values, members);
  }

  // Numbers, as many as `size`.
  void sized(const char* name, std::vector<double>& values, std::size_t size,
             const About& about = {});

  // An object of numbers, each by its own name.
  void by_name(const char* name, const std::vector<std::string>& names, std::vector<double>& values,
               const About& about = {});

  // A name that must be one of those, or empty; `what` has it: "object".
  void named(const char* name, std::string& text, const Names& names, const char* what,
             const About& about = {});
  // A fault where it is read and is none of them.
  void check_named(const char* name, const std::string& text, const Names& names, const char* what);
  // The same of something that the answer refers to by its index.
  template <class I>
  void index(const char* name, I& index, const Names& names, const char* what,
             const About& about = {}) {
    index = static_cast<I>(index_of(name, index, names, what, about));
  }

  // Members that are there together, all or none: About::text names one that always is.
  template <class T>
  void part(const About& first, std::optional<T>& value) {
    if (!begin_part(first, value.has_value())) return;
    if (!value) value.emplace();
    describe(*this, *value);
    end_part();
  }

  // Of a member of this object: what was read of it is wrong. Says nothing where nothing is read.
  virtual void fault(const char* name, const std::string& message, const std::string& hint = {}) {
    static_cast<void>(name), static_cast<void>(message), static_cast<void>(hint);
  }

  // The name of the schema's definition for this object, for objects that are at several places.
  virtual void type(const char* name, const char* text = "") {
    static_cast<void>(name), static_cast<void>(text);
  }

  // Whether values are taken from a file.
  virtual bool reads() const { return false; }

 protected:
  enum class Need : std::uint8_t { required, optional };

  // Goes to a member, up to leave(). False: there is none, and nothing to do.
  virtual bool enter(const char* name, const About& about, Need need, bool there) = 0;
  virtual void leave() = 0;
  virtual void begin_object() = 0;
  virtual void end_object() = 0;
  // Of an object of numbers, whose names are as the answer has them.
  virtual void begin_numbers() { begin_object(); }
  virtual bool begin_part(const About& first, bool there) = 0;
  virtual void end_part() = 0;
  // How many elements there are.
  virtual std::size_t begin_list(std::size_t size) = 0;
  virtual void element(std::size_t index) = 0;
  virtual void end_list() = 0;

  virtual void value(std::string& text) = 0;
  virtual void value(bool& flag) = 0;
  virtual void value(double& number) = 0;
  virtual void value(std::uint64_t& number, std::uint64_t most) = 0;
  virtual void value(std::int64_t& number, std::int64_t most) = 0;
  virtual void value(std::size_t& word, WordList words) = 0;

 private:
  std::size_t index_of(const char* name, std::size_t index, const Names& names, const char* what,
                       const About& about);

  template <class T>
  void map_and_leave(T& value) {
    map(value);
    leave();
  }

  template <class T>
  void map(T& value) {
    if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, bool> ||
                  std::is_same_v<T, double>) {
      this->value(value);
    } else if constexpr (std::is_enum_v<T>) {
      auto word = static_cast<std::size_t>(value);
      this->value(word, words_of(value));
      value = static_cast<T>(word);
    } else if constexpr (std::unsigned_integral<T>) {
      auto wide = static_cast<std::uint64_t>(value);
      this->value(wide, std::numeric_limits<T>::max());
      value = static_cast<T>(wide);
    } else if constexpr (std::signed_integral<T>) {
      auto wide = static_cast<std::int64_t>(value);
      this->value(wide, std::numeric_limits<T>::max());
      value = static_cast<T>(wide);
    } else {
      begin_object();
      describe(*this, value);
      end_object();
    }
  }
  template <class T>
  void map(std::vector<T>& values) {
    map_list(values, [this](T& value) { map(value); });
  }

  template <class T, class F>
  void map_objects(std::vector<T>& values, F& members) {
    map_list(values, [&](T& value) {
      begin_object();
      members(value);
      end_object();
    });
    leave();
  }

  template <class T, class F>
  void map_list(std::vector<T>& values, F&& each) {
    const std::size_t size = begin_list(values.size());
    if (size != values.size()) values.resize(size);
    for (std::size_t i = 0; i < size; ++i) {
      element(i);
      each(values[i]);
    }
    end_list();
  }
};

}  // namespace hpcast::answers

// Answers as JSON, by their descriptions: written, and read back with every fault of a file.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "hpcast/answers/describe.h"
#include "hpcast/base/json.h"

namespace hpcast::answers {

// Puts what is described into a JSON object. Nothing of it is changed.
class JsonWriter : public Mapping {
 public:
  explicit JsonWriter(Json& root) : slot_(&root) { begin_object(); }

 protected:
  bool enter(const char* name, const About& about, Need need, bool there) override;
  void leave() override {}
  void begin_object() override;
  void end_object() override { containers_.pop_back(); }
  bool begin_part(const About&, bool there) override { return there; }
  void end_part() override {}
  std::size_t begin_list(std::size_t size) override;
  void element(std::size_t index) override;
  void end_list() override { containers_.pop_back(); }
  void value(std::string& text) override { *slot_ = text; }
  void value(bool& flag) override { *slot_ = flag; }
  void value(double& number) override { *slot_ = number; }
  void value(std::uint64_t& number, std::uint64_t) override { *slot_ = number; }
  void value(std::int64_t& number, std::int64_t) override { *slot_ = number; }
  void value(std::size_t& word, WordList words) override { *slot_ = words[word]; }

 private:
  std::vector<Json*> containers_;  // objects and arrays that were begun
  Json* slot_;                     // the value that comes next
};

// Fills what is described from a document. Members that are not described are ignored; what is
// missing or of another type is a fault and stays as it was.
class JsonReader : public Mapping {
 public:
  JsonReader(const Document& document, Faults& faults) : faults_(faults), slot_(&document.root) {
    begin_object();
  }

  void fault(const char* name, const std::string& message, const std::string& hint) override;
  bool reads() const override { return true; }

 protected:
  bool enter(const char* name, const About& about, Need need, bool there) override;
  void leave() override { path_.pop_back(); }
  void begin_object() override;
  void end_object() override { containers_.pop_back(); }
  bool begin_part(const About& first, bool there) override;
  void end_part() override {}
  std::size_t begin_list(std::size_t size) override;
  void element(std::size_t index) override;
  void end_list() override;
  void value(std::string& text) override;
  void value(bool& flag) override;
  void value(double& number) override;
  void value(std::uint64_t& number, std::uint64_t most) override;
  void value(std::int64_t& number, std::int64_t most) override;
  void value(std::size_t& word, WordList words) override;

 private:
  using Step = std::variant<const char*, std::size_t>;  // a member's name, an element's index

  // False, after a fault where there must be one: no value is there.
  bool is_there(const char* expected);
  void wrong(const std::string& expected, const std::string& hint = {});
  std::string pointer(std::size_t steps) const;

  Faults& faults_;
  std::vector<const Json*> containers_;  // null: there is none, which was told
  std::vector<Step> path_;
  const Json* slot_;  // null: missing
  Bound bound_ = Bound::not_negative;
};

}  // namespace hpcast::answers

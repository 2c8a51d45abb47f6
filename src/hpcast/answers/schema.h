// JSON Schemas of answers, printed from their descriptions.
#pragma once

#include <string>
#include <vector>

#include "hpcast/answers/answer.h"
#include "hpcast/base/json.h"

namespace hpcast::answers {

// Gathers the schema (draft-07) of what is described to it. Lists of what is described should be
// described as of one element, which this does.
class SchemaPrinter : public Mapping {
 public:
  explicit SchemaPrinter(const AnswerKind& kind);

  void type(const char* name, const char* text) override;
  // The file's text, with a newline at its end.
  std::string text();

 protected:
  bool enter(const char* name, const About& about, Need need, bool there) override;
  void leave() override {}
  void begin_object() override;
  void end_object() override;
  void begin_numbers() override;
  bool begin_part(const About& first, bool there) override;
  void end_part() override;
  std::size_t begin_list(std::size_t size) override;
  void element(std::size_t index) override;
  void end_list() override { lists_.pop_back(); }
  void value(std::string& text) override;
  void value(bool& flag) override;
  void value(double& number) override;
  void value(std::uint64_t& number, std::uint64_t most) override;
  void value(std::int64_t& number, std::int64_t most) override;
  void value(std::size_t& word, WordList words) override;

 private:
  // An object that is being described.
  struct Object {
    Json* schema = nullptr;
    Json required = Json::array();
    Json properties = Json::object();
    Json dependencies = Json::object();
    std::string definition;    // its name, where it has one
    std::string part;          // the first member of the part that is being described
    bool are_numbers = false;  // by names that are not the schema's
  };
  void number_type(const char* name);

  const AnswerKind& kind_;
  Json root_;
  Json definitions_ = Json::object();
  std::vector<Object> objects_;
  std::vector<Json*> lists_;
  Json* slot_;
  Json unnamed_;  // what a number of an object of numbers would be
  Bound bound_ = Bound::not_negative;
};

}  // namespace hpcast::answers

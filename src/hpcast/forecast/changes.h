// Changes of an input file for one run: --set PLACE.MEMBER=VALUE.
#pragma once

#include <string>

#include "hpcast/base/json.h"

namespace hpcast::forecast {

struct Change {
  std::string text;   // as the user wrote it
  std::string place;  // what the member is of; empty: of the file itself
  std::string member;
  std::string value;

  // A number or a literal as JSON has it, anything else a text, such as "30.4 GB/s".
  Json json() const;
};

// How a kind of file wants its changes.
struct ChangeForm {
  const char* form;     // "CLASS.FIELD=VALUE"
  const char* example;  // "ddr4.read_bandwidth='30.4 GB/s'"
  bool needs_place = true;
};

// Throws InputError for what has not that form.
Change parse_change(const std::string& text, const ChangeForm& form);

// "did you mean 'lru'?", or else which there are: "the classes are L1, ddr4".
std::string did_you_mean_or(const std::string& word, const std::vector<std::string>& candidates,
                            const std::string& what_they_are);

// What messages call a file that was changed.
std::string with_set(const std::string& file);

}  // namespace hpcast::forecast

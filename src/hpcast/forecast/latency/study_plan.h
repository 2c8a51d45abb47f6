// What a study is to run: a program whose arguments hold placeholders, and their values.
#pragma once

#include <string>
#include <vector>

namespace hpcast::forecast {

struct StudyValue {
  std::string text;  // what takes the placeholder's place
  std::string name;  // for people: of a file without its folder and endings
  std::string file;  // the same, fit to name a file
};

// "format=CRS,CCS,MSR": {format} in the program's arguments.
struct StudyAxis {
  std::string name;
  std::vector<StudyValue> values;
};

// Several of one name are one axis. Throws InputError, naming `option`: no values, an empty one,
// one twice, names that are no names.
StudyAxis axis_of(const std::string& option, const std::vector<std::string>& texts);

// Throws InputError where the command has an unknown placeholder, or lacks one that would tell its
// runs apart.
void check_placeholders(const std::vector<std::string>& command, const StudyAxis& panel,
                        const StudyAxis& cases);

// The command with {panel} and {case} filled in.
std::vector<std::string> filled_in(std::vector<std::string> command, const StudyAxis& panel,
                                   const std::string& panel_text, const StudyAxis& cases,
                                   const std::string& case_text);

}  // namespace hpcast::forecast

// What every answer of hpcast has in common, whatever it is about.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/answers/describe.h"

namespace hpcast::answers {

inline constexpr int current_schema_version = 2;

struct Tool {
  std::string name = "hpcast";
  std::string version;
  bool operator==(const Tool&) const = default;
};

struct Input {
  std::string path;    // as the user gave it
  std::string sha256;  // lower-case hex; empty for a trace without a manifest
  std::string role;    // "machine", "trace", "program", "operations"
  bool operator==(const Input&) const = default;
};

// A kind of answers: T::kind of each T that has an Answer's members and more.
struct AnswerKind {
  const char* format;   // "hpcast-power-answer": what its files say of themselves
  const char* command;  // "hpcast power predict": which writes them
  const char* docs;     // "docs/power.md": what explains them
  const char* mark;     // a member that no other kind had in schema_version 1, which knew no format
  const char* schema;   // "power-result.schema.json"
};

struct Answer {
  Tool tool;
  std::vector<Input> inputs;
  std::string verdict;                 // in a line
  std::optional<std::string> partial;  // why it is not of all of the run
  std::vector<std::string> warnings, assumptions, not_modelled;
  bool operator==(const Answer&) const = default;
};

// The members that answers begin and end with.
void describe_head(Mapping& m, const AnswerKind& kind, Answer& answer);
void describe_tail(Mapping& m, Answer& answer);

// How the assumption begins that the machine's caches are not its own; verdicts repeat it.
inline constexpr std::string_view caches_assumed = "the machine's caches are assumed";
bool has_assumed_caches(const std::vector<std::string>& assumptions);

}  // namespace hpcast::answers

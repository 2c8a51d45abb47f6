// How far forecasts of a kind are off, as bench/accuracy has measured (typical_errors.json): told
// beside an answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hpcast/answers/memory/answer.h"

namespace hpcast::answers {

// By what limits a forecast: one core's own time, one that waits for memory most of it (or an
// object that is occupied all the time), or several threads.
enum class ErrorClass : std::uint8_t { core, memory, threads };

const char* name_of(ErrorClass c);
// Of kernels: "that a core limits".
const char* words_of(ErrorClass c);

// Empty where it is not known what cores execute, of more than two of them, of ranks, where a part
// stands for all, or where libraries lack: nobody has measured that.
std::optional<ErrorClass> error_class(const MemoryAnswer& result);

// Of programs that this tracer has told of: "compiler", or Valgrind's.
TypicalError typical_error(ErrorClass c, const std::string& tracer);

// "± 13 %: …", for people.
std::string to_string(const TypicalError& error);

}  // namespace hpcast::answers

// What is wrong with an input, for people: what, where, and how to mend it.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hpcast {

struct Diagnostic {
  std::string file;     // path as the user gave it; empty when the fault is not in a file
  int line = 0;         // 1-based; 0 when unknown
  std::string pointer;  // JSON pointer into the file; may be empty
  std::string message;  // what is wrong and what was expected
  std::string hint;     // how to mend it, "did you mean …"; may be empty
};

// "machine.json:12: /mem_obj/0/class: no such mem_class 'ddr3'\n  did you mean 'ddr4'?"
std::string to_string(const Diagnostic& diagnostic);

// Bad input. Carries every fault found; caught only in cli and at thread edges.
class InputError : public std::exception {
 public:
  explicit InputError(Diagnostic diagnostic);
  explicit InputError(std::vector<Diagnostic> diagnostics);
  explicit InputError(std::string message, std::string hint = {});
  const char* what() const noexcept override { return text_.c_str(); }
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  // Where a program that hpcast started failed: its own.
  std::optional<int> exit_status() const { return exit_status_; }
  InputError&& ending_with(int status) && {
    exit_status_ = status;
    return std::move(*this);
  }

 private:
  std::optional<int> exit_status_;
  std::vector<Diagnostic> diagnostics_;
  std::string text_;
};

// Writes a line, made visible(), to standard error. Where nobody can read that, nothing happens.
void tell(const std::string& text) noexcept;
void tell_warnings(const std::vector<Diagnostic>& warnings);

// All candidates at the least edit distance from `word`, each once and in their order, if near
// enough to be meant.
std::vector<std::string> all_nearest(const std::string& word,
                                     const std::vector<std::string>& candidates);
// The first of them; else empty.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace hpcast

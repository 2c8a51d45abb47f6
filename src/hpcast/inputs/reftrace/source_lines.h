// Lines of source that a file's code was made from, by its debugging information (libdw).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

struct Dwfl;
struct Dwfl_Module;

namespace hpcast::reftrace {

struct SourceLine {
  std::string file;
  std::uint32_t line = 0;
};

class SourceLines {
 public:
  // Has none where the file is not there, or tells nothing.
  explicit SourceLines(const std::string& path);

  // Of the file's own address.
  std::optional<SourceLine> at(std::uint64_t address) const;

 private:
  std::unique_ptr<Dwfl, void (*)(Dwfl*)> files_;
  Dwfl_Module* module_ = nullptr;
  std::uint64_t bias_ = 0;
};

}  // namespace hpcast::reftrace

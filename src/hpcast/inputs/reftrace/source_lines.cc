#include "hpcast/inputs/reftrace/source_lines.h"

#include <elfutils/libdwfl.h>

namespace hpcast::reftrace {

namespace {

// What lies on this host: nothing is fetched from a server.
const Dwfl_Callbacks callbacks = {.find_elf = dwfl_build_id_find_elf,
                                  .find_debuginfo = dwfl_build_id_find_debuginfo,
                                  .section_address = dwfl_offline_section_address,
                                  .debuginfo_path = nullptr};

}  // namespace

SourceLines::SourceLines(const std::string& path) : files_(dwfl_begin(&callbacks), dwfl_end) {
  if (!files_) return;
  module_ = dwfl_report_offline(files_.get(), "", path.c_str(), -1);
  dwfl_report_end(files_.get(), nullptr, nullptr);
  GElf_Addr bias = 0;
  if (module_ != nullptr && dwfl_module_getelf(module_, &bias) == nullptr) module_ = nullptr;
  bias_ = bias;
}

std::optional<SourceLine> SourceLines::at(std::uint64_t address) const {
  if (module_ == nullptr) return std::nullopt;
  Dwfl_Line* const line = dwfl_module_getsrc(module_, address + bias_);
  if (line == nullptr) return std::nullopt;
  int number = 0;
  const char* const file = dwfl_lineinfo(line, nullptr, &number, nullptr, nullptr, nullptr);
  if (file == nullptr || number <= 0) return std::nullopt;
  return SourceLine{file, static_cast<std::uint32_t>(number)};
}

}  // namespace hpcast::reftrace

#include "hpcast/inputs/mpitrace/read.h"

#include <fmt/core.h>

#include <filesystem>
#include <utility>

#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/base/units.h"
#include "hpcast/inputs/mpitrace/check.h"
#include "hpcast/inputs/mpitrace/pattern.h"
#include "hpcast/inputs/mpitrace/readers.h"

namespace hpcast::mpitrace {

namespace {

constexpr std::uint64_t longest_text = std::uint64_t{4} << 30;

[[noreturn]] void refuse_unknown(const std::string& name) {
  throw InputError({name,
                    0,
                    {},
                    "this is no communication profile that hpcast knows",
                    "it reads OTF2 archives, SimGrid time-independent traces, GOAL and patterns"});
}

void warn(std::vector<Diagnostic>* warnings, const std::string& path, std::string message) {
  if (warnings != nullptr) warnings->push_back({path, 0, {}, std::move(message), {}});
}

void warn_of_nothing(const Profile& profile, const std::string& path,
                     std::vector<Diagnostic>* warnings) {
  const Totals totals = totals_of(profile);
  if (totals.operations == 0)
    warn(warnings, path, "no rank does anything");
  else if (totals.messages + totals.collectives == 0)
    warn(warnings, path, "the ranks compute, but never communicate");
}

Profile profile_of_text(std::string_view text, const std::string& name,
                        const ReadOptions& options) {
  text = text_in(text, name);
  if (looks_like_json(text)) return make_pattern(parse_json(text, name), options);
  if (looks_like_goal(text)) return read_goal(text, name, options);
  if (looks_like_ti(text)) return read_ti({{name, std::string(text)}}, options);
  refuse_unknown(name);
}

// What has an end, and can be read once only.
bool is_pipe(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_fifo(path, error);
}

// Devices have no end; and what is too long is told from its size.
void check_file(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status) || fs::is_directory(status) || fs::is_fifo(status)) return;
  if (!fs::is_regular_file(status))
    throw InputError(path + ": this is a device, and no file that a profile can be read from",
                     "a file, a folder or a pipe");
  if (fs::file_size(path, error) > longest_text && !error)
    throw InputError(fmt::format("{}: the file is longer than {}", path,
                                 format_bytes(static_cast<double>(longest_text))),
                     "an OTF2 archive has no such limit");
}

Profile profile_at(const std::string& path, const ReadOptions& options) {
  if (is_pipe(path)) return profile_of_text(read_file(path), path, options);
  if (const std::string anchor = otf2_anchor(path); !anchor.empty())
    return read_otf2(anchor, options);
  check_file(path);
  if (const std::vector<TiText> texts = ti_texts(path, longest_text); !texts.empty())
    return read_ti(texts, options);
  return profile_of_text(read_file(path, longest_text), path, options);
}

}  // namespace

bool looks_like_json(std::string_view text) {
  constexpr std::string_view spaces = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(spaces);
  if (begin == std::string_view::npos) return false;
  if (std::string_view("{[\"").find(text[begin]) != std::string_view::npos) return true;
  const std::string_view word = text.substr(begin, text.find_last_not_of(spaces) + 1 - begin);
  return word == "null" || word == "true" || word == "false";
}

Profile profile_in(std::string_view text, const std::string& name, const ReadOptions& options) {
  Profile profile = profile_of_text(text, name, options);
  check_profile(profile, name);
  return profile;
}

Profile read_profile(const std::string& path, const ReadOptions& options,
                     std::vector<Diagnostic>* warnings) {
  Profile profile = profile_at(path, options);
  check_profile(profile, path);
  warn_of_nothing(profile, path, warnings);
  return profile;
}

Profile read_profile(const std::string& path, std::vector<Diagnostic>* warnings) {
  return read_profile(path, ReadOptions{}, warnings);
}

}  // namespace hpcast::mpitrace

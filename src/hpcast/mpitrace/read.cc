#include "hpcast/mpitrace/read.h"

#include <filesystem>
#include <utility>

#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/base/units.h"
#include "hpcast/mpitrace/check.h"
#include "hpcast/mpitrace/pattern.h"
#include "hpcast/mpitrace/readers.h"

namespace hpcast::mpitrace {

namespace {

constexpr std::uint64_t longest_text = std::uint64_t{4} << 30;

bool looks_like_json(std::string_view text) {
  const std::size_t at = text.find_first_not_of(" \t\r\n");
  return at != std::string_view::npos && text[at] == '{';
}

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
  if (looks_like_json(text)) return make_pattern(parse_json(text, name), options);
  if (looks_like_goal(text)) return read_goal(text, name, options);
  if (looks_like_ti(text)) return read_ti({{name, std::string(text)}}, options);
  refuse_unknown(name);
}

}  // namespace

Profile profile_in(std::string_view text, const std::string& name, const ReadOptions& options) {
  Profile profile = profile_of_text(text, name, options);
  check_profile(profile, name);
  return profile;
}

Profile read_profile(const std::string& path, const ReadOptions& options,
                     std::vector<Diagnostic>* warnings) {
  Profile profile;
  if (const std::string anchor = otf2_anchor(path); !anchor.empty()) {
    profile = read_otf2(anchor);
  } else if (std::vector<TiText> texts = ti_texts(path, longest_text); !texts.empty()) {
    profile = read_ti(texts, options);
  } else {
    profile = profile_of_text(read_file(path, longest_text), path, options);
  }
  check_profile(profile, path);
  warn_of_nothing(profile, path, warnings);
  return profile;
}

Profile read_profile(const std::string& path, std::vector<Diagnostic>* warnings) {
  return read_profile(path, ReadOptions{}, warnings);
}

}  // namespace hpcast::mpitrace

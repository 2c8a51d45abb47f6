// The readers behind read.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/inputs/mpitrace/read.h"

namespace hpcast::mpitrace {

// The anchor file of the OTF2 archive at `path`; empty when there is none.
std::string otf2_anchor(const std::string& path);
Profile read_otf2(const std::string& anchor, const ReadOptions& options);

// A part of a time-independent trace: of some ranks.
struct TiText {
  std::string name;
  std::string content;
};
// What a folder of per-rank files has, or a text that lists them; nothing where `path` is neither.
std::vector<TiText> ti_texts(const std::string& path, std::uint64_t limit);
Profile read_ti(const std::vector<TiText>& texts, const ReadOptions& options);
// A text of JSON, whatever value it is: no list of files.
bool looks_like_json(std::string_view text);
bool looks_like_ti(std::string_view text);

Profile read_goal(std::string_view text, const std::string& name, const ReadOptions& options);
bool looks_like_goal(std::string_view text);

}  // namespace hpcast::mpitrace

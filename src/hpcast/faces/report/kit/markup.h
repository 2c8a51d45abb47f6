// Text into HTML and SVG.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hpcast::report {

// Safe between tags and inside quoted attributes; control characters become '?'.
std::string escape(std::string_view text);

// Class of the colour for an occupancy of 0 to 1: "o0" (idle) to "o6" (limits).
const char* occupancy_class(double occupancy);

// Class of the colour of phase `index` of `count`: "p0" to "p5", "px" for those beyond; "one" when
// there is but one phase.
std::string phase_class(std::size_t index, std::size_t count);

// What kind of result a page is about, and which; below come headings of the third level.
std::string page_heading(std::string_view kind, std::string_view name);

// A card with a heading and a list of texts, escaped; nothing where there is none.
std::string list_card(std::string_view heading, const std::vector<std::string>& entries);

// A whole page around `content`, which needs nothing from elsewhere.
std::string page(std::string_view title, const std::string& content);

// The style sheet and the script of the page. The script sorts and folds tables and switches
// phases; all there is to read is there without it.
std::string style_sheet();
std::string script();

}  // namespace hpcast::report

// The viewer's page with the files in it that it is to show.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/base/json.h"

namespace hpcast::serve {

struct PageFile {
  std::string name;
  std::string text;        // UTF-8
  Json network = nullptr;  // of a network, what hpcast shows of it: docs/viewer-server.md
};

// Stands in a page, once, where its data belong.
inline constexpr std::string_view data_marker = "<!--hpcast:data-->";

// The page with the script element "hpcast-data" instead of the marker. `trace`: of which the page
// may ask for forecasts; empty: none. No content can end the element. Throws std::logic_error for a
// page without the marker, or with several.
std::string page_with_data(std::string_view page, const std::vector<PageFile>& files,
                           const std::optional<std::string>& trace);

}  // namespace hpcast::serve

#include "hpcast/faces/serve/page.h"

#include <stdexcept>

namespace hpcast::serve {

namespace {

// In ASCII, so that U+2028 and U+2029 are escaped too, and without '<', which might begin an end
// tag or a comment.
std::string script_safe(const Json& json) {
  std::string text;
  for (const char c : json.dump(-1, ' ', true, Json::error_handler_t::replace)) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return text;
}

}  // namespace

std::string page_with_data(std::string_view page, const std::vector<PageFile>& files,
                           const std::optional<std::string>& trace) {
  const std::size_t at = page.find(data_marker);
  if (at == std::string_view::npos || page.find(data_marker, at + 1) != std::string_view::npos)
    throw std::logic_error("the viewer's page has not one place for its data");
  Json data = {{"files", Json::array()}};
  for (const PageFile& file : files) {
    Json& put = data["files"].emplace_back(Json{{"name", file.name}, {"text", file.text}});
    if (!file.network.is_null()) put["network"] = file.network;
  }
  if (trace) data["live"] = {{"trace", *trace}};
  std::string whole(page.substr(0, at));
  whole +=
      "<script type=\"application/json\" id=\"hpcast-data\">" + script_safe(data) + "</script>";
  whole += page.substr(at + data_marker.size());
  return whole;
}

}  // namespace hpcast::serve

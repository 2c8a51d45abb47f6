#include "hpcast/faces/serve/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "hpcast/base/json.h"

namespace hpcast::serve {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char before[] = "<!doctype html><script type=\"application/json\" id=\"hpcast-data\">";

// Between the element's tags, if it begins the page as `before`.
std::string data_in(const std::string& page) {
  EXPECT_EQ(page.find(before), 0U);
  const std::size_t begin = sizeof before - 1;
  return page.substr(begin, page.find("</script>") - begin);
}

std::string page_of(const std::vector<PageFile>& files, const std::optional<std::string>& trace) {
  return page_with_data("<!doctype html><!--hpcast:data--><p>more</p>", files, trace);
}

TEST(Page, HoldsFilesAsTheyAre) {
  const std::string page = page_of({{"a.json", "{\n  \"é\": 1}\n"}, {"b.json", ""}}, {});
  EXPECT_THAT(page, HasSubstr("</script><p>more</p>"));
  const Json data = Json::parse(data_in(page));
  EXPECT_EQ(data["files"][0]["name"], "a.json");
  EXPECT_EQ(data["files"][0]["text"], "{\n  \"é\": 1}\n");
  EXPECT_EQ(data["files"][1]["text"], "");
  EXPECT_FALSE(data.contains("live"));
}

TEST(Page, HoldsWhatIsShownOfANetworkBesideItsText) {
  const Json data = Json::parse(
      data_in(page_of({{"m.json", "{}"}, {"n.json", "{}", {{"svg", "</script><svg/>"}}}}, {})));
  EXPECT_FALSE(data["files"][0].contains("network"));
  EXPECT_EQ(data["files"][1]["network"]["svg"], "</script><svg/>");
}

TEST(Page, SaysWhereForecastsComeFrom) {
  EXPECT_EQ(Json::parse(data_in(page_of({}, "T")))["live"]["trace"], "T");
}

TEST(Page, LetsNoContentOutOfItsElement) {
  const std::string evil =
      "</script><script>alert(1)</script><!--<SCRIPT>]]> \xE2\x80\xA8 \xE2\x80\xA9 &lt; $& "
      "\\u003c/";
  const std::string page = page_of({{evil, evil}}, evil);
  const std::string data = data_in(page);
  EXPECT_THAT(data, Not(HasSubstr("<")));
  for (const char c : data) EXPECT_TRUE(static_cast<unsigned char>(c) < 0x80);
  EXPECT_EQ(Json::parse(data)["files"][0]["text"], evil);
  EXPECT_EQ(Json::parse(data)["files"][0]["name"], evil);
  EXPECT_EQ(Json::parse(data)["live"]["trace"], evil);
}

// What a file contains is never taken for a place for data.
TEST(Page, FillsOnePlace) {
  const std::string page = page_of({{"a", "<!--hpcast:data-->"}}, {});
  EXPECT_EQ(Json::parse(data_in(page))["files"][0]["text"], "<!--hpcast:data-->");
}

TEST(Page, WithoutOnePlaceForDataIsAFaultOfOurs) {
  EXPECT_THROW(page_with_data("<p>", {}, {}), std::logic_error);
  EXPECT_THROW(page_with_data("<!--hpcast:data--><!--hpcast:data-->", {}, {}), std::logic_error);
}

// A name of a file need be no UTF-8.
TEST(Page, ReplacesWhatIsNoText) {
  EXPECT_EQ(Json::parse(data_in(page_of({{"\xFF", ""}}, {})))["files"][0]["name"], "\xEF\xBF\xBD");
}

}  // namespace
}  // namespace hpcast::serve

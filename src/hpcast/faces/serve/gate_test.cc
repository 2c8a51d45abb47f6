#include "hpcast/faces/serve/gate.h"

#include <gtest/gtest.h>

#include "hpcast/faces/serve/limits.h"

namespace hpcast::serve {
namespace {

const Identity identity{4711, "0123456789abcdef0123456789abcdef", true};

RequestHead page_request() {
  return {"GET", "/", {{"token", identity.token}}, {{"host", "127.0.0.1:4711"}}};
}

RequestHead forecast_request() {
  return {"POST",
          "/forecast",
          {},
          {{"host", "localhost:4711"},
           {"origin", "http://localhost:4711"},
           {"x-hpcast-token", identity.token},
           {"content-type", "application/json; charset=utf-8"},
           {"content-length", "12"}}};
}

std::string& header(RequestHead& head, const std::string& name) {
  for (auto& [known, value] : head.headers)
    if (known == name) return value;
  return head.headers.emplace_back(name, "").second;
}

// 200 where it is answered.
unsigned status(const RequestHead& head, const Identity& who = identity) {
  const auto verdict = judge(head, who);
  const Refusal* const refusal = std::get_if<Refusal>(&verdict);
  return refusal == nullptr ? 200 : refusal->status;
}

unsigned forecast_with(const std::string& name, const std::string& value) {
  RequestHead head = forecast_request();
  header(head, name) = value;
  return status(head);
}

TEST(Gate, LetsItsOwnPageIn) {
  EXPECT_EQ(std::get<Endpoint>(judge(page_request(), identity)), Endpoint::page);
  EXPECT_EQ(std::get<Endpoint>(judge(forecast_request(), identity)), Endpoint::forecast);
  EXPECT_EQ(length_of_body(forecast_request(), Endpoint::forecast), 12U);
  RequestHead progress = forecast_request();
  progress.method = "GET";
  progress.path = "/progress";
  EXPECT_EQ(std::get<Endpoint>(judge(progress, identity)), Endpoint::progress);
}

TEST(Gate, RefusesNamesThatPointHere) {
  for (const char* host : {"evil.example", "evil.example:4711", "127.0.0.1", "127.0.0.1:80", "",
                           "127.0.0.1:4711.evil.example", "[::1]:4711", "localhost:4711 "}) {
    RequestHead head = page_request();
    header(head, "host") = host;
    EXPECT_EQ(status(head), 403U) << host;
    head = page_request();
    head.headers.emplace_back("host", host);
    EXPECT_EQ(status(head), 403U) << "a second one: " << host;
  }
  RequestHead none = page_request();
  none.headers.clear();
  EXPECT_EQ(status(none), 403U);
}

TEST(Gate, KnowsItselfAtThePortOfHttp) {
  const Identity at_80{80, identity.token, false};
  RequestHead head = page_request();
  for (const char* host : {"localhost", "LocalHost:80", "127.0.0.1"}) {
    header(head, "host") = host;
    EXPECT_EQ(status(head, at_80), 200U) << host;
  }
}

TEST(Gate, RefusesPagesFromElsewhere) {
  for (const char* origin : {"http://evil.example", "null", "", "https://localhost:4711",
                             "http://localhost:4712", "http://localhost:4711/"})
    EXPECT_EQ(forecast_with("origin", origin), 403U) << origin;
}

TEST(Gate, RefusesOtherTokens) {
  std::string other = identity.token;
  other.back() = '0';
  for (const std::string& token : {std::string(), std::string("0"), other, identity.token + "0",
                                   identity.token.substr(1), std::string(32, '\0')}) {
    EXPECT_EQ(forecast_with("x-hpcast-token", token), 403U) << token;
    RequestHead head = page_request();
    head.query[0].second = token;
    EXPECT_EQ(status(head), 403U) << token;
    head.path = "/elsewhere";
    EXPECT_EQ(status(head), 403U) << "does not tell what there is";
  }
  RequestHead head = page_request();
  head.query.clear();
  EXPECT_EQ(status(head), 403U);
  EXPECT_EQ(status(head, {4711, "", true}), 403U) << "an empty token is none";
}

TEST(Gate, TakesNetworksWithoutForecasts) {
  RequestHead head = forecast_request();
  head.path = "/network";
  const Identity no_forecasts{4711, identity.token, false};
  EXPECT_EQ(std::get<Endpoint>(judge(head, no_forecasts)), Endpoint::network);
  EXPECT_EQ(length_of_body(head, Endpoint::network), 12U);
  header(head, "content-length") = std::to_string(largest_network + 1);
  EXPECT_EQ(status(head, no_forecasts), 413U);
  header(head, "x-hpcast-token") = "0";
  EXPECT_EQ(status(head, no_forecasts), 403U);
}

TEST(Gate, BodiesOfOthersAreNotRead) {
  RequestHead head = page_request();
  header(head, "content-length") = "1000";
  EXPECT_EQ(length_of_body(head, Endpoint::page), 0U);
}

TEST(Gate, KnowsNoOtherPaths) {
  for (const char* path : {"/x", "//", "/forecast/", "/../../etc/passwd", "/%2e%2e/etc/passwd",
                           "/%66orecast", "", "*", "http://localhost:4711/forecast"}) {
    RequestHead head = forecast_request();
    head.path = path;
    EXPECT_EQ(status(head), 404U) << path;
  }
  EXPECT_EQ(status(forecast_request(), {4711, identity.token, false}), 404U);
}

TEST(Gate, RefusesOtherMethods) {
  for (const char* method : {"HEAD", "POST", "OPTIONS", "get", "DELETE", ""}) {
    RequestHead head = page_request();
    head.method = method;
    EXPECT_EQ(status(head), 405U) << method;
  }
  RequestHead head = forecast_request();
  head.method = "GET";
  EXPECT_EQ(std::get<Refusal>(judge(head, identity)).allowed_method, "POST");
}

TEST(Gate, TakesJsonOfAKnownLength) {
  for (const char* type : {"text/plain", "", "application/jsonx", "multipart/form-data"})
    EXPECT_EQ(forecast_with("content-type", type), 415U) << type;
  EXPECT_EQ(forecast_with("content-type", "Application/JSON ;x"), 200U);
  for (const char* length : {"", "-1", "1x", "0x10", " 1", "+1"})
    EXPECT_EQ(forecast_with("content-length", length), 411U) << length;
  EXPECT_EQ(forecast_with("transfer-encoding", "chunked"), 411U);
  EXPECT_EQ(forecast_with("content-length", std::to_string(largest_document)), 200U);
  EXPECT_EQ(forecast_with("content-length", std::to_string(largest_document + 1)), 413U);
  EXPECT_EQ(forecast_with("content-length", "99999999999999999999999"), 413U);
}

TEST(Gate, TokensAreLongAndDiffer) {
  EXPECT_EQ(new_token().size(), 32U);
  EXPECT_NE(new_token(), new_token());
}

}  // namespace
}  // namespace hpcast::serve

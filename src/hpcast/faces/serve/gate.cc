#include "hpcast/faces/serve/gate.h"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

#include "hpcast/faces/serve/limits.h"

namespace hpcast::serve {

namespace {

const std::string* find(const RequestHead::Fields& fields, std::string_view name) {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const auto& field) { return field.first == name; });
  return found == fields.end() ? nullptr : &found->second;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

// As browsers write it: without the port that is HTTP's own.
bool is_this_host(std::string_view host, const Identity& identity) {
  const std::string lower = lower_case(host);
  for (const std::string name : {"127.0.0.1", "localhost"}) {
    if (lower == fmt::format("{}:{}", name, identity.port)) return true;
    if (identity.port == 80 && lower == name) return true;
  }
  return false;
}

bool is_this_origin(std::string_view origin, const Identity& identity) {
  constexpr std::string_view scheme = "http://";
  return origin.starts_with(scheme) && is_this_host(origin.substr(scheme.size()), identity);
}

// How long it takes tells nothing of what is in the token.
bool is_token(const std::string* given, const Identity& identity) {
  return given != nullptr && given->size() == identity.token.size() && !given->empty() &&
         CRYPTO_memcmp(given->data(), identity.token.data(), given->size()) == 0;
}

std::optional<Refusal> refuse_unauthorized(const RequestHead& head, const Identity& identity) {
  if (find(head.headers, "host") == nullptr) return Refusal{403, "no Host"};
  for (const auto& [name, value] : head.headers) {
    if (name == "host" && !is_this_host(value, identity))
      return Refusal{403, "another Host than this server"};
    if (name == "origin" && !is_this_origin(value, identity))
      return Refusal{403, "a page of another Origin"};
  }
  // A link holds the page's token; scripts show theirs where no link and no form can put it.
  const std::string* const shown =
      head.path == "/" ? find(head.query, "token") : find(head.headers, "x-hpcast-token");
  if (!is_token(shown, identity))
    return Refusal{403, "no token, or another one: open the address that hpcast view printed"};
  return {};
}

bool is_json(const RequestHead& head) {
  const std::string* const type = find(head.headers, "content-type");
  if (type == nullptr) return false;
  std::string_view name(*type);
  name = name.substr(0, name.find(';'));
  while (name.ends_with(' ')) name.remove_suffix(1);
  return lower_case(name) == "application/json";
}

std::optional<std::size_t> content_length(const RequestHead& head) {
  const std::string* const text = find(head.headers, "content-length");
  if (text == nullptr || find(head.headers, "transfer-encoding") != nullptr) return {};
  std::size_t length = 0;
  const char* const end = text->data() + text->size();
  const auto [stop, error] = std::from_chars(text->data(), end, length);
  if (error == std::errc::result_out_of_range) return largest_document + 1;
  if (error != std::errc{} || stop != end) return {};
  return length;
}

std::optional<Refusal> refuse_body(const RequestHead& head, std::size_t most) {
  if (!is_json(head)) return Refusal{415, "expected Content-Type: application/json"};
  const std::optional<std::size_t> length = content_length(head);
  if (!length) return Refusal{411, "expected Content-Length"};
  if (*length > most) return Refusal{413, fmt::format("more than {} MiB", most >> 20)};
  return {};
}

struct Route {
  std::string_view path, method;
  Endpoint endpoint;
  bool live;
  std::size_t most_body;  // bytes; 0: it takes none
};
constexpr Route routes[] = {{"/", "GET", Endpoint::page, false, 0},
                            {"/forecast", "POST", Endpoint::forecast, true, largest_document},
                            {"/progress", "GET", Endpoint::progress, true, 0},
                            {"/network", "POST", Endpoint::network, false, largest_network}};

}  // namespace

std::string new_token() {
  std::array<unsigned char, 16> bytes{};
  // So few bytes come whole, or not at all.
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw std::system_error(errno, std::generic_category(), "getrandom");
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

std::variant<Endpoint, Refusal> judge(const RequestHead& head, const Identity& identity) {
  if (const std::optional<Refusal> refusal = refuse_unauthorized(head, identity)) return *refusal;
  const Route* const route = std::find_if(
      std::begin(routes), std::end(routes),
      [&](const Route& r) { return r.path == head.path && (!r.live || identity.live); });
  if (route == std::end(routes)) return Refusal{404, "nothing here"};
  if (route->method != head.method)
    return Refusal{405, fmt::format("{} takes {}", route->path, route->method),
                   std::string(route->method)};
  if (route->most_body > 0)
    if (const std::optional<Refusal> refusal = refuse_body(head, route->most_body)) return *refusal;
  return route->endpoint;
}

std::size_t length_of_body(const RequestHead& head, Endpoint endpoint) {
  const bool takes_one = endpoint == Endpoint::forecast || endpoint == Endpoint::network;
  return takes_one ? content_length(head).value_or(0) : 0;
}

}  // namespace hpcast::serve

// Which requests the viewer's server answers. It is there for the page that it has served, opened
// by the user who started it, and for nobody else on the host or in the browser.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace hpcast::serve {

struct RequestHead {
  using Fields = std::vector<std::pair<std::string, std::string>>;
  std::string method;
  std::string path;  // as it was sent, without the query
  Fields query;
  Fields headers;  // names in lower case
};

struct Identity {
  std::uint16_t port = 0;
  std::string token;
  bool live = false;  // there are forecasts to be asked for
};

enum class Endpoint { page, forecast, progress, network };

struct Refusal {
  unsigned status;
  std::string why;
  std::string allowed_method{};  // where another method would do
};

// 128 random bits, in hexadecimal.
std::string new_token();

// What is wanted, or why it is refused. The first that applies: a Host or an Origin that is not
// this server (403: a page from elsewhere, a name made to point here), no token or another one
// (403), an unknown path (404), another method (405), no JSON (415), a body whose length is not
// told (411) or too long (413).
std::variant<Endpoint, Refusal> judge(const RequestHead& head, const Identity& identity);

// Of a head that judge() has let pass to this endpoint; 0 where a body is none of its business.
std::size_t length_of_body(const RequestHead& head, Endpoint endpoint);

}  // namespace hpcast::serve

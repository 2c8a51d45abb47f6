#include "hpcast/faces/serve/server.h"

#include <fmt/format.h>
#include <microhttpd.h>
#include <poll.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/faces/serve/faults.h"
#include "hpcast/faces/serve/gate.h"
#include "hpcast/faces/serve/listener.h"
#include "hpcast/faces/serve/waiting.h"

namespace hpcast::serve {

namespace {

// At a time, and of these without a request. The rest is for those that are being closed.
constexpr unsigned most_connections = 64;
constexpr std::size_t most_waiting = 16;
constexpr unsigned idle_s = 10;
// For a request's head, and for what libmicrohttpd makes of it: cookies of other servers on this
// host come along, and each takes room of its own.
constexpr std::size_t connection_bytes = std::size_t{128} << 10;

constexpr char json_type[] = "application/json";
constexpr char text_type[] = "text/plain; charset=utf-8";

using Headers = std::vector<std::pair<const char*, std::string>>;

constexpr std::pair<const char*, const char*> headers_of_all[] = {
    {"Cache-Control", "no-store"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: "
     "blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"}};

using Response = std::unique_ptr<MHD_Response, decltype(&MHD_destroy_response)>;

// `memory`: whether the text stays where it is as long as the response, or must be copied.
Response make_response(std::string_view text, MHD_ResponseMemoryMode memory, const char* type) {
  Response response(
      MHD_create_response_from_buffer(text.size(), const_cast<char*>(text.data()), memory),
      MHD_destroy_response);
  if (!response) throw std::bad_alloc();
  MHD_add_response_header(response.get(), "Content-Type", type);
  for (const auto& [name, value] : headers_of_all)
    MHD_add_response_header(response.get(), name, value);
  return response;
}

MHD_Result send(MHD_Connection* connection, unsigned status, const char* type,
                std::string_view text, const Headers& more = {}) {
  const Response response = make_response(text, MHD_RESPMEM_MUST_COPY, type);
  for (const auto& [name, value] : more)
    MHD_add_response_header(response.get(), name, value.c_str());
  return MHD_queue_response(connection, status, response.get());
}

MHD_Result refuse(MHD_Connection* connection, const Refusal& refusal) {
  Headers more;
  if (!refusal.allowed_method.empty()) more.emplace_back("Allow", refusal.allowed_method);
  return send(connection, refusal.status, text_type, refusal.why + "\n", more);
}

RequestHead::Fields fields_of(MHD_Connection* connection, MHD_ValueKind kind) {
  RequestHead::Fields fields;
  MHD_get_connection_values_n(
      connection, kind,
      [](void* to, MHD_ValueKind, const char* name, size_t name_size, const char* value,
         size_t value_size) {
        static_cast<RequestHead::Fields*>(to)->emplace_back(
            std::string(name, name_size),
            value == nullptr ? std::string() : std::string(value, value_size));
        return MHD_YES;
      },
      &fields);
  return fields;
}

RequestHead head_of(MHD_Connection* connection, const char* path, const char* method) {
  RequestHead head{method, path, fields_of(connection, MHD_GET_ARGUMENT_KIND),
                   fields_of(connection, MHD_HEADER_KIND)};
  for (auto& [name, value] : head.headers)
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return head;
}

int socket_of(MHD_Connection* connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

// The other end has not closed the connection.
bool is_there(MHD_Connection* connection) {
  pollfd state{socket_of(connection), POLLRDHUP, 0};
  return poll(&state, 1, 0) <= 0 || (state.revents & (POLLRDHUP | POLLHUP | POLLERR)) == 0;
}

// A connection does not count as idle while it lives.
class NotIdle {
 public:
  explicit NotIdle(MHD_Connection* connection) : connection_(connection) { set(0); }
  ~NotIdle() { set(idle_s); }
  NotIdle(const NotIdle&) = delete;
  NotIdle& operator=(const NotIdle&) = delete;

 private:
  void set(unsigned seconds) {
    MHD_set_connection_option(connection_, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
  }
  MHD_Connection* connection_;
};

// A request that is answered once its body, if it may have one, is here.
struct Exchange {
  Endpoint endpoint;
  std::size_t length;
  std::string body;
};

}  // namespace

class Server::Site {
 public:
  explicit Site(ServerOptions options)
      : options_(std::move(options)),
        page_(make_response(options_.page, MHD_RESPMEM_PERSISTENT, "text/html; charset=utf-8")) {
    Listener listener = listen_at(options_.port);
    identity_ = {listener.port, new_token(), options_.live.has_value()};
    // A thread for each connection: one that computes, or dawdles, stops no other.
    daemon_ = MHD_start_daemon(
        MHD_USE_POLL_INTERNAL_THREAD | MHD_USE_THREAD_PER_CONNECTION, 0, nullptr, nullptr, take,
        this, MHD_OPTION_LISTEN_SOCKET, listener.socket.get(), MHD_OPTION_CONNECTION_LIMIT,
        most_connections, MHD_OPTION_CONNECTION_TIMEOUT, idle_s, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        connection_bytes, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_UNESCAPE_CALLBACK,
        leave_escaped, nullptr, MHD_OPTION_NOTIFY_COMPLETED, forget, this,
        MHD_OPTION_NOTIFY_CONNECTION, come_or_go, this, MHD_OPTION_END);
    if (daemon_ == nullptr) throw std::runtime_error("the viewer's server does not start");
    listener.socket.release();  // it closes the socket
  }

  ~Site() { MHD_stop_daemon(daemon_); }
  Site(const Site&) = delete;
  Site& operator=(const Site&) = delete;

  const Identity& identity() const { return identity_; }

 private:
  // No path of ours needs an escape, so that there is no second way to write one.
  static size_t leave_escaped(void*, MHD_Connection*, char* text) { return std::strlen(text); }

  static void forget(void* site, MHD_Connection* connection, void** state,
                     MHD_RequestTerminationCode) {
    delete static_cast<Exchange*>(*state);
    *state = nullptr;
    static_cast<Site*>(site)->waiting_.add(socket_of(connection));
  }

  static void come_or_go(void* site, MHD_Connection* connection, void**,
                         MHD_ConnectionNotificationCode what) {
    Waiting& waiting = static_cast<Site*>(site)->waiting_;
    if (what == MHD_CONNECTION_NOTIFY_STARTED)
      waiting.add(socket_of(connection));
    else
      waiting.remove(socket_of(connection));
  }

  // Called once for a request's head, then for each part of its body, then at its end.
  static MHD_Result take(void* site, MHD_Connection* connection, const char* path,
                         const char* method, const char*, const char* part, size_t* part_size,
                         void** state) {
    auto* const self = static_cast<Site*>(site);
    try {
      if (*state == nullptr) {
        self->waiting_.remove(socket_of(connection));
        return self->begin(connection, head_of(connection, path, method), state);
      }
      Exchange& exchange = *static_cast<Exchange*>(*state);
      if (*part_size == 0) return self->answer(connection, exchange);
      if (exchange.body.size() + *part_size > exchange.length) return MHD_NO;
      exchange.body.append(part, *part_size);
      *part_size = 0;
      return MHD_YES;
    } catch (const std::exception& error) {
      tell(fmt::format("hpcast: the viewer's server: {}", error.what()));
      return MHD_NO;
    }
  }

  MHD_Result begin(MHD_Connection* connection, const RequestHead& head, void** state) const {
    const auto verdict = judge(head, identity_);
    if (const Refusal* refusal = std::get_if<Refusal>(&verdict))
      return refuse(connection, *refusal);
    const Endpoint endpoint = std::get<Endpoint>(verdict);
    const std::size_t length = length_of_body(head, endpoint);
    auto exchange = std::make_unique<Exchange>(Exchange{endpoint, length, {}});
    exchange->body.reserve(length);
    *state = exchange.release();
    return MHD_YES;
  }

  MHD_Result answer(MHD_Connection* connection, const Exchange& exchange) const {
    switch (exchange.endpoint) {
      case Endpoint::page:
        return MHD_queue_response(connection, MHD_HTTP_OK, page_.get());
      case Endpoint::progress:
        return progress(connection);
      case Endpoint::forecast:
        return answer_input(connection, [&] { return forecast(connection, exchange.body); });
      case Endpoint::network:
        return answer_input(connection, [&] {
          return send(connection, MHD_HTTP_OK, json_type, options_.draw_network(exchange.body));
        });
    }
    return MHD_NO;
  }

  MHD_Result progress(MHD_Connection* connection) const {
    const std::optional<double> fraction = options_.live->progress();
    return send(connection, MHD_HTTP_OK, json_type,
                fraction ? fmt::format("{{\"fraction\": {:.4f}}}\n", *fraction) : "{}\n");
  }

  MHD_Result forecast(MHD_Connection* connection, const std::string& body) const {
    const std::optional<ForecastAnswer> answer =
        options_.live->forecast(body, [&] { return is_there(connection); });
    if (!answer) return send(connection, MHD_HTTP_SERVICE_UNAVAILABLE, text_type, "given up\n");
    return send(connection, MHD_HTTP_OK, json_type, answer->json,
                {{"X-Hpcast-Simulated", answer->simulated ? "yes" : "no"}});
  }

  // What `answer` finds wrong with what it was sent is an answer too.
  template <class Answer>
  static MHD_Result answer_input(MHD_Connection* connection, const Answer& answer) {
    const NotIdle not_idle(connection);
    try {
      return answer();
    } catch (const InputError& error) {
      return send(connection, MHD_HTTP_UNPROCESSABLE_CONTENT, json_type, faults_json(error));
    } catch (const std::exception& error) {
      tell(fmt::format("hpcast: internal error: {}", error.what()));
      return send(connection, MHD_HTTP_INTERNAL_SERVER_ERROR, text_type, "internal error\n");
    }
  }

  ServerOptions options_;
  Response page_;
  Identity identity_;
  Waiting waiting_{most_waiting};
  MHD_Daemon* daemon_ = nullptr;
};

Server::Server(ServerOptions options) : site_(std::make_unique<Site>(std::move(options))) {}
Server::~Server() = default;

std::uint16_t Server::port() const { return site_->identity().port; }

std::string Server::url() const {
  return fmt::format("http://127.0.0.1:{}/?token={}", port(), site_->identity().token);
}

}  // namespace hpcast::serve

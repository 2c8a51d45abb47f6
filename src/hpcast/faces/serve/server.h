// The viewer's server: a page, pictures of networks and, if wanted, forecasts for it; on this host,
// for who has the token. docs/viewer-server.md. It opens no file, whatever is asked.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace hpcast::serve {

struct ForecastAnswer {
  std::string json;
  bool simulated = false;
};

// Called by several threads at once.
struct Live {
  // Of the machine in a request's body. `wanted` says whether the asker is still there. Empty where
  // it was given up. InputError for what is no machine.
  std::function<std::optional<ForecastAnswer>(const std::string& body,
                                              const std::function<bool()>& wanted)>
      forecast;
  // How far the running simulation is, 0 to 1; empty: none runs.
  std::function<std::optional<double>()> progress;
};

// JSON of the network in a request's body, for the page. InputError for what is no network.
using DrawNetwork = std::function<std::string(const std::string& body)>;

struct ServerOptions {
  std::string page;
  DrawNetwork draw_network;
  std::uint16_t port = 0;  // 0: any that is free
  std::optional<Live> live{};
};

class Server {
 public:
  // Serves from now on, in threads of its own, which have the caller's signal mask. Throws
  // InputError where the port cannot be had.
  explicit Server(ServerOptions options);
  // Closes all connections; waits for forecasts that are being made.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const;
  std::string url() const;  // of the page, with the token

 private:
  class Site;
  std::unique_ptr<Site> site_;
};

}  // namespace hpcast::serve

#include "hpcast/faces/cli/view/live_view.h"

#include <fmt/core.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <utility>

#include "hpcast/answers/answer_file.h"
#include "hpcast/base/json.h"
#include "hpcast/faces/cli/network/shown_network.h"
#include "hpcast/faces/cli/options/outputs.h"
#include "hpcast/faces/cli/view/browser.h"
#include "hpcast/faces/serve/server.h"
#include "hpcast/forecast/memory/what_if.h"

namespace hpcast::cli {

namespace {

// Held back from this thread and those that it starts, so that wait() gets them.
class EndSignals {
 public:
  EndSignals() {
    sigemptyset(&signals_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      struct sigaction action {};
      sigaction(signal, nullptr, &action);
      // Who started hpcast may have wanted it deaf to one of them (nohup, a shell's &).
      if (action.sa_handler != SIG_IGN) sigaddset(&signals_, signal);
    }
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  }
  void wait() const {
    int signal = 0;
    sigwait(&signals_, &signal);
  }

 private:
  sigset_t signals_;
};

// `what_if` must outlive it.
serve::Live forecasts_of(forecast::WhatIf& what_if) {
  serve::Live live;
  live.forecast = [&what_if](
                      const std::string& body,
                      const std::function<bool()>& wanted) -> std::optional<serve::ForecastAnswer> {
    try {
      const forecast::WhatIf::Answer answer = what_if.answer(body, wanted);
      return serve::ForecastAnswer{answers::to_text(answer.forecast.result), answer.simulated};
    } catch (const forecast::WhatIf::Stopped&) {
      return {};
    }
  };
  live.progress = [&what_if] { return what_if.progress(); };
  return live;
}

// A large network takes seconds and all of a processor: one after the other. `drawing` must outlive
// it.
serve::DrawNetwork one_by_one(std::mutex& drawing) {
  return [&drawing](const std::string& body) {
    const std::lock_guard lock(drawing);
    return shown_network(parse_json(body, "the network")).dump() + "\n";
  };
}

void announce(const serve::Server& server) {
  print(fmt::format("Viewer: {}\nCtrl-C ends it.\n", server.url()));
  if (std::getenv("SSH_CONNECTION") != nullptr) {
    char host[256] = {};
    gethostname(host, sizeof host - 1);
    print(fmt::format("To open it where you sit, type there first: ssh -L {0}:127.0.0.1:{0} {1}\n",
                      server.port(), host));
  }
  std::fflush(stdout);
}

// A simulation ends at its next pass. Whatever it is that takes longer holds nothing half done.
void end_within(std::chrono::milliseconds time) {
  std::thread([time] {
    std::this_thread::sleep_for(time);
    std::_Exit(EXIT_SUCCESS);
  }).detach();
}

}  // namespace

void serve_view(std::string page, const ViewServer& options, const std::optional<LiveTrace>& live) {
  std::optional<forecast::WhatIf> what_if;
  std::mutex drawing;
  serve::ServerOptions served{std::move(page), one_by_one(drawing), options.port, {}};
  if (live) {
    what_if.emplace(live->request, live->trace).check(live->machine_text);
    served.live = forecasts_of(*what_if);
  }
  std::signal(SIGPIPE, SIG_IGN);  // a browser that leaves is no reason to end
  const EndSignals signals;
  const serve::Server server(std::move(served));
  announce(server);
  if (options.browser) open_in_browser(server.url());
  signals.wait();
  end_within(std::chrono::milliseconds(500));
  if (what_if) what_if->stop();
}

}  // namespace hpcast::cli

#include "hpcast/forecast/network/chrome_trace.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "hpcast/forecast/network/call_words.h"
#include "hpcast/inputs/ndl/names.h"

namespace hpcast::forecast {

namespace {

using mpitrace::Interval;
using mpitrace::Kind;
using mpitrace::Operation;

std::string json_text(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Microseconds, exact to the picosecond.
std::string chrome_time(netsim::Time time) {
  return fmt::format("{}.{:06}", time / 1'000'000, time % 1'000'000);
}

bool is_slice(const Operation& operation, const Interval& interval) {
  return operation.kind != Kind::compute || interval.end > interval.begin;
}

class ChromeWriter {
 public:
  ChromeWriter(const NetworkForecast& forecast, const Sink& sink)
      : f_(forecast),
        sink_(sink),
        nodes_(netsim::place_ranks(forecast.network,
                                   static_cast<std::uint32_t>(forecast.profile.ranks.size()))) {}

  void write() {
    sink_("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
    write_names();
    for (std::uint32_t rank = 0; rank < f_.outcome.timeline.size(); ++rank) write_rank(rank);
    for (std::size_t i = 0; i < f_.outcome.messages.size(); ++i) write_message(i);
    sink_("\n]}\n");
  }

 private:
  template <class... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    text_.clear();
    if (!first_) text_ = ",\n";
    first_ = false;
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    sink_(text_);
  }

  void write_names() {
    with_topology(f_.network, [&](const auto& topology) {
      std::vector<bool> told(topology.nodes());
      for (std::uint32_t rank = 0; rank < nodes_.size(); ++rank) {
        const std::uint32_t node = nodes_[rank];
        if (!told[node])
          put(R"({{"ph":"M","pid":{},"name":"process_name","args":{{"name":{}}}}})", node,
              json_text(vertex_name(f_.network, topology, node)));
        told[node] = true;
        put(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":"rank {}"}}}})",
            node, rank, rank);
      }
    });
  }

  void write_rank(std::uint32_t rank) {
    const std::vector<Interval>& intervals = f_.outcome.timeline[rank];
    const std::vector<Operation>& operations = f_.profile.ranks[rank].operations;
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      if (is_slice(operations[i], intervals[i])) write_slice(rank, operations[i], intervals[i]);
    }
  }

  void write_slice(std::uint32_t rank, const Operation& operation, const Interval& interval) {
    std::string arguments;
    if (const auto bytes = call_bytes(operation)) arguments = fmt::format("\"bytes\":{}", *bytes);
    if (const auto peer = call_peer(operation))
      arguments += fmt::format("{}\"rank\":{}", arguments.empty() ? "" : ",", *peer);
    put(R"({{"ph":"X","pid":{},"tid":{},"ts":{},"dur":{},"name":{},"cat":"{}","args":{{{}}}}})",
        nodes_[rank], rank, chrome_time(interval.begin), chrome_time(interval.end - interval.begin),
        json_text(call_name(f_.profile, operation)),
        operation.kind == Kind::compute ? "compute" : "mpi", arguments);
  }

  void write_message(std::size_t i) {
    const netsim::Message& m = f_.outcome.messages[i];
    put(R"({{"ph":"s","id":{},"pid":{},"tid":{},"ts":{},"name":"message","cat":"message",)"
        R"("args":{{"bytes":{}}}}})",
        i, nodes_[m.from], m.from, chrome_time(m.sent), m.bytes);
    put(R"({{"ph":"f","bp":"e","id":{},"pid":{},"tid":{},"ts":{},"name":"message",)"
        R"("cat":"message"}})",
        i, nodes_[m.to], m.to, chrome_time(m.received));
  }

  const NetworkForecast& f_;
  const Sink& sink_;
  const std::vector<std::uint32_t> nodes_;
  std::string text_;
  bool first_ = true;
};

}  // namespace

std::uint64_t chrome_events(const NetworkForecast& forecast) {
  std::uint64_t events = 2 * forecast.outcome.messages.size();
  for (std::size_t rank = 0; rank < forecast.outcome.timeline.size(); ++rank) {
    const std::vector<Interval>& intervals = forecast.outcome.timeline[rank];
    for (std::size_t i = 0; i < intervals.size(); ++i)
      events += is_slice(forecast.profile.ranks[rank].operations[i], intervals[i]) ? 1 : 0;
  }
  return events;
}

void write_chrome_trace(const NetworkForecast& forecast, const Sink& sink) {
  ChromeWriter(forecast, sink).write();
}

}  // namespace hpcast::forecast

#include <fmt/format.h>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/table.h"
#include "hpcast/faces/report/network/report.h"

namespace hpcast::report {

namespace {

using answers::NetworkAnswer;

// "200 µs (59 %)"
std::string share_of_time(double seconds, const NetworkAnswer& side) {
  return fmt::format("{} ({})", format_time(seconds),
                     format_percent(side.time_s > 0 ? seconds / side.time_s : 0));
}

// "Busiest link of A: node 3 to switch 0 (12 %)"
std::string link_line(char letter, const NetworkAnswer& side) {
  if (side.links.empty()) return {};
  const answers::LinkLoadResult& busiest = side.links.front();
  return fmt::format("Busiest link of {}: {} to {} ({})\n", letter, printable(busiest.from),
                     printable(busiest.to), format_percent(busiest.utilisation));
}

std::string assumption_lines(const NetworkAnswer& a, const NetworkAnswer& b, std::size_t width) {
  std::string text;
  for (const std::string& assumption : differing_assumptions(a, b))
    text += "  - " + wrapped(printable(assumption), width, "    ") + '\n';
  return text.empty() ? text : "\nAssumed of one alone\n" + text;
}

}  // namespace

std::string text_report(const NetworkAnswer& a, const NetworkAnswer& b,
                        const TextOptions& options) {
  std::string text = styled(printable(headline(a, b)), Style::strong, options.colour) + '\n';
  text += fmt::format("A: {}\nB: {}\n", printable(title(a)), printable(title(b)));
  for (const std::string& caveat : caveats(a, b))
    text += "Mind: " + wrapped(printable(caveat), options.width, "  ") + '\n';
  Table table({{"", Align::left}, {"A"}, {"B"}});
  const auto row = [&](const char* name, const auto& cell) { table.row({name, cell(a), cell(b)}); };
  row("on an ideal network", [](const NetworkAnswer& side) {
    return side.ideal_time_s ? format_time(*side.ideal_time_s) : "-";
  });
  row("ranks compute",
      [](const NetworkAnswer& side) { return share_of_time(side.mean.compute_s, side); });
  row("wait for others",
      [](const NetworkAnswer& side) { return share_of_time(side.mean.late_s, side); });
  row("wait for data",
      [](const NetworkAnswer& side) { return share_of_time(side.mean.transfer_s, side); });
  row("work in MPI",
      [](const NetworkAnswer& side) { return share_of_time(side.mean.mpi_s, side); });
  row("messages",
      [](const NetworkAnswer& side) { return format_count(static_cast<double>(side.messages)); });
  row("carried",
      [](const NetworkAnswer& side) { return format_bytes(static_cast<double>(side.bytes)); });
  return text + '\n' + table.text(options.width, options.colour) + '\n' + link_line('A', a) +
         link_line('B', b) + assumption_lines(a, b, options.width);
}

}  // namespace hpcast::report

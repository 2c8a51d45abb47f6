#include "hpcast/faces/report/kit/text_options.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "hpcast/faces/report/kit/table.h"

namespace hpcast::report {

namespace {

constexpr std::size_t narrowest = 60;
constexpr std::size_t widest = 140;

bool wants_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return !(no_colour && *no_colour) && term && std::string_view(term) != "dumb";
}

}  // namespace

TextOptions options_for(int fd) {
  TextOptions options;
  if (!isatty(fd)) return options;
  options.colour = wants_colour();
  winsize size{};
  if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    options.width = std::clamp<std::size_t>(size.ws_col, narrowest, widest);
  }
  return options;
}

std::string list_section(const char* heading, const std::vector<std::string>& entries,
                         const TextOptions& options) {
  if (entries.empty()) return {};
  std::string text = '\n' + styled(heading, Style::faint, options.colour) + '\n';
  for (const std::string& entry : entries) {
    text += "  - " + wrapped(printable(entry), options.width - 4, "    ") + '\n';
  }
  return text;
}

}  // namespace hpcast::report

#include "hpcast/inputs/netcal/titles.h"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "hpcast/base/text.h"

namespace hpcast::netcal {

namespace {

struct Named {
  std::string_view name;
  Benchmark benchmark;
  std::uint32_t window = 64, messages = 0;
};

// Between "OSU MPI" and "Test".
constexpr Named osu_names[] = {
    {"Latency", Benchmark::latency},
    {"Bandwidth", Benchmark::bandwidth},
    {"Bi-Directional Bandwidth", Benchmark::both_ways},
    {"Multiple Bandwidth / Message Rate", Benchmark::message_rate},
    {"Allreduce Latency", Benchmark::allreduce},
    {"Broadcast Latency", Benchmark::bcast},
    {"All-to-All Personalized Exchange Latency", Benchmark::alltoall},
    {"Barrier Latency", Benchmark::barrier},
};

// Of two ranks, Sendrecv moves a message each way, Exchange two.
constexpr Named imb_names[] = {
    {"PingPong", Benchmark::latency},
    {"Sendrecv", Benchmark::both_ways, 1, 2},
    {"Exchange", Benchmark::both_ways, 2, 4},
    {"Allreduce", Benchmark::allreduce},
    {"Bcast", Benchmark::bcast},
    {"Alltoall", Benchmark::alltoall},
    {"Barrier", Benchmark::barrier},
};

constexpr std::string_view imb_title = "# Benchmarking ";

bool is_imb(const Title& title) { return title.text.starts_with("IMB "); }

template <std::size_t n>
Title titled(const std::string& text, std::string_view name, const Named (&names)[n]) {
  Title title;
  title.text = text;
  for (const Named& known : names) {
    if (known.name != name) continue;
    title.benchmark = known.benchmark;
    title.window = known.window;
    if (known.messages > 0) title.messages = known.messages;
  }
  return title;
}

// "# OSU MPI-CUDA Latency Test v5.9": of libraries that know devices, too.
std::optional<Title> osu_title(std::string_view line) {
  const std::size_t begin = line.find("OSU MPI"), end = line.find(" Test", begin);
  if (!line.starts_with('#') || begin == line.npos || end == line.npos) return std::nullopt;
  const std::size_t name = std::min(line.find(' ', begin + 4), end);
  const std::string_view between = line.substr(name, end - name);
  return titled(visible(on_one_line(std::string(line.substr(begin)))),
                between.substr(between.empty() ? 0 : 1), osu_names);
}

std::optional<std::size_t> place_of(const std::vector<std::string_view>& words,
                                    std::string_view word) {
  const auto at = std::find(words.begin(), words.end(), word);
  if (at == words.end()) return std::nullopt;
  return static_cast<std::size_t>(at - words.begin());
}

std::optional<Columns> imb_columns(std::string_view line, const Title& title) {
  const std::vector<std::string_view> words = words_of(line);
  auto time = place_of(words, "t[usec]");
  if (!time) time = place_of(words, title.messages ? "t_max[usec]" : "t_avg[usec]");
  const auto size = place_of(words, "#bytes");
  if (!time || size.has_value() == (title.benchmark == Benchmark::barrier)) return std::nullopt;
  return Columns{size, *time, 1e-6};
}

std::optional<Columns> osu_columns(std::string_view line, const Title& title) {
  const auto has = [&](std::string_view words) { return line.find(words) != line.npos; };
  Columns columns{0, 1, 1e-6};
  if (title.benchmark == Benchmark::message_rate) {
    if (!has("Messages/s")) return std::nullopt;
    return Columns{0, 2, 1};
  }
  if (title.benchmark == Benchmark::barrier) columns = {std::nullopt, 0, 1e-6};
  if (has("Size") != columns.size.has_value()) return std::nullopt;
  if (is_time(*title.benchmark)) return has("(us)") ? std::optional(columns) : std::nullopt;
  columns.factor = 1e6;
  return has("(MB/s)") ? std::optional(columns) : std::nullopt;
}

}  // namespace

std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view blanks = " \t\r";
  std::vector<std::string_view> words;
  for (std::size_t at = 0; (at = line.find_first_not_of(blanks, at)) != line.npos;) {
    const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

std::optional<Title> title_in(std::string_view line) {
  if (!line.starts_with(imb_title)) return osu_title(line);
  const std::vector<std::string_view> words = words_of(line.substr(imb_title.size()));
  if (words.empty()) return std::nullopt;
  return titled("IMB " + visible(words.front()), words.front(), imb_names);
}

bool names_columns(std::string_view line) {
  const std::vector<std::string_view> words = words_of(line);
  if (words.empty() || !words.front().starts_with('#')) return false;
  if (words.front() == "#bytes" || words.front() == "#repetitions") return true;
  return words.size() > 1 && words.front() == "#" && (words[1] == "Size" || words[1] == "Avg");
}

std::optional<Columns> columns_in(std::string_view line, const Title& title) {
  return is_imb(title) ? imb_columns(line, title) : osu_columns(line, title);
}

const char* expected_column(const Title& title) {
  if (is_imb(title)) return "#bytes, t[usec] or t_avg[usec] and t_max[usec]";
  if (title.benchmark == Benchmark::message_rate) return "Size, MB/s, Messages/s";
  if (title.benchmark == Benchmark::barrier) return "Avg Latency(us)";
  return is_time(*title.benchmark) ? "Size, Latency (us)" : "Size, Bandwidth (MB/s)";
}

std::optional<std::uint32_t> number_behind(std::string_view line, std::string_view name) {
  const std::size_t at = line.find(name);
  if (at == line.npos) return std::nullopt;
  const std::size_t begin = line.find_first_not_of(" :=", at + name.size());
  if (begin == line.npos) return std::nullopt;
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(line.data() + begin, line.data() + line.size(), number);
  if (error != std::errc{}) return std::nullopt;
  return number;
}

}  // namespace hpcast::netcal

#include "hpcast/faces/report/answers/compare_text.h"

#include <fmt/format.h>

#include "hpcast/answers/compare_words.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/table.h"

namespace hpcast::report {

namespace {

constexpr std::size_t most_changes = 20;

// By the unit that its name ends with, or that of what it is in: "terms_w/memory".
std::string cell(const answers::MemberChange& change, double value) {
  const std::string member = change.member.substr(0, change.member.find(' '));
  const std::string around = change.place.substr(change.place.rfind('/') + 1);
  const auto ends_with = [&](const char* unit) {
    return member.ends_with(unit) || around.ends_with(unit);
  };
  if (ends_with("_s") && !ends_with("per_s")) return format_time(value);
  if (ends_with("_w")) return format_scaled(value, "W");
  if (ends_with("_j")) return format_scaled(value, "J");
  if (member.find("bytes") != std::string::npos) return format_bytes(value);
  return fmt::format("{:.4g}", value);
}

std::string change_cell(const answers::MemberChange& change) {
  if (change.a == 0) return "-";
  return fmt::format("{:+.3g} %", 100 * (change.b - change.a) / std::abs(change.a));
}

std::vector<std::string> caveats(const answers::Answer& a, const answers::Answer& b) {
  std::vector<std::string> caveats = answers::differing_origins(
      a, b, {"model", "counters", "profile", "network", "machine", "trace"});
  answers::add_assumptions_of_one(caveats, 'A', a.assumptions, b.assumptions);
  answers::add_assumptions_of_one(caveats, 'B', b.assumptions, a.assumptions);
  return caveats;
}

std::string change_table(const std::vector<answers::MemberChange>& changes,
                         const TextOptions& options) {
  if (changes.empty()) return "All their numbers are the same.\n";
  Table table({{"", Align::left}, {"", Align::left}, {"A"}, {"B"}, {"B - A"}});
  for (std::size_t i = 0; i < std::min(changes.size(), most_changes); ++i) {
    const answers::MemberChange& c = changes[i];
    table.row(
        {printable(c.place), printable(c.member), cell(c, c.a), cell(c, c.b), change_cell(c)});
  }
  std::string text = table.text(options.width, options.colour);
  if (changes.size() > most_changes)
    text += fmt::format("and {} more numbers that differ less\n", changes.size() - most_changes);
  return text;
}

}  // namespace

std::string compare_text(const answers::Answer& a, const answers::Answer& b,
                         const std::vector<answers::MemberChange>& changes,
                         const TextOptions& options) {
  std::string text;
  for (const auto& [letter, answer] : {std::pair('A', &a), std::pair('B', &b)})
    text +=
        fmt::format("{}: {}\n", letter, wrapped(printable(answer->verdict), options.width, "   "));
  for (const std::string& caveat : caveats(a, b))
    text += "Mind: " + wrapped(printable(caveat), options.width, "  ") + '\n';
  return text + '\n' + change_table(changes, options);
}

}  // namespace hpcast::report

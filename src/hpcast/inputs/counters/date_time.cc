#include "hpcast/inputs/counters/date_time.h"

#include <cctype>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <ctime>
#include <string>

namespace hpcast::counters {

namespace {

// Reads one piece after the other; after the first that is not there, none.
class Pieces {
 public:
  explicit Pieces(std::string_view rest) : rest_(rest) {}

  // `digits` digits.
  int number(std::size_t digits) {
    int value = 0;
    const std::string_view piece = rest_.substr(0, digits);
    const auto [end, error] = std::from_chars(piece.data(), piece.data() + piece.size(), value);
    if (piece.size() < digits || error != std::errc{} || end != piece.data() + digits || value < 0)
      good_ = false;
    rest_.remove_prefix(piece.size());
    return value;
  }
  // One of these letters, which is given back.
  char any_of(std::string_view letters) {
    if (!next_is(letters)) good_ = false;
    const char found = rest_.empty() ? '\0' : rest_.front();
    if (!rest_.empty()) rest_.remove_prefix(1);
    return found;
  }
  bool next_is(std::string_view letters) const {
    return !rest_.empty() && letters.find(rest_.front()) != std::string_view::npos;
  }
  // The digits behind a decimal point, if there is one.
  double fraction() {
    if (!next_is(".,")) return 0;
    rest_.remove_prefix(1);
    double value = 0, place = 0.1;
    if (!next_is("0123456789")) good_ = false;
    for (; next_is("0123456789"); place /= 10) value += place * (any_of("0123456789") - '0');
    return value;
  }
  // Reads over it, where it is next.
  bool skip(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  bool good() const { return good_; }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  bool good_ = true;
};

// Seconds that the zone is ahead of UTC: "Z", " UTC", "+09:00", "-0530", "+01".
int zone_in(Pieces& pieces) {
  pieces.skip(" ");
  if (pieces.skip("Z") || pieces.skip("UTC") || pieces.skip("GMT")) return 0;
  const char sign = pieces.any_of("+-");
  int seconds = 3600 * pieces.number(2);
  if (pieces.skip(":") || !pieces.at_end()) seconds += 60 * pieces.number(2);
  return sign == '-' ? -seconds : seconds;
}

double local_seconds(const std::chrono::year_month_day& date, int hour, int minute, int second) {
  std::tm time{};
  time.tm_year = static_cast<int>(date.year()) - 1900;
  time.tm_mon = static_cast<int>(static_cast<unsigned>(date.month())) - 1;
  time.tm_mday = static_cast<int>(static_cast<unsigned>(date.day()));
  time.tm_hour = hour;
  time.tm_min = minute;
  time.tm_sec = second;
  time.tm_isdst = -1;
  return static_cast<double>(std::mktime(&time));
}

}  // namespace

bool names_utc(std::string_view word) {
  std::string upper(word);
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return upper == "UTC" || upper == "GMT" || upper == "Z";
}

std::optional<DateTime> date_time_in(std::string_view text, Zone otherwise) {
  Pieces pieces(text);
  const std::chrono::year year(pieces.number(4));
  const char separator = pieces.any_of("-/");
  const std::chrono::month month(static_cast<unsigned>(pieces.number(2)));
  pieces.any_of({&separator, 1});
  const std::chrono::year_month_day date(year, month,
                                         std::chrono::day(static_cast<unsigned>(pieces.number(2))));
  pieces.any_of("T ");
  const int hour = pieces.number(2);
  pieces.any_of(":");
  const int minute = pieces.number(2);
  int second = 0;
  double fraction = 0;
  if (pieces.next_is(":")) {
    pieces.any_of(":");
    second = pieces.number(2);
    fraction = pieces.fraction();
  }
  const bool is_bare = pieces.at_end();
  const int ahead = is_bare ? 0 : zone_in(pieces);
  if (!pieces.good() || !pieces.at_end() || !date.ok() || hour > 23 || minute > 59 || second > 60)
    return std::nullopt;
  if (is_bare && otherwise == Zone::of_host)
    return DateTime{local_seconds(date, hour, minute, second) + fraction, true};
  const auto days = std::chrono::sys_days(date).time_since_epoch().count();
  return DateTime{86400.0 * days + 3600 * hour + 60 * minute + second - ahead + fraction, false};
}

}  // namespace hpcast::counters

#include "hpcast/answers/member_changes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

namespace hpcast::answers {

namespace {

constexpr std::array<std::string_view, 5> origins = {"format", "schema_version", "tool", "inputs",
                                                     "run"};
constexpr std::array<const char*, 5> naming = {"name", "method", "metric", "rank", "region"};

// What names an element of a list; empty where nothing does.
std::string name_of(const Json& element) {
  if (!element.is_object()) return {};
  for (const char* member : naming) {
    const auto found = element.find(member);
    if (found == element.end()) continue;
    return found->is_string() ? found->get<std::string>() : found->dump();
  }
  return {};
}

class Comparing {
 public:
  std::vector<MemberChange> changes;

  void objects(const Json& a, const Json& b, const std::string& place) {
    for (const auto& [member, value] : a.items()) {
      const auto other = b.find(member);
      if (other != b.end()) values(value, *other, place, member);
    }
  }

 private:
  void values(const Json& a, const Json& b, const std::string& place, const std::string& member) {
    if (a.is_number() && b.is_number()) {
      const double in_a = a.get<double>(), in_b = b.get<double>();
      if (in_a != in_b) changes.push_back({place, member, in_a, in_b});
    } else if (a.is_object() && b.is_object()) {
      objects(a, b, below(place, member));
    } else if (a.is_array() && b.is_array()) {
      arrays(a, b, place, member);
    }
  }

  void arrays(const Json& a, const Json& b, const std::string& place, const std::string& member) {
    std::map<std::string, std::size_t> seen;  // elements of `a` by name
    for (std::size_t i = 0; i < a.size(); ++i) {
      const std::string name = name_of(a[i]);
      const std::size_t before = name.empty() ? i : seen[name]++;
      const Json* const other = element(b, name, before);
      if (other == nullptr) continue;
      std::string label = name.empty() ? std::to_string(i + 1) : name;
      if (!name.empty() && before > 0) label += " (" + std::to_string(before + 1) + ")";
      if (a[i].is_object() && other->is_object())
        objects(a[i], *other, below(below(place, member), label));
      else
        values(a[i], *other, place, member + " " + label);
    }
  }

  // The one of that name that has `before` others of it before it.
  static const Json* element(const Json& list, const std::string& name, std::size_t before) {
    for (const Json& one : list)
      if (name_of(one) == name && before-- == 0) return &one;
    return nullptr;
  }

  static std::string below(const std::string& place, const std::string& member) {
    return place.empty() ? member : place + "/" + member;
  }
};

}  // namespace

double MemberChange::share() const { return std::abs(b - a) / std::max(std::abs(a), std::abs(b)); }

std::vector<MemberChange> member_changes(const Json& a, const Json& b) {
  Json of_a = a;
  for (const std::string_view origin : origins) of_a.erase(std::string(origin));
  Comparing comparing;
  comparing.objects(of_a, b, "");
  std::stable_sort(comparing.changes.begin(), comparing.changes.end(),
                   [](const MemberChange& one, const MemberChange& other) {
                     return one.share() > other.share();
                   });
  return std::move(comparing.changes);
}

}  // namespace hpcast::answers

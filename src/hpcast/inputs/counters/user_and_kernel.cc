#include "hpcast/inputs/counters/user_and_kernel.h"

#include <algorithm>
#include <string_view>

#include "hpcast/base/text.h"
#include "hpcast/inputs/counters/aliases.h"
#include "hpcast/inputs/counters/table.h"

namespace hpcast::counters {

namespace {

bool is_same_but_for_modes(const Series& a, const Series& b) {
  return key_of(a.name, false) == key_of(b.name, false) && place_of(a.name) == place_of(b.name);
}

void add_kernel(Series& user, const Series& kernel) {
  for (std::size_t row = 0; row < user.values.size(); ++row) {
    user.spread[row] =
        spread_of_sum(user.values[row], user.spread[row], kernel.values[row], kernel.spread[row]);
    user.values[row] += kernel.values[row];
    user.running[row] = std::min(user.running[row], kernel.running[row]);
  }
  user.lacks.insert(kernel.lacks.begin(), kernel.lacks.end());
}

}  // namespace

std::vector<std::string> add_up_user_and_kernel(std::vector<Series>& all) {
  std::string names;
  std::vector<std::string> added;
  for (Series& user : all) {
    if (modifiers_of(user.name) != "u" || !user.is_counted()) continue;
    const Series* kernel = nullptr;
    std::size_t same = 0;
    for (const Series& other : all) {
      if (!is_same_but_for_modes(user, other)) continue;
      ++same;
      if (modifiers_of(other.name) == "k" && other.is_counted()) kernel = &other;
    }
    if (kernel == nullptr || same != 2) continue;
    add_kernel(user, *kernel);
    added.push_back(kernel->name);
    add_item(names, user.name + " and " + kernel->name);
    user.name.insert(user.name.rfind('u') + 1, "k");
  }
  std::erase_if(all, [&](const Series& series) {
    return std::find(added.begin(), added.end(), series.name) != added.end();
  });
  if (names.empty()) return {};
  return {"user mode and the kernel are added up: " + names};
}

}  // namespace hpcast::counters

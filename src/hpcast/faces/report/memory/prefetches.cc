#include "hpcast/faces/report/memory/prefetches.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "hpcast/base/units.h"

namespace hpcast::report {

namespace {

// Of all objects of a class.
struct Prefetches {
  double brought = 0, in_vain = 0, bytes = 0, bytes_read = 0;
};

std::string words_of(const std::string& name, const Prefetches& p) {
  if (p.brought > 0)
    return fmt::format("{}: brought {} lines ahead, {} of them in vain", name,
                       format_count(p.brought),
                       format_percent(std::min(1.0, p.in_vain / p.brought)));
  return fmt::format("{}: of {} read, prefetchers asked for {}", name, format_bytes(p.bytes_read),
                     format_bytes(p.bytes));
}

}  // namespace

std::vector<std::string> prefetch_words(const answers::MemoryAnswer& result) {
  std::map<std::pair<answers::Kind, std::string>, Prefetches> classes;
  for (const answers::ObjectResult& o : result.objects) {
    const bool brings = o.cache && o.cache->prefetched > 0;
    if (!brings && !(o.kind == answers::Kind::memory && o.bytes_prefetch > 0)) continue;
    Prefetches& p = classes[{o.kind, o.class_name}];
    if (brings) p.brought += static_cast<double>(o.cache->prefetched);
    if (brings) p.in_vain += static_cast<double>(o.cache->in_vain);
    p.bytes += static_cast<double>(o.bytes_prefetch);
    p.bytes_read += static_cast<double>(o.bytes_read);
  }
  std::vector<std::string> words;
  for (const auto& [key, prefetches] : classes)
    words.push_back(words_of(key.second.empty() ? name_of(key.first) : key.second, prefetches));
  return words;
}

}  // namespace hpcast::report

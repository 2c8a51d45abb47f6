#include "hpcast/answers/describe.h"

#include "hpcast/base/json.h"

namespace hpcast::answers {

bool Names::add(const std::string& name) {
  if (!index_of_.try_emplace(name, names_.size()).second) return false;
  names_.push_back(name);
  return true;
}

std::optional<std::size_t> Names::find(const std::string& name) const {
  const auto found = index_of_.find(name);
  return found == index_of_.end() ? std::nullopt : std::optional(found->second);
}

void Mapping::by_name(const char* name, const std::vector<std::string>& names,
                      std::vector<double>& values, const About& about) {
  if (!enter(name, about, Need::required, true)) return;
  values.resize(names.size());
  begin_numbers();
  for (std::size_t i = 0; i < names.size(); ++i) (*this)(names[i].c_str(), values[i], any());
  end_object();
  leave();
}

void Mapping::named(const char* name, std::string& text, const Names& names, const char* what,
                    const About& about) {
  (*this)(name, text, about);
  check_named(name, text, names, what);
}

void Mapping::check_named(const char* name, const std::string& text, const Names& names,
                          const char* what) {
  if (reads() && !text.empty() && !names.find(text))
    fault(name, "no " + std::string(what) + " is named '" + text + "'",
          did_you_mean(text, names.all()));
}

std::size_t Mapping::index_of(const char* name, std::size_t index, const Names& names,
                              const char* what, const About& about) {
  std::string text = index < names.all().size() ? names[index] : std::string();
  named(name, text, names, what, about);
  return names.find(text).value_or(index);
}

void Mapping::sized(const char* name, std::vector<double>& values, std::size_t size,
                    const About& about) {
  (*this)(name, values, about);
  if (reads() && values.size() != size)
    fault(name,
          "expected " + std::to_string(size) + " numbers, found " + std::to_string(values.size()));
}

}  // namespace hpcast::answers

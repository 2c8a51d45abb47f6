// Where the texts of a time-independent trace lie.
#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/line_faults.h"
#include "hpcast/base/text.h"
#include "hpcast/inputs/mpitrace/readers.h"
#include "hpcast/inputs/mpitrace/ti_lines.h"

namespace hpcast::mpitrace {

namespace {

namespace fs = std::filesystem;

// "2" before "10".
bool is_before(const std::string& a, const std::string& b) {
  std::size_t i = 0, k = 0;
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  while (i < a.size() && k < b.size()) {
    if (digit(a[i]) && digit(b[k])) {
      std::size_t i_end = i, k_end = k;
      while (i_end < a.size() && digit(a[i_end])) ++i_end;
      while (k_end < b.size() && digit(b[k_end])) ++k_end;
      if (i_end - i != k_end - k) return i_end - i < k_end - k;
      if (const int order = a.compare(i, i_end - i, b, k, k_end - k)) return order < 0;
      i = i_end;
      k = k_end;
    } else if (a[i] != b[k]) {
      return a[i] < b[k];
    } else {
      ++i;
      ++k;
    }
  }
  return a.size() - i < b.size() - k;
}

std::string head_of(const std::string& path) {
  return std::string(without_byte_order_mark(head_of_file(path, 4096)));
}

std::vector<TiText> texts_of_folder(const std::string& path, std::uint64_t limit) {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, error))
    if (entry.is_regular_file(error) && looks_like_ti(head_of(entry.path().string())))
      names.push_back(entry.path().string());
  std::sort(names.begin(), names.end(), is_before);
  std::vector<TiText> texts;
  for (const std::string& name : names) texts.push_back({name, read_text(name, limit)});
  if (texts.empty())
    throw InputError(path +
                     ": the folder holds neither an OTF2 archive nor files of a "
                     "time-independent trace");
  return texts;
}

// A list names its files from where smpirun was, which may be where it lies itself.
std::string listed_file(const fs::path& list, const std::string& name) {
  std::error_code error;
  const fs::path folder = list.parent_path();
  for (const fs::path& path : {fs::path(name), folder / name, folder / fs::path(name).filename()})
    if (fs::is_regular_file(path, error)) return path.string();
  return {};
}

bool is_list_line(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return false;
  const std::size_t end = line.find_last_not_of(" \t\r");
  return line.substr(begin, end - begin).find_first_of(" \t") == std::string_view::npos &&
         std::all_of(line.begin(), line.end(),
                     [](char c) { return c == '\t' || c == '\r' || c >= ' ' || c < 0; });
}

}  // namespace

std::vector<TiText> ti_texts(const std::string& path, std::uint64_t limit) {
  std::error_code error;
  if (fs::is_directory(path, error)) return texts_of_folder(path, limit);
  const std::string head = head_of(path);
  const std::string_view first = std::string_view(head).substr(0, head.find('\n'));
  if (looks_like_json(head) || !is_list_line(first)) return {};
  std::vector<TiText> texts;
  LineFaults faults(path);
  each_line(read_text(path, limit), [&](std::string_view line, std::uint64_t number) {
    if (is_ti_comment(line)) return true;
    const std::size_t begin = line.find_first_not_of(" \t\r");
    const std::string name(line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin));
    const std::string found = listed_file(path, name);
    if (found.empty())
      faults.add(number, "there is no file " + hpcast::quoted(name),
                 "a list of a time-independent trace names one file on each line");
    else
      texts.push_back({found, read_text(found, limit)});
    return true;
  });
  faults.throw_if_any();
  return texts;
}

}  // namespace hpcast::mpitrace

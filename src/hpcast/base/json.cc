#include "hpcast/base/json.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>

#include "hpcast/base/file.h"
#include "hpcast/base/text.h"

namespace hpcast {
namespace {

constexpr std::size_t deepest = 100;
constexpr std::size_t most_faults = 50;

// Feeds the parser and tells how far it has read; the library's own SAX events carry no position.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, std::size_t* consumed) : at_(at), consumed_(consumed) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_;
    ++*consumed_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  std::size_t* consumed_;
};

// "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error …" from the
// colon on, short, and in ASCII because the text may quote bytes that are no UTF-8.
std::string reason_of(std::string text) {
  constexpr std::size_t longest = 200;
  if (const auto bracket = text.find("] "); bracket != std::string::npos)
    text.erase(0, bracket + 2);
  if (const auto column = text.find(", column "); column != std::string::npos && column < 40) {
    text.erase(0, text.find(": ", column) + 2);
  }
  if (text.size() > longest) text = text.substr(0, longest) + "...";
  for (char& c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) c = '?';
  }
  return text;
}

// The library's SAX interface: builds the document and the table of lines.
class Builder final : public nlohmann::json_sax<Json> {
 public:
  Builder(std::string_view text, const std::size_t& consumed, Document& document)
      : text_(text), consumed_(consumed), document_(document) {}

  bool null() override { return add(nullptr, 0); }
  bool boolean(bool value) override { return add(value, 0); }
  // A number ends where something else begins: the parser is one character further.
  bool number_integer(number_integer_t value) override { return add(value, 1); }
  bool number_unsigned(number_unsigned_t value) override { return add(value, 1); }
  bool number_float(number_float_t value, const string_t&) override { return add(value, 1); }
  bool string(string_t& value) override { return add(std::move(value), 0); }
  bool binary(binary_t&) override { return false; }  // there is none in text
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    Level& level = levels_.back();
    if (!level.keys.insert(name).second) {
      faults_.push_back({document_.file, line_before(0), pointer_to(pointer_, name),
                         "member '" + name + "' is here twice", "keep one of them"});
    }
    level.key = std::move(name);
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const Json::exception& e) override {
    report("not valid JSON: " + reason_of(e.what()), {}, 1);
    return false;
  }

  std::vector<Diagnostic>& faults() { return faults_; }

 private:
  struct Level {
    Json* container;
    std::size_t pointer_length;  // of the container's own pointer
    std::string key;
    std::unordered_set<std::string> keys;
  };

  int line_before(std::size_t back) {
    const std::size_t offset = std::max(consumed_ - std::min(back, consumed_), counted_);
    line_ +=
        static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                                    text_.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
    counted_ = offset;
    return line_;
  }

  void report(std::string message, std::string hint, std::size_t back = 0) {
    faults_.push_back(
        {document_.file, line_before(back), pointer_, std::move(message), std::move(hint)});
  }

  Json* place(Json value) {
    if (levels_.empty()) return &(document_.root = std::move(value));
    Level& level = levels_.back();
    pointer_.resize(level.pointer_length);
    if (level.container->is_array()) {
      pointer_ = pointer_to(pointer_, level.container->size());
      return &level.container->emplace_back(std::move(value));
    }
    pointer_ = pointer_to(pointer_, level.key);
    // Appended unchecked: the library's own look-up is linear, and `keys` knows the duplicates.
    auto& members = level.container->get_ref<Json::object_t&>();
    static_cast<std::vector<Json::object_t::value_type>&>(members).emplace_back(level.key,
                                                                                std::move(value));
    return &members.back().second;
  }

  bool add(Json value, std::size_t back) {
    place(std::move(value));
    document_.lines.add(pointer_, line_before(back));
    if (!levels_.empty()) pointer_.resize(levels_.back().pointer_length);
    return true;
  }

  bool open(Json container) {
    Json* placed = place(std::move(container));
    document_.lines.add(pointer_, line_before(0));
    if (levels_.size() >= deepest) {
      report("nested deeper than " + std::to_string(deepest) + " levels", {});
      return false;
    }
    levels_.push_back({placed, pointer_.size(), {}, {}});
    return true;
  }

  bool close() {
    levels_.pop_back();
    pointer_.resize(levels_.empty() ? 0 : levels_.back().pointer_length);
    return true;
  }

  std::string_view text_;
  const std::size_t& consumed_;
  Document& document_;
  std::vector<Level> levels_;
  std::string pointer_;
  std::vector<Diagnostic> faults_;
  int line_ = 1;
  std::size_t counted_ = 0;
};

}  // namespace

std::string shown(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  constexpr std::size_t longest = 60;
  // ASCII only: cutting it splits no character.
  std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (text.size() > longest) text = text.substr(0, longest) + "...";
  return text;
}

void ValueLines::add(std::string_view pointer, int line) {
  lines_.emplace_back(std::hash<std::string_view>()(pointer), line);
  sorted_ = false;
}

std::optional<int> ValueLines::find(std::string_view pointer) const {
  const auto is_before = [](const auto& one, const auto& other) { return one.first < other.first; };
  if (!sorted_) std::stable_sort(lines_.begin(), lines_.end(), is_before);
  sorted_ = true;
  const std::pair<std::size_t, int> wanted{std::hash<std::string_view>()(pointer), 0};
  const auto found = std::lower_bound(lines_.begin(), lines_.end(), wanted, is_before);
  return found != lines_.end() && found->first == wanted.first ? std::optional(found->second)
                                                               : std::nullopt;
}

int Document::line_of(std::string pointer) const {
  for (;;) {
    if (const std::optional<int> line = lines.find(pointer)) return *line;
    const std::size_t slash = pointer.rfind('/');
    if (slash == std::string::npos) return 0;
    pointer.resize(slash);
  }
}

Document parse_json(std::string_view text, const std::string& filename) {
  Document document{filename, {}, {}};
  std::size_t consumed = 0;
  text = text_in(text, filename);
  Builder builder(text, consumed, document);
  const char* end = text.data() + text.size();
  Json::sax_parse(CountingIterator(text.data(), &consumed), CountingIterator(end, &consumed),
                  &builder);
  if (!builder.faults().empty()) throw InputError(std::move(builder.faults()));
  return document;
}

void check_format(const Document& document, const FileFormat& format) {
  const Json& root = document.root;
  if (!root.is_object() || !root.contains("format") || root["format"] != format.name)
    throw InputError(Diagnostic{document.file, 0, {}, format.otherwise, format.where_from});
  const auto version = root.find("schema_version");
  if (version != root.end() && version->is_number_integer() && *version <= format.newest) return;
  throw InputError(Diagnostic{document.file,
                              document.line_of("/schema_version"),
                              {},
                              "expected schema_version " + std::to_string(format.newest),
                              "a newer hpcast may read it"});
}

Document read_json(const std::string& path) { return parse_json(read_file(path), path); }

std::string pointer_to(const std::string& pointer, std::string_view key) {
  std::string result = pointer + '/';
  for (const char c : key) {
    if (c == '~') {
      result += "~0";
    } else if (c == '/') {
      result += "~1";
    } else {
      result += c;
    }
  }
  return result;
}

std::string pointer_to(const std::string& pointer, std::size_t index) {
  return pointer + '/' + std::to_string(index);
}

void Faults::add(const std::string& pointer, std::string message, std::string hint) {
  diagnostics_.push_back(
      {document_.file, document_.line_of(pointer), pointer, std::move(message), std::move(hint)});
}

std::vector<Diagnostic> Faults::sorted() const {
  std::vector<Diagnostic> result = diagnostics_;
  std::stable_sort(result.begin(), result.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.line < b.line; });
  if (result.size() > most_faults) {
    const std::size_t more = result.size() - most_faults;
    result.resize(most_faults);
    result.push_back({document_.file, 0, {}, "and " + std::to_string(more) + " more faults", {}});
  }
  return result;
}

void Faults::throw_if_any() const {
  if (any()) throw InputError(sorted());
}

std::string list_of(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += '\'' + words[i] + '\'';
  }
  return text;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates) {
  constexpr std::size_t most_named = 3;
  std::vector<std::string> near = all_nearest(word, candidates);
  if (near.empty()) return {};
  if (near.size() > most_named) near.resize(1);
  return "did you mean " + list_of(near) + "?";
}

Fields::Fields(const Json& value, std::string pointer, Faults& faults)
    : object_(value), pointer_(std::move(pointer)), faults_(faults) {
  if (!value.is_object()) {
    faults_.add(pointer_, "expected an object {...}, found " + shown(value));
  }
}

const Json* Fields::member(const std::string& key) {
  if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) asked_.push_back(key);
  if (!object_.is_object()) return nullptr;
  const auto found = object_.find(key);
  return found == object_.end() ? nullptr : &*found;
}

const Json* Fields::required(const std::string& key, const std::string& expected) {
  const Json* value = member(key);
  if (value || !object_.is_object()) return value;
  std::vector<std::string> present;
  for (const auto& item : object_.items()) present.push_back(item.key());
  const std::string near = nearest(key, present);
  faults_.add(pointer_, "'" + key + "' is missing, expected " + expected,
              near.empty() ? "" : "is '" + near + "' meant to be '" + key + "'?");
  return nullptr;
}

void Fields::wrong(const std::string& key, const Json& value, const std::string& expected) {
  fault(key, "expected " + expected + ", found " + shown(value));
}

void Fields::fault(const std::string& key, std::string message, std::string hint) {
  faults_.add(pointer(key), std::move(message), std::move(hint));
}

// Texts are on one line: what shows them has lines of its own.
std::optional<std::string> Fields::text(const std::string& key) {
  const Json* value = member(key);
  if (!value) return std::nullopt;
  if (value->is_string()) return on_one_line(value->get<std::string>());
  wrong(key, *value, "a string");
  return std::nullopt;
}

std::vector<std::string> Fields::texts(const std::string& key) {
  std::vector<std::string> found;
  const Json& elements = array(key);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (elements[i].is_string())
      found.push_back(on_one_line(elements[i].get<std::string>()));
    else
      fault(key, "expected strings, but element " + std::to_string(i) + " is none");
  }
  return found;
}

std::optional<bool> Fields::flag(const std::string& key) {
  const Json* value = member(key);
  if (!value) return std::nullopt;
  if (value->is_boolean()) return value->get<bool>();
  wrong(key, *value, "true or false");
  return std::nullopt;
}

std::string Fields::required_text(const std::string& key) {
  const Json* value = required(key, "a string");
  if (!value) return {};
  if (value->is_string() && !value->get_ref<const std::string&>().empty()) {
    return on_one_line(value->get<std::string>());
  }
  wrong(key, *value, "a string that is not empty");
  return {};
}

std::optional<double> Fields::to_quantity(const std::string& key, const Json& value,
                                          Dimension dimension, Range range) {
  std::optional<double> number;
  if (value.is_number()) number = value.get<double>();
  if (value.is_string()) number = parse_quantity(value.get_ref<const std::string&>(), dimension);
  if (!number) {
    wrong(key, value, example_of(dimension));
    return std::nullopt;
  }
  constexpr double largest = 1e30, smallest = 1e-30;
  if (range != Range::computed && (*number > largest || (*number > 0 && *number < smallest))) {
    fault(key, "must lie between 1e-30 and 1e30");
    return std::nullopt;
  }
  if (*number < 0 || (*number == 0 && range == Range::positive)) {
    fault(key, "must be " + std::string(range == Range::positive ? "above 0" : "0 or more") +
                   ", found " + shown(value));
    return std::nullopt;
  }
  return number;
}

std::optional<std::uint64_t> Fields::to_whole_quantity(const std::string& key, const Json& value,
                                                       Dimension dimension, Range range) {
  // A large integer is read as such: a double would round it.
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > 0) {
    return value.get<std::uint64_t>();
  }
  const std::optional<double> number = to_quantity(key, value, dimension, range);
  if (!number) return std::nullopt;
  const auto whole = value.is_string()
                         ? parse_whole_quantity(value.get_ref<const std::string&>(), dimension)
                         : to_whole(*number);
  if (!whole) wrong(key, value, "a whole number");
  return whole;
}

std::optional<double> Fields::quantity(const std::string& key, Dimension dimension, Range range) {
  const Json* value = member(key);
  return value ? to_quantity(key, *value, dimension, range) : std::nullopt;
}

double Fields::required_quantity(const std::string& key, Dimension dimension, Range range) {
  const Json* value = required(key, example_of(dimension));
  return value ? to_quantity(key, *value, dimension, range).value_or(0) : 0;
}

std::optional<std::uint64_t> Fields::whole(const std::string& key, Dimension dimension,
                                           Range range) {
  const Json* value = member(key);
  return value ? to_whole_quantity(key, *value, dimension, range) : std::nullopt;
}

std::uint64_t Fields::required_whole(const std::string& key, Dimension dimension, Range range) {
  const Json* value = required(key, example_of(dimension));
  return value ? to_whole_quantity(key, *value, dimension, range).value_or(0) : 0;
}

std::optional<std::int64_t> Fields::integer(const std::string& key, std::int64_t least,
                                            std::int64_t most) {
  const Json* value = member(key);
  if (!value) return std::nullopt;
  const bool fits = value->is_number_integer() &&
                    !(value->is_number_unsigned() &&
                      value->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX));
  if (fits && value->get<std::int64_t>() >= least && value->get<std::int64_t>() <= most) {
    return value->get<std::int64_t>();
  }
  wrong(key, *value,
        "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  return std::nullopt;
}

std::optional<std::string> Fields::known_word(const std::string& key,
                                              const std::vector<std::string>& names) {
  const Json* value = member(key);
  if (!value) return std::nullopt;
  const std::string word = value->is_string() ? value->get<std::string>() : std::string();
  if (std::find(names.begin(), names.end(), word) != names.end()) return word;
  fault(key, "expected " + list_of(names) + ", found " + shown(*value), did_you_mean(word, names));
  return std::nullopt;
}

const Json& Fields::array(const std::string& key) {
  static const Json none = Json::array();
  const Json* value = member(key);
  if (!value) return none;
  if (value->is_array()) return *value;
  wrong(key, *value, "an array [...]");
  return none;
}

Json Fields::rest() const {
  Json rest = Json::object();
  if (!object_.is_object()) return rest;
  for (const auto& [key, value] : object_.items()) {
    if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) rest[key] = value;
  }
  return rest;
}

void refuse_unknown(const Fields& fields, Faults& faults) {
  const Json rest = fields.rest();
  for (const auto& item : rest.items())
    faults.add(pointer_to(fields.pointer(), item.key()), "there is no such member",
               faults.wants_hint() ? did_you_mean(item.key(), fields.asked()) : "");
}

}  // namespace hpcast

#include "hpcast/inputs/mpitrace/goal_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace hpcast::mpitrace {

namespace {

bool is_goal_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

// Words, "{", "}" and ":", line by line, without comments.
class GoalLines {
 public:
  explicit GoalLines(std::string_view text) : text_(text) {}

  // The words of the next line that has any; false at the end.
  bool next(std::vector<std::string_view>& words) {
    words.clear();
    while (at_ < text_.size()) {
      line_ = next_line_;
      read_line(words);
      if (!words.empty()) return true;
    }
    return false;
  }
  std::uint64_t line() const { return line_; }
  bool in_comment() const { return comment_; }

 private:
  void read_line(std::vector<std::string_view>& words) {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++at_;
        ++next_line_;
        return;
      }
      if (comment_) {
        comment_ = text_.substr(at_, 2) != "*/";
        at_ += comment_ ? 1 : 2;
      } else if (text_.substr(at_, 2) == "/*") {
        comment_ = true;
        at_ += 2;
      } else if (text_.substr(at_, 2) == "//") {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == ' ' || c == '\t' || c == '\r') {
        ++at_;
      } else {
        words.push_back(word());
      }
    }
  }

  std::string_view word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_goal_letter(text_[at_])) ++at_;
    if (at_ == begin) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1, next_line_ = 1;
  bool comment_ = false;
};

// Throws std::string for what is wrong with a line.
class GoalParser {
 public:
  GoalParser(std::string_view text, std::uint32_t most, LineFaults& faults,
             const std::function<void(const GoalRank&)>& take)
      : lines_(text), most_(most), faults_(faults), take_(take) {}

  std::uint32_t read() {
    while (lines_.next(words_)) {
      try {
        at_ = 0;
        while (at_ < words_.size()) read_statement();
      } catch (const std::string& what) {
        faults_.add(lines_.line(), what);
        if (counts_ranks_ && !ranks_) return 0;  // no rank can be judged
      }
    }
    if (lines_.in_comment()) faults_.add(lines_.line(), "a comment /* is never closed");
    if (open_) faults_.add(rank_.line, fmt::format("rank {} is never closed by }}", rank_.rank));
    if (!ranks_) faults_.add(1, "expected 'num_ranks' and a number");
    return ranks_.value_or(0);
  }

 private:
  bool more() const { return at_ < words_.size(); }
  std::string_view peek() const { return more() ? words_[at_] : std::string_view(); }

  void expect(std::string_view word) {
    if (peek() != word)
      throw fmt::format("expected '{}', found {}", word,
                        more() ? quoted(peek()) : "the line's end");
    ++at_;
  }

  bool skip(std::string_view word) {
    if (peek() != word) return false;
    ++at_;
    return true;
  }

  std::uint64_t number(const char* what, std::uint64_t most) {
    std::uint64_t value = 0;
    const std::string_view word = peek();
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || error != std::errc() || end != word.data() + word.size() || value > most)
      throw fmt::format("expected {}, a whole number up to {}, found {}", what, most,
                        more() ? quoted(word) : "the line's end");
    ++at_;
    return value;
  }

  // "8b" or "8 b"
  std::uint64_t bytes() {
    if (more() && peek().size() > 1 && peek().ends_with('b')) {
      words_[at_].remove_suffix(1);
      return number("a number of bytes", std::uint64_t{1} << 62);
    }
    const std::uint64_t value = number("a number of bytes and 'b'", std::uint64_t{1} << 62);
    expect("b");
    return value;
  }

  void read_statement() {
    if (skip("num_ranks")) {
      if (ranks_) throw std::string("there is a second num_ranks");
      counts_ranks_ = true;
      const auto ranks = static_cast<std::uint32_t>(number("a number of ranks", most_));
      if (ranks == 0) throw std::string("expected at least one rank");
      ranks_ = ranks;
      taken_.assign(*ranks_, false);
    } else if (skip("rank")) {
      begin_rank();
    } else if (skip("}")) {
      end_rank();
    } else if (!open_) {
      throw fmt::format("expected 'rank' and a number, found {}", quoted(peek()));
    } else {
      read_operation();
    }
  }

  void begin_rank() {
    if (!ranks_) throw std::string("'num_ranks' must come before the first rank");
    if (open_) throw fmt::format("rank {} has not been closed by }}", rank_.rank);
    const auto rank = static_cast<std::uint32_t>(number("a rank", *ranks_ - std::uint64_t{1}));
    expect("{");
    if (taken_[rank]) throw fmt::format("rank {} is there twice", rank);
    taken_[rank] = true;
    open_ = true;
    rank_ = {rank, lines_.line(), {}, {}};
    labels_.clear();
    named_.clear();
  }

  void end_rank() {
    if (!open_) throw std::string("there is no rank to be closed by }");
    open_ = false;
    for (const Named& named : named_) {
      const auto after = labels_.find(named.after), before = labels_.find(named.before);
      if (after == labels_.end() || before == labels_.end()) {
        const std::string& missing = after == labels_.end() ? named.after : named.before;
        faults_.add(named.line, "no operation of this rank is called " + hpcast::quoted(missing));
        continue;
      }
      rank_.dependences.push_back({after->second, before->second, named.start});
    }
    take_(rank_);
  }

  void read_operation() {
    std::string label;
    if (peek() != "calc" && peek() != "send" && peek() != "recv") {
      label = peek();
      ++at_;
      if (skip("requires")) return read_dependence(label, false);
      if (skip("irequires")) return read_dependence(label, true);
      expect(":");
    }
    GoalOperation operation;
    operation.line = lines_.line();
    if (skip("calc")) {
      operation.size = number("nanoseconds", 9000000000000000);
    } else if (skip("send")) {
      operation.kind = GoalOperation::Kind::send;
      operation.size = bytes();
      expect("to");
      operation.peer = peer();
    } else if (skip("recv")) {
      operation.kind = GoalOperation::Kind::receive;
      operation.size = bytes();
      expect("from");
      operation.peer = skip("-1") ? -1 : peer();
    } else {
      throw fmt::format("expected 'calc', 'send' or 'recv', found {}",
                        more() ? quoted(peek()) : "the line's end");
    }
    read_places(operation);
    if (!label.empty() &&
        !labels_.emplace(label, static_cast<std::uint32_t>(rank_.operations.size())).second)
      throw fmt::format("two operations are called {}", hpcast::quoted(label));
    rank_.operations.push_back(operation);
  }

  std::int32_t peer() {
    return static_cast<std::int32_t>(number("a rank", *ranks_ - std::uint64_t{1}));
  }

  void read_places(GoalOperation& operation) {
    while (more() && peek() != "}") {
      if (skip("cpu"))
        operation.cpu = static_cast<std::uint32_t>(number("a CPU", UINT32_MAX));
      else if (operation.kind != GoalOperation::Kind::calc && skip("nic"))
        operation.nic = static_cast<std::uint32_t>(number("a NIC", UINT32_MAX));
      else if (operation.kind != GoalOperation::Kind::calc && skip("tag"))
        operation.tag = tag(operation);
      else
        throw fmt::format("expected 'tag', 'cpu', 'nic' or the line's end, found {}",
                          quoted(peek()));
    }
  }

  std::int32_t tag(const GoalOperation& operation) {
    if (operation.kind == GoalOperation::Kind::receive && skip("-1")) return -1;
    return static_cast<std::int32_t>(number("a tag", INT32_MAX));
  }

  void read_dependence(const std::string& after, bool start) {
    if (!more() || peek() == "}") throw std::string("expected the label that is required");
    named_.push_back({after, std::string(peek()), start, lines_.line()});
    ++at_;
    if (more() && peek() != "}")
      throw fmt::format("expected the line's end, found {}", quoted(peek()));
  }

  struct Named {
    std::string after, before;
    bool start = false;
    std::uint64_t line = 0;
  };

  GoalLines lines_;
  std::uint32_t most_;
  LineFaults& faults_;
  const std::function<void(const GoalRank&)>& take_;
  std::vector<std::string_view> words_;
  std::size_t at_ = 0;
  bool counts_ranks_ = false;  // num_ranks was there
  std::optional<std::uint32_t> ranks_;
  std::vector<bool> taken_;
  bool open_ = false;
  GoalRank rank_;
  std::unordered_map<std::string, std::uint32_t> labels_;
  std::vector<Named> named_;
};

}  // namespace

std::uint32_t read_goal_text(std::string_view text, std::uint32_t most, LineFaults& faults,
                             const std::function<void(const GoalRank&)>& take) {
  return GoalParser(text, most, faults, take).read();
}

}  // namespace hpcast::mpitrace

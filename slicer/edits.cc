#include "edits.h"

#include <algorithm>

#include "control.h"

namespace hpcast::slicer {
namespace {

StringRef buffer_of(const Function& function, FileID file) {
  return function.sources().getBufferData(file);
}

// The semicolon behind a statement, where there is one that belongs to it.
unsigned after_semicolon(const Function& function, const Stmt* statement, Range range) {
  const StringRef text = buffer_of(function, range.file);
  const char last = range.end > range.begin ? text[range.end - 1] : ';';
  if (last == ';' || (last == '}' && !isa<Expr>(statement))) return range.end;
  const SourceManager& sources = function.sources();
  const SourceLocation end =
      sources.getLocForStartOfFile(range.file).getLocWithOffset(static_cast<int>(range.end) - 1);
  const SourceLocation after = Lexer::findLocationAfterToken(
      end, tok::semi, sources, function.context().getLangOpts(), false);
  return after.isValid() ? sources.getFileOffset(after) : range.end;
}

}  // namespace

std::string name_of(const SourceManager& sources, FileID file) {
  const auto entry = sources.getFileEntryRefForID(file);
  return entry ? entry->getName().str() : "";
}

TextPlace text_place(const Function& function, const Stmt* statement) {
  const SourceManager& sources = function.sources();
  const auto [file, offset] = sources.getDecomposedExpansionLoc(statement->getBeginLoc());
  return {name_of(sources, file), offset};
}

std::optional<Range> range_of(const Function& function, const Stmt* statement) {
  // Attributes may be pragmas, which are none of the statement's text.
  statement = without_attributes(statement);
  const SourceManager& sources = function.sources();
  const CharSourceRange range =
      Lexer::makeFileCharRange(CharSourceRange::getTokenRange(statement->getSourceRange()), sources,
                               function.context().getLangOpts());
  if (range.isInvalid()) return std::nullopt;
  const auto [file, begin] = sources.getDecomposedLoc(range.getBegin());
  const auto [end_file, end] = sources.getDecomposedLoc(range.getEnd());
  if (file != end_file) return std::nullopt;
  return Range{file, begin, end};
}

std::optional<Range> full_range_of(const Function& function, const Stmt* statement) {
  std::optional<Range> range = range_of(function, statement);
  if (range) range->end = after_semicolon(function, statement, *range);
  return range;
}

void Edits::replace(const Function& function, Range range, const std::string& text) {
  const StringRef old = buffer_of(function, range.file).slice(range.begin, range.end);
  const auto lines = static_cast<size_t>(std::count(old.begin(), old.end(), '\n'));
  const auto own = static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
  changes_[name_of(function.sources(), range.file)].emplace(
      range.begin, Change{range.end, text + std::string(lines > own ? lines - own : 0, '\n')});
}

void Edits::insert(const Function& function, FileID file, unsigned offset,
                   const std::string& text) {
  changes_[name_of(function.sources(), file)].emplace(offset, Change{offset, text});
}

void Edits::add(const Edits& others) {
  for (const auto& [file, changes] : others.changes_)
    changes_[file].insert(changes.begin(), changes.end());
}

std::string Edits::apply(const std::string& file, const std::string& text) const {
  const auto found = changes_.find(file);
  if (found == changes_.end()) return text;
  std::string result;
  size_t at = 0;
  for (const auto& [begin, change] : found->second) {
    if (begin < at) continue;
    result += text.substr(at, begin - at) + change.text;
    at = change.end;
  }
  return result + text.substr(at);
}

}  // namespace hpcast::slicer

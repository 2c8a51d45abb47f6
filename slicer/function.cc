#include "function.h"

#include <filesystem>

namespace hpcast::slicer {
namespace {

std::map<std::string, std::string>& given_paths() {
  static std::map<std::string, std::string> paths;
  return paths;
}

std::filesystem::path plain(const std::string& path) {
  return std::filesystem::absolute(path).lexically_normal();
}

}  // namespace

std::string to_string(const Place& place) { return place.file + ":" + std::to_string(place.line); }

void remember_path(const std::string& given) { given_paths()[plain(given).string()] = given; }

std::string given_path(const std::string& path) {
  const auto found = given_paths().find(plain(path).string());
  if (found != given_paths().end()) return found->second;
  const std::string near = plain(path).lexically_relative(std::filesystem::current_path()).string();
  return near.empty() || near.rfind("..", 0) == 0 ? path : near;
}

Place Function::place(SourceLocation location) const {
  const PresumedLoc found = sources().getPresumedLoc(sources().getExpansionLoc(location));
  if (found.isInvalid()) return {};
  return {given_path(found.getFilename()), found.getLine()};
}

unsigned Function::end_line(const Stmt* statement) const {
  return place(sources().getExpansionRange(statement->getEndLoc()).getEnd()).line;
}

std::string Function::text(const Stmt* statement) const {
  const CharSourceRange range = sources().getExpansionRange(statement->getSourceRange());
  const StringRef raw = Lexer::getSourceText(range, sources(), context().getLangOpts());
  std::string text;
  for (const char c : raw) {
    const bool space = isspace(static_cast<unsigned char>(c)) != 0;
    if (!space)
      text += c;
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
  }
  return text;
}

}  // namespace hpcast::slicer

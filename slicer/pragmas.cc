#include "pragmas.h"

#include <algorithm>
#include <regex>

#include "control.h"
#include "hpcast/base/diagnostics.h"

namespace hpcast::slicer {
namespace {

bool is_condition(const Stmt* statement) { return isa<IfStmt>(statement) || is_loop(statement); }

// lvalue == value
std::pair<std::string, std::string> sides_of(const std::string& expression) {
  static const std::regex form(R"(^\s*([^=!<>]+?)\s*==\s*(.+?)\s*$)");
  std::smatch parts;
  if (!std::regex_match(expression, parts, form)) return {};
  return {parts[1], parts[2]};
}

}  // namespace

Pragmas::Pragmas(const Program& program, const std::vector<Unit>& units) {
  for (const Function* function : program.functions())
    for (const Stmt* node : function->nodes) {
      if (function->initialises || !is_whole_statement(*function, node) ||
          function->parent.count(node) == 0)
        continue;
      const SourceManager& sources = function->sources();
      const auto [file, offset] = sources.getDecomposedExpansionLoc(node->getBeginLoc());
      spots_[name_of(sources, file)].push_back(
          {sources.getLineNumber(file, offset), function, node});
    }
  for (auto& [file, spots] : spots_)
    std::stable_sort(spots.begin(), spots.end(),
                     [](const Spot& one, const Spot& other) { return one.line < other.line; });
  for (const auto& [file, notes] : notes_of(units)) {
    for (const Pragma& pragma : notes.pragmas) take(pragma);
    for (const FileNotes::Hint& hint : notes.hints)
      for (const Spot* spot : after(file, hint.line)) take_hint(*spot, hint);
  }
}

void Pragmas::take_hint(const Spot& spot, const FileNotes::Hint& hint) {
  for (Hinted& earlier : hinted_)
    if (earlier.statement == spot.statement) {
      earlier.openmp |= hint.openmp;
      return;
    }
  const SourceManager& sources = spot.function->sources();
  const auto [file, offset] = sources.getDecomposedExpansionLoc(spot.statement->getBeginLoc());
  const unsigned begin = sources.getFileOffset(sources.translateLineCol(file, hint.line, 1));
  const StringRef between = sources.getBufferData(file).slice(begin, offset);
  if (between.find_first_of("{};") != StringRef::npos) return;  // it is not this one's
  hinted_.push_back({spot.function, spot.statement, {file, begin, offset}, hint.openmp});
}

std::vector<const Pragmas::Spot*> Pragmas::after(const std::string& file, unsigned line) const {
  std::vector<const Spot*> found;
  const auto spots = spots_.find(file);
  if (spots == spots_.end()) return found;
  std::set<const Function*> functions;
  for (const Spot& spot : spots->second) {
    if (spot.line <= line) continue;
    if (!found.empty() && spot.line > found.front()->line) break;
    if (functions.insert(spot.function).second) found.push_back(&spot);
  }
  return found;
}

void Pragmas::take(const Pragma& pragma) {
  const std::vector<const Spot*> spots = after(pragma.file, pragma.line);
  if (spots.empty())
    throw InputError(
        hpcast::Diagnostic{given_path(pragma.file), static_cast<int>(pragma.line), "",
                           "no statement that can be reached follows this pragma",
                           "write it before a statement of a function that is called"});
  for (const Spot* spot : spots) take(pragma, *spot);
}

void Pragmas::take(const Pragma& pragma, const Spot& spot) {
  functions_[spot.statement] = spot.function;
  if (pragma.kind == Pragma::keep)
    kept_.push_back({spot.function, spot.statement});
  else if (pragma.kind == Pragma::assume)
    assume(pragma, spot);
  else
    forced_[spot.statement] = pragma.expression;
  if (pragma.expression.empty()) return;
  const bool value = pragma.kind == Pragma::assume && !is_condition(spot.statement);
  expressions_[spot.statement] = value ? sides_of(pragma.expression).second : pragma.expression;
}

void Pragmas::assume(const Pragma& pragma, const Spot& spot) {
  const auto [left, right] = sides_of(pragma.expression);
  if (is_condition(spot.statement)) {
    assumptions_[spot.statement] = pragma.expression;
  } else if (const auto* declared = dyn_cast<DeclStmt>(spot.statement);
             declared != nullptr && declared->isSingleDecl() && !right.empty()) {
    assumptions_[spot.statement] = right;
  } else if (!right.empty()) {
    assumptions_[spot.statement] = left + " = " + right + ";";
  } else {
    throw InputError(hpcast::Diagnostic{
        given_path(pragma.file), static_cast<int>(pragma.line), "",
        "assume(" + pragma.expression + ") stands before a statement that is no if or loop",
        "write assume(variable == value), or put it before the if or loop"});
  }
}

void Pragmas::apply(Relevance& relevance) const {
  for (const Hinted& one : hinted_) {
    if (!one.openmp) continue;
    const StringRef file = one.function->sources().getBufferData(one.pragma.file);
    relevance.join(*one.function, one.statement,
                   file.slice(one.pragma.begin, one.pragma.end).str());
  }
  for (const auto& [statement, time] : forced_) {
    relevance.force(statement);
    relevance.keep_place(*functions_.at(statement), statement, "a pragma stands here", false);
  }
  for (const auto& [statement, text] : assumptions_) {
    const Function& function = *functions_.at(statement);
    if (is_condition(statement)) {
      relevance.assume(statement);
    } else {
      relevance.force(statement);
      relevance.keep_place(function, statement, "a pragma stands here", true);
    }
  }
  for (const auto& [function, statement] : kept_)
    relevance.keep(*function, statement, "#pragma hpcast skeleton keep");
  for (const auto& [statement, expression] : expressions_)
    relevance.need_names(*functions_.at(statement), statement, expression);
}

}  // namespace hpcast::slicer

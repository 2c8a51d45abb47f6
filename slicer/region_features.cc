#include "region_features.h"

#include <fmt/format.h>

#include "control.h"
#include "regions.h"
#include "trips.h"

namespace hpcast::slicer {
namespace {

// A loop around what is counted, or a condition that has to hold.
struct Level {
  std::optional<Trips> trips;
  std::string condition;
  std::string bound;  // the loop variable's name further inside
  unsigned line = 0;
  std::set<std::string> touched{};  // what it reads through
  bool untold = false;              // a condition that nobody can say
};

Level an_untold_condition() { return {{}, "", "", 0, {}, true}; }

bool has_all(const std::set<std::string>& those, const std::set<std::string>& of_these) {
  return std::includes(those.begin(), those.end(), of_these.begin(), of_these.end());
}

bool leaves(const Stmt* branch) {
  if (const auto* list = dyn_cast<CompoundStmt>(branch))
    return !list->body_empty() && leaves(list->body_back());
  return isa<ReturnStmt>(branch) || isa<BreakStmt>(branch) || isa<ContinueStmt>(branch);
}

class Counter {
 public:
  Counter(const Relevance& relevance, const Costs& costs, const Function& function,
          const std::vector<const Stmt*>& statements)
      : costs_(costs), symbolic_(relevance, function, statements), own_{&function} {
    const size_t before = levels_.size();
    for (const Stmt* statement : statements) visit(statement, own_);
    levels_.resize(before);
  }
  std::vector<Feature> features;

 private:
  bool visit(const Stmt* node, const Frame& frame);
  bool visit_children(const Stmt* node, const Frame& frame);
  bool visit_loop(const Stmt* loop, const Frame& frame);
  bool visit_branch(const IfStmt* branch, const Frame& frame);
  bool visit_call(const Effect& effect, const Frame& frame);
  void guard(const Stmt* statement, const Frame& frame);
  std::optional<Level> condition(const Expr* condition, const char* sign, const Frame& frame);
  bool can_touch() const;
  bool emit(const std::string& innermost, const std::string& what);
  std::string around(size_t level, const std::string& inner, int& sums) const;
  bool mentions_loop(const std::string& text) const;

  const Costs& costs_;
  Symbolic symbolic_;
  Frame own_;
  std::vector<Level> levels_;
  std::set<std::string> innermost_;  // what is read through inside of them all
  int names_ = 0;
};

bool Counter::mentions_loop(const std::string& text) const {
  for (const Level& level : levels_)
    if (!level.bound.empty() && text.find(level.bound) != std::string::npos) return true;
  return false;
}

// What is around it multiplies; a sum where what is inside depends on the loop's variable.
// What is read further inside is read only where the program comes to it.
std::string Counter::around(size_t at, const std::string& inner, int& sums) const {
  const Level& level = levels_[at];
  if (!level.condition.empty()) return fmt::format("({} ? {} : 0.0)", level.condition, inner);
  if (inner.find(level.bound) == std::string::npos) {
    std::set<std::string> before, after = innermost_;
    for (size_t i = 0; i < levels_.size(); ++i)
      (i <= at ? before : after).insert(levels_[i].touched.begin(), levels_[i].touched.end());
    const std::string& count = level.trips->count;
    if (has_all(before, after)) return count + " * " + inner;
    return fmt::format("({0} > 0 ? {0} * {1} : 0.0)", count, inner);
  }
  ++sums;
  return fmt::format(
      "__extension__ ({{ double {0}s = 0; for (long long {0}t = 0, {0}n = (long long){1}; {0}t < "
      "{0}n; ++{0}t) {{ const long long {0} = (long long)({2}) {3} {0}t * (long long)({4}); {0}s "
      "+= "
      "{5}; }} {0}s; }})",
      level.bound, level.trips->count, level.trips->first, level.trips->down ? "-" : "+",
      level.trips->step, inner);
}

// Whether all that is read through is read where the program itself does so.
bool Counter::can_touch() const {
  std::set<std::string> read;
  bool exact = true;
  for (const Level& level : levels_) {
    exact &= !level.untold;
    if (!exact && !has_all(read, level.touched)) return false;
    read.insert(level.touched.begin(), level.touched.end());
  }
  return exact || has_all(read, innermost_);
}

bool Counter::emit(const std::string& innermost, const std::string& what) {
  std::string expression = innermost, lines;
  int sums = 0;
  for (size_t i = levels_.size(); i-- > 0;) {
    const Level& level = levels_[i];
    if (level.untold) continue;
    if (level.line > 0) lines = std::to_string(level.line) + (lines.empty() ? "" : ", ") + lines;
    if ((!level.trips && level.condition.empty()) || !can_touch()) {
      features.push_back({"loops at " + lines + ": a trip count is not known", "", {}});
      return false;
    }
    expression =
        expression.empty() && level.trips ? level.trips->count : around(i, expression, sums);
  }
  if (!can_touch()) return false;
  constexpr size_t longest = 3000;
  if (sums > 1 || expression.size() > longest) return false;
  std::string name = what;
  if (!lines.empty()) name += (what.empty() ? "loops at " : " in loops at ") + lines;
  for (const Feature& feature : features)
    if (feature.expression == expression) return true;
  features.push_back({name, expression, symbolic_.needs()});
  return true;
}

bool Counter::visit_children(const Stmt* node, const Frame& frame) {
  bool found = false;
  const size_t before = levels_.size();
  for (const Stmt* child : live_children(node, frame.function->context())) {
    found |= visit(child, frame);
    guard(child, frame);
    // What is only done where the first part says so.
    if (isa<AbstractConditionalOperator>(node) || isa<BinaryOperator>(node) ||
        isa<SwitchStmt>(node))
      levels_.push_back(an_untold_condition());
  }
  levels_.resize(before);
  return found;
}

// if (…) return; before loops.
void Counter::guard(const Stmt* statement, const Frame& frame) {
  if (isa<Expr>(statement) || isa<DeclStmt>(statement)) return;
  const auto* branch = dyn_cast<IfStmt>(statement);
  const bool plain = branch != nullptr && branch->getElse() == nullptr && leaves(branch->getThen());
  if (!plain && !leads_out(*frame.function, statement)) return;
  const auto told = plain ? condition(branch->getCond(), "!", frame) : std::nullopt;
  levels_.push_back(told ? *told : an_untold_condition());
}

std::optional<Level> Counter::condition(const Expr* condition, const char* sign,
                                        const Frame& frame) {
  symbolic_.take_touched();
  const auto text = symbolic_.text(condition, frame);
  if (!text || mentions_loop(*text)) return std::nullopt;
  return Level{{}, sign + *text, "", 0, symbolic_.take_touched()};
}

bool Counter::visit(const Stmt* node, const Frame& frame) {
  if (!costs_.is_costly(*frame.function, node)) return false;
  if (is_loop(node)) return visit_loop(node, frame);
  if (const auto* branch = dyn_cast<IfStmt>(node)) return visit_branch(branch, frame);
  const Effect* const effect = symbolic_.relevance().effects().at(node);
  bool found = visit_children(node, frame);
  if (effect != nullptr && effect->kind == Effect::call) found |= visit_call(*effect, frame);
  return found;
}

bool Counter::visit_branch(const IfStmt* branch, const Frame& frame) {
  bool found = visit(branch->getCond(), frame);
  for (const Stmt* part : {branch->getThen(), branch->getElse()}) {
    if (part == nullptr || frame.function->parent.count(part) == 0) continue;
    const char* const sign = part == branch->getThen() ? "" : "!";
    levels_.push_back(condition(branch->getCond(), sign, frame).value_or(an_untold_condition()));
    found |= visit(part, frame);
    levels_.pop_back();
  }
  return found;
}

bool Counter::visit_loop(const Stmt* loop, const Frame& frame) {
  const size_t before = levels_.size();
  symbolic_.take_touched();
  Level level{trips_of(loop, symbolic_, frame), "", "", frame.function->place(loop).line};
  level.touched = symbolic_.take_touched();
  if (level.trips && level.trips->guarded) levels_.push_back(an_untold_condition());
  if (level.trips) {
    level.bound = fmt::format("hpcast_{}{}_", level.trips->variable->getNameAsString(), ++names_);
    symbolic_.bind(level.trips->variable, level.bound);
  }
  levels_.push_back(level);
  const bool inner = level.trips && visit(body_of(loop), frame);
  if (!inner) {  // as far in as is known
    if (level.trips) symbolic_.unbind(level.trips->variable);
    const bool emitted = emit("", "");
    levels_.resize(before);
    return emitted;
  }
  symbolic_.unbind(level.trips->variable);
  levels_.resize(before);
  return true;
}

bool Counter::visit_call(const Effect& effect, const Frame& frame) {
  bool found = false;
  constexpr int deepest = 8;
  const size_t before = levels_.size();
  if (effect.callees.known.size() > 1) levels_.push_back(an_untold_condition());
  for (const Function* callee : effect.callees.known) {
    const Frame inner{callee, &effect, &frame, frame.depth + 1};
    if (frame.depth < deepest) found |= visit(callee->decl->getBody(), inner);
  }
  for (const FunctionDecl* callee : effect.callees.outside) {
    const LibraryFunction* known = library_function(callee->getNameAsString());
    if (known == nullptr || !known->costs) continue;
    const bool sized =
        known->bytes >= 0 && static_cast<size_t>(known->bytes) < effect.called.arguments.size();
    symbolic_.take_touched();
    const auto bytes =
        sized ? symbolic_.text(effect.called.arguments[static_cast<size_t>(known->bytes)], frame)
              : std::nullopt;
    const std::string line = std::to_string(frame.function->place(effect.node).line);
    if (bytes) {
      innermost_ = symbolic_.take_touched();
      found |= emit("(double)" + *bytes, "bytes of " + callee->getNameAsString() + " at " + line);
      innermost_.clear();
    } else if (levels_.empty())
      features.push_back(
          {callee->getNameAsString() + " at " + line + ": its size is not known", "", {}});
  }
  levels_.resize(before);
  return found;
}

}  // namespace

std::vector<Feature> features_of(const Relevance& relevance, const Costs& costs,
                                 const Function& function,
                                 const std::vector<const Stmt*>& statements) {
  return Counter(relevance, costs, function, statements).features;
}

}  // namespace hpcast::slicer

#include "control.h"

namespace hpcast::slicer {

const Stmt* without_attributes(const Stmt* statement) {
  while (const auto* attributed = dyn_cast<AttributedStmt>(statement))
    statement = attributed->getSubStmt();
  return statement;
}

bool is_loop(const Stmt* statement) { return body_of(statement) != nullptr; }

const Stmt* body_of(const Stmt* loop) {
  if (const auto* counted = dyn_cast<ForStmt>(loop)) return counted->getBody();
  if (const auto* checked = dyn_cast<WhileStmt>(loop)) return checked->getBody();
  if (const auto* late = dyn_cast<DoStmt>(loop)) return late->getBody();
  if (const auto* ranged = dyn_cast<CXXForRangeStmt>(loop)) return ranged->getBody();
  return nullptr;
}

const Stmt* target_of_jump(const Function& function, const Stmt* jump) {
  for (const Stmt* at = function.parent.lookup(jump); at != nullptr;
       at = function.parent.lookup(at))
    if (is_loop(at) || (isa<BreakStmt>(jump) && isa<SwitchStmt>(at))) return at;
  return nullptr;
}

bool lies_in(const Function& function, const Stmt* inner, const Stmt* outer) {
  for (; inner != nullptr; inner = function.parent.lookup(inner))
    if (inner == outer) return true;
  return false;
}

bool is_whole_statement(const Function& function, const Stmt* node) {
  const Stmt* const above = function.parent.lookup(node);
  if (above == nullptr || isa<CompoundStmt>(above) || isa<LabelStmt>(above) ||
      isa<AttributedStmt>(above))
    return true;
  if (const auto* label = dyn_cast<SwitchCase>(above)) return node == label->getSubStmt();
  if (is_loop(above)) return node == body_of(above);
  const auto* branch = dyn_cast<IfStmt>(above);
  if (branch != nullptr) return node == branch->getThen() || node == branch->getElse();
  const auto* choice = dyn_cast<SwitchStmt>(above);
  return choice != nullptr && node == choice->getBody();
}

bool leads_out(const Function& function, const Stmt* statement) {
  for (const Stmt* node : function.nodes) {
    const bool leaves = isa<BreakStmt>(node) || isa<ContinueStmt>(node);
    const bool far = isa<ReturnStmt>(node) || isa<GotoStmt>(node) || isa<IndirectGotoStmt>(node);
    if ((!leaves && !far) || !lies_in(function, node, statement)) continue;
    if (far || !lies_in(function, target_of_jump(function, node), statement)) return true;
  }
  return false;
}

bool declares_names(const Stmt* statement) {
  const auto* declaration = dyn_cast<DeclStmt>(statement);
  if (declaration == nullptr) return false;
  for (const Decl* each : declaration->decls())
    if (isa<NamedDecl>(each) && !isa<VarDecl>(each)) return true;
  return false;
}

bool ends_in_return(const Function& function) {
  const auto* body = dyn_cast<CompoundStmt>(function.decl->getBody());
  return body != nullptr && !body->body_empty() && isa<ReturnStmt>(body->body_back());
}

}  // namespace hpcast::slicer

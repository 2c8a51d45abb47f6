// Flow-sensitive, for scalar locals whose address nobody takes: which assignments a use may see. So
// an `i` of a loop that computes does not keep that loop where another one sends with its own `i`.
#pragma once

#include <set>
#include <vector>

#include "program.h"

namespace hpcast::slicer {

// An assignment, ++, DeclStmt's variable (then `variable` is set); all null: the value at entry.
struct Definition {
  const Stmt* statement = nullptr;
  const VarDecl* variable = nullptr;
  bool operator<(const Definition& other) const {
    return std::tie(statement, variable) < std::tie(other.statement, other.variable);
  }
};

class Definitions {
 public:
  explicit Definitions(const Function& function);
  // Such a local: of this function.
  bool tracks(const VarDecl* variable) const { return tracked_.count(variable) > 0; }
  // What the use may see.
  const std::set<Definition>& reaching(const DeclRefExpr* use) const;
  // All that the function has of it.
  const std::set<Definition>& all(const VarDecl* variable) const;

 private:
  using State = std::map<const VarDecl*, std::set<Definition>>;
  void find_tracked();
  void find_all();
  void flow();
  void step(const Stmt* statement, State& state, bool record);

  const Function& function_;
  std::set<const VarDecl*> tracked_;
  std::map<const VarDecl*, std::set<Definition>> all_;
  llvm::DenseMap<const DeclRefExpr*, std::set<Definition>> uses_;
};

// The variable that an assignment or ++ changes as a whole, where it is named there; else null.
const DeclRefExpr* target_of(const Stmt* statement);

}  // namespace hpcast::slicer

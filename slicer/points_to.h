// What pointers may point to (inclusion-based, the whole program, whatever the order of execution)
// and, with that, what a call may call and what an expression may touch.
#pragma once

#include <llvm/ADT/SparseBitVector.h>

#include <map>
#include <set>
#include <vector>

#include "library.h"
#include "locations.h"
#include "program.h"

namespace hpcast::slicer {

using Targets = llvm::SparseBitVector<>;

// A call of whatever form: f(x), p(x), o.m(x), a + b by an operator, T(x).
struct Call {
  const Expr* expression = nullptr;
  const FunctionDecl* direct = nullptr;  // null through a pointer
  const Expr* pointer = nullptr;         // what is called through it
  const Expr* object = nullptr;          // of a method
  bool object_is_pointer = false;
  std::vector<const Expr*> arguments;
};
bool is_call(const Stmt* statement);
// A method that tells of an object, or gives a way to its elements, and changes neither.
bool only_reaches(const Call& call);
Call call_of(const Stmt* statement);

// Whom a call may call: of the program, or outside of it.
struct Callees {
  std::vector<Function*> known;
  std::vector<const FunctionDecl*> outside;
  bool anybody = false;  // a pointer of which nothing is known
};

class PointsTo {
 public:
  PointsTo(const Program& program, Locations& locations);

  Callees callees(const Call& call) const;
  // The memory that reading or writing the expression (an lvalue) may touch.
  std::vector<Location> cells(const Expr* lvalue);
  // The memory behind a pointer, an array, or a reference to something.
  std::vector<Location> behind(const Expr* pointer);
  std::vector<Location> behind(Location pointer);
  // What code that we do not see can come to from there: behind pointers that lie there too.
  std::set<Location> reachable(const Expr* given);
  const Targets& targets(Location pointer) const;
  std::vector<Location> targets_of(const Expr* pointer);  // functions too
  // What a library's function may call when it is given that: a function, an object with ().
  std::vector<Function*> callbacks(const Expr* given);
  bool allocates(const Call& call) const;  // by the library, or by a wrapper of it
  const Program& program() const { return program_; }
  Locations& locations() { return locations_; }

 private:
  friend class Constraints;
  struct Spot {  // where an lvalue lies
    std::vector<Location> direct, through;
  };
  struct Flow {
    enum Kind { copy, load, store, elements } kind;
    Location to, from;
  };
  struct Typed {
    Location pointer;
    const RecordDecl* record;
  };
  void solve();
  void settle(size_t flows_before);
  bool apply(const Flow& flow);
  bool connect();
  bool can_hold(Location object, const RecordDecl* record);
  void cells_behind(Location pointer, std::set<Location>& cells);
  void parts(Location object, std::set<Location>& cells);
  Targets& at(Location location);

  const Program& program_;
  Locations& locations_;
  std::vector<Targets> targets_;
  std::vector<Flow> flows_;
  std::vector<Typed> typed_;
  std::map<Location, Location> elements_;
  std::map<Location, std::map<std::string, const RecordDecl*>> inhabitants_;
  llvm::DenseMap<const Expr*, Location> values_;
  llvm::DenseMap<const Expr*, Spot> spots_;
  std::vector<Call> indirect_;
  std::set<std::pair<const Expr*, const Function*>> connected_;
  std::set<const Function*> wrappers_;
  class Constraints* building_ = nullptr;
};

}  // namespace hpcast::slicer

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
enum class StandardCall;

// A call of whatever form: f(x), p(x), o.m(x), a + b by an operator, T(x).
struct Call {
  const Expr* expression = nullptr;
  const FunctionDecl* direct = nullptr;  // null through a pointer
  const Expr* pointer = nullptr;         // what is called through it
  const Expr* usual = nullptr;   // a default argument, or field's initialiser, that is computed
  const Expr* object = nullptr;  // of a method
  bool object_is_pointer = false;
  std::vector<const Expr*> arguments;
};
bool is_call(const Stmt* statement);
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
  // What a call of the C++ library may call: by its text, and what it was given to call. As far as
  // it is known now.
  std::vector<Function*> callbacks(const Expr* call) const;
  // The functions that the value may be, or point to.
  std::vector<Function*> code_in(Location value) const;
  // What a call of the C++ library can see, and what of it it can change if nothing is known of it.
  std::vector<Location> seen_by(const Call& call);
  std::vector<Location> changeable_by(const Call& call);
  // The objects that an lvalue is, or a pointer points to, without their parts.
  std::vector<Location> objects(const Expr* object);
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
  struct Use {  // of the library, by a call
    StandardCall kind;
    Location seen, open, result;
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
  std::vector<Function*> functions_of(const FunctionDecl* code) const;
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
  std::map<const Expr*, Use> uses_;
  std::set<std::pair<const Expr*, const Function*>> connected_;
  std::set<const Function*> wrappers_;
  class Constraints* building_ = nullptr;
};

}  // namespace hpcast::slicer

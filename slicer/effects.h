// What the program does, piece by piece: assignments, initialisations, calls, returns; what memory
// each may write, who calls whom, and what MPI carries from where to where.
#pragma once

#include <deque>

#include "definitions.h"
#include "files.h"
#include "points_to.h"

namespace hpcast::slicer {

struct Effect {
  enum Kind { assign, declare, call, release, opaque };
  Kind kind = assign;
  const Function* function = nullptr;
  const Stmt* node = nullptr;
  const VarDecl* variable = nullptr;  // that is declared
  std::vector<Location> writes{};     // of memory; not of variables that Definitions tracks
  Call called{};
  Callees callees{};
};

class Effects {
 public:
  struct Transport {
    Location from;
    const Function* function;
    const Stmt* by;
  };
  explicit Effects(PointsTo& points_to);

  // Null where that piece does nothing that we look at.
  const Effect* at(const Stmt* node, const VarDecl* variable = nullptr) const;
  const Effect* of(const VarDecl* variable) const;  // its initialisation
  const std::vector<const Effect*>& of(const Function* function) const;
  const std::vector<const Effect*>& writers(Location location) const;
  const std::vector<const Effect*>& callers(const Function* function) const;
  const std::vector<const Effect*>& releases(Location heap) const;
  const std::vector<Transport>& transports(Location to) const;
  const Definitions& definitions(const Function* function) const;
  bool is_local(Location location, const Function* function) const;
  // What it, and all that it calls, may write.
  const std::set<Location>& written_by(const Function* function) const;
  // Whether it may end in an exception.
  bool raises(const Effect& effect) const;
  PointsTo& points_to() const { return points_to_; }

 private:
  void add(const Function& function, const Stmt* node);
  void add_declaration(const Function& function, const DeclStmt* statement);
  void add_variable(const Function& function, const Stmt* statement, const VarDecl* variable);
  void add_special(const Function& function, const Stmt* node);
  Location raised() const;
  void add_call(const Function& function, const Stmt* node);
  void add_outside(Effect& effect, const FunctionDecl* callee);
  void add_unknown(Effect& effect, const FunctionDecl* callee);
  void add_opaque(const Function& function, const Stmt* node);
  void add_standard(Effect& effect, const FunctionDecl* callee);
  void add_callbacks(Effect& effect, const std::vector<Function*>& called);
  void add_mpi(Effect& effect, const FunctionDecl* callee);
  void add_library(Effect& effect, const LibraryFunction& known);
  void add_lengths(Effect& effect, const LibraryFunction& known);
  void carry(Location from, Location to, const Effect& by);
  void write_behind(Effect& effect, const Expr* pointer);
  Effect& put(Effect effect);
  void close();

  PointsTo& points_to_;
  Files files_;
  std::deque<Effect> all_;
  std::map<std::pair<const Stmt*, const VarDecl*>, const Effect*> by_place_;
  std::map<const VarDecl*, const Effect*> by_variable_;
  std::map<const Function*, std::vector<const Effect*>> by_function_, callers_;
  std::map<Location, std::vector<const Effect*>> writers_, releases_;
  std::map<Location, std::vector<Transport>> transports_;
  std::map<const Function*, Definitions> definitions_;
  std::map<const Function*, std::set<Location>> written_;
  std::set<const Function*> recursive_;
  std::vector<Location> addressed_;  // what a buffer MPI_BOTTOM may mean
};

}  // namespace hpcast::slicer

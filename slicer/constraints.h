// Goes over the program and writes down who may point to what another one points to.
#pragma once

#include "points_to.h"

namespace hpcast::slicer {

class Constraints {
 public:
  using Spot = PointsTo::Spot;
  explicit Constraints(PointsTo& result) : result_(result), locations_(result.locations_) {}
  void add(const Function& function);
  void add_global(const VarDecl* variable);
  Location value(const Expr* expression);
  Spot spot(const Expr* lvalue);
  // Arguments to parameters, and back for the result.
  void connect(const Call& call, const Function& callee);
  // The same of what the library calls back.
  void connect_callbacks(const Expr* call, const PointsTo::Use& use);

 private:
  void add(const Function& function, const Stmt* node);
  void read(const Expr* expression);
  Location compute(const Expr* expression);
  Location of_cast(const CastExpr* cast);
  Location of_call(const Call& call);
  void call_outside(const Call& call, const FunctionDecl* callee, Location result);
  void call_library(const Call& call, const LibraryFunction& known, Location result);
  void keep_in_state(const Call& call, const LibraryFunction& known, Location result);
  void call_back(const Call& call);
  void call_standard(const Call& call, Location result);
  Location handed(const Call& call);
  Location changeable(const Call& call);
  Location inside(const CXXRecordDecl* record);
  Location code_of(QualType type);
  Spot spot_of(const FieldDecl* member);
  Spot locate(const Expr* lvalue);
  Location address(const Expr* lvalue);
  Location load(const Spot& spot);
  void store(const Spot& spot, Location from);
  void initialise(const Spot& spot, QualType type, const Expr* init);
  Location pointing_to(const std::vector<Location>& locations);
  Location argument(const Call& call, unsigned index);
  void copy(Location to, Location from);
  Location joined(const Stmt* parent);
  Location unknown(const Stmt* node);
  void give_away(Location given);
  void pass(const Call& call, const Function& callee);

  PointsTo& result_;
  Locations& locations_;
};

}  // namespace hpcast::slicer

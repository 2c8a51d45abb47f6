// Values as C expressions over what is known where a region begins.
#pragma once

#include <optional>
#include <string>

#include "relevance.h"

namespace hpcast::slicer {

// A function as it is called from the region, or the region's own (then `call` is null).
struct Frame {
  const Function* function = nullptr;
  const Effect* call = nullptr;
  const Frame* caller = nullptr;
  int depth = 0;
};

// What an expression has to know: it becomes part of the slice.
struct Needs {
  std::vector<std::pair<const Function*, const Expr*>> uses;
  std::set<Location> memory;
};

class Symbolic {
 public:
  // `statements` is the region.
  Symbolic(const Relevance& relevance, const Function& function,
           const std::vector<const Stmt*>& statements);
  // Null where the value is made in the region, or needs what is not there.
  std::optional<std::string> text(const Expr* expression, const Frame& frame);
  // The value of a variable before the loop.
  std::optional<std::string> before(const DeclRefExpr* use, const Stmt* loop, const Frame& frame);
  // Inside loops over a variable: it stands for itself, by that name.
  void bind(const VarDecl* variable, const std::string& name) { bound_[variable] = name; }
  void unbind(const VarDecl* variable) { bound_.erase(variable); }
  const Needs& needs() const { return needs_; }
  // What was read through, by pointers or in arrays, since this was asked last: what only makes
  // sense where the program itself comes to it.
  std::set<std::string> take_touched() { return std::exchange(touched_, {}); }
  const Relevance& relevance() const { return relevance_; }

 private:
  using Text = std::optional<std::string>;
  Text attempt(const Expr* expression, const Frame& frame);
  Text variable(const DeclRefExpr* use, const Frame& frame);
  Text definitions(const std::set<Definition>& reaching, const DeclRefExpr* use,
                   const Frame& frame);
  Text parameter(const ParmVarDecl* parameter, const Frame& frame);
  Text member(const MemberExpr* access, const Frame& frame);
  Text element(const Expr* access, const Frame& frame);
  Text operation(const BinaryOperator* node, const Frame& frame);
  Text length(const Effect& effect, const Frame& frame);
  Text call(const CallExpr* node, const Frame& frame);
  Text constant(const Expr* expression, const Frame& frame) const;
  bool in_region(const Function& function, const Stmt* node) const;
  bool is_unchanged(Location location) const { return written_.count(location) == 0; }

  const Relevance& relevance_;
  const Function& function_;
  const std::vector<const Stmt*>& statements_;
  std::set<Location> written_;
  std::map<const VarDecl*, std::string> bound_;
  Needs needs_;
  std::set<std::string> touched_;
};

}  // namespace hpcast::slicer

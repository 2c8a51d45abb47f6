// A function as the slicer sees it: its live nodes, and where they stand.
#pragma once

#include <string>
#include <vector>

#include "clang.h"

namespace hpcast::slicer {

struct Place {
  std::string file;
  unsigned line = 0;
};
std::string to_string(const Place& place);
// A path as people gave it: of a source, of another file relative to where we are.
void remember_path(const std::string& given);
std::string given_path(const std::string& path);

struct Function {
  const FunctionDecl* decl = nullptr;  // the definition
  std::string name;
  size_t number = 0;                                // in the order of sources
  bool initialises = false;                         // not written as a function: see Initialisers
  bool entry = false;                               // main, or called by what we do not see
  llvm::DenseMap<const Stmt*, const Stmt*> parent;  // of all live nodes of the body
  std::vector<const Stmt*> nodes;                   // live ones, a parent before its children

  ASTContext& context() const { return decl->getASTContext(); }
  const SourceManager& sources() const { return context().getSourceManager(); }
  Place place(SourceLocation location) const;
  Place place(const Stmt* statement) const { return place(statement->getBeginLoc()); }
  unsigned end_line(const Stmt* statement) const;
  std::string text(const Stmt* statement) const;  // as it is written, white space as one space
};

}  // namespace hpcast::slicer

// One program out of several sources: its functions, joined by name (of internal ones: by place, so
// that one in a header that many sources include is one), and what can be reached in it.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "clang.h"
#include "parse.h"

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

// The children that can be executed: not the dead branch of a condition that is a constant, nor the
// body of a lambda, which is a function of its own.
std::vector<const Stmt*> live_children(const Stmt* statement, ASTContext& context);
// What stands in types that are written there: what is computed, as lengths of arrays are, and what
// is only named, as by typeof.
struct InTypes {
  std::vector<const Expr*> computed, named;
};
InTypes in_types(const Stmt* statement);
InTypes in_types(const DeclaratorDecl* declaration);

// The same text for all declarations of one thing, in whatever source.
std::string key_of(const NamedDecl* declaration);

class Program {
 public:
  explicit Program(const std::vector<Unit>& units);
  // Null where the program's sources do not define it.
  Function* function_of(const FunctionDecl* declaration) const;
  // Those that can be reached from main, in the order of sources.
  const std::vector<Function*>& functions() const { return reachable_; }
  // Definitions of variables that live as long as the program, with initialisers.
  const std::vector<const VarDecl*>& globals() const { return globals_; }
  const std::vector<const RecordDecl*>& unions() const { return unions_; }
  // Of variables declared there: __attribute__((cleanup)).
  std::vector<Function*> cleanups_of(const DeclStmt* statement) const;
  // Methods that override this one, itself included.
  std::vector<Function*> overriders(const CXXMethodDecl* method) const;

 private:
  friend class Finder;
  void add(const FunctionDecl* declaration);
  void reach();
  void reach(const Stmt* statement, ASTContext& context, std::vector<Function*>& todo);
  void index(Function& function);

  std::deque<Function> all_;
  std::map<std::string, Function*> by_key_;
  mutable llvm::DenseMap<const FunctionDecl*, Function*> known_;
  std::vector<Function*> reachable_;
  std::vector<const VarDecl*> globals_;
  std::vector<const RecordDecl*> unions_;
  std::map<const Function*, bool> reached_;
};

}  // namespace hpcast::slicer

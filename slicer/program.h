// One program out of several sources: its functions, joined by name (of internal ones: by place, so
// that one in a header that many sources include is one), and what can be reached in it.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "clang.h"
#include "library_text.h"
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

// What a default argument or a field's initialiser stands for where it is computed each time; null
// for constants, and everything else.
const Expr* computed_default(const Stmt* statement);
// A variable, also one that structured bindings are parts of.
const VarDecl* variable_of(const DeclRefExpr* name);

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
  // Default arguments, initialisers of fields and of globals are functions by themselves, of which
  // the text stays as it is.
  Function* function_of_default(const Expr* computed) const;
  // Methods that override this one, itself included.
  std::vector<Function*> overriders(const CXXMethodDecl* method) const;
  // What a function of the C++ library calls of the program.
  std::vector<Function*> called_by(const FunctionDecl* library) const;
  bool library_throws(const FunctionDecl* library) const { return library_.throws(library); }
  // The destructors that the end of such an object runs: of its parts too, and where it goes by a
  // pointer, of what is derived from that.
  std::vector<Function*> destructors(QualType type, bool by_pointer) const;

 private:
  friend class Finder;
  void add(const FunctionDecl* declaration);
  void reach();
  void reach(const Stmt* statement, ASTContext& context, std::vector<Function*>& todo);
  void index(Function& function);
  Function* add_initialiser(const NamedDecl* of, QualType result, Stmt* statement);
  void add_default(const Expr* computed, const NamedDecl* of);
  void add_global(VarDecl* variable);
  using Seen = std::set<std::pair<const Decl*, bool>>;
  void destroy(const CXXRecordDecl* record, bool by_pointer, Seen& seen,
               std::set<Function*>& found) const;
  std::vector<Function*> in_order(const std::set<Function*>& functions) const;

  std::deque<Function> all_;
  std::map<std::string, Function*> by_key_;
  mutable llvm::DenseMap<const FunctionDecl*, Function*> known_;
  std::vector<Function*> reachable_;
  std::vector<const VarDecl*> globals_;
  std::vector<const RecordDecl*> unions_;
  std::vector<const CXXRecordDecl*> classes_;
  std::map<const Function*, bool> reached_;
  llvm::DenseMap<const Expr*, Function*> defaults_;
  mutable LibraryText library_;
};

}  // namespace hpcast::slicer

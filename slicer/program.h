// One program out of several sources: its functions, joined by name (of internal ones: by place, so
// that one in a header that many sources include is one), and what can be reached in it.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "function.h"
#include "keys.h"
#include "library_text.h"
#include "live.h"
#include "parse.h"
#include "types.h"

namespace hpcast::slicer {

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
  // Whether any text is a format of printf with %n.
  bool counts_output() const { return counts_output_; }
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
  bool counts_output_ = false;
  std::vector<const CXXRecordDecl*> classes_;
  std::map<const Function*, bool> reached_;
  llvm::DenseMap<const Expr*, Function*> defaults_;
  mutable LibraryText library_;
};

}  // namespace hpcast::slicer

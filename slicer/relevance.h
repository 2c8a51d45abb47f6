// The slice: what communication depends on, and the reason for each piece of it. It only ever
// grows.
#pragma once

#include "effects.h"

namespace hpcast::slicer {

struct Step {
  Place place;
  std::string text;
};

class Relevance {
 public:
  explicit Relevance(Effects& effects) : effects_(&effects) {}

  // A function of whose text nothing may be changed.
  void keep_as_written(const Function& function);
  bool is_as_written(const Function* function) const { return as_written_.count(function) > 0; }

  // What people said: these are kept with all that is in them, or never, whatever depends on them.
  void keep(const Function& function, const Stmt* statement, const std::string& why);
  // That it is reached, though nothing in it is kept; whether something stands there afterwards.
  void keep_place(const Function& function, const Stmt* statement, const std::string& why,
                  bool itself);
  void force(const Stmt* statement) { forced_.insert(statement); }
  // A condition that an assumption stands for.
  void assume(const Stmt* statement) { assumed_.insert(statement); }
  // Statements that are kept or replaced as a whole, with a pragma that names variables.
  void join(const Function& function, const Stmt* statement, const std::string& pragma = "") {
    joined_.push_back({&function, statement, pragma});
  }

  // The returns in it stay, and what decides about them.
  void keep_returns(const Function& function, const Stmt* statement);

  void add_communication();  // what the slice begins with
  void need(const Function& function, const Expr* value, const std::string& why);
  void need(const Function& function, Location memory, const Stmt* at, const std::string& why);
  void need(const Function& function, const VarDecl* variable, const Stmt* at,
            const std::string& why);
  // Of an expression in a pragma.
  void need_names(const Function& function, const Stmt* at, const std::string& expression);
  void run();

  bool is_kept(const Stmt* statement) const { return kept_.count(statement) > 0; }
  bool is_kept(const Effect* effect) const { return effects_kept_.count(effect) > 0; }
  bool is_jump(const Stmt* statement) const { return jumps_.count(statement) > 0; }
  bool is_kept(const Function* function) const { return functions_.count(function) > 0; }
  bool is_relevant(Location location) const { return relevant_.count(location) > 0; }
  // Whether the value is looked at, and not only done what is kept in it.
  bool is_wanted(const Stmt* expression) const { return valued_.count(expression) > 0; }
  // Where the argument is not read by any callee that is known.
  bool needs_argument(const Effect& call, unsigned index) const;
  // Why the statement is kept, the nearest reason first; empty where it is not.
  std::vector<Step> why(const Stmt* statement) const;
  struct Crossing {  // a forced statement that communication depends on
    const Stmt* statement;
    std::vector<Step> why;
  };
  const std::vector<Crossing>& crossings() const { return crossings_; }
  size_t calls() const { return calls_; }
  Effects& effects() const { return *effects_; }
  size_t extent() const;  // grows with the slice

 private:
  struct Cause {
    Step step;
    int before;
  };
  struct Joined {
    const Function* function;
    const Stmt* statement;
    std::string pragma;
  };
  int cause(const Function& function, const Stmt* at, std::string text, int before);
  void value(const Function& function, const Stmt* expression, int why);
  void read(const Function& function, const DeclRefExpr* name, int why);
  void mark(Location location, int why);
  void mark(const Effect* effect, int why);
  void follow(const Effect& effect, int why);
  void follow_assignment(const Effect& effect, int why);
  void follow_call(const Effect& effect, int why);
  void follow_outside(const Effect& effect, const FunctionDecl* callee, int why);
  void follow_opaque(const Effect& effect, int why);
  void follow_library(const Call& call, const LibraryFunction& known, int why);
  void keep_callbacks(const Effect& effect);
  void call_mpi(const Effect& effect, const FunctionDecl* callee, int why);
  void release(const Effect& effect, int why);
  void results(const Function& function, int why);
  void keep_path(const Function& function, const Stmt* node, int why);
  void control(const Function& function, const Stmt* statement, int why);
  void whole(const Function& function, const Stmt* statement, int why);
  void name(const Function& function, const Stmt* statement, int why);
  void name(const VarDecl* variable, int why);
  void see(const Function* function, Location location, int why);
  void close();
  void close_arguments(const Function& function);
  void close_as_written(const Function& function);
  void close_joined(Joined& joined);
  void name_words(const Function& function, const std::string& text, int why);
  void close_failures(const Function& function);
  void close_declarations(const Function& function);
  void close_types(const Function& function);
  void close_exceptions(const Function& function);
  bool only_fails(const Function& function, const CXXTryStmt& attempt) const;
  void raise(const Effect& effect, int why);
  void close_swaps();
  void close_jumps(const Function& function);
  void close_return(const Function& function, const ReturnStmt* leave);
  void jump(const Function& function, const Stmt* node, const std::string& text);
  bool is_written_out(const Effect& call, unsigned index) const;
  bool is_forced(const Function& function, const Stmt* node, int why);
  bool begins_slice(const Effect& effect, std::string& why) const;
  std::vector<Step> chain(int cause) const;

  Effects* effects_;
  std::vector<Cause> causes_;
  std::vector<std::function<void()>> todo_;
  std::map<const Stmt*, int> kept_;
  std::map<const Function*, int> functions_;
  std::map<const Effect*, int> effects_kept_;
  std::map<Location, int> relevant_;
  std::set<const Stmt*> jumps_, valued_, forced_, assumed_, crossed_;
  std::set<const VarDecl*> named_;
  std::set<const Function*> as_written_;
  std::set<const Effect*> raised_, swaps_;
  std::map<const Function*, std::set<Location>> visible_;
  std::vector<Joined> joined_;
  std::vector<Crossing> crossings_;
  size_t calls_ = 0;
};

// Whether the call ends the program because of a failure, which the skeleton takes not to happen.
bool is_failure(const Effect& effect);
bool ends_program(const Effect& effect);

}  // namespace hpcast::slicer

// Which statements people's pragmas are about.
#pragma once

#include "rewrite.h"

namespace hpcast::slicer {

class Pragmas {
 public:
  Pragmas(const Program& program, const std::vector<Unit>& units);
  // Tells the slice what people said; what cannot be done is an InputError.
  void apply(Relevance& relevance) const;
  const Regions::Forced& forced() const { return forced_; }
  const Assumptions& assumptions() const { return assumptions_; }
  // A statement with compilers' pragmas before it, and the text from there to the statement.
  struct Hinted {
    const Function* function;
    const Stmt* statement;
    Range pragma;
    bool openmp;  // then it is kept or replaced as one
  };
  const std::vector<Hinted>& hinted() const { return hinted_; }
  const Function* function_of(const Stmt* statement) const { return functions_.at(statement); }

 private:
  struct Spot {
    unsigned line;
    const Function* function;
    const Stmt* statement;
  };
  // One in each function that has this text.
  std::vector<const Spot*> after(const std::string& file, unsigned line) const;
  void take_hint(const Spot& spot, const FileNotes::Hint& hint);
  void take(const Pragma& pragma);
  void take(const Pragma& pragma, const Spot& spot);
  void assume(const Pragma& pragma, const Spot& spot);

  std::map<std::string, std::vector<Spot>> spots_;  // by file, in its order
  std::vector<std::pair<const Function*, const Stmt*>> kept_;
  std::vector<Hinted> hinted_;
  std::map<const Stmt*, std::string> expressions_;
  std::map<const Stmt*, const Function*> functions_;
  Regions::Forced forced_;
  Assumptions assumptions_;
};

}  // namespace hpcast::slicer

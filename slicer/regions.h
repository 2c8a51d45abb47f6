// What the skeleton leaves out: the longest runs of statements of which nothing is kept, where they
// take real time.
#pragma once

#include "edits.h"
#include "region_features.h"
#include "relevance.h"

namespace hpcast::slicer {

struct Region {
  int id = 0;
  std::string name;
  const Function* function = nullptr;
  std::vector<const Stmt*> statements;  // one after the other
  bool braced = false;                  // it stands where only one statement may
  std::vector<Feature> features;
  std::string time;  // of a pragma
  // The same text in other functions: a template's instances, a file included twice.
  struct Again {
    const Function* function;
    std::vector<const Stmt*> statements;
  };
  std::vector<Again> again;
  bool forced = false;
};

// Whether loops, calls of functions with loops, or expensive library functions are in it.
class Costs {
 public:
  explicit Costs(const Effects& effects);
  bool is_costly(const Function& function, const Stmt* statement) const;
  bool is_costly(const Function* function) const { return costly_.count(function) > 0; }

 private:
  bool by_itself(const Effects& effects, const Stmt* node) const;
  std::map<const Function*, std::set<const Stmt*>> nodes_;
  std::set<const Function*> costly_;
};

// Forced statements are regions of their own.
class Regions {
 public:
  using Forced = std::map<const Stmt*, std::string>;  // with their time, where it is given
  Regions(const Relevance& relevance, const Costs& costs, const Forced& forced);
  std::vector<Region>& all() { return regions_; }
  const std::vector<Region>& all() const { return regions_; }
  // Statements that take time and may return from the function: no regions, so that they stay.
  const std::vector<std::pair<const Function*, const Stmt*>>& leading_out() const {
    return leading_out_;
  }
  // That begins with the statement; null where none does.
  const Region* at(const Function& function, const Stmt* first) const;

 private:
  void walk(const Function& function, const Stmt* statement);
  void walk_list(const Function& function, const CompoundStmt* list);
  bool may_end(const Function& function, const Stmt* statement);
  void add(const Function& function, std::vector<const Stmt*> run, bool braced);
  const Relevance& relevance_;
  const Costs& costs_;
  const Forced& forced_;
  void join_texts();

  std::vector<Region> regions_;
  std::map<TextPlace, size_t> by_place_;
  std::vector<std::pair<const Function*, const Stmt*>> leading_out_;
};

// A declaration of variables that kept code names, though not with the values it gives them.
bool only_declares(const Relevance& relevance, const Stmt* statement);

}  // namespace hpcast::slicer

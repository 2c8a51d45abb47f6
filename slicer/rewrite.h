// The two variants of the sources: the skeleton, and the original with its regions measured.
#pragma once

#include "edits.h"
#include "regions.h"

namespace hpcast::slicer {

// What stands in place of statements: their assumption.
using Assumptions = std::map<const Stmt*, std::string>;

class SkeletonWriter {
 public:
  SkeletonWriter(const Relevance& relevance, const Regions& regions, const Assumptions& assumptions)
      : relevance_(relevance), regions_(regions), assumptions_(assumptions) {}
  void write(const Function& function);
  const Edits& edits() const { return edits_; }

 private:
  void statement(const Stmt* node);
  void list(const CompoundStmt* node);
  void assume(const Stmt* node, const std::string& text, const std::string& time);
  void part(const Stmt* node);  // where exactly one statement has to stand
  void declaration(const DeclStmt* node);
  void neutral(const VarDecl* variable);
  void leave(const ReturnStmt* node);
  void expression(const Stmt* node);
  void whole_expression(const Stmt* node);
  std::vector<const Stmt*> kept_in(const Stmt* node) const;
  std::string calls_of(const Stmt* node);
  std::string text_of(const Stmt* piece);
  bool is_choice_without_value(const Stmt* node) const;
  void erase(const Stmt* node, const std::string& instead);
  std::string macro(const Stmt* first) const;

  const Relevance& relevance_;
  const Regions& regions_;
  const Assumptions& assumptions_;
  const Function* function_ = nullptr;
  Edits edits_;
};

// HPCAST_SKELETON_REGION_3((double)(n)) …
std::string region_arguments(const Region& region);
// `begin`: before what stands before the region, in the same file.
void instrument(const Region& region, std::optional<unsigned> begin, Edits& edits);

}  // namespace hpcast::slicer

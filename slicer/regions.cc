#include "regions.h"

#include "control.h"
#include "edits.h"

namespace hpcast::slicer {

bool only_declares(const Relevance& relevance, const Stmt* statement) {
  const auto* declaration = dyn_cast<DeclStmt>(statement);
  if (declaration == nullptr) return false;
  for (const Decl* each : declaration->decls()) {
    const auto* variable = dyn_cast<VarDecl>(each);
    if (variable == nullptr) continue;
    if (variable->isStaticLocal()) return false;
    if (relevance.is_kept(relevance.effects().of(variable))) return false;
    if (variable->hasInit() && relevance.is_kept(variable->getInit())) return false;
  }
  return true;
}

bool Costs::by_itself(const Effects& effects, const Stmt* node) const {
  if (is_loop(node)) return true;
  const Effect* const effect = effects.at(node);
  if (effect == nullptr || effect->kind != Effect::call) return false;
  for (const FunctionDecl* callee : effect->callees.outside) {
    const LibraryFunction* known = library_function(callee->getNameAsString());
    if (known != nullptr ? known->costs : in_standard_namespace(callee) && !effect->called.object)
      return true;
  }
  for (const Function* callee : effect->callees.known)
    if (costly_.count(callee)) return true;
  return effect->callees.anybody;
}

Costs::Costs(const Effects& effects) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function* function : effects.points_to().program().functions())
      for (const Stmt* node : function->nodes)
        if (by_itself(effects, node)) {
          nodes_[function].insert(node);
          changed |= costly_.insert(function).second;
        }
  }
}

bool Costs::is_costly(const Function& function, const Stmt* statement) const {
  const auto found = nodes_.find(&function);
  if (found == nodes_.end()) return false;
  for (const Stmt* node : found->second)
    if (lies_in(function, node, statement)) return true;
  return false;
}

Regions::Regions(const Relevance& relevance, const Costs& costs, const Forced& forced)
    : relevance_(relevance), costs_(costs), forced_(forced) {
  std::map<std::string, int> numbers;
  for (const Function* function : relevance.effects().points_to().program().functions())
    if (relevance.is_kept(function) && !function->initialises)
      walk(*function, function->decl->getBody());
  join_texts();
  for (Region& region : regions_) {
    region.id = static_cast<int>(&region - regions_.data()) + 1;
    const std::string file = region.function->place(region.statements[0]).file;
    const std::string name = file.substr(file.rfind('/') + 1) + ":" + region.function->name;
    region.name = name + ":" + std::to_string(++numbers[name]);
  }
}

void Regions::join_texts() {
  std::vector<Region> found;
  found.swap(regions_);
  for (Region& region : found) {
    const TextPlace place = text_place(*region.function, region.statements.front());
    const auto [known, is_new] = by_place_.try_emplace(place, regions_.size());
    if (is_new)
      regions_.push_back(std::move(region));
    else
      regions_[known->second].again.push_back({region.function, std::move(region.statements)});
  }
}

const Region* Regions::at(const Function& function, const Stmt* first) const {
  const auto found = by_place_.find(text_place(function, first));
  if (found == by_place_.end()) return nullptr;
  const Region& region = regions_[found->second];
  bool begins = region.statements.front() == first;
  for (const Region::Again& other : region.again) begins |= other.statements.front() == first;
  return begins ? &region : nullptr;
}

void Regions::add(const Function& function, std::vector<const Stmt*> run, bool braced) {
  const auto is_forced = [&](const Stmt* statement) { return forced_.count(statement) > 0; };
  const bool forced = run.size() == 1 && is_forced(run[0]);
  bool costly = forced;
  for (const Stmt* statement : run) costly |= costs_.is_costly(function, statement);
  if (!costly) return;
  Region region{0, "", &function, std::move(run), braced, {}, "", {}, forced};
  if (forced) region.time = forced_.at(region.statements[0]);
  regions_.push_back(std::move(region));
}

bool Regions::may_end(const Function& function, const Stmt* statement) {
  if (!leads_out(function, statement)) return false;
  if (costs_.is_costly(function, statement)) leading_out_.push_back({&function, statement});
  return true;
}

void Regions::walk_list(const Function& function, const CompoundStmt* list) {
  std::vector<const Stmt*> run;
  const auto close = [&] {
    if (!run.empty()) add(function, std::move(run), false);
    run.clear();
  };
  for (const Stmt* child : list->body()) {
    if (forced_.count(child)) {
      close();
      add(function, {child}, false);
    } else if (isa<SwitchCase>(child) || isa<LabelStmt>(child) ||
               (relevance_.is_kept(child) && !only_declares(relevance_, child))) {
      close();
      walk(function, child);
    } else if (may_end(function, child)) {
      close();
    } else {
      run.push_back(child);
    }
  }
  close();
}

void Regions::walk(const Function& function, const Stmt* statement) {
  if (const auto* list = dyn_cast<CompoundStmt>(statement)) return walk_list(function, list);
  if (isa<Expr>(statement) || isa<DeclStmt>(statement)) return;
  for (const Stmt* child : live_children(statement, function.context())) {
    if (!is_whole_statement(function, child)) {
      if (isa<CXXCatchStmt>(child) || isa<CompoundStmt>(child)) walk(function, child);
      continue;
    }
    const bool label = isa<SwitchCase>(child) || isa<LabelStmt>(child);
    if (!forced_.count(child) && (label || relevance_.is_kept(child)))
      walk(function, child);
    else if (!may_end(function, child))
      add(function, {child}, true);
  }
}

}  // namespace hpcast::slicer

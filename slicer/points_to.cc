#include "points_to.h"

#include <algorithm>

#include "constraints.h"
#include "standard_calls.h"

namespace hpcast::slicer {
namespace {

const Expr* plain(const Expr* expression) { return expression->IgnoreParenCasts(); }

// A function that returns what an allocation gave it, and does nothing to it but compare it.
const VarDecl* returned_variable(const Function& function) {
  const VarDecl* variable = nullptr;
  for (const Stmt* node : function.nodes)
    if (const auto* leave = dyn_cast<ReturnStmt>(node)) {
      const Expr* const value = leave->getRetValue() ? plain(leave->getRetValue()) : nullptr;
      if (value == nullptr) return nullptr;
      Expr::EvalResult constant;
      if (value->EvaluateAsRValue(constant, function.context())) continue;
      const auto* name = dyn_cast<DeclRefExpr>(value);
      const auto* found = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
      if (found == nullptr || (variable != nullptr && variable != found)) return nullptr;
      variable = found;
    }
  return variable && variable->isLocalVarDecl() && !variable->isStaticLocal() ? variable : nullptr;
}

bool only_compared(const Function& function, const DeclRefExpr* name) {
  const Stmt* node = name;
  for (;;) {
    const auto above = function.parent.find(node);
    if (above == function.parent.end()) return false;
    node = above->second;
    if (isa<ReturnStmt>(node) || isa<IfStmt>(node)) return true;
    if (const auto* operation = dyn_cast<BinaryOperator>(node))
      return operation->isComparisonOp() || operation->isLogicalOp();
    if (const auto* operation = dyn_cast<UnaryOperator>(node))
      return operation->getOpcode() == UO_LNot;
    if (!isa<CastExpr>(node) && !isa<ParenExpr>(node)) return false;
  }
}

bool wraps_allocation(const PointsTo& points_to, const Function& function) {
  const VarDecl* const variable = returned_variable(function);
  if (variable == nullptr) return false;
  const auto fresh = [&](const Expr* value) {
    return value != nullptr && is_call(plain(value)) && points_to.allocates(call_of(plain(value)));
  };
  bool allocates = variable->hasInit() && fresh(variable->getInit());
  if (variable->hasInit() && !allocates) return false;
  for (const Stmt* node : function.nodes) {
    const auto* name = dyn_cast<DeclRefExpr>(node);
    if (name == nullptr || name->getDecl() != variable) continue;
    const auto* given = dyn_cast<BinaryOperator>(function.parent.lookup(name));
    if (given != nullptr && given->getOpcode() == BO_Assign && given->getLHS() == name) {
      if (!fresh(given->getRHS())) return false;
      allocates = true;
    } else if (!only_compared(function, name)) {
      return false;
    }
  }
  return allocates;
}

}  // namespace

PointsTo::PointsTo(const Program& program, Locations& locations)
    : program_(program), locations_(locations) {
  for (bool more = true; more;) {
    more = false;
    for (const Function* function : program.functions())
      if (!wrappers_.count(function) && wraps_allocation(*this, *function))
        more = wrappers_.insert(function).second;
  }
  at(locations.anything()).set(static_cast<unsigned>(locations.anything()));
  Constraints constraints(*this);
  building_ = &constraints;
  for (const VarDecl* global : program.globals()) constraints.add_global(global);
  for (const Function* function : program.functions()) constraints.add(*function);
  solve();
  building_ = nullptr;
}

bool PointsTo::allocates(const Call& call) const {
  if (call.direct == nullptr || call.object != nullptr) return false;
  if (const Function* function = program_.function_of(call.direct))
    return wrappers_.count(function) > 0;
  const LibraryFunction* known = library_function(call.direct->getNameAsString());
  return known != nullptr && known->allocates && known->returns < 0;
}

Targets& PointsTo::at(Location location) {
  if (static_cast<size_t>(location) >= targets_.size())
    targets_.resize(static_cast<size_t>(location) + 1);
  return targets_[static_cast<size_t>(location)];
}

const Targets& PointsTo::targets(Location pointer) const {
  static const Targets none;
  return static_cast<size_t>(pointer) < targets_.size() ? targets_[static_cast<size_t>(pointer)]
                                                        : none;
}

void PointsTo::parts(Location object, std::set<Location>& cells) {
  if (!cells.insert(object).second) return;
  if (const auto inside = elements_.find(object); inside != elements_.end())
    parts(inside->second, cells);
  for (const Location part : locations_.fields_of(locations_[object].record)) cells.insert(part);
  if (const auto living = inhabitants_.find(object); living != inhabitants_.end())
    for (const auto& [key, record] : living->second)
      for (const Location part : locations_.fields_of(record)) cells.insert(part);
}

void PointsTo::cells_behind(Location pointer, std::set<Location>& cells) {
  for (const unsigned target : targets(pointer)) {
    const auto object = static_cast<Location>(target);
    if (locations_[object].kind == Locations::function) continue;
    if (object != locations_.anything()) {
      parts(object, cells);
      continue;
    }
    cells.insert(object);
    for (Location other = 0; other < locations_.size(); ++other) {
      const Locations::Kind kind = locations_[other].kind;
      if (kind == Locations::variable || kind == Locations::field || kind == Locations::heap)
        cells.insert(other);
    }
  }
}

bool PointsTo::apply(const Flow& flow) {
  at(std::max(flow.to, flow.from));
  const auto add = [&](Location to, Location from) {
    return !locations_[to].numbers && (at(to) |= at(from));
  };
  if (flow.kind == Flow::copy) return add(flow.to, flow.from);
  if (flow.kind == Flow::elements) {
    bool changed = false;
    for (const unsigned target : Targets(at(flow.from))) {
      const auto object = static_cast<Location>(target);
      if (object == locations_.anything() || locations_[object].code != nullptr) continue;
      elements_[object] = locations_.elements_of(object);
      changed |= at(flow.to).test_and_set(static_cast<unsigned>(elements_[object]));
    }
    return changed;
  }
  std::set<Location> cells;
  cells_behind(flow.kind == Flow::load ? flow.from : flow.to, cells);
  bool changed = false;
  for (const Location cell : cells) {
    at(cell);
    changed |= flow.kind == Flow::load ? add(flow.to, cell) : add(cell, flow.from);
  }
  return changed;
}

// A field is no object, but what has room for others: its record has parts of its own.
bool PointsTo::can_hold(Location object, const RecordDecl* record) {
  if (locations_[object].kind != Locations::field) return true;
  const std::vector<Location>& own = locations_.fields_of(record);
  return locations_[object].room && std::find(own.begin(), own.end(), object) == own.end();
}

bool PointsTo::connect() {
  const size_t before = connected_.size();
  for (const Call& call : std::vector<Call>(indirect_))
    for (const Function* callee : callees(call).known) building_->connect(call, *callee);
  for (const auto& [call, use] : std::map<const Expr*, Use>(uses_))
    building_->connect_callbacks(call, use);
  return connected_.size() != before;
}

void PointsTo::solve() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Typed& typed : std::vector<Typed>(typed_))
      for (const unsigned target : targets(typed.pointer)) {
        const auto object = static_cast<Location>(target);
        if (locations_[object].kind == Locations::function ||
            locations_[object].record == typed.record)
          continue;
        if (object == locations_.anything() || !can_hold(object, typed.record)) continue;
        changed |= inhabitants_[object].try_emplace(key_of(typed.record), typed.record).second;
      }
    for (size_t i = 0; i < flows_.size(); ++i) changed |= apply(flows_[i]);
    changed |= connect();
  }
}

Callees PointsTo::callees(const Call& call) const {
  Callees callees;
  if (call.direct != nullptr) {
    const auto* method = dyn_cast<CXXMethodDecl>(call.direct);
    if (method != nullptr && call.object != nullptr)
      callees.known = program_.overriders(method);
    else if (Function* const function = program_.function_of(call.direct))
      callees.known = {function};
    if (callees.known.empty()) callees.outside = {call.direct};
    return callees;
  }
  if (call.usual != nullptr) {
    callees.known = {program_.function_of_default(call.usual)};
    return callees;
  }
  const auto value = values_.find(call.pointer);
  if (value == values_.end()) {
    callees.anybody = true;
    return callees;
  }
  for (const unsigned target : targets(value->second)) {
    const Locations::Info& info = locations_[static_cast<Location>(target)];
    if (info.code == nullptr)
      callees.anybody |= static_cast<Location>(target) == locations_.anything();
    else if (const std::vector<Function*> found = functions_of(info.code); !found.empty())
      callees.known.insert(callees.known.end(), found.begin(), found.end());
    else
      callees.outside.push_back(info.code);
  }
  callees.anybody |= callees.known.empty() && callees.outside.empty();
  return callees;
}

// What is first looked at now may be read through pointers: these flows have to settle too.
void PointsTo::settle(size_t flows_before) {
  if (flows_.size() == flows_before) return;
  Constraints constraints(*this);
  building_ = &constraints;
  solve();
  building_ = nullptr;
}

std::vector<Location> PointsTo::cells(const Expr* lvalue) {
  const size_t before = flows_.size();
  const Spot where = Constraints(*this).spot(lvalue);
  settle(before);
  std::set<Location> cells;
  for (const Location direct : where.direct) parts(direct, cells);
  for (const Location through : where.through) cells_behind(through, cells);
  return {cells.begin(), cells.end()};
}

std::vector<Function*> PointsTo::code_in(Location value) const {
  std::vector<Function*> found;
  for (const unsigned target : targets(value))
    if (const FunctionDecl* code = locations_[static_cast<Location>(target)].code)
      for (Function* const function : functions_of(code)) found.push_back(function);
  return found;
}

// A pointer to a virtual method calls what overrides it.
std::vector<Function*> PointsTo::functions_of(const FunctionDecl* code) const {
  if (const auto* method = dyn_cast<CXXMethodDecl>(code)) return program_.overriders(method);
  if (Function* const function = program_.function_of(code)) return {function};
  return {};
}

std::vector<Function*> PointsTo::callbacks(const Expr* call) const {
  const auto use = uses_.find(call);
  if (use == uses_.end()) return {};
  std::vector<Function*> found = program_.called_by(call_of(call).direct);
  if (use->second.kind == StandardCall::reaches) return found;
  for (Function* const function : code_in(use->second.seen))
    if (std::find(found.begin(), found.end(), function) == found.end()) found.push_back(function);
  return found;
}

std::vector<Location> PointsTo::seen_by(const Call& call) {
  std::set<Location> cells;
  if (const auto use = uses_.find(call.expression); use != uses_.end())
    cells_behind(use->second.seen, cells);
  return {cells.begin(), cells.end()};
}

std::vector<Location> PointsTo::changeable_by(const Call& call) {
  std::set<Location> cells;
  if (const auto use = uses_.find(call.expression); use != uses_.end())
    cells_behind(use->second.open, cells);
  return {cells.begin(), cells.end()};
}

std::vector<Location> PointsTo::objects(const Expr* object) {
  if (!object->isGLValue()) return targets_of(object);
  const size_t before = flows_.size();
  const Spot where = Constraints(*this).spot(object);
  settle(before);
  std::set<Location> found(where.direct.begin(), where.direct.end());
  for (const Location through : where.through)
    for (const unsigned target : targets(through)) found.insert(static_cast<Location>(target));
  return {found.begin(), found.end()};
}

std::vector<Location> PointsTo::targets_of(const Expr* pointer) {
  std::vector<Location> found;
  const size_t before = flows_.size();
  const Location value = Constraints(*this).value(pointer);
  settle(before);
  for (const unsigned target : targets(value)) found.push_back(static_cast<Location>(target));
  return found;
}

std::vector<Location> PointsTo::behind(Location pointer) {
  std::set<Location> cells;
  cells_behind(pointer, cells);
  return {cells.begin(), cells.end()};
}

std::vector<Location> PointsTo::behind(const Expr* pointer) {
  if (pointer->isGLValue()) return cells(pointer);
  const size_t before = flows_.size();
  const Location value = Constraints(*this).value(pointer);
  settle(before);
  return behind(value);
}

// What was given away before is not followed again: that it may be read is known from there.
std::set<Location> PointsTo::reachable(const Expr* given) {
  const Expr* const object = given->IgnoreParenImpCasts();
  const bool record = given->getType()->isRecordType() && object->isGLValue();
  std::vector<Location> todo = behind(record ? object : given);
  std::set<Location> found(todo.begin(), todo.end());
  while (!todo.empty()) {
    std::set<Location> further;
    for (const unsigned target : targets(todo.back())) {
      const auto next = static_cast<Location>(target);
      if (next != locations_.anything() && locations_[next].code == nullptr) parts(next, further);
    }
    todo.pop_back();
    for (const Location cell : further)
      if (found.insert(cell).second) todo.push_back(cell);
  }
  return found;
}

}  // namespace hpcast::slicer

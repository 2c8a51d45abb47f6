#include "constraints.h"
#include "standard_calls.h"

namespace hpcast::slicer {
namespace {

bool may_change(const Call& call, unsigned index) {
  const Expr* const given = call.arguments[index];
  return is_output(call.direct, index) ||
         (given->isPRValue() && given->getType()->isRecordType());  // an iterator, say
}

// Nobody counts in addresses.
bool is_number(const Expr* value) { return value->isPRValue() && leads_nowhere(value->getType()); }

}  // namespace

// What a function of the library can see: what it is given, what that points to, and so on. What an
// object of the program does with what it holds is in the text of its methods.
Location Constraints::handed(const Call& call) {
  using Flow = PointsTo::Flow;
  const Location seen = locations_.add_temporary();
  for (unsigned i = 0; i < call.arguments.size(); ++i) {
    if (is_number(call.arguments[i])) continue;
    const Location one = argument(call, i);
    copy(seen, one);
    result_.flows_.push_back({Flow::load, seen, one});
    std::vector<const CXXRecordDecl*> records;
    collect_records(call.arguments[i]->getType(), records);
    for (const CXXRecordDecl* record : records) copy(seen, inside(record));
    copy(seen, code_of(call.arguments[i]->getType()));
  }
  return seen;
}

// A function object is called by its ().
Location Constraints::code_of(QualType type) {
  const CXXRecordDecl* const record = type->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition() || in_standard_namespace(record))
    return locations_.nothing();
  std::vector<Location> found;
  const auto add = [&](const FunctionDecl* function) {
    if (function->getOverloadedOperator() == OO_Call)
      found.push_back(locations_.of_function(function));
  };
  for (const Decl* each : record->decls()) {
    if (const auto* method = dyn_cast<CXXMethodDecl>(each)) add(method);
    if (const auto* many = dyn_cast<FunctionTemplateDecl>(each))
      for (const FunctionDecl* one : many->specializations()) add(one);
  }
  return pointing_to(found);
}

Location Constraints::inside(const CXXRecordDecl* record) {
  return pointing_to(locations_.fields_of(record));
}

// An object of the C++ library is one cell: what goes in may come out, and what comes out may point
// to the object itself, where its elements live.
void Constraints::call_standard(const Call& call, Location result) {
  using Flow = PointsTo::Flow;
  const StandardCall kind = kind_of(call);
  const bool tells = kind == StandardCall::reaches && call.expression->isPRValue() &&
                     call.expression->getType()->isArithmeticType();  // a length
  if (tells || is_number(call.expression)) result = locations_.nothing();
  const Location given = handed(call);
  const Location seen = locations_.add_temporary();
  copy(result, given);
  copy(seen, given);
  if (kind != StandardCall::reaches) result_.flows_.push_back({Flow::load, seen, seen});
  for (unsigned i = 0; i < call.arguments.size() && kind != StandardCall::reaches; ++i)
    if (may_change(call, i)) result_.flows_.push_back({Flow::store, argument(call, i), given});
  if (call.object != nullptr) {
    const Location self = call.object_is_pointer ? value(call.object) : address(call.object);
    copy(seen, self);
    if (kind != StandardCall::reaches) result_.flows_.push_back({Flow::store, self, given});
    result_.flows_.push_back({Flow::elements, result, self});
    result_.flows_.push_back({Flow::load, result, self});
  }
  if (kind == StandardCall::unknown) {
    result_.flows_.push_back({Flow::store, seen, seen});
    copy(result, seen);
  }
  result_.uses_[call.expression] = {kind, seen, changeable(call), result};
}

// Where a function of which nothing is known may write.
Location Constraints::changeable(const Call& call) {
  using Flow = PointsTo::Flow;
  const Location open = locations_.add_temporary();
  for (unsigned i = 0; i < call.arguments.size(); ++i) {
    const QualType type = call.arguments[i]->getType();
    const Location one = argument(call, i);
    if (may_change(call, i)) copy(open, one);
    if (leads_nowhere(type)) continue;
    result_.flows_.push_back({Flow::load, open, one});
    std::vector<const CXXRecordDecl*> records;
    collect_records(type, records);
    for (const CXXRecordDecl* record : records) copy(open, inside(record));
  }
  const auto* method = dyn_cast<CXXMethodDecl>(call.direct);
  if (call.object != nullptr) {
    const Location self = call.object_is_pointer ? value(call.object) : address(call.object);
    if (method == nullptr || !method->isConst()) copy(open, self);
    result_.flows_.push_back({Flow::load, open, self});
  }
  result_.flows_.push_back({Flow::load, open, open});
  return open;
}

// Whatever the library may call is called with whatever it can see.
void Constraints::connect_callbacks(const Expr* call, const PointsTo::Use& use) {
  for (const Function* callee : result_.callbacks(call)) {
    if (!result_.connected_.insert({call, callee}).second) continue;
    for (const ParmVarDecl* parameter : callee->decl->parameters())
      copy(locations_.of(parameter), use.seen);
    if (const auto* method = dyn_cast<CXXMethodDecl>(callee->decl); method && method->isInstance())
      copy(locations_.of_this(method->getParent()), use.seen);
    copy(use.result, locations_.of_result(callee->decl));
    copy(use.seen, locations_.of_result(callee->decl));
  }
}

}  // namespace hpcast::slicer

#include "constraints.h"

namespace hpcast::slicer {

bool is_call(const Stmt* statement) {
  return isa<CallExpr>(statement) || isa<CXXConstructExpr>(statement) ||
         computed_default(statement) != nullptr;
}

Call call_of(const Stmt* statement) {
  Call call;
  call.expression = cast<Expr>(statement);
  if (const auto* made = dyn_cast<CXXConstructExpr>(statement)) {
    call.direct = made->getConstructor();
    call.arguments.assign(made->arg_begin(), made->arg_end());
    return call;
  }
  if (const Expr* computed = computed_default(statement)) {
    call.usual = computed;
    return call;
  }
  const auto* called = cast<CallExpr>(statement);
  call.arguments.assign(called->arg_begin(), called->arg_end());
  call.direct = called->getDirectCallee();
  if (const auto* method = dyn_cast<CXXMemberCallExpr>(called)) {
    call.object = method->getImplicitObjectArgument();
    call.object_is_pointer = call.object != nullptr && call.object->getType()->isPointerType();
  } else if (isa<CXXOperatorCallExpr>(called) && isa_and_nonnull<CXXMethodDecl>(call.direct) &&
             !call.arguments.empty()) {
    call.object = call.arguments.front();
    call.arguments.erase(call.arguments.begin());
  }
  if (call.direct == nullptr) call.pointer = called->getCallee();
  return call;
}

Location Constraints::argument(const Call& call, unsigned index) {
  if (index >= call.arguments.size()) return locations_.nothing();
  const Expr* const given = call.arguments[index];
  const bool reference = call.direct != nullptr && index < call.direct->getNumParams() &&
                         call.direct->getParamDecl(index)->getType()->isReferenceType();
  return reference ? address(given) : value(given);
}

Location Constraints::of_call(const Call& call) {
  if (result_.allocates(call)) {
    for (const Expr* given : call.arguments) value(given);
    if (const Function* wrapper = result_.program().function_of(call.direct)) pass(call, *wrapper);
    return pointing_to({locations_.of_heap(call.expression, "allocated memory")});
  }
  const Location result = locations_.add_temporary();
  result_.values_[call.expression] = result;  // recursion by arguments ends here
  if (call.direct == nullptr) {
    value(call.pointer);
    for (const Expr* given : call.arguments) value(given);
    result_.indirect_.push_back(call);
    return result;
  }
  const Callees callees = result_.callees(call);
  for (const Function* callee : callees.known) connect(call, *callee);
  for (const FunctionDecl* callee : callees.outside) call_outside(call, callee, result);
  if (callees.known.empty() && callees.outside.empty()) copy(result, locations_.anything());
  return result;
}

void Constraints::connect(const Call& call, const Function& callee) {
  if (!result_.connected_.insert({call.expression, &callee}).second) return;
  pass(call, callee);
  copy(value(call.expression), locations_.of_result(callee.decl));
}

// Arguments to parameters.
void Constraints::pass(const Call& call, const Function& callee) {
  const auto parameters = callee.decl->parameters();
  for (size_t i = parameters.size(); i < call.arguments.size(); ++i)
    copy(locations_.of_channel("arguments"), value(call.arguments[i]));
  for (size_t i = 0; i < parameters.size() && i < call.arguments.size(); ++i) {
    const Expr* const given = call.arguments[i];
    const bool reference = parameters[i]->getType()->isReferenceType();
    copy(locations_.of(parameters[i]), reference ? address(given) : value(given));
  }
  if (const auto* method = dyn_cast<CXXMethodDecl>(callee.decl); method && call.object) {
    const Location self = locations_.of_this(method->getParent());
    copy(self, call.object_is_pointer ? value(call.object) : address(call.object));
  }
}

void Constraints::call_outside(const Call& call, const FunctionDecl* callee, Location result) {
  if (is_mpi(callee) ||
      (!is_standard(callee) && library_function(callee->getNameAsString()) == nullptr))
    call_back(call);
  if (is_mpi(callee))
    return call_library(call, mpi_function(callee->getNameAsString()).memory, result);
  const std::string name = callee->getNameAsString();
  if (const LibraryFunction* known = library_function(name); known && !call.object)
    return call_library(call, *known, result);
  if (is_standard(callee)) return call_standard(call, result);
  copy(result, locations_.anything());
  for (unsigned i = 0; i < call.arguments.size(); ++i) give_away(argument(call, i));
}

// Functions that are given away are called with anything.
void Constraints::call_back(const Call& call) {
  for (const Expr* given : call.arguments)
    for (const unsigned target : result_.targets(value(given)))
      if (const Function* function =
              result_.program().function_of(locations_[static_cast<Location>(target)].code))
        for (const ParmVarDecl* parameter : function->decl->parameters())
          copy(locations_.of(parameter), locations_.anything());
}

void Constraints::call_library(const Call& call, const LibraryFunction& known, Location result) {
  using Flow = PointsTo::Flow;
  for (const Expr* given : call.arguments) value(given);
  if (known.returns >= 0) copy(result, argument(call, static_cast<unsigned>(known.returns)));
  if (known.opens >= 0)
    copy(result, pointing_to({locations_.of_heap(call.expression, "an open file")}));
  const Location moved = locations_.add_temporary();
  if (!known.state.empty()) keep_in_state(call, known, result);
  if (known.takes) copy(locations_.of_channel(known.state), moved);
  if (known.allocates_behind >= 0) {
    const Location heap = pointing_to({locations_.of_heap(call.expression, "allocated memory")});
    const Location to = argument(call, static_cast<unsigned>(known.allocates_behind));
    result_.flows_.push_back({Flow::store, to, heap});
    if (!known.state.empty()) copy(locations_.of_channel(known.state), heap);
  }
  for (const unsigned from : known.reads) {
    result_.flows_.push_back({Flow::load, moved, argument(call, from)});
    copy(moved, argument(call, from));  // as strtol's end points into its text
  }
  for (const unsigned to : known.writes)
    result_.flows_.push_back({Flow::store, argument(call, to), moved});
  if (known.allocates) {  // realloc: what was there, or something new with what was in it
    copy(result, pointing_to({locations_.of_heap(call.expression, "allocated memory")}));
    result_.flows_.push_back({Flow::store, result, moved});
  }
  if (known.calls < 0) return;
  // A comparison: its parameters point into the array.
  const Location code = argument(call, static_cast<unsigned>(known.calls));
  for (const unsigned index : result_.targets(code)) {
    const FunctionDecl* declaration = locations_[static_cast<Location>(index)].code;
    const Function* function = result_.program().function_of(declaration);
    for (size_t i = 0; function != nullptr && i < function->decl->getNumParams(); ++i)
      for (const unsigned from : known.reads)
        copy(locations_.of(function->decl->getParamDecl(static_cast<unsigned>(i))),
             argument(call, from));
  }
}

void Constraints::keep_in_state(const Call& call, const LibraryFunction& known, Location result) {
  const Location state = locations_.of_channel(known.state);
  if (known.keeps >= 0) copy(state, argument(call, static_cast<unsigned>(known.keeps)));
  if (known.gives) copy(result, state);
  if (known.at) copy(result, pointing_to({state}));
  if (known.gives_behind >= 0)
    result_.flows_.push_back(
        {PointsTo::Flow::store, argument(call, static_cast<unsigned>(known.gives_behind)), state});
}

}  // namespace hpcast::slicer

#include "rewrite.h"

#include "control.h"

namespace hpcast::slicer {
namespace {

bool is_operator_unit(const Stmt* node) {
  const auto* operation = dyn_cast<BinaryOperator>(node);
  return isa<AbstractConditionalOperator>(node) ||
         (operation != nullptr && operation->isLogicalOp());
}

bool is_constant(const Expr* expression, ASTContext& context) {
  Expr::EvalResult result;
  return isa<StringLiteral>(expression->IgnoreImplicit()) ||
         (expression->EvaluateAsRValue(result, context) && !result.HasSideEffects);
}

// Of that type where something goes by it in C++: an overload, a type deduced.
std::string zero_of(QualType type, const ASTContext& context, bool goes_by_it) {
  const LangOptions& language = context.getLangOpts();
  const bool converts = type->isArithmeticType() || type->isPointerType();
  if (converts && !(language.CPlusPlus && goes_by_it)) return "0";
  const QualType plain = type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  return "(" + plain.getAsString(PrintingPolicy(language)) + ")0";
}

}  // namespace

std::string region_arguments(const Region& region) {
  std::string text;
  for (const Feature& feature : region.features)
    if (!feature.expression.empty())
      text += (text.empty() ? "(double)(" : ", (double)(") + feature.expression + ")";
  return text;
}

void instrument(const Region& region, std::optional<unsigned> begin, Edits& edits) {
  if (!region.time.empty()) return;
  const Function& function = *region.function;
  const std::string arguments = region_arguments(region);
  const std::string id = std::to_string(region.id);
  const auto first = full_range_of(function, region.statements.front());
  const auto last = full_range_of(function, region.statements.back());
  edits.insert(function, first->file, begin.value_or(first->begin),
               std::string(region.braced ? "{ " : "") + "HPCAST_SKELETON_ENTER(" + id +
                   (arguments.empty() ? "" : ", ") + arguments + (begin ? ");\n" : "); "));
  edits.insert(function, last->file, last->end,
               " HPCAST_SKELETON_LEAVE(" + id + ");" + (region.braced ? " }" : ""));
}

void SkeletonWriter::write(const Function& function) {
  function_ = &function;
  statement(function.decl->getBody());
}

std::string SkeletonWriter::macro(const Stmt* first) const {
  const Region* const region = regions_.at(*function_, first);
  if (region == nullptr) return "";
  if (!region->time.empty()) return "HPCAST_SKELETON_TIME(" + region->time + ");";
  return "HPCAST_SKELETON_REGION_" + std::to_string(region->id) + "(" + region_arguments(*region) +
         ");";
}

void SkeletonWriter::erase(const Stmt* node, const std::string& instead) {
  const auto range = full_range_of(*function_, node);
  if (range) edits_.replace(*function_, *range, instead);
}

void SkeletonWriter::list(const CompoundStmt* node) {
  const bool outermost = node == function_->decl->getBody();
  for (const Stmt* child : node->body()) {
    const std::string time = macro(child);
    const auto assumed = assumptions_.find(child);
    const bool last = outermost && child == node->body_back() && isa<ReturnStmt>(child);
    if (assumed != assumptions_.end() && !isa<IfStmt>(child) && !is_loop(child)) {
      assume(child, assumed->second, time);
    } else if (only_declares(relevance_, child) && relevance_.is_kept(child)) {
      if (const auto range = full_range_of(*function_, child); range && !time.empty())
        edits_.insert(*function_, range->file, range->begin, time + " ");
      statement(child);
    } else if (last || isa<SwitchCase>(child) || isa<LabelStmt>(child) ||
               relevance_.is_kept(child)) {
      statement(child);
    } else {
      erase(child, time);
    }
  }
}

// A statement that an assumption stands for; of a declaration, the value.
void SkeletonWriter::assume(const Stmt* node, const std::string& text, const std::string& time) {
  const auto range = full_range_of(*function_, node);
  if (!range) return;
  if (!time.empty()) edits_.insert(*function_, range->file, range->begin, time + " ");
  const auto* declared = dyn_cast<DeclStmt>(node);
  if (declared == nullptr) return edits_.replace(*function_, *range, text);
  const auto* variable = dyn_cast<VarDecl>(declared->getSingleDecl());
  const auto init =
      variable && variable->hasInit() ? range_of(*function_, variable->getInit()) : std::nullopt;
  if (init) edits_.replace(*function_, *init, text);
}

void SkeletonWriter::part(const Stmt* node) {
  if (node == nullptr) return;
  const std::string time = macro(node);
  const bool label = isa<SwitchCase>(node) || isa<LabelStmt>(node);
  if (!label && !relevance_.is_kept(node))
    erase(node, time.empty() ? "{}" : "{ " + time + " }");
  else
    statement(node);
}

void SkeletonWriter::statement(const Stmt* node) {
  if (const auto* inner = dyn_cast<CompoundStmt>(node)) return list(inner);
  if (const auto* declared = dyn_cast<DeclStmt>(node)) return declaration(declared);
  if (const auto* left = dyn_cast<ReturnStmt>(node)) return leave(left);
  // By a macro: kept as a whole.
  if (node->getBeginLoc().isMacroID() && node->getEndLoc().isMacroID()) return;
  if (isa<Expr>(node)) return expression(node);
  const auto assumed = assumptions_.find(node);
  for (const Stmt* child : node->children()) {
    if (child == nullptr) continue;
    if (is_whole_statement(*function_, child) || !function_->parent.count(child)) {
      if (!isa<Expr>(child) || is_whole_statement(*function_, child)) part(child);
    } else if (isa<CompoundStmt>(child) || isa<CXXCatchStmt>(child)) {
      statement(child);
    } else if (assumed != assumptions_.end() && isa<Expr>(child)) {
      if (const auto range = range_of(*function_, child))
        edits_.replace(*function_, *range, assumed->second);
    } else {
      whole_expression(child);
    }
  }
}

// What has to be done of an expression that nobody wants the value of: the kept pieces of it.
std::vector<const Stmt*> SkeletonWriter::kept_in(const Stmt* node) const {
  if (!relevance_.is_kept(node)) return {};
  const Effect* const effect = relevance_.effects().at(node);
  if ((effect != nullptr && relevance_.is_kept(effect)) || is_operator_unit(node)) return {node};
  std::vector<const Stmt*> found;
  for (const Stmt* child : live_children(node, function_->context()))
    for (const Stmt* piece : kept_in(child)) found.push_back(piece);
  return found;
}

// The kept pieces, in one statement: it may be all that a loop has.
void SkeletonWriter::expression(const Stmt* node) {
  const std::vector<const Stmt*> pieces = kept_in(node);
  if (pieces.size() == 1 && pieces[0] == node && !is_choice_without_value(node))
    return whole_expression(node);
  std::string text;
  for (const Stmt* piece : pieces) text += (text.empty() ? "" : ", ") + text_of(piece);
  if (const auto range = range_of(*function_, node)) edits_.replace(*function_, *range, text);
}

bool SkeletonWriter::is_choice_without_value(const Stmt* node) const {
  return is_operator_unit(node) && !relevance_.is_wanted(node);
}

// As it is written, but for arguments that are not looked at any more.
void SkeletonWriter::whole_expression(const Stmt* node) {
  const Effect* const effect = relevance_.effects().at(node);
  if (effect != nullptr && effect->kind == Effect::call) {
    for (unsigned i = 0; i < effect->called.arguments.size(); ++i) {
      const Expr* const given = effect->called.arguments[i];
      if (relevance_.needs_argument(*effect, i) || is_constant(given, function_->context()))
        continue;
      const std::string zero = zero_of(given->getType(), function_->context(), true);
      if (const auto range = range_of(*function_, given)) edits_.replace(*function_, *range, zero);
    }
  }
  for (const Stmt* child : live_children(node, function_->context())) whole_expression(child);
}

// A piece by itself, its arguments as they are in the skeleton.
std::string SkeletonWriter::text_of(const Stmt* piece) {
  if (is_choice_without_value(piece)) {
    if (const auto* either = dyn_cast<ConditionalOperator>(piece))
      return "(" + text_of(either->getCond()) + " ? (" + calls_of(either->getTrueExpr()) +
             "0) : (" + calls_of(either->getFalseExpr()) + "0))";
    const auto* operation = cast<BinaryOperator>(piece);
    return "(" + text_of(operation->getLHS()) + " " + operation->getOpcodeStr().str() + " (" +
           calls_of(operation->getRHS()) + "0))";
  }
  SkeletonWriter inner(relevance_, regions_, assumptions_);
  inner.function_ = function_;
  inner.whole_expression(piece);
  const auto range = range_of(*function_, piece);
  if (!range) return function_->text(piece);
  const StringRef file = function_->sources().getBufferData(range->file);
  const std::string name = name_of(function_->sources(), range->file);
  return inner.edits_.apply(name, file.substr(0, range->end).str()).substr(range->begin);
}

std::string SkeletonWriter::calls_of(const Stmt* node) {
  std::string text;
  for (const Stmt* piece : kept_in(node)) text += text_of(piece) + ", ";
  return text;
}

void SkeletonWriter::neutral(const VarDecl* variable) {
  const Expr* const init = variable->getInit();
  const auto range = range_of(*function_, init);
  if (!range) return;
  const QualType type = variable->getType();
  const StringRef text = function_->sources().getBufferData(range->file);
  if (type->isScalarType()) {
    const bool deduced = type->getContainedAutoType() != nullptr;
    const std::string zero = zero_of(type, function_->context(), deduced);
    const std::string calls = calls_of(init);
    const std::string value = calls.empty() ? zero : "(" + calls + zero + ")";
    const bool braced = text[range->begin] == '{';
    return edits_.replace(*function_, *range, braced ? "{" + value + "}" : value);
  }
  unsigned begin = range->begin;
  while (begin > 0 && isspace(static_cast<unsigned char>(text[begin - 1]))) --begin;
  if (begin > 0 && text[begin - 1] == '=')
    edits_.replace(*function_, {range->file, begin - 1, range->end}, "");
}

void SkeletonWriter::declaration(const DeclStmt* node) {
  for (const Decl* each : node->decls()) {
    const auto* variable = dyn_cast<VarDecl>(each);
    if (variable == nullptr || !variable->hasInit()) continue;
    if (relevance_.is_kept(relevance_.effects().of(variable)))
      whole_expression(variable->getInit());
    else if (!variable->isStaticLocal())
      neutral(variable);
  }
}

void SkeletonWriter::leave(const ReturnStmt* node) {
  const Expr* const given = node->getRetValue();
  if (given == nullptr) return;
  const Location result = relevance_.effects().points_to().locations().of_result(function_->decl);
  const QualType type = function_->decl->getReturnType();
  const bool plain = type->isArithmeticType() || type->isPointerType();
  if (relevance_.is_relevant(result) || !plain) return whole_expression(given);
  const auto range = range_of(*function_, given);
  if (!range) return;
  const std::string calls = calls_of(given);
  const bool deduced = function_->decl->getDeclaredReturnType()->getContainedAutoType() != nullptr;
  const std::string zero = zero_of(type, function_->context(), deduced);
  edits_.replace(*function_, *range, calls.empty() ? zero : "(" + calls + zero + ")");
}

}  // namespace hpcast::slicer

#include "loops.h"

#include "hooks.h"
#include "loop_tables.h"

namespace hpcast::plugin {

namespace {

constexpr int unusual = EDGE_ABNORMAL | EDGE_EH;

// A function that does nothing that is traced, and comes back.
bool is_quiet_builtin(gcall* call) {
  if (!gimple_call_builtin_p(call, BUILT_IN_NORMAL)) return false;
  switch (DECL_FUNCTION_CODE(gimple_call_fndecl(call))) {
    CASE_FLT_FN(BUILT_IN_EXP)
        : CASE_FLT_FN(BUILT_IN_LOG)
        : CASE_FLT_FN(BUILT_IN_SQRT)
        : CASE_FLT_FN(BUILT_IN_POW)
        : CASE_FLT_FN(BUILT_IN_SIN)
        : CASE_FLT_FN(BUILT_IN_COS)
        : CASE_FLT_FN(BUILT_IN_FABS)
        : CASE_FLT_FN(BUILT_IN_FMAX)
        : CASE_FLT_FN(BUILT_IN_FMIN)
        : CASE_FLT_FN(BUILT_IN_FLOOR)
        : CASE_FLT_FN(BUILT_IN_CEIL) : case BUILT_IN_PREFETCH : return true;
    default:
      return false;
  }
}

bool is_quiet_call(gcall* call) {
  const bool stores = gimple_vdef(call) != NULL_TREE;
  return (gimple_call_internal_p(call) && !stores) || gimple_call_builtin_p(call, BUILT_IN_MD) ||
         is_quiet_builtin(call);
}

// Nothing in it could be seen by who is told of the loop at another time.
bool may_be_in_loop(gimple* statement) {
  if (gimple_code(statement) == GIMPLE_ASM || gimple_has_volatile_ops(statement)) return false;
  if (stmt_could_throw_p(cfun, statement)) return false;
  gcall* const call = dyn_cast<gcall*>(statement);
  return call == nullptr || is_quiet_call(call);
}

// How an address goes on: a sum, whose parts GCC knows one by one.
class Evolution {
 public:
  explicit Evolution(class loop* loop) : loop_(loop) {}

  // That many times the value; false where two parts of it go on by no fixed step.
  bool add(tree value, tree times) {
    STRIP_NOPS(value);
    if (add_sum(TREE_CODE(value), value_of(value, 0), value_of(value, 1), times)) return true;
    if (add_part(value, times)) return true;
    gassign* const made = made_in_loop(value);
    if (made != nullptr && add_sum(gimple_assign_rhs_code(made), gimple_assign_rhs1(made),
                                   gimple_assign_rhs2(made), times))
      return true;
    return keep(value, times);
  }
  tree base() const { return base_; }
  tree step() const { return step_; }
  tree kept() const { return kept_; }
  std::int32_t times() const { return times_; }

 private:
  static tree value_of(tree expression, int operand) {
    return EXPR_P(expression) && TREE_OPERAND_LENGTH(expression) > operand
               ? TREE_OPERAND(expression, operand)
               : NULL_TREE;
  }
  // Of 64 bits, by an assignment.
  gassign* made_in_loop(tree value) const {
    if (TREE_CODE(value) != SSA_NAME ||
        TYPE_PRECISION(TREE_TYPE(value)) != TYPE_PRECISION(sizetype))
      return nullptr;
    gimple* const made = SSA_NAME_DEF_STMT(value);
    if (gimple_bb(made) == nullptr || !flow_bb_inside_loop_p(loop_, gimple_bb(made)))
      return nullptr;
    return dyn_cast<gassign*>(made);
  }
  // False, and nothing is added, where it is no sum.
  bool add_sum(tree_code code, tree first, tree second, tree times) {
    const Evolution before = *this;
    const bool is_added = add_operands(code, first, second, times);
    if (!is_added) *this = before;
    return is_added;
  }
  bool add_operands(tree_code code, tree first, tree second, tree times) {
    switch (code) {
      case POINTER_PLUS_EXPR:
      case PLUS_EXPR:
        return add(first, times) && add(second, times);
      case MULT_EXPR:
        if (TREE_CODE(second) != INTEGER_CST) return false;
        return add(first, size_binop(MULT_EXPR, times, in_bytes(second)));
      case LSHIFT_EXPR:
        if (TREE_CODE(second) != INTEGER_CST) return false;
        return add(first, size_binop(LSHIFT_EXPR, times, in_bytes(second)));
      CASE_CONVERT:
        return TREE_CODE(first) == SSA_NAME && INTEGRAL_TYPE_P(TREE_TYPE(first)) &&
               TYPE_PRECISION(TREE_TYPE(first)) == TYPE_PRECISION(sizetype) && add(first, times);
      default:
        return false;
    }
  }
  bool keep(tree value, tree times) {
    const bool is_number = TREE_CODE(value) == SSA_NAME &&
                           TYPE_PRECISION(TREE_TYPE(value)) == TYPE_PRECISION(sizetype) &&
                           tree_fits_shwi_p(fold_convert(ssizetype, times));
    if (kept_ != NULL_TREE || !is_number || SSA_NAME_OCCURS_IN_ABNORMAL_PHI(value)) return false;
    const HOST_WIDE_INT number = tree_to_shwi(fold_convert(ssizetype, times));
    if (number != static_cast<std::int32_t>(number)) return false;
    kept_ = value;
    times_ = static_cast<std::int32_t>(number);
    return true;
  }
  // Signed ones are widened as such.
  static tree in_bytes(tree value) {
    if (POINTER_TYPE_P(TREE_TYPE(value))) return fold_convert(sizetype, value);
    return fold_convert(sizetype,
                        TYPE_UNSIGNED(TREE_TYPE(value)) ? value : fold_convert(ssizetype, value));
  }
  bool add_part(tree value, tree times) {
    affine_iv part;
    if (!simple_iv(loop_, loop_, value, &part, true)) return false;
    const bool may_wrap = TYPE_PRECISION(TREE_TYPE(value)) < TYPE_PRECISION(sizetype) &&
                          !part.no_overflow && !integer_zerop(part.step);
    if (may_wrap) return false;
    if (contains_abnormal_ssa_name_p(part.base) || contains_abnormal_ssa_name_p(part.step))
      return false;
    const auto plus = [&](tree sum, tree more) {
      return fold_build2(PLUS_EXPR, sizetype, sum,
                         fold_build2(MULT_EXPR, sizetype, in_bytes(unshare_expr(more)), times));
    };
    base_ = plus(base_, part.base);
    step_ = plus(step_, fold_convert(ssizetype, part.step));
    return true;
  }

  class loop* loop_;
  tree base_ = size_zero_node, step_ = size_zero_node;
  tree kept_ = NULL_TREE;
  std::int32_t times_ = 0;
};

// False where it is no reference like those of the next iteration.
bool follow(class loop* loop, const Access& access, Stream& stream) {
  if (access.is_whole_object || access.lanes.count > 0 || !is_size_class(access.bytes))
    return false;
  stream.access = access;
  Evolution evolution(loop);
  if (!evolution.add(access.address, size_one_node)) {
    stream.base = stream.step = size_zero_node;
    stream.kept = access.address;
    stream.times = 1;
    return true;
  }
  stream.base = evolution.base();
  stream.step = evolution.step();
  stream.kept = evolution.kept();
  stream.times = evolution.times();
  return true;
}

// The references of a block of the loop.
bool take_streams(StreamedLoop& loop, basic_block block) {
  for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
    gimple* const statement = gsi_stmt(i);
    if (is_gimple_debug(statement)) continue;
    if (!may_be_in_loop(statement)) return false;
    for (const Access& access : accesses_of(statement)) {
      Stream stream;
      if (loop.streams.size() == LoopTable::most_turns || !follow(loop.loop, access, stream))
        return false;
      stream.statement = statement;
      loop.streams.push_back(stream);
    }
  }
  return true;
}

// The only block in the loop that follows; null: there are several, or an edge is unusual. Exits
// are added.
basic_block take_edges(StreamedLoop& loop, basic_block block) {
  basic_block next = nullptr;
  edge way;
  edge_iterator i;
  FOR_EACH_EDGE(way, i, block->succs) {
    if ((way->flags & unusual) != 0) return nullptr;
    if (!flow_bb_inside_loop_p(loop.loop, way->dest)) {
      loop.exits.push_back({way, loop.blocks.size()});
      continue;
    }
    if (next != nullptr) return nullptr;
    next = way->dest;
  }
  return next;
}

// Its blocks come one after the other.
bool take_blocks(StreamedLoop& loop) {
  basic_block block = loop.loop->header;
  for (unsigned i = 0; i < loop.loop->num_nodes; ++i) {
    loop.blocks.push_back(block);
    if (!take_streams(loop, block)) return false;
    const basic_block next = take_edges(loop, block);
    if (next == nullptr) return false;
    if (block == loop.loop->latch) return i + 1 == loop.loop->num_nodes;
    block = next;
  }
  return false;
}

tree known_latches(const StreamedLoop& loop) {
  if (loop.exits.size() != 1 || !loop.kept().empty()) return NULL_TREE;
  const tree latches = number_of_latch_executions(loop.loop);
  if (latches == NULL_TREE || latches == chrec_dont_know || chrec_contains_undetermined(latches) ||
      tree_contains_chrecs(latches, nullptr) || contains_abnormal_ssa_name_p(latches))
    return NULL_TREE;
  return latches;
}

bool understand(StreamedLoop& loop, bool may_be_idle) {
  const edge before = loop_preheader_edge(loop.loop);
  if (before == nullptr || (before->flags & unusual) != 0 ||
      (loop.loop->header->flags & BB_IRREDUCIBLE_LOOP) != 0)
    return false;
  if (!take_blocks(loop) || loop.exits.empty()) return false;
  if (loop.streams.empty() && !may_be_idle) return false;
  loop.latches = known_latches(loop);
  return true;
}

// Statements one after the other, to be put somewhere.
class Sequence {
 public:
  tree value(tree expression, tree type) {
    gimple_seq more = nullptr;
    const tree value =
        force_gimple_operand(fold_convert(type, unshare_expr(expression)), &more, true, NULL_TREE);
    gimple_seq_add_seq(&statements_, more);
    return value;
  }
  tree sum(tree a, tree_code code, tree b) {
    const tree result = make_ssa_name(size_type_node);
    add(gimple_build_assign(result, code, a, b));
    return result;
  }
  void put(tree words, tree index, tree value) {
    add(gimple_build_assign(build4(ARRAY_REF, size_type_node, words, index, NULL_TREE, NULL_TREE),
                            value));
  }
  void add(gimple* statement) { gimple_seq_add_stmt(&statements_, statement); }
  gimple_seq statements() const { return statements_; }

 private:
  gimple_seq statements_ = nullptr;
};

constexpr std::size_t most_kept = 128;  // between two calls

// Variables of the function's, one for all its loops: of these one runs at a time.
class Memory {
 public:
  explicit Memory(const std::vector<StreamedLoop>& loops) {
    std::size_t streams = 0, kept = 0;
    for (const StreamedLoop& loop : loops) {
      streams = std::max(streams, loop.streams.size());
      kept = std::max(kept, loop.kept().size());
    }
    streams_ = own_words(std::max<std::size_t>(2 * streams, 1));
    if (kept > 0) kept_ = own_words(most_kept);
  }
  tree streams() const { return streams_; }  // two words each
  tree kept() const { return kept_; }

 private:
  tree streams_, kept_ = NULL_TREE;
};

bool has_statements(basic_block block) {
  const gimple_stmt_iterator first = gsi_start_nondebug_after_labels_bb(block);
  return !gsi_end_p(first);
}

bool is_same(tree a, tree b) { return a == b || operand_equal_p(a, b, 0); }

// As tracers/compiler/runtime/loop_table.h has it.
std::uint64_t shape_of(const Stream& stream, const std::vector<const Stream*>& kept) {
  std::uint64_t shape = static_cast<unsigned>(stream.access.op);
  if (stream.kept == NULL_TREE) return shape;
  const auto same = [&](const Stream* first) { return is_same(first->kept, stream.kept); };
  const std::uint64_t which = std::find_if(kept.begin(), kept.end(), same) - kept.begin();
  shape |= 1 << 16 | which << 24;
  return shape | static_cast<std::uint64_t>(static_cast<std::uint32_t>(stream.times)) << 32;
}

// Null: it would not be found again.
tree expression_of(const Stream& stream) {
  if (!is_gimple_assign(stream.statement)) return NULL_TREE;
  return stream.access.op == Op::read ? gimple_assign_rhs1(stream.statement)
                                      : gimple_assign_lhs(stream.statement);
}

// An empty block is to stay empty, or there would be a jump to it.
LoopTable table_of(const StreamedLoop& loop) {
  const std::vector<const Stream*> kept = loop.kept();
  LoopTable table{cfun->decl, {}, {}, kept.size(), {}, {}};
  for (const Stream& stream : loop.streams) {
    const auto block =
        std::find(loop.blocks.begin(), loop.blocks.end(), gimple_bb(stream.statement));
    table.order.push_back({table.streams.size()});
    table.streams.push_back({shape_of(stream, kept), expression_of(stream),
                             stream.access.op == Op::write, stream.access.bytes,
                             static_cast<std::size_t>(block - loop.blocks.begin())});
  }
  for (const basic_block block : loop.blocks)
    table.blocks.push_back(has_statements(block) ? put_mark(block) : no_mark);
  for (const Exit& exit : loop.exits) table.exits.push_back(exit.blocks);
  table.exits.push_back(0);  // where it goes on
  return table;
}

// Tells of one loop.
class Teller {
 public:
  Teller(const StreamedLoop& loop, const Memory& memory)
      : loop_(loop),
        streams_(memory.streams()),
        keeping_(loop.kept()),
        kept_(keeping_.empty() ? NULL_TREE : memory.kept()),
        table_(add_loop_table(table_of(loop))) {}

  void tell() {
    Sequence before;
    put_streams(before);
    if (!keeping_.empty()) keep_values();
    if (loop_.latches != NULL_TREE)
      before.add(call(before.value(loop_.latches, size_type_node), 0));
    else
      tell_at_exits();
    gsi_insert_seq_on_edge(loop_preheader_edge(loop_.loop), before.statements());
  }

 private:
  std::size_t no_exit() const { return loop_.exits.size(); }
  std::size_t iterations_kept() const { return most_kept / keeping_.size(); }

  // As tracers/compiler/runtime/loop_table.h has them.
  void put_streams(Sequence& before) const {
    unsigned next = 0;
    for (const Stream& stream : loop_.streams) {
      before.put(streams_, size_int(next++), before.value(stream.base, size_type_node));
      before.put(streams_, size_int(next++), before.value(stream.step, size_type_node));
    }
  }

  tree kept_values() const {
    return kept_ == NULL_TREE ? null_pointer_node : build_fold_addr_expr(kept_);
  }
  // The loop is left by that exit.
  gimple* call(tree latches, std::size_t exit) const {
    return call_of_loop(build_fold_addr_expr(streams_), table_, latches, exit, kept_values());
  }

  void tell_at_exits() {
    const tree latches = count_ != NULL_TREE ? count_ : count_latches();
    for (std::size_t i = 0; i < loop_.exits.size(); ++i)
      gsi_insert_on_edge(loop_.exits[i].way, call(latches, i));
  }

  // How often the loop has gone back to its header so far, or since a call. `again`: what it is
  // when it goes back the next time, where there is no call.
  tree begin_count(tree again) {
    const tree now = make_ssa_name(size_type_node);
    gphi* const count = create_phi_node(now, loop_.loop->header);
    add_phi_arg(count, size_zero_node, loop_preheader_edge(loop_.loop), UNKNOWN_LOCATION);
    add_phi_arg(count, again, loop_latch_edge(loop_.loop), UNKNOWN_LOCATION);
    return now;
  }
  // Behind all that is in it: it has one way on.
  void add_to_latch(gimple* statement) const {
    gimple_stmt_iterator end = gsi_last_bb(loop_.loop->latch);
    gsi_insert_after(&end, statement, GSI_NEW_STMT);
  }
  tree count_latches() {
    const tree next = make_ssa_name(size_type_node);
    const tree now = begin_count(next);
    add_to_latch(gimple_build_assign(next, PLUS_EXPR, now, size_one_node));
    return now;
  }

  // What goes on by no fixed step: each value before it is used. In the latch they are told when
  // there are many.
  void keep_values() {
    const tree again = make_ssa_name(size_type_node);
    count_ = begin_count(again);
    Sequence first;
    const tree place = first.sum(count_, MULT_EXPR, size_int(keeping_.size()));
    gimple_stmt_iterator header = gsi_after_labels(loop_.loop->header);
    gsi_insert_seq_before(&header, first.statements(), GSI_SAME_STMT);
    unsigned next = 0;
    for (const Stream* stream : keeping_) keep_value(*stream, place, next++);
    tell_in_latch(again);
  }
  void keep_value(const Stream& stream, tree place, unsigned index) {
    Sequence keeping;
    const tree value = keeping.value(stream.kept, size_type_node);
    keeping.put(kept_, index == 0 ? place : keeping.sum(place, PLUS_EXPR, size_int(index)), value);
    gimple_stmt_iterator before = gsi_for_stmt(stream.statement);
    gsi_insert_seq_before(&before, keeping.statements(), GSI_SAME_STMT);
  }
  void tell_in_latch(tree again) {
    const basic_block latch = loop_.loop->latch;
    const tree next = make_ssa_name(size_type_node);
    gimple* const count = gimple_build_assign(next, PLUS_EXPR, count_, size_one_node);
    add_to_latch(count);
    gcond* const is_many =
        gimple_build_cond(EQ_EXPR, next, size_int(iterations_kept()), NULL_TREE, NULL_TREE);
    const basic_block telling =
        insert_cond_bb(latch, count, is_many, profile_probability::very_unlikely());
    gimple_stmt_iterator there = gsi_after_labels(telling);
    gsi_insert_before(&there, call(next, no_exit()), GSI_SAME_STMT);
    const edge told = single_succ_edge(telling);
    gphi* const goes_on = create_phi_node(again, told->dest);
    add_phi_arg(goes_on, size_zero_node, told, UNKNOWN_LOCATION);
    add_phi_arg(goes_on, next, find_edge(latch, told->dest), UNKNOWN_LOCATION);
  }

  const StreamedLoop& loop_;
  tree streams_;
  std::vector<const Stream*> keeping_;
  tree kept_;  // null: none are
  tree table_;
  tree count_ = NULL_TREE;  // iterations that they are of
};

}  // namespace

std::vector<const Stream*> StreamedLoop::kept() const {
  std::vector<const Stream*> first;
  for (const Stream& stream : streams) {
    const auto same = [&](const Stream* other) { return is_same(other->kept, stream.kept); };
    if (stream.kept != NULL_TREE && std::none_of(first.begin(), first.end(), same))
      first.push_back(&stream);
  }
  return first;
}

LoopAnalysis::LoopAnalysis() {
  calculate_dominance_info(CDI_DOMINATORS);
  loop_optimizer_init(LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
  scev_initialize();
}

LoopAnalysis::~LoopAnalysis() {
  scev_finalize();
  loop_optimizer_finalize();
  free_dominance_info(CDI_DOMINATORS);
}

std::vector<StreamedLoop> LoopAnalysis::streamed_loops(bool with_idle) const {
  std::vector<StreamedLoop> found;
  for (class loop* const innermost : loops_list(cfun, LI_ONLY_INNERMOST)) {
    StreamedLoop loop;
    loop.loop = innermost;
    if (understand(loop, with_idle)) found.push_back(loop);
  }
  return found;
}

namespace {

bool is_in(const std::vector<StreamedLoop>& loops, basic_block block) {
  return std::any_of(loops.begin(), loops.end(), [&](const StreamedLoop& loop) {
    return std::find(loop.blocks.begin(), loop.blocks.end(), block) != loop.blocks.end();
  });
}

// GCC may find that a loop does not come back, and put what follows behind it.
void mark_ends(const std::vector<StreamedLoop>& loops) {
  std::vector<basic_block> marked;
  for (const StreamedLoop& loop : loops)
    for (const Exit& exit : loop.exits) {
      const basic_block behind = exit.way->dest;
      const bool is_marked = std::find(marked.begin(), marked.end(), behind) != marked.end();
      if (is_marked || behind == EXIT_BLOCK_PTR_FOR_FN(cfun) || is_in(loops, behind)) continue;
      put_end_of_marked(behind);
      marked.push_back(behind);
    }
}

}  // namespace

void tell(const std::vector<StreamedLoop>& loops) {
  if (loops.empty()) return;
  mark_ends(loops);
  const Memory memory(loops);
  for (const StreamedLoop& loop : loops) Teller(loop, memory).tell();
}

}  // namespace hpcast::plugin

#include "loops.h"

#include "hooks.h"
#include "loop_tables.h"

namespace hpcast::plugin {

namespace {

constexpr std::size_t most_streams = 64;
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
  return gimple_call_internal_p(call) || gimple_call_builtin_p(call, BUILT_IN_MD) ||
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

  // That many times the value; false where it does not go on by a fixed step.
  bool add(tree value, tree times) {
    STRIP_NOPS(value);
    switch (TREE_CODE(value)) {
      case POINTER_PLUS_EXPR:
      case PLUS_EXPR:
        return add(TREE_OPERAND(value, 0), times) && add(TREE_OPERAND(value, 1), times);
      case MULT_EXPR:
        if (TREE_CODE(TREE_OPERAND(value, 1)) != INTEGER_CST) return false;
        return add(TREE_OPERAND(value, 0),
                   size_binop(MULT_EXPR, times, in_bytes(TREE_OPERAND(value, 1))));
      default:
        return add_part(value, times);
    }
  }
  tree base() const { return base_; }
  tree step() const { return step_; }

 private:
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
};

// False where it is no reference like those of the next iteration.
bool follow(class loop* loop, const Access& access, Stream& stream) {
  if (access.from != NULL_TREE || access.lanes.count > 0 || !is_reference(access)) return false;
  stream.access = access;
  Evolution evolution(loop);
  if (!evolution.add(access.address, size_one_node)) return true;
  stream.base = evolution.base();
  stream.step = evolution.step();
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
      if (loop.streams.size() == most_streams || !follow(loop.loop, access, stream)) return false;
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
      loop.exits.push_back({way, loop.blocks.size(), loop.streams.size()});
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
  if (loop.exits.size() != 1 || loop.kept() > 0) return NULL_TREE;
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

constexpr std::size_t most_kept = 128;  // addresses, between two calls

// Variables of the function's, one for all its loops: of these one runs at a time.
class Memory {
 public:
  explicit Memory(const std::vector<StreamedLoop>& loops) {
    std::size_t streams = 0, kept = 0;
    for (const StreamedLoop& loop : loops) {
      streams = std::max(streams, loop.streams.size());
      kept = std::max(kept, loop.kept());
    }
    streams_ = words(std::max<std::size_t>(3 * streams, 1));
    if (kept > 0) kept_ = words(most_kept);
  }
  tree streams() const { return streams_; }  // three words each
  tree kept() const { return kept_; }        // addresses

 private:
  static tree words(std::size_t count) {
    return own_variable(build_array_type_nelts(size_type_node, count));
  }

  tree streams_, kept_ = NULL_TREE;
};

bool has_statements(basic_block block) {
  const gimple_stmt_iterator first = gsi_start_nondebug_after_labels_bb(block);
  return !gsi_end_p(first);
}

// An empty block is to stay empty, or there would be a jump to it.
LoopTable table_of(const StreamedLoop& loop) {
  LoopTable table{loop.streams.size(), {}, {}};
  for (const basic_block block : loop.blocks)
    table.blocks.push_back(has_statements(block) ? put_mark(block) : no_mark);
  for (const Exit& exit : loop.exits) table.exits.push_back({exit.streams, exit.blocks});
  table.exits.push_back({0, 0});  // where it goes on
  return table;
}

// Tells of one loop.
class Teller {
 public:
  Teller(const StreamedLoop& loop, const Memory& memory)
      : loop_(loop),
        streams_(memory.streams()),
        kept_(loop.kept() > 0 ? memory.kept() : NULL_TREE),
        table_(add_loop_table(table_of(loop))) {}

  void tell() {
    Sequence before;
    put_streams(before);
    if (loop_.kept() > 0) keep_addresses();
    if (loop_.latches != NULL_TREE)
      before.add(call(before.value(loop_.latches, size_type_node), 0));
    else
      tell_at_exits();
    gsi_insert_seq_on_edge(loop_preheader_edge(loop_.loop), before.statements());
  }

 private:
  std::size_t no_exit() const { return loop_.exits.size(); }
  std::size_t iterations_kept() const { return most_kept / loop_.kept(); }

  // As tracers/compiler/runtime/loops.cc reads them.
  void put_streams(Sequence& before) const {
    unsigned next = 0, kept = 0;
    for (const Stream& stream : loop_.streams) {
      const bool goes_on = stream.base != NULL_TREE;
      const tree base = goes_on ? stream.base : size_int(kept++);
      const tree step = goes_on ? stream.step : size_int(loop_.kept());
      before.put(streams_, size_int(next++), before.value(base, size_type_node));
      before.put(streams_, size_int(next++), before.value(step, size_type_node));
      before.put(streams_, size_int(next++), shape_of(stream));
    }
  }
  static tree shape_of(const Stream& stream) {
    const unsigned log2_size = static_cast<unsigned>(exact_log2(stream.access.bytes));
    const unsigned is_kept = stream.base == NULL_TREE ? 1 : 0;
    return size_int(static_cast<unsigned>(stream.access.op) | log2_size << 8 | is_kept << 16);
  }

  tree kept_addresses() const {
    return kept_ == NULL_TREE ? null_pointer_node : build_fold_addr_expr(kept_);
  }
  // The loop is left by that exit.
  gimple* call(tree latches, std::size_t exit) const {
    return call_of_loop(build_fold_addr_expr(streams_), table_, latches, exit, kept_addresses());
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

  // What goes on by no fixed step: each address where it is referred to. In the latch they are told
  // when there are many.
  void keep_addresses() {
    const tree again = make_ssa_name(size_type_node);
    count_ = begin_count(again);
    Sequence first;
    const tree place = first.sum(count_, MULT_EXPR, size_int(loop_.kept()));
    gimple_stmt_iterator header = gsi_after_labels(loop_.loop->header);
    gsi_insert_seq_before(&header, first.statements(), GSI_SAME_STMT);
    unsigned next = 0;
    for (const Stream& stream : loop_.streams)
      if (stream.base == NULL_TREE) keep_address(stream, place, next++);
    tell_in_latch(again);
  }
  void keep_address(const Stream& stream, tree place, unsigned index) {
    Sequence keeping;
    const tree address = keeping.value(stream.access.address, size_type_node);
    keeping.put(kept_, index == 0 ? place : keeping.sum(place, PLUS_EXPR, size_int(index)),
                address);
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
  tree kept_;  // null: none are
  tree table_;
  tree count_ = NULL_TREE;  // iterations that they are of
};

}  // namespace

std::size_t StreamedLoop::kept() const {
  return static_cast<std::size_t>(std::count_if(
      streams.begin(), streams.end(), [](const Stream& s) { return s.base == NULL_TREE; }));
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

void tell(const std::vector<StreamedLoop>& loops) {
  if (loops.empty()) return;
  const Memory memory(loops);
  for (const StreamedLoop& loop : loops) Teller(loop, memory).tell();
}

}  // namespace hpcast::plugin

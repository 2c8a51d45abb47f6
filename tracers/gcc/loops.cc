#include "loops.h"

#include "hooks.h"

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

// Whether the access goes on by the same step, whatever the loop does.
bool follow(class loop* loop, const Access& access, Stream& stream) {
  if (access.from != NULL_TREE || access.lanes.count > 0 || !is_reference(access)) return false;
  Evolution evolution(loop);
  if (!evolution.add(access.address, size_one_node)) return false;
  stream.access = access;
  stream.base = evolution.base();
  stream.step = evolution.step();
  return true;
}

// The references of a block of the loop.
bool take_streams(StreamedLoop& loop, basic_block block, bool is_behind_exit) {
  for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
    gimple* const statement = gsi_stmt(i);
    if (is_gimple_debug(statement)) continue;
    if (!may_be_in_loop(statement)) return false;
    for (const Access& access : accesses_of(statement)) {
      Stream stream;
      stream.is_behind_exit = is_behind_exit;
      if (loop.streams.size() == most_streams || !follow(loop.loop, access, stream)) return false;
      loop.streams.push_back(stream);
    }
  }
  return true;
}

// The only block in the loop that follows; null: there are several, or an edge is unusual.
basic_block next_in_loop(class loop* loop, basic_block block) {
  basic_block next = nullptr;
  edge way;
  edge_iterator i;
  FOR_EACH_EDGE(way, i, block->succs) {
    if ((way->flags & unusual) != 0) return nullptr;
    if (!flow_bb_inside_loop_p(loop, way->dest)) continue;
    if (next != nullptr) return nullptr;
    next = way->dest;
  }
  return next;
}

// Its blocks come one after the other.
bool take_blocks(StreamedLoop& loop, edge exit) {
  bool is_behind_exit = false;
  basic_block block = loop.loop->header;
  for (unsigned i = 0; i < loop.loop->num_nodes; ++i) {
    if (!take_streams(loop, block, is_behind_exit)) return false;
    is_behind_exit = is_behind_exit || block == exit->src;
    if (block == loop.loop->latch) return is_behind_exit && i + 1 == loop.loop->num_nodes;
    block = next_in_loop(loop.loop, block);
    if (block == nullptr) return false;
  }
  return false;
}

tree known_latches(class loop* loop) {
  const tree latches = number_of_latch_executions(loop);
  if (latches == NULL_TREE || latches == chrec_dont_know || chrec_contains_undetermined(latches) ||
      tree_contains_chrecs(latches, nullptr) || contains_abnormal_ssa_name_p(latches))
    return NULL_TREE;
  return latches;
}

bool understand(StreamedLoop& loop) {
  const edge exit = single_exit(loop.loop), before = loop_preheader_edge(loop.loop);
  if (exit == nullptr || (exit->flags & unusual) != 0 || before == nullptr ||
      (before->flags & unusual) != 0 || (loop.loop->header->flags & BB_IRREDUCIBLE_LOOP) != 0)
    return false;
  if (!take_blocks(loop, exit) || loop.streams.empty()) return false;
  loop.latches = known_latches(loop.loop);
  return true;
}

// The statements' values, one after the other.
class Sequence {
 public:
  tree value(tree expression, tree type) {
    gimple_seq more = nullptr;
    const tree value =
        force_gimple_operand(fold_convert(type, unshare_expr(expression)), &more, true, NULL_TREE);
    gimple_seq_add_seq(&statements_, more);
    return value;
  }
  void add(gimple* statement) { gimple_seq_add_stmt(&statements_, statement); }
  gimple_seq statements() const { return statements_; }

 private:
  gimple_seq statements_ = nullptr;
};

// As tracers/compiler/runtime/loops.cc reads it.
tree shape_of(const Stream& stream) {
  const unsigned log2_size = static_cast<unsigned>(exact_log2(stream.access.bytes));
  return size_int(static_cast<unsigned>(stream.access.op) | log2_size << 8 |
                  static_cast<unsigned>(stream.is_behind_exit) << 16);
}

// A variable of the function's, three words a stream, which the sequence fills.
tree streams_in_memory(const StreamedLoop& loop, Sequence& sequence) {
  const tree words = build_array_type_nelts(size_type_node, 3 * loop.streams.size());
  const tree variable = create_tmp_var(words, "hpcast");
  TREE_ADDRESSABLE(variable) = 1;
  unsigned next = 0;
  const auto put = [&](tree value) {
    const tree place =
        build4(ARRAY_REF, size_type_node, variable, size_int(next++), NULL_TREE, NULL_TREE);
    sequence.add(gimple_build_assign(place, value));
  };
  for (const Stream& stream : loop.streams) {
    put(sequence.value(stream.base, size_type_node));
    put(sequence.value(stream.step, size_type_node));
    put(shape_of(stream));
  }
  return build_fold_addr_expr(variable);
}

// How often the loop has gone back to its header so far.
tree counted_latches(class loop* loop) {
  const tree now = make_ssa_name(size_type_node), next = make_ssa_name(size_type_node);
  gphi* const count = create_phi_node(now, loop->header);
  add_phi_arg(count, size_zero_node, loop_preheader_edge(loop), UNKNOWN_LOCATION);
  add_phi_arg(count, next, loop_latch_edge(loop), UNKNOWN_LOCATION);
  gimple_stmt_iterator in_latch = gsi_after_labels(loop->latch);
  gsi_insert_before(&in_latch, gimple_build_assign(next, PLUS_EXPR, now, size_one_node),
                    GSI_NEW_STMT);
  return now;
}

}  // namespace

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

std::vector<StreamedLoop> LoopAnalysis::streamed_loops() const {
  std::vector<StreamedLoop> found;
  for (class loop* const innermost : loops_list(cfun, LI_ONLY_INNERMOST)) {
    StreamedLoop loop;
    loop.loop = innermost;
    if (understand(loop)) found.push_back(loop);
  }
  return found;
}

void tell(const StreamedLoop& loop) {
  Sequence before;
  const tree streams = streams_in_memory(loop, before);
  const auto call = [&](tree latches) {
    return call_of_loop(streams, size_int(loop.streams.size()), latches);
  };
  if (loop.latches != NULL_TREE) {
    before.add(call(before.value(loop.latches, size_type_node)));
  } else {
    gsi_insert_on_edge(single_exit(loop.loop), call(counted_latches(loop.loop)));
  }
  gsi_insert_seq_on_edge(loop_preheader_edge(loop.loop), before.statements());
}

}  // namespace hpcast::plugin

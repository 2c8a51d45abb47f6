#include "accesses.h"

namespace hpcast::plugin {

namespace {

// A local variable that lives in a register in the end.
bool is_register(tree decl) {
  if (VAR_P(decl) && DECL_HARD_REGISTER(decl)) return true;
  if (is_gimple_reg(decl)) return true;
  return !is_global_var(decl) && !TREE_ADDRESSABLE(decl) && DECL_MODE(decl) != BLKmode &&
         use_register_for_decl(decl);
}

bool is_object_in_memory(tree decl) {
  if (TREE_CODE(decl) == RESULT_DECL) return !DECL_BY_REFERENCE(decl) && !is_register(decl);
  if (!VAR_P(decl) && TREE_CODE(decl) != PARM_DECL) return false;
  return !DECL_HAS_VALUE_EXPR_P(decl) && !is_register(decl);
}

// What get_inner_reference() leaves of a reference is in memory.
bool is_in_memory(tree base) {
  if (TREE_CODE(base) == TARGET_MEM_REF) return true;
  if (TREE_CODE(base) != MEM_REF) return DECL_P(base) && is_object_in_memory(base);
  const tree pointer = TREE_OPERAND(base, 0);
  if (TREE_CODE(pointer) != ADDR_EXPR || !DECL_P(TREE_OPERAND(pointer, 0))) return true;
  return is_object_in_memory(TREE_OPERAND(pointer, 0));
}

tree address_of_base(tree base) {
  if (TREE_CODE(base) == TARGET_MEM_REF) return tree_mem_ref_addr(ptr_type_node, base);
  if (TREE_CODE(base) != MEM_REF) return build_fold_addr_expr(base);
  return fold_build_pointer_plus(fold_convert(ptr_type_node, TREE_OPERAND(base, 0)),
                                 fold_convert(sizetype, TREE_OPERAND(base, 1)));
}

HOST_WIDE_INT bytes_of_type(tree type) {
  const HOST_WIDE_INT bytes = int_size_in_bytes(type);
  return bytes > 0 ? bytes : 0;
}

// Takes the reference apart: where its bytes lie. False where it is none to memory, or of no size.
bool find_access(tree expression, Access& access) {
  if (!DECL_P(expression) && !handled_component_p(expression) && TREE_CODE(expression) != MEM_REF &&
      TREE_CODE(expression) != TARGET_MEM_REF)
    return false;
  // Segments' bases are not known.
  if (!ADDR_SPACE_GENERIC_P(TYPE_ADDR_SPACE(TREE_TYPE(expression)))) return false;
  poly_int64 bit_size, bit_position;
  tree offset;
  machine_mode mode;
  int is_unsigned, is_reversed, is_volatile;
  const tree base = get_inner_reference(expression, &bit_size, &bit_position, &offset, &mode,
                                        &is_unsigned, &is_reversed, &is_volatile);
  HOST_WIDE_INT position, bits;
  if (!is_in_memory(base) || !bit_position.is_constant(&position)) return false;
  if (!bit_size.is_constant(&bits) || bits < 0)
    bits = BITS_PER_UNIT * bytes_of_type(TREE_TYPE(expression));
  if (bits == 0) return false;
  const HOST_WIDE_INT first = position >> LOG2_BITS_PER_UNIT;
  const HOST_WIDE_INT bit = position & (BITS_PER_UNIT - 1);
  access.bytes =
      static_cast<unsigned HOST_WIDE_INT>((bit + bits + BITS_PER_UNIT - 1) / BITS_PER_UNIT);
  tree address = fold_convert(ptr_type_node, address_of_base(base));
  if (offset != NULL_TREE)
    address = fold_build_pointer_plus(address, fold_convert(sizetype, offset));
  access.address = fold_build_pointer_plus_hwi(address, first);
  return true;
}

void add_reference(std::vector<Access>& accesses, tree expression, Op op) {
  Access access;
  access.op = op;
  if (find_access(expression, access)) accesses.push_back(access);
}

void add_at(std::vector<Access>& accesses, Op op, tree pointer, tree type, Lanes lanes = {}) {
  if (!POINTER_TYPE_P(TREE_TYPE(pointer))) return;
  Access access;
  access.op = op;
  access.address = pointer;
  access.lanes = lanes;
  if (lanes.count > 0) type = TREE_TYPE(type);
  access.bytes = static_cast<unsigned HOST_WIDE_INT>(bytes_of_type(type));
  if (access.bytes > 0) accesses.push_back(access);
}

// Moved or cleared piece by piece, as GCC sees fit.
void add_whole_objects(std::vector<Access>& accesses, gimple* statement) {
  Access access;
  access.is_whole_object = true;
  if (find_access(gimple_assign_lhs(statement), access)) accesses.push_back(access);
}

void add_accesses_of_assignment(std::vector<Access>& accesses, gimple* statement) {
  const tree to = gimple_assign_lhs(statement), from = gimple_assign_rhs1(statement);
  const bool is_block = TYPE_MODE(TREE_TYPE(to)) == BLKmode && gimple_vdef(statement) != NULL_TREE;
  if (is_block) return add_whole_objects(accesses, statement);
  if (gimple_assign_single_p(statement) && gimple_vuse(statement) != NULL_TREE)
    add_reference(accesses, from, Op::read);
  if (gimple_vdef(statement) != NULL_TREE) add_reference(accesses, to, Op::write);
}

unsigned lanes_of(tree vector) {
  return static_cast<unsigned>(TYPE_VECTOR_SUBPARTS(vector).to_constant());
}

// A mask of the first lanes' bits, or of one lane for each.
bool is_on_everywhere(tree mask, unsigned lanes) {
  if (integer_all_onesp(mask)) return true;
  return TREE_CODE(mask) == INTEGER_CST &&
         wi::ctz(wi::bit_not(wi::to_wide(mask))) >= static_cast<int>(lanes);
}

// No lanes where the whole is accessed.
Lanes masked(tree mask, tree vector) {
  const unsigned lanes = lanes_of(vector);
  if (is_on_everywhere(mask, lanes)) return {};
  return {mask, NULL_TREE, 1, lanes};
}

void add_accesses_of_internal(std::vector<Access>& accesses, gcall* call) {
  const auto argument = [&](unsigned i) { return gimple_call_arg(call, i); };
  const tree result = gimple_call_lhs(call);
  switch (gimple_call_internal_fn(call)) {
    case IFN_MASK_LOAD:
      if (result == NULL_TREE) return;
      return add_at(accesses, Op::read, argument(0), TREE_TYPE(result),
                    masked(argument(2), TREE_TYPE(result)));
    case IFN_MASK_STORE:
      return add_at(accesses, Op::write, argument(0), TREE_TYPE(argument(3)),
                    masked(argument(2), TREE_TYPE(argument(3))));
    default:
      return;
  }
}

// gather: (source, base, indices, mask, scale); scatter: (base, mask, indices, values, scale).
void add_gather(std::vector<Access>& accesses, gcall* call, bool scatters) {
  if (gimple_call_num_args(call) != 5) return;
  const tree indices = gimple_call_arg(call, 2);
  const tree values = scatters ? gimple_call_arg(call, 3) : gimple_call_lhs(call);
  const tree base = gimple_call_arg(call, scatters ? 0 : 1);
  const tree mask = gimple_call_arg(call, scatters ? 1 : 3);
  const tree scale = gimple_call_arg(call, 4);
  if (values == NULL_TREE || !VECTOR_TYPE_P(TREE_TYPE(values)) ||
      !VECTOR_TYPE_P(TREE_TYPE(indices)) || !tree_fits_shwi_p(scale))
    return;
  const unsigned count = std::min(lanes_of(TREE_TYPE(values)), lanes_of(TREE_TYPE(indices)));
  add_at(accesses, scatters ? Op::write : Op::read, base, TREE_TYPE(values),
         {mask, indices, tree_to_shwi(scale), count});
}

// Intrinsics that GCC has not made plain loads and stores of.
void add_accesses_of_intrinsic(std::vector<Access>& accesses, gcall* call, const char* name) {
  const unsigned count = gimple_call_num_args(call);
  const tree result = gimple_call_lhs(call);
  const bool stores = gimple_vdef(call) != NULL_TREE && strstr(name, "load") == nullptr;
  const auto argument = [&](unsigned i) { return gimple_call_arg(call, i); };
  if (startswith(name, "__builtin_ia32_gather")) return add_gather(accesses, call, false);
  if (startswith(name, "__builtin_ia32_scatter")) return add_gather(accesses, call, true);
  if (count == 0 || !POINTER_TYPE_P(TREE_TYPE(argument(0)))) return;
  if (startswith(name, "__builtin_ia32_movntdqa") && result != NULL_TREE)
    return add_at(accesses, Op::read, argument(0), TREE_TYPE(result));
  if (startswith(name, "__builtin_ia32_movnt") && count == 2)
    return add_at(accesses, Op::nontemporal, argument(0), TREE_TYPE(argument(1)));
  const bool has_mask = strstr(name, "mask") != nullptr && count > 1;
  if (stores && strstr(name, "store") != nullptr && count > 1) {
    // Either (pointer, values, mask) of AVX-512 or (pointer, mask, values).
    const bool mask_is_last = !VECTOR_TYPE_P(TREE_TYPE(argument(count - 1)));
    const tree values = argument(has_mask && !mask_is_last ? count - 1 : 1);
    const tree mask = argument(mask_is_last ? count - 1 : 1);
    if (!VECTOR_TYPE_P(TREE_TYPE(values))) return;
    return add_at(accesses, Op::write, argument(0), TREE_TYPE(values),
                  has_mask ? masked(mask, TREE_TYPE(values)) : Lanes());
  }
  if ((strstr(name, "load") != nullptr || strstr(name, "lddqu") != nullptr) &&
      result != NULL_TREE && VECTOR_TYPE_P(TREE_TYPE(result)))
    add_at(accesses, Op::read, argument(0), TREE_TYPE(result),
           has_mask ? masked(argument(count - 1), TREE_TYPE(result)) : Lanes());
}

void add_accesses_of_call(std::vector<Access>& accesses, gcall* call) {
  if (gimple_call_internal_p(call)) return add_accesses_of_internal(accesses, call);
  const tree function = gimple_call_fndecl(call);
  if (function == NULL_TREE || !fndecl_built_in_p(function)) return;
  if (fndecl_built_in_p(function, BUILT_IN_MD))
    add_accesses_of_intrinsic(accesses, call, IDENTIFIER_POINTER(DECL_NAME(function)));
}

}  // namespace

std::vector<Access> accesses_of(gimple* statement) {
  std::vector<Access> accesses;
  if (gimple_clobber_p(statement)) return accesses;
  if (is_gimple_assign(statement))
    add_accesses_of_assignment(accesses, statement);
  else if (gcall* const call = dyn_cast<gcall*>(statement))
    add_accesses_of_call(accesses, call);
  return accesses;
}

const char* wrapped_function_of(gimple* statement) {
  if (!gimple_call_builtin_p(statement, BUILT_IN_NORMAL) ||
      optimize_bb_for_speed_p(gimple_bb(statement)))
    return nullptr;
  switch (DECL_FUNCTION_CODE(gimple_call_fndecl(statement))) {
    case BUILT_IN_MEMCMP:
    case BUILT_IN_BCMP:
    case BUILT_IN_MEMCHR:
    case BUILT_IN_STRCMP:
    case BUILT_IN_STRNCMP:
    case BUILT_IN_STRLEN:
    case BUILT_IN_STRNLEN:
      return IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(gimple_call_fndecl(statement)));
    default:
      return nullptr;
  }
}

}  // namespace hpcast::plugin

#include "hook_abi.h"

#include "target.h"

namespace hpcast::plugin {

namespace {

// GCC has the numbers 0 and 1 on x86.
struct Kind {
  unsigned number;
  const char* prefix;
  const char* attribute;
  unsigned kept_bytes;  // of each vector register
};
constexpr Kind kinds[] = {{5, "__hpcast_", "hpcast_hook", 16},
                          {6, "__hpcast_avx_", "hpcast_avx_hook", 32},
                          {7, "__hpcast_avx512_", "hpcast_avx512_hook", 64}};

const predefined_function_abi& (*abi_before)(const_tree) = nullptr;
bool (*is_changed_in_part_before)(unsigned, unsigned, machine_mode) = nullptr;

bool unit_has_several_targets = false;

void look_for_targets(void*, void*) {
  cgraph_node* node;
  FOR_EACH_FUNCTION(node) {
    unit_has_several_targets |= DECL_FUNCTION_SPECIFIC_TARGET(node->decl) != NULL_TREE;
  }
}

const Kind& present_kind() { return kinds[TARGET_AVX512F ? 2 : TARGET_AVX ? 1 : 0]; }

bool is_kept(unsigned reg) {
  return GENERAL_REGNO_P(reg) || LEGACY_SSE_REGNO_P(reg) || REX_SSE_REGNO_P(reg);
}

bool is_changed_in_part(unsigned number, unsigned reg, machine_mode mode) {
  for (const Kind& kind : kinds)
    if (kind.number == number)
      return SSE_REGNO_P(reg) && maybe_gt(GET_MODE_SIZE(mode), kind.kept_bytes);
  return is_changed_in_part_before(number, reg, mode);
}

const predefined_function_abi& abi_of(const Kind& kind) {
  predefined_function_abi& abi = function_abis[kind.number];
  if (!abi.initialized_p()) {
    HARD_REG_SET changed = default_function_abi.full_reg_clobbers();
    for (unsigned reg = 0; reg < FIRST_PSEUDO_REGISTER; ++reg)
      if (is_kept(reg) && !(SSE_REGNO_P(reg) && unit_has_several_targets))
        CLEAR_HARD_REG_BIT(changed, reg);
    abi.initialize(kind.number, changed);
  }
  return abi;
}

// Null: it is no hook's.
const Kind* kind_of(const_tree type) {
  for (const Kind& kind : kinds)
    if (lookup_attribute(kind.attribute, TYPE_ATTRIBUTES(type)) != NULL_TREE) return &kind;
  return nullptr;
}

const predefined_function_abi& abi_of_type(const_tree type) {
  if (const Kind* const kind = kind_of(type)) return abi_of(*kind);
  return abi_before != nullptr ? abi_before(type) : default_function_abi;
}

}  // namespace

std::string prefix_of_hooks() { return present_kind().prefix; }

// A library's first call of a function may go through the dynamic linker, which changes registers:
// it is to look for hooks as the library is loaded (noplt).
void make_hook(tree function) {
  const tree kind = tree_cons(get_identifier(present_kind().attribute), NULL_TREE, NULL_TREE);
  TREE_TYPE(function) = build_type_attribute_variant(TREE_TYPE(function), kind);
  DECL_ATTRIBUTES(function) =
      tree_cons(get_identifier("noplt"), NULL_TREE, DECL_ATTRIBUTES(function));
}

bool hooks_change_vectors() { return unit_has_several_targets && !TARGET_AVX512F; }

void register_hook_abi(const char* plugin) {
  register_callback(plugin, PLUGIN_ALL_IPA_PASSES_END, look_for_targets, nullptr);
  abi_before = targetm.calls.fntype_abi;
  targetm.calls.fntype_abi = abi_of_type;
  is_changed_in_part_before = targetm.hard_regno_call_part_clobbered;
  targetm.hard_regno_call_part_clobbered = is_changed_in_part;
}

}  // namespace hpcast::plugin

#include "hook_abi.h"

#include "target.h"

namespace hpcast::plugin {

namespace {

constexpr unsigned number_of_abi = 7;  // GCC has 0 and 1 on x86
const predefined_function_abi& (*abi_before)(const_tree) = nullptr;

const char* const name_of_attribute = "hpcast_hook";

bool is_type_of_hook(const_tree type) {
  return lookup_attribute(name_of_attribute, TYPE_ATTRIBUTES(type)) != NULL_TREE;
}

const predefined_function_abi& abi_of_hooks() {
  predefined_function_abi& abi = function_abis[number_of_abi];
  if (!abi.initialized_p()) {
    HARD_REG_SET changed = default_function_abi.full_reg_clobbers();
    for (unsigned reg = XMM6_REG; reg <= XMM7_REG; ++reg) CLEAR_HARD_REG_BIT(changed, reg);
    for (unsigned reg = XMM8_REG; reg <= XMM15_REG; ++reg) CLEAR_HARD_REG_BIT(changed, reg);
    abi.initialize(number_of_abi, changed);
  }
  return abi;
}

const predefined_function_abi& abi_of(const_tree type) {
  if (is_type_of_hook(type)) return abi_of_hooks();
  return abi_before != nullptr ? abi_before(type) : default_function_abi;
}

}  // namespace

tree type_of_hook(tree type) {
  const tree attribute = tree_cons(get_identifier(name_of_attribute), NULL_TREE, NULL_TREE);
  return build_type_attribute_variant(type, attribute);
}

void register_hook_abi() {
  abi_before = targetm.calls.fntype_abi;
  targetm.calls.fntype_abi = abi_of;
}

}  // namespace hpcast::plugin

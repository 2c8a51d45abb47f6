#include "hooks.h"

#include "ggc.h"
#include "hook_abi.h"

namespace hpcast::plugin {

namespace {

// Functions of the runtime that have been declared.
constexpr std::size_t most_hooks = 32;
std::string names[most_hooks];
tree declarations[most_hooks];
std::size_t known = 0;

const char* const hook_of_loops = "loop";
const char* const name_of_variables = "hpcast";

// They throw nothing.
tree declare(const std::string& name, tree type) {
  const tree function = build_fn_decl(name.c_str(), type);
  TREE_NOTHROW(function) = 1;
  DECL_ARTIFICIAL(function) = 1;
  make_hook(function);
  return function;
}

// The one of that name for the present function.
tree hook(const std::string& what, tree type) {
  const std::string name = prefix_of_hooks() + what;
  const std::size_t place = std::find(names, names + known, name) - names;
  if (place == known) {
    gcc_assert(known < most_hooks);
    names[known] = name;
    declarations[known++] = declare(name, type);
  }
  return declarations[place];
}

tree function_type(std::initializer_list<tree> arguments) {
  std::vector<tree> types(arguments);
  return build_function_type_array(void_type_node, static_cast<int>(types.size()), types.data());
}

const char* name_of(Op op) { return op == Op::read ? "read" : "write"; }

// A variable of the function's that holds the value, by whose address the runtime is told it.
tree kept_in_memory(gimple_stmt_iterator& before, tree value) {
  if (value == NULL_TREE) return null_pointer_node;
  const tree variable = own_variable(TYPE_MAIN_VARIANT(TREE_TYPE(value)));
  gsi_insert_before(&before, gimple_build_assign(variable, value), GSI_SAME_STMT);
  return build_fold_addr_expr(variable);
}

// 0: a bit for each lane.
unsigned HOST_WIDE_INT bytes_of_lane(tree mask) {
  if (mask == NULL_TREE || !VECTOR_TYPE_P(TREE_TYPE(mask))) return 0;
  if (VECTOR_BOOLEAN_TYPE_P(TREE_TYPE(mask)) && SCALAR_INT_MODE_P(TYPE_MODE(TREE_TYPE(mask))))
    return 0;
  return tree_to_uhwi(TYPE_SIZE_UNIT(TREE_TYPE(TREE_TYPE(mask))));
}

// As tracers/compiler/runtime/lanes.cc reads it.
unsigned HOST_WIDE_INT shape_of(const Access& access) {
  const Lanes& lanes = access.lanes;
  const unsigned HOST_WIDE_INT index =
      lanes.indices == NULL_TREE
          ? 0
          : tree_to_uhwi(TYPE_SIZE_UNIT(TREE_TYPE(TREE_TYPE(lanes.indices))));
  return lanes.count | access.bytes << 8 | bytes_of_lane(lanes.mask) << 16 | index << 24 |
         static_cast<unsigned HOST_WIDE_INT>(lanes.scale) << 32;
}

class Caller {
 public:
  explicit Caller(gimple_stmt_iterator& before) : before_(before) {}

  void call(const std::string& name, std::initializer_list<tree> arguments) {
    auto_vec<tree> values;
    std::vector<tree> types;
    for (const tree argument : arguments) {
      values.safe_push(force_gimple_operand_gsi(&before_, unshare_expr(argument), true, NULL_TREE,
                                                true, GSI_SAME_STMT));
      types.push_back(POINTER_TYPE_P(TREE_TYPE(argument)) ? ptr_type_node : size_type_node);
    }
    const tree type =
        build_function_type_array(void_type_node, static_cast<int>(types.size()), types.data());
    gcall* const call = gimple_build_call_vec(hook(name, type), values);
    gimple_set_location(call, gimple_location(gsi_stmt(before_)));
    gsi_insert_before(&before_, call, GSI_SAME_STMT);
  }

 private:
  gimple_stmt_iterator& before_;
};

const char* name_of(Moment moment) {
  switch (moment) {
    case Moment::function_entered:
      return "func_entry";
    case Moment::function_left:
      return "func_exit";
    case Moment::exception_landed:
      return "landed";
  }
  gcc_unreachable();
}

}  // namespace

void keep_hooks(const char* plugin) {
  static const ggc_root_tab roots[] = {
      {declarations, most_hooks, sizeof(tree), &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
      LAST_GGC_ROOT_TAB};
  register_callback(plugin, PLUGIN_REGISTER_GGC_ROOTS, nullptr, const_cast<ggc_root_tab*>(roots));
}

bool is_size_class(unsigned HOST_WIDE_INT bytes) {
  return bytes > 0 && bytes <= 64 && (bytes & (bytes - 1)) == 0;
}

void tell_lanes(gimple_stmt_iterator& before, const Access& access) {
  const tree mask = kept_in_memory(before, access.lanes.mask);
  const tree indices = kept_in_memory(before, access.lanes.indices);
  Caller(before).call(std::string("lanes_") + name_of(access.op),
                      {access.address, mask, indices, size_int(shape_of(access))});
}

gimple* call_at(Moment moment) {
  return gimple_build_call(hook(name_of(moment), function_type({})), 0);
}

std::string name_of_hook_at(Moment moment) { return prefix_of_hooks() + name_of(moment); }

gimple* call_of_loop(tree streams, tree table, tree iterations, std::size_t exit, tree kept) {
  const tree type =
      function_type({ptr_type_node, ptr_type_node, size_type_node, size_type_node, ptr_type_node});
  return gimple_build_call(hook(hook_of_loops, type), 5, streams, table, iterations, size_int(exit),
                           kept);
}

bool is_hook(tree function) {
  return std::find(declarations, declarations + known, function) != declarations + known;
}

bool is_hook_of_loops(tree function) {
  if (!is_hook(function)) return false;
  const char* const name = IDENTIFIER_POINTER(DECL_NAME(function));
  return strcmp(strrchr(name, '_') + 1, hook_of_loops) == 0;
}

bool is_hook_of_lanes(tree function) {
  return is_hook(function) && strstr(IDENTIFIER_POINTER(DECL_NAME(function)), "lanes_") != nullptr;
}

tree own_variable(tree type) {
  const tree variable = create_tmp_var(type, name_of_variables);
  TREE_ADDRESSABLE(variable) = 1;
  return variable;
}

// Of a type of their own.
tree own_words(std::size_t count) {
  const tree type = build_distinct_type_copy(build_array_type_nelts(size_type_node, count));
  TYPE_NAME(type) = get_identifier(name_of_variables);
  return own_variable(type);
}

bool is_own_variable(tree base) {
  if (TYPE_NAME(TREE_TYPE(base)) == get_identifier(name_of_variables)) return true;
  return VAR_P(base) && DECL_ARTIFICIAL(base) && DECL_NAME(base) != NULL_TREE &&
         startswith(IDENTIFIER_POINTER(DECL_NAME(base)), name_of_variables);
}

}  // namespace hpcast::plugin

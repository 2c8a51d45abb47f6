#include "counting.h"

#include "assembler_text.h"
#include "descriptions.h"
#include "hook_abi.h"
#include "loop_tables.h"
#include "references.h"

namespace hpcast::plugin {

namespace {

// What a static program calls before it has storage of threads, if it has its own: these, resolvers
// of ifuncs, and what of the unit both call.
constexpr const char* early_functions[] = {"memcpy", "memmove", "mempcpy",   "memset",  "memcmp",
                                           "memchr", "memrchr", "rawmemchr", "bcopy",   "bcmp",
                                           "bzero",  "strlen",  "strnlen",   "strcmp",  "strncmp",
                                           "strchr", "strrchr", "strcpy",    "strncpy", "stpcpy",
                                           "strcat", "strstr",  "strcspn",   "sbrk",    "brk"};

bool resolves_ifunc(cgraph_node* node) {
  ipa_ref* alias;
  FOR_EACH_ALIAS(node, alias) {
    if (alias->referring->ifunc_resolver) return true;
  }
  return node->ifunc_resolver;
}

bool has_early_name(tree function) {
  const char* const name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));
  return std::any_of(std::begin(early_functions), std::end(early_functions),
                     [&](const char* early) { return strcmp(name, early) == 0; });
}

// By number. Who calls whom GCC forgets as it goes from function to function.
std::vector<bool> early;

void add_early(cgraph_node* node) {
  const auto number = static_cast<std::size_t>(node->get_uid());
  if (number >= early.size()) early.resize(number + 1);
  if (early[number]) return;
  early[number] = true;
  for (cgraph_edge* call = node->callees; call != nullptr; call = call->next_callee)
    add_early(call->callee->ultimate_alias_target());
}

void find_early_functions(void*, void*) {
  cgraph_node* node;
  FOR_EACH_FUNCTION(node) {
    if (resolves_ifunc(node) || has_early_name(node->decl)) add_early(node);
  }
}

bool may_run_early(tree function) {
  cgraph_node* const node = cgraph_node::get(function);
  return node != nullptr && static_cast<std::size_t>(node->get_uid()) < early.size() &&
         early[node->get_uid()];
}

// Where in a piece something may be added that changes the flags and, if asked for, a register.
struct Place {
  rtx_insn* before = nullptr;  // null: nowhere
  unsigned scratch = INVALID_REGNUM;
};

bool tells(rtx_insn* instruction) {
  return is_call_of_lanes(instruction) || repetition_in(instruction).bytes > 0 ||
         !references_of(instruction).empty();
}

// The piece's instructions as far as the first one that refers to something, with those that are
// not the program's own.
std::vector<rtx_insn*> beginning_of(const Piece& piece) {
  std::vector<rtx_insn*> found;
  for (rtx_insn* i = piece.begin;; i = NEXT_INSN(i)) {
    if (NONDEBUG_INSN_P(i)) found.push_back(i);
    if (i == piece.instructions.back() || (NONDEBUG_INSN_P(i) && tells(i))) return found;
  }
}

unsigned free_register(const_bitmap live) {
  constexpr unsigned candidates[] = {AX_REG, CX_REG, DX_REG,  SI_REG, DI_REG,
                                     R8_REG, R9_REG, R10_REG, R11_REG};
  for (const unsigned reg : candidates)
    if (!bitmap_bit_p(live, reg) && !fixed_regs[reg] && crtl->abi->clobbers_full_reg_p(reg))
      return reg;
  return INVALID_REGNUM;
}

// The first one of these instructions of the block.
Place find_place(basic_block block, const std::vector<rtx_insn*>& instructions,
                 bool with_register) {
  Place place;
  bitmap live = BITMAP_ALLOC(nullptr);
  bitmap_copy(live, df_get_live_out(block));
  df_simulate_initialize_backwards(block, live);
  rtx_insn* instruction;
  FOR_BB_INSNS_REVERSE(block, instruction) {
    if (!NONDEBUG_INSN_P(instruction)) continue;
    df_simulate_one_insn_backwards(block, instruction, live);
    const unsigned scratch = free_register(live);
    if (bitmap_bit_p(live, FLAGS_REG) || (with_register && scratch == INVALID_REGNUM)) continue;
    if (std::find(instructions.begin(), instructions.end(), instruction) != instructions.end())
      place = {instruction, scratch};
  }
  BITMAP_FREE(live);
  return place;
}

const char* const counts = "__hpcast_counts";

// In both dialects of the assembler. Instructions come last: their sum has its sign where somebody
// wants to know of the piece.
std::string addition(const Operations& operations, const std::string& symbol_or_register) {
  std::string text;
  for (unsigned i = operation_words; i-- > 0;) {
    const std::string number = std::to_string(words_of(operations)[i]);
    if (number == "0") continue;
    const std::string place = std::to_string(8 * i);
    if (!text.empty()) text += "\n\t";
    if (symbol_or_register.empty())
      text += "add{q}\t{$" + number + ", %%fs:" + counts + "@tpoff+" + place +
              "|QWORD PTR fs:" + counts + "@tpoff+" + place + ", " + number + "}";
    else
      text += "add{q}\t{$" + number + ", %%fs:" + place + "(%%" + symbol_or_register +
              ")|QWORD PTR fs:[" + symbol_or_register + "+" + place + "], " + number + "}";
  }
  return text;
}

std::string name_of_register(unsigned number) {
  const std::string name = reg_names[number];
  return name[0] == 'r' ? name : "r" + name;
}

// Behind an addition, and away from the way that is gone as a rule: the hook finds the record in
// %r11 and, behind where it was called from, where the piece lies.
std::string telling(unsigned piece) {
  const std::string record = name_of_record(piece), hook = prefix_of_hooks() + "piece@GOTPCREL";
  return "\n\tjs\t771f\n772:\n\t.subsection 1\n771:\tlea{q}\t{-128(%%rsp), %%rsp|rsp, [rsp-128]}\n"
         "\tpush{q}\t{%%r11|r11}\n\tlea{q}\t{772b(%%rip), %%r11|r11, 772b[rip]}\n"
         "\tpush{q}\t{%%r11|r11}\n\tlea{q}\t{" +
         record + "(%%rip), %%r11|r11, " + record + "[rip]}\n\tcall\t{*" + hook +
         "(%%rip)|[QWORD PTR " + hook +
         "[rip]]}\n\tlea{q}\t{8(%%rsp), %%rsp|rsp, "
         "[rsp+8]}\n\tpop{q}\t{%%r11|r11}\n\tlea{q}\t{128(%%rsp), %%rsp|rsp, [rsp+128]}\n"
         "\tjmp\t772b\n\t.subsection 0";
}

// A library's counts are the program's that it is loaded into.
std::string text_for_library(const Operations& operations, unsigned piece, unsigned scratch) {
  const std::string reg = name_of_register(scratch);
  return std::string("mov{q}\t{") + counts + "@gottpoff(%%rip), %%" + reg + "|" + reg +
         ", QWORD PTR " + counts + "@gottpoff[rip]}\n\t" + addition(operations, reg) +
         telling(piece);
}
std::string text_for_program(const Operations& operations, unsigned piece) {
  return addition(operations, "") + telling(piece);
}

// Where there is neither a register free nor the flags.
std::string saving(const std::string& text) {
  return "lea{q}\t{-128(%%rsp), %%rsp|rsp, [rsp-128]}\n\tpush{q}\t{%%rax|rax}\n\tpushf{q}\n\t" +
         text + "\n\tpopf{q}\n\tpop{q}\t{%%rax|rax}\n\tlea{q}\t{128(%%rsp), %%rsp|rsp, [rsp+128]}";
}

void add_to_counts(const Piece& piece, const Operations& operations) {
  const bool in_library = flag_shlib != 0;
  const std::vector<rtx_insn*> beginning = beginning_of(piece);
  const Place place = find_place(piece.block, beginning, in_library);
  const unsigned scratch = in_library ? place.scratch : INVALID_REGNUM;
  if (place.before != nullptr) {
    const std::string text = in_library ? text_for_library(operations, piece.number, scratch)
                                        : text_for_program(operations, piece.number);
    emit_insn_before(assembler_text(text, scratch), place.before);
    return;
  }
  const std::string text = in_library ? text_for_library(operations, piece.number, AX_REG)
                                      : text_for_program(operations, piece.number);
  emit_insn_before(assembler_text(saving(text), INVALID_REGNUM), beginning.front());
}

Operations operations_in(const Piece& piece) {
  Operations sum;
  for (rtx_insn* const instruction : piece.instructions) sum += operations_of(instruction);
  return sum;
}

}  // namespace

void count(const std::vector<Piece>& pieces) {
  for (const Piece& piece : pieces) {
    if (piece.mark == no_mark)
      add_to_counts(piece, operations_in(piece));
    else
      executes(piece.mark, piece.number, operations_in(piece));
  }
}

bool is_counted(function* fun) { return !may_run_early(fun->decl); }

void register_early_functions(const char* plugin) {
  register_callback(plugin, PLUGIN_ALL_IPA_PASSES_END, find_early_functions, nullptr);
}

}  // namespace hpcast::plugin

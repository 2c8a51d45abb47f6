#include "telling.h"

#include "assembler_text.h"
#include "hook_abi.h"
#include "hooks.h"
#include "references.h"

namespace hpcast::plugin {

namespace {

// What is in use where a hook is called, and has to be kept by the way to it.
struct Site {
  rtx_insn* before;
  bool has_red_zone;  // below the stack pointer
  bool has_flags;
  bool has_address_register;
};

class Call {
 public:
  explicit Call(const Site& site) {
    if (site.has_red_zone)
      around("lea{q}\t{-128(%%rsp), %%rsp|rsp, [rsp-128]}",
             "lea{q}\t{128(%%rsp), %%rsp|rsp, [rsp+128]}", 128);
    if (site.has_address_register) save("{%%r11|r11}");
    if (site.has_flags) around("pushf{q}", "popf{q}", 8);
  }
  void save(const std::string& reg) { around("push{q}\t" + reg, "pop{q}\t" + reg, 8); }
  void add(const std::string& instruction) { before_ += instruction + "\n\t"; }
  HOST_WIDE_INT stack_moved() const { return stack_moved_; }

  std::string text(const std::string& hook) const {
    const std::string place = hook + "@GOTPCREL";
    return before_ + "call\t{*" + place + "(%%rip)|[QWORD PTR " + place + "[rip]]}" + after_;
  }

 private:
  void around(const std::string& before, const std::string& after, HOST_WIDE_INT bytes) {
    add(before);
    after_ = "\n\t" + after + after_;
    stack_moved_ += bytes;
  }

  std::string before_, after_;
  HOST_WIDE_INT stack_moved_ = 0;
};

std::string hook_of(const Reference& reference) {
  const bool is_read = reference.use == Use::read;
  if (reference.use == Use::nontemporal) return "nontemporal";
  if (!is_size_class(reference.bytes)) return is_read ? "read_range" : "write_range";
  const bool may_cross = reference.bytes >= 16 || (!reference.is_aligned && reference.bytes > 1);
  return (may_cross ? "unaligned_" : "") + std::string(is_read ? "read" : "write") +
         std::to_string(reference.bytes);
}

// The address is in the instruction, as large as it is.
bool may_have_64_bits(const_rtx address) {
  const bool is_large = ix86_cmodel == CM_MEDIUM || ix86_cmodel == CM_LARGE;
  return CONST_INT_P(address) || (CONSTANT_P(address) && is_large);
}

// To %r11.
void add_address(Call& call, rtx address) {
  call.add(may_have_64_bits(address) ? "movabs{q}\t{%0, %%r11|r11, %0}"
                                     : "lea{q}\t{%0, %%r11|r11, %0}");
}

// The same of a thread's storage. A constant alone would be a number in Intel's syntax; a sum of
// registers may have no room for another. Returns what is to be %0.
rtx add_address_of_thread(Call& call, rtx address) {
  if (!CONSTANT_P(address)) {
    add_address(call, address);
    call.add("add{q}\t{%%fs:0, %%r11|r11, QWORD PTR fs:0}");
    return address;
  }
  call.add("mov{q}\t{%%fs:0, %%r11|r11, QWORD PTR fs:0}");
  const rtx sum = gen_rtx_PLUS(Pmode, gen_rtx_REG(Pmode, R11_REG), address);
  add_address(call, sum);
  return sum;
}

void tell(const Reference& reference, const Site& site) {
  Call call(site);
  rtx address = reference.address;
  if (reg_mentioned_p(stack_pointer_rtx, address))
    address = plus_constant(Pmode, address, call.stack_moved());
  if (reference.segment == ADDR_SPACE_SEG_FS)
    address = add_address_of_thread(call, address);
  else
    add_address(call, address);
  if (!is_size_class(reference.bytes) || reference.use == Use::nontemporal) {
    call.save("{%%rdi|rdi}");
    call.save("{%%rsi|rsi}");
    call.add("mov{q}\t{%%r11, %%rdi|rdi, r11}");
    call.add("mov{l}\t{$" + std::to_string(reference.bytes) + ", %%esi|esi, " +
             std::to_string(reference.bytes) + "}");
  }
  emit_insn_before(
      assembler_text(call.text(prefix_of_hooks() + hook_of(reference)),
                     site.has_address_register ? INVALID_REGNUM : R11_REG,
                     may_have_64_bits(address) ? address : gen_rtx_MEM(QImode, address)),
      site.before);
}

void tell(const Repetition& repetition, const Site& site) {
  Call call(site);
  const std::string length = repetition.copies ? "rdx" : "rsi";  // the register for it
  const std::string bytes = std::to_string(repetition.bytes);
  call.save("{%%" + length + "|" + length + "}");
  call.add("lea{q}\t{(,%%rcx," + bytes + "), %%" + length + "|" + length + ", [rcx*" + bytes +
           "]}");
  emit_insn_before(
      assembler_text(call.text(prefix_of_hooks() + (repetition.copies ? "copy" : "fill"))),
      site.before);
}

void tell_before(const Site& site) {
  const Repetition repetition = repetition_in(site.before);
  if (repetition.bytes > 0) return tell(repetition, site);
  for (const Reference& reference : references_of(site.before)) tell(reference, site);
}

void tell_references(basic_block block, const Marked& marked, const NeededCode& code) {
  auto_bitmap live;
  bitmap_copy(live, df_get_live_out(block));
  df_simulate_initialize_backwards(block, live);
  rtx_insn *instruction, *previous;
  FOR_BB_INSNS_REVERSE_SAFE(block, instruction, previous) {
    if (!NONDEBUG_INSN_P(instruction)) continue;
    df_simulate_one_insn_backwards(block, instruction, live);
    if (code.is_needed(instruction) && !marked.is_marked(instruction))
      tell_before({instruction, cfun->machine->frame.red_zone_size > 0,
                   bitmap_bit_p(live, FLAGS_REG) != 0,
                   bitmap_bit_p(live, R11_REG) != 0 || fixed_regs[R11_REG] != 0});
  }
}

}  // namespace

void tell_references(function* fun, const Marked& marked, const NeededCode& code) {
  basic_block block;
  FOR_EACH_BB_FN(block, fun) tell_references(block, marked, code);
}

}  // namespace hpcast::plugin

// SPDX-License-Identifier: GPL-2.0-or-later
#include "instrument.h"

#include <new>

#include "batch.h"
#include "builder.h"
#include "counts.h"
#include "describer.h"
#include "hpcast/inputs/blocks/waiting_turn.h"
#include "hpcast/inputs/reftrace/pieces.h"
#include "instruction.h"
#include "loads.h"
#include "look_slice.h"
#include "memory.h"
#include "modules.h"
#include "operation.h"
#include "places.h"
#include "spinning.h"
#include "streams.h"

namespace hpcast::tracer {
namespace {

using reftrace::Op;

// An instruction may make several references: each is a site of its own.
Word site_of(Addr instruction, unsigned reference) {
  return reftrace::site_of_instruction(instruction * 8 + reference);
}

// For instructions that move more than a register; `present` 0: that has not.
void record_range(std::uint64_t address, std::uint64_t bytes, std::uint64_t op_and_site,
                  std::uint64_t present) {
  if (present == 0) {
    *batch.cursor++ = reftrace::absent_reference;
    return;
  }
  const auto op = static_cast<Op>(op_and_site & 3);
  for (reftrace::Pieces pieces(address, bytes); !pieces.done();) {
    const reftrace::Piece piece = pieces.next();
    *batch.cursor++ = reftrace::reference(piece.address, piece.log2_size, op, op_and_site >> 2);
  }
}

class Instrumenter {
 public:
  Instrumenter(const IRSB* in, const Instrumentation& what)
      : in_(in), out_(deepCopyIRSBExceptStmts(in)), merged_(in), at_begin_(what.at_begin) {
    if (!what.code) return;
    describer_ = new (describer_storage_) Describer(in);
    number_ = code_table()->claim();
  }
  ~Instrumenter() {
    if (describer_ != nullptr) describer_->~Describer();
  }
  Instrumenter(const Instrumenter&) = delete;
  Instrumenter& operator=(const Instrumenter&) = delete;

  IRSB* run() {
    Int first = 0;
    // What comes before the first instruction is VEX's own.
    while (first < in_->stmts_used && in_->stmts[first]->tag != Ist_IMark)
      out_.add(in_->stmts[first++]);
    if (at_begin_ != nullptr) out_.call("hpcast: at_begin", at_begin_, mkIRExprVec_0());
    look_for_room();
    begin_code();
    for (Int i = first; i < in_->stmts_used; ++i) statement(i);
    leave();
    settle();
    if (in_->jumpkind == Ijk_Yield || is_back(in_->next)) may_go_back(nullptr);
    if (describer_ != nullptr) describe();
    return out_.block();
  }

 private:
  // ---- the batch

  void look_for_room() {
    IRExpr* const cursor = out_.load(Builder::address_of(batch.cursor));
    IRExpr* const full = out_.binary(Iop_CmpLE64U, limit(), cursor);
    out_.call("hpcast: flush_batch", flush_batch, mkIRExprVec_0(), full);
    begin_words();
  }
  static IRExpr* limit() { return Builder::address_of(*batch_limit()); }

  void begin_words() {
    cursor_ = out_.load(Builder::address_of(batch.cursor));
    words_ = settled_words_ = 0;
  }

  // ---- what is executed

  // The word that says so goes before the references; how the superblock is left, it tells in the
  // end.
  void begin_code() {
    if (describer_ == nullptr) return;
    code_word_ = cursor_;
    ++words_;
  }
  void leave() {
    if (describer_ == nullptr) return;
    out_.store(code_word_, Builder::constant(reftrace::executed(number_, describer_->next_exit())));
  }
  void describe() {
    note_module(instruction_address_);
    const unsigned words = describer_->finish(process_index());
    if (words == 0) return;
    code_table()->describe(number_, Describer::words(), words);
    for (unsigned i = 0; i < ways_back_; ++i) go_back(way_back_[i]);
  }

  // ---- loops that may wait: they go back from a superblock that may be the last one of a turn, to
  // itself or to one before, or by way of one that ends with a pause

  bool is_back(const IRExpr* next) const {
    return next->tag == Iex_Const && is_back(*next->Iex.Const.con);
  }
  bool is_back(const IRConst& address) const {
    constexpr Addr longest_loop = 256;
    return address.Ico.U64 <= start_ && start_ - address.Ico.U64 < longest_loop;
  }

  // Where the next exit leads. Whether it does is known when all is described.
  void may_go_back(IRExpr* guard) {
    if (describer_ == nullptr || ways_back_ == most_ways_back) return;
    way_back_[ways_back_++] = {out_.keep_place(), describer_->next_exit(), guard};
  }
  struct WayBack {
    Int place;
    unsigned exit;
    IRExpr* guard;  // null: always
  };
  static bool may_be_turn(unsigned exit) {
    if (!blocks::WaitingTurn::may_wait(Describer::words(), exit)) return false;
    blocks::WaitingTurn turn;
    turn.pass(Describer::words(), exit);
    return turn.waits();
  }
  void go_back(const WayBack& way) {
    const bool pauses = way.guard == nullptr && in_->jumpkind == Ijk_Yield;
    if (pauses || may_be_turn(way.exit))
      out_.call_at(way.place, "hpcast: loop_goes_back", loop_goes_back,
                   mkIRExprVec_2(Builder::constant(number_), Builder::constant(pauses)), way.guard);
  }

  // ---- looks of such loops: who leaves there says what was asked

  void look_at(Int exit) {
    const unsigned place = place_of(instruction_address_);
    if (place == Places::none) return;
    auto* const code = zeroed<LookCode>("hpcast.look", 1);
    LookInputs inputs{};
    if (!slice_look(in_, exit, *code, inputs)) return release(code);
    const IRStmt& s = *in_->stmts[exit];
    code->place = place;
    code->exit_is_taken = s.Ist.Exit.dst->Ico.U64 != instruction_address_ + instruction_bytes_;
    for (unsigned i = 0; i < code->inputs; ++i) {
      store_look(look_inputs.value[i], inputs.value[i]);
      if (inputs.address[i] != nullptr) store_look(look_inputs.address[i], inputs.address[i]);
    }
    store_look(look_inputs.outcome, s.Ist.Exit.guard);
    out_.call("hpcast: look", look, mkIRExprVec_1(Builder::address_of(*code)));
  }
  void store_look(std::uint64_t& variable, IRExpr* value) {
    out_.store(Builder::address_of(variable), out_.widened(value));
  }

  // The variables agree with what this superblock has done so far.
  void settle() {
    settle_batch();
    settle_counts();
  }
  void settle_batch() {
    if (words_ == settled_words_) return;
    out_.store(Builder::address_of(batch.cursor), out_.plus(cursor_, 8 * words_));
    settled_words_ = words_;
  }

  void put_word(IRExpr* word) { out_.store(out_.plus(cursor_, 8 * words_++), word); }

  // `guard` null: always.
  void put_reference(IRExpr* address, unsigned bytes, Op op, IRExpr* guard) {
    if (!reftrace::is_one_reference(bytes)) return put_range(address, bytes, op, guard);
    if (describer_ != nullptr) describer_->operand(op, address, bytes, guard);
    const auto log2 = static_cast<unsigned>(__builtin_ctz(bytes));
    IRExpr* const word =
        out_.binary(Iop_Or64, address, Builder::constant(reftrace::reference(0, log2, op, site())));
    if (guard == nullptr) return put_word(word);
    if (describer_ != nullptr)
      return put_word(out_.choose(guard, word, Builder::constant(reftrace::absent_reference)));
    put_word(word);
    take_back_unless(guard);
  }

  // The reference just written counts only if `guard` is true.
  void take_back_unless(IRExpr* guard) {
    IRExpr* const kept = out_.plus(cursor_, std::uint64_t{8} * words_);
    cursor_ = out_.choose(guard, kept, out_.plus(cursor_, std::uint64_t{8} * (words_ - 1)));
    words_ = 0;
    settled_words_ = unsettled;
  }

  void put_range(IRExpr* address, unsigned bytes, Op op, IRExpr* guard) {
    IRExpr* present = Builder::constant(1);
    if (describer_ != nullptr) {
      describer_->operand(op, address, bytes, guard, true);
      if (guard != nullptr) present = out_.hold(IRExpr_Unop(Iop_1Uto64, guard));
      guard = nullptr;
    }
    settle_batch();
    out_.call(
        "hpcast: record_range", record_range,
        mkIRExprVec_4(address, Builder::constant(bytes),
                      Builder::constant(static_cast<std::uint64_t>(op) | site() << 2), present),
        guard);
    begin_words();
  }

  Word site() { return site_of(instruction_address_, references_of_instruction_++); }

  // ---- statements

  void statement(Int index) {
    IRStmt* const s = in_->stmts[index];
    switch (s->tag) {
      case Ist_IMark:
        begin_instruction(*s);
        if (describer_ != nullptr) describer_->begin_instruction(index, instruction_);
        break;
      case Ist_WrTmp:
        value(index, *s->Ist.WrTmp.data);
        break;
      case Ist_Store:
        store(s->Ist.Store.addr, s->Ist.Store.data, nullptr);
        break;
      case Ist_StoreG:
        store(s->Ist.StoreG.details->addr, s->Ist.StoreG.details->data,
              s->Ist.StoreG.details->guard);
        break;
      case Ist_LoadG:
        conditional_load(*s->Ist.LoadG.details);
        break;
      case Ist_CAS:
        compare_and_swap(*s->Ist.CAS.details);
        break;
      case Ist_Dirty:
        helper(*s->Ist.Dirty.details);
        break;
      case Ist_Exit:
        leave();
        settle();
        if (describer_ != nullptr) look_at(index);
        if (is_back(*s->Ist.Exit.dst)) may_go_back(s->Ist.Exit.guard);
        break;
      default:
        break;
    }
    out_.add(s);
    if (describer_ != nullptr) describer_->follow(s);
  }

  void begin_instruction(const IRStmt& mark) {
    if (start_ == 0) start_ = mark.Ist.IMark.addr;
    instruction_address_ = mark.Ist.IMark.addr + mark.Ist.IMark.delta;
    instruction_ =
        decode(reinterpret_cast<const std::uint8_t*>(mark.Ist.IMark.addr), mark.Ist.IMark.len);
    instruction_bytes_ = mark.Ist.IMark.len;
    references_of_instruction_ = 0;
    last_read_ = nullptr;
    ++counts_.instructions;
    counts_.integer += is_integer_operation(instruction_) ? 1 : 0;
  }

  void value(Int index, const IRExpr& data) {
    if (data.tag == Iex_Load) return load(index, data);
    IROp op = Iop_INVALID;
    if (data.tag == Iex_Unop) op = data.Iex.Unop.op;
    if (data.tag == Iex_Binop) op = data.Iex.Binop.op;
    if (data.tag == Iex_Triop) op = data.Iex.Triop.details->op;
    if (data.tag == Iex_Qop) op = data.Iex.Qop.details->op;
    if (op != Iop_INVALID) count(op);
  }

  void load(Int index, const IRExpr& data) {
    IRExpr* const address = data.Iex.Load.addr;
    last_read_ = address;
    if (is_masked_byte_store(instruction_)) return;
    const unsigned bytes = merged_.bytes(index);
    if (bytes != 0) {
      IRExpr* const guard = is_gather(instruction_) ? lane_of_gather(index, address) : nullptr;
      put_reference(address, bytes, Op::read, guard);
    }
  }

  // What says whether the lane is gathered. (For one that is masked out, VEX chooses another
  // address and loads from there.)
  IRExpr* lane_of_gather(Int load, const IRExpr* address) const {
    for (Int i = load - 1; i >= 0 && in_->stmts[i]->tag != Ist_IMark; --i) {
      const IRStmt& s = *in_->stmts[i];
      if (s.tag != Ist_WrTmp || address->tag != Iex_RdTmp ||
          s.Ist.WrTmp.tmp != address->Iex.RdTmp.tmp)
        continue;
      if (s.Ist.WrTmp.data->tag == Iex_ITE) return s.Ist.WrTmp.data->Iex.ITE.cond;
      address = s.Ist.WrTmp.data;
    }
    return nullptr;
  }

  void store(IRExpr* address, const IRExpr* data, IRExpr* guard) {
    const auto bytes = static_cast<unsigned>(sizeofIRType(out_.type_of(data)));
    put_reference(address, bytes,
                  is_nontemporal_store(instruction_) ? Op::nontemporal_write : Op::write, guard);
  }

  void conditional_load(const IRLoadG& load) {
    IRType result, loaded;
    typeOfIRLoadGOp(load.cvt, &result, &loaded);
    put_reference(load.addr, static_cast<unsigned>(sizeofIRType(loaded)), Op::read, load.guard);
  }

  // Read, then written, as every locked instruction does whether or not the comparison holds. VEX
  // reads before the comparison where the instruction computes the new value.
  void compare_and_swap(const IRCAS& cas) {
    const auto bytes = static_cast<unsigned>(sizeofIRType(out_.type_of(cas.dataLo))) *
                       (cas.dataHi != nullptr ? 2 : 1);
    if (last_read_ == nullptr || !eqIRAtom(last_read_, cas.addr))
      put_reference(cas.addr, bytes, Op::read, nullptr);
    put_reference(cas.addr, bytes, Op::write, nullptr);
  }

  void helper(const IRDirty& dirty) {
    if (dirty.mFx == Ifx_None) return;
    const auto bytes = static_cast<unsigned>(dirty.mSize);
    if (dirty.mFx != Ifx_Write) put_range(dirty.mAddr, bytes, Op::read, dirty.guard);
    if (dirty.mFx != Ifx_Read) put_range(dirty.mAddr, bytes, Op::write, dirty.guard);
  }

  // ---- operations

  void count(IROp op) {
    counts_.integer += integer_elements(op);
    const FloatOperation operation = float_operation(op);
    if (operation.flops == 0) return;
    if (is_add_subtract(instruction_) &&
        (op == Iop_Sub64Fx2 || op == Iop_Sub64Fx4 || op == Iop_Sub32Fx4 || op == Iop_Sub32Fx8))
      return;
    if (is_x87(instruction_)) {
      counts_.x87_flops += operation.flops;
    } else {
      auto& by_width = operation.double_precision ? counts_.dp_flops : counts_.sp_flops;
      by_width[static_cast<unsigned>(width_of(operation))] += operation.flops;
    }
  }

  FlopWidth width_of(const FloatOperation& operation) const {
    const bool scalar = is_fused(instruction_) ? is_scalar_fused(instruction_) : operation.scalar;
    if (scalar) return FlopWidth::scalar;
    return instruction_.wide ? FlopWidth::bits256 : FlopWidth::bits128;
  }

  void settle_counts() {
    const auto add = [&](std::uint64_t& word, std::uint64_t low, std::uint64_t high) {
      if ((low | high) != 0) out_.add_to(word, low | high << 32);
    };
    add(packed_counts.instructions_integer, counts_.instructions, counts_.integer);
    for (unsigned w = 0; w < flop_widths; ++w)
      add(packed_counts.dp_sp[w], counts_.dp_flops[w], counts_.sp_flops[w]);
    add(packed_counts.x87, counts_.x87_flops, 0);
    counts_ = {};
  }

  const IRSB* in_;
  Builder out_;
  LoadMerger merged_;
  void (*at_begin_)();
  // Where what is executed is wanted; else null.
  Describer* describer_ = nullptr;
  alignas(Describer) char describer_storage_[sizeof(Describer)];
  std::uint32_t number_ = reftrace::undescribed_block;
  static constexpr unsigned most_ways_back = 8;
  WayBack way_back_[most_ways_back];
  unsigned ways_back_ = 0;
  Addr start_ = 0;               // of the superblock
  IRExpr* code_word_ = nullptr;  // where the word lies that tells of it
  IRExpr* cursor_ = nullptr;     // batch.cursor as it was, and
  unsigned words_ = 0;           // what has been written behind it since
  static constexpr unsigned unsettled = ~0U;
  unsigned settled_words_ = 0;  // that the variable tells of
  Instruction instruction_;
  Addr instruction_address_ = 0;
  unsigned instruction_bytes_ = 0;
  unsigned references_of_instruction_ = 0;
  const IRExpr* last_read_ = nullptr;  // address of the instruction's last load
  OperationCounts counts_{};           // since the last way out
};

}  // namespace

IRSB* instrument(const IRSB* block, const Instrumentation& what) {
  return Instrumenter(block, what).run();
}

}  // namespace hpcast::tracer

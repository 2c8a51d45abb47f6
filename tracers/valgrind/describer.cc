// SPDX-License-Identifier: GPL-2.0-or-later
#include "describer.h"

#include "instruction_kind.h"
#include "libvex_guest_amd64.h"

namespace hpcast::tracer {
namespace {

using blocks::Kind;
using blocks::Word;
using reftrace::Op;

constexpr unsigned longest = 1U << 14;  // words
Word description[longest];

// Registers, by number; none: what no instruction waits for.
constexpr unsigned flags = 16, x87_unit = 17, vectors = 24, none = blocks::registers;

#define HPCAST_OFFSET(name) static_cast<Int>(__builtin_offsetof(VexGuestAMD64State, name))
unsigned register_at(Int offset) {
  if (offset >= HPCAST_OFFSET(guest_RAX) && offset < HPCAST_OFFSET(guest_R15) + 8)
    return static_cast<unsigned>(offset - HPCAST_OFFSET(guest_RAX)) / 8;
  if (offset >= HPCAST_OFFSET(guest_CC_OP) && offset < HPCAST_OFFSET(guest_CC_NDEP) + 8)
    return flags;
  if (offset >= HPCAST_OFFSET(guest_YMM0) && offset < HPCAST_OFFSET(guest_YMM16) + 32)
    return vectors + static_cast<unsigned>(offset - HPCAST_OFFSET(guest_YMM0)) / 32;
  if (offset >= HPCAST_OFFSET(guest_FTOP) && offset < HPCAST_OFFSET(guest_FC3210) + 8)
    return x87_unit;
  return none;
}

unsigned offset_in_register(Int offset, unsigned reg) {
  const Int begin = reg >= vectors ? HPCAST_OFFSET(guest_YMM0) : HPCAST_OFFSET(guest_RAX);
  return static_cast<unsigned>(offset - begin) % (reg >= vectors ? 32 : 8);
}
#undef HPCAST_OFFSET

std::uint32_t bits(unsigned first, unsigned count) {
  const std::uint32_t all = count >= 32 ? ~0U : (1U << count) - 1;
  return all << first;
}

// Less than that, and the rest of the register stays: the instruction waits for it.
std::uint32_t whole(unsigned reg) {
  if (reg >= vectors) return bits(0, 16);
  return reg < flags ? bits(0, 4) : 0;
}

template <class F>
void each_operand(const IRExpr* e, F&& f) {
  switch (e->tag) {
    case Iex_Unop:
      return f(e->Iex.Unop.arg);
    case Iex_Binop:
      f(e->Iex.Binop.arg1);
      return f(e->Iex.Binop.arg2);
    case Iex_Triop:
      f(e->Iex.Triop.details->arg1);
      f(e->Iex.Triop.details->arg2);
      return f(e->Iex.Triop.details->arg3);
    case Iex_Qop:
      f(e->Iex.Qop.details->arg1);
      f(e->Iex.Qop.details->arg2);
      f(e->Iex.Qop.details->arg3);
      return f(e->Iex.Qop.details->arg4);
    case Iex_ITE:
      f(e->Iex.ITE.cond);
      f(e->Iex.ITE.iftrue);
      return f(e->Iex.ITE.iffalse);
    case Iex_CCall:
      for (IRExpr** argument = e->Iex.CCall.args; *argument != nullptr; ++argument) f(*argument);
      return;
    default:
      return;
  }
}

// Whether it is a part of what it is made of, or the same bits as another type.
bool is_part(const IRExpr* e) {
  if (e->tag == Iex_RdTmp || e->tag == Iex_Get || e->tag == Iex_GetI || e->tag == Iex_Const)
    return true;
  if (e->tag != Iex_Unop) return false;
  switch (e->Iex.Unop.op) {
    case Iop_64to32:
    case Iop_64HIto32:
    case Iop_64to16:
    case Iop_64to8:
    case Iop_32to16:
    case Iop_32HIto16:
    case Iop_32to8:
    case Iop_16to8:
    case Iop_16HIto8:
    case Iop_128to64:
    case Iop_128HIto64:
    case Iop_V128to32:
    case Iop_V128to64:
    case Iop_V128HIto64:
    case Iop_V256toV128_0:
    case Iop_V256toV128_1:
    case Iop_V256to64_0:
    case Iop_V256to64_1:
    case Iop_V256to64_2:
    case Iop_V256to64_3:
    case Iop_ReinterpF64asI64:
    case Iop_ReinterpI64asF64:
    case Iop_ReinterpF32asI32:
    case Iop_ReinterpI32asF32:
      return true;
    default:
      return false;
  }
}

}  // namespace

Describer::Describer(const IRSB* block)
    : block_(block),
      origins_(static_cast<Origin*>(VG_(calloc)(
          "hpcast.origins", static_cast<SizeT>(block->tyenv->types_used + 1), sizeof(Origin)))),
      addresses_(static_cast<bool*>(VG_(calloc)(
          "hpcast.addresses", static_cast<SizeT>(block->tyenv->types_used + 1), sizeof(bool)))) {
  for (unsigned r = 0; r < blocks::registers; ++r)
    current_[r] = static_cast<std::uint8_t>(blocks::first_register + r);
  push(0);  // the block's own word
}

Describer::~Describer() {
  VG_(free)(origins_);
  VG_(free)(addresses_);
}

const Word* Describer::words() { return description; }

void Describer::push(Word word) {
  if (length_ == longest) {
    too_long_ = true;
    return;
  }
  description[length_++] = word;
}

// ---- values

void Describer::add_to(Origin& origin, const Origin& more) const {
  for (unsigned i = 0; i < more.count; ++i) {
    bool known = false;
    for (unsigned j = 0; j < origin.count; ++j) known |= origin.values[j] == more.values[i];
    if (!known && origin.count < blocks::max_address_values)
      origin.values[origin.count++] = more.values[i];
  }
}

Describer::Origin Describer::origin_of(const IRExpr* expression) {
  if (expression->tag == Iex_Unop) return origin_of(expression->Iex.Unop.arg);
  if (expression->tag == Iex_RdTmp) return origins_[expression->Iex.RdTmp.tmp];
  if (expression->tag == Iex_Get) {
    const unsigned reg = register_at(expression->Iex.Get.offset);
    if (reg != none) return {1, {current_[reg]}};
  }
  if (expression->tag == Iex_GetI) return {1, {current_[x87_unit]}};
  return {};
}

void Describer::add_source(unsigned value) {
  if (value == number_ && open_) return;
  for (unsigned i = 0; i < sources_; ++i)
    if (source_[i] == value) return;
  if (sources_ < blocks::max_values) source_[sources_++] = static_cast<std::uint16_t>(value);
}

void Describer::add_sources(const IRExpr* expression) {
  const Origin origin = origin_of(expression);
  for (unsigned i = 0; i < origin.count; ++i) add_source(origin.values[i]);
}

void Describer::add_sources_of_arguments(IRExpr* const* arguments) {
  for (; *arguments != nullptr; ++arguments)
    if ((*arguments)->tag != Iex_VECRET && (*arguments)->tag != Iex_GSPTR) add_sources(*arguments);
}

void Describer::set(IRTemp temporary, const Origin& origin) { origins_[temporary] = origin; }
void Describer::made_here(IRTemp temporary) {
  set(temporary, {1, {static_cast<std::uint8_t>(number_)}});
}

// ---- addresses: arithmetic that makes one is no work of the instruction's own

void Describer::mark_address(const IRExpr* address) {
  if (address->tag == Iex_RdTmp) addresses_[address->Iex.RdTmp.tmp] = true;
}

void Describer::mark_addresses_of(const IRStmt* s) {
  switch (s->tag) {
    case Ist_WrTmp: {
      const IRExpr* const data = s->Ist.WrTmp.data;
      if (data->tag == Iex_Load) return mark_address(data->Iex.Load.addr);
      if (addresses_[s->Ist.WrTmp.tmp]) each_operand(data, [&](IRExpr* e) { mark_address(e); });
      return;
    }
    case Ist_Store:
      return mark_address(s->Ist.Store.addr);
    case Ist_StoreG:
      return mark_address(s->Ist.StoreG.details->addr);
    case Ist_LoadG:
      return mark_address(s->Ist.LoadG.details->addr);
    case Ist_CAS:
      return mark_address(s->Ist.CAS.details->addr);
    case Ist_Dirty:
      if (s->Ist.Dirty.details->mFx != Ifx_None) mark_address(s->Ist.Dirty.details->mAddr);
      return;
    default:
      return;
  }
}

// The stack pointer behind a push, pop, call or return: processors keep track of it as they decode,
// and nobody waits for it.
bool Describer::moves_stack_pointer(const IRExpr* data) const {
  const Kind kind = kind_of(instruction_);
  const bool on_stack =
      kind == Kind::move || kind == Kind::call || kind == Kind::call_indirect || kind == Kind::ret;
  return on_stack && data->tag == Iex_Binop && data->Iex.Binop.arg2->tag == Iex_Const &&
         (data->Iex.Binop.op == Iop_Add64 || data->Iex.Binop.op == Iop_Sub64);
}

// Backwards, so that what an address is made of is seen before it is made.
void Describer::find_addresses(Int mark) {
  Int end = mark + 1;
  while (end < block_->stmts_used && block_->stmts[end]->tag != Ist_IMark) ++end;
  for (Int t = 0; t < block_->tyenv->types_used; ++t) addresses_[t] = false;
  for (Int i = end; i-- > mark;) mark_addresses_of(block_->stmts[i]);
}

void Describer::operand(Op op, const IRExpr* address, unsigned bytes, const IRExpr* guard,
                        bool range) {
  Word word = blocks::operand_word(op, guard != nullptr, range, bytes);
  const Origin origin = origin_of(address);
  for (unsigned i = 0; i < origin.count; ++i)
    word = blocks::with_address_value(word, origin.values[i]);
  if (guard != nullptr) add_sources(guard);
  if (operands_ == blocks::max_values) {
    too_long_ = true;
    return;
  }
  operand_[operands_++] = word;
  ++operands_of_block_;
}

// ---- statements

// A part of a register is no result of the instruction that takes it first: VEX takes it once, and
// others use it as well.
Describer::Origin Describer::made_by(const IRExpr* data) {
  const Origin here{1, {static_cast<std::uint8_t>(number_)}};
  if (data->tag == Iex_Load) return here;
  if (is_part(data) && !leaves_vectors(data)) return origin_of(data);
  if (data->tag == Iex_Get) add_sources(data);
  each_operand(data, [&](IRExpr* e) { add_sources(e); });
  return here;
}

void Describer::follow(const IRStmt* s) {
  switch (s->tag) {
    case Ist_WrTmp: {
      const IRTemp to = s->Ist.WrTmp.tmp;
      const IRExpr* const data = s->Ist.WrTmp.data;
      const bool makes_address = addresses_[to] || moves_stack_pointer(data);
      if (!makes_address || data->tag == Iex_Load) return set(to, made_by(data));
      Origin origin = origin_of(data);
      each_operand(data, [&](IRExpr* e) { add_to(origin, origin_of(e)); });
      return set(to, origin);
    }
    case Ist_Put:
      return put(s->Ist.Put.offset,
                 static_cast<unsigned>(sizeofIRType(typeOfIRExpr(block_->tyenv, s->Ist.Put.data))),
                 s->Ist.Put.data);
    case Ist_PutI:
      add_source(current_[x87_unit]);
      add_sources(s->Ist.PutI.details->data);
      return write_register(x87_unit, number_, ~0U);
    case Ist_Store:
      return add_sources(s->Ist.Store.data);
    case Ist_StoreG:
      add_sources(s->Ist.StoreG.details->data);
      return add_sources(s->Ist.StoreG.details->guard);
    case Ist_LoadG:
      add_sources(s->Ist.LoadG.details->alt);
      add_sources(s->Ist.LoadG.details->guard);
      return made_here(s->Ist.LoadG.details->dst);
    case Ist_CAS: {
      const IRCAS& cas = *s->Ist.CAS.details;
      const IRExpr* const all[] = {cas.dataLo, cas.dataHi, cas.expdLo, cas.expdHi};
      for (const IRExpr* data : all)
        if (data != nullptr) add_sources(data);
      made_here(cas.oldLo);
      if (cas.oldHi != IRTemp_INVALID) made_here(cas.oldHi);
      return;
    }
    case Ist_Dirty:
      return state_of(*s->Ist.Dirty.details);
    case Ist_Exit:
      return side_exit(*s);
    default:
      return;
  }
}

// Whether the instruction only moves that from a vector register to a general one, where it is
// later.
bool Describer::leaves_vectors(const IRExpr* data) const {
  if (kind_of(instruction_) != Kind::transfer) return false;
  return data->tag == Iex_Unop ||
         (data->tag == Iex_Get && register_at(data->Iex.Get.offset) >= vectors);
}

void Describer::put(Int offset, unsigned bytes, const IRExpr* data) {
  const unsigned reg = register_at(offset);
  if (reg == none) return;
  const Origin origin = origin_of(data);
  unsigned value = number_;
  if (origin.count == 1 && reg != flags) value = origin.values[0];
  if (value == number_ || reg == flags) add_sources(data);
  write_register(reg, value, bits(offset_in_register(offset, reg), bytes));
}

void Describer::write_register(unsigned reg, unsigned value, std::uint32_t bytes) {
  for (unsigned i = 0; i < writes_; ++i)
    if (write_[i].reg == reg) {
      write_[i].bytes |= bytes;
      if (write_[i].value != value) write_[i].value = static_cast<std::uint8_t>(number_);
      return;
    }
  if (writes_ == blocks::max_values) return;
  write_[writes_++] = {static_cast<std::uint8_t>(reg), static_cast<std::uint8_t>(value), bytes};
}

// What a helper of VEX's reads and writes of the registers.
void Describer::state_of(const IRDirty& dirty) {
  add_sources_of_arguments(dirty.args);
  if (dirty.tmp != IRTemp_INVALID) made_here(dirty.tmp);
  for (Int i = 0; i < dirty.nFxState; ++i) {
    const auto& part = dirty.fxState[i];
    const unsigned reg = register_at(part.offset);
    if (reg == none) continue;
    if (part.fx != Ifx_Write) add_source(current_[reg]);
    if (part.fx != Ifx_Read) write_register(reg, number_, ~0U);
  }
}

void Describer::side_exit(const IRStmt& exit) {
  add_sources(exit.Ist.Exit.guard);
  const bool branch = kind_of(instruction_) == Kind::branch;
  const bool falls_through =
      exit.Ist.Exit.dst->Ico.U64 == mark_->Ist.IMark.addr + mark_->Ist.IMark.len;
  if (exits_ < blocks::max_exits)
    exit_[exits_] =
        blocks::exit_word(number_, branch, branch && !falls_through, operands_of_block_);
  else
    too_long_ = true;
  ++exits_;
}

// ---- instructions

void Describer::begin_instruction(Int mark, const Instruction& instruction) {
  if (open_) end_instruction();
  find_addresses(mark);
  mark_ = block_->stmts[mark];
  instruction_ = instruction;
  number_ = instructions_++;
  too_long_ |= instructions_ > blocks::max_instructions;
  sources_ = operands_ = writes_ = 0;
  open_ = true;
}

// Does nothing but its load or store.
bool Describer::is_pure() const { return operands_ > 0 && kind_of(instruction_) == Kind::move; }

void Describer::end_instruction() {
  // What is written in part waits for the rest.
  for (unsigned i = 0; i < writes_; ++i)
    if ((write_[i].bytes & whole(write_[i].reg)) != whole(write_[i].reg))
      add_source(current_[write_[i].reg]);
  Kind kind = kind_of(instruction_);
  if (is_pure())
    kind = blocks::op_in(operand_[operands_ - 1]) == Op::read ? Kind::load : Kind::store;
  push(blocks::instruction_word(mark_->Ist.IMark.addr, mark_->Ist.IMark.len, kind,
                                precision_of(instruction_, kind),
                                log2_width_of(instruction_, kind)) |
       (adds_constant(instruction_) ? blocks::adds_constant : 0));
  push(blocks::counts_word(sources_, operands_, writes_));
  std::uint16_t results[blocks::max_values];
  for (unsigned i = 0; i < writes_; ++i) {
    results[i] = static_cast<std::uint16_t>(blocks::result(write_[i].reg, write_[i].value));
    current_[write_[i].reg] = write_[i].value;
  }
  push_values(source_, sources_);
  push_values(results, writes_);
  for (unsigned i = 0; i < operands_; ++i) push(operand_[i]);
  open_ = false;
}

void Describer::push_values(const std::uint16_t* values, unsigned count) {
  for (unsigned i = 0; i < count; i += 4) {
    Word word = 0;
    for (unsigned j = i; j < count && j < i + 4; ++j) word |= Word{values[j]} << 16 * (j - i);
    push(word);
  }
}

// The way out at its end, after which VEX knows where to only sometimes.
void Describer::end_block() {
  const bool branch = kind_of(instruction_) == Kind::branch;
  const IRExpr* const next = block_->next;
  const bool falls_through =
      next->tag == Iex_Const &&
      next->Iex.Const.con->Ico.U64 == mark_->Ist.IMark.addr + mark_->Ist.IMark.len;
  if (exits_ <= blocks::max_exits)
    exit_[exits_] =
        blocks::exit_word(number_, branch, branch && !falls_through, operands_of_block_);
  ++exits_;
}

unsigned Describer::finish(unsigned process) {
  if (!open_) return 0;
  add_sources(block_->next);
  end_instruction();
  end_block();
  for (unsigned i = 0; i < exits_ && !too_long_; ++i) push(exit_[i]);
  if (too_long_) return 0;
  description[0] = blocks::block_word(instructions_, exits_, length_, process);
  return length_;
}

}  // namespace hpcast::tracer

// SPDX-License-Identifier: GPL-2.0-or-later
#include "look_slice.h"

namespace hpcast::tracer {
namespace {

using Value = std::uint8_t;

struct Family {
  IROp first;  // of 8, 16, 32 and 64 bits, one after the other
  LookOp op;
};
constexpr Family families[] = {
    {Iop_Add8, LookOp::add},
    {Iop_Sub8, LookOp::subtract},
    {Iop_And8, LookOp::bit_and},
    {Iop_Or8, LookOp::bit_or},
    {Iop_Xor8, LookOp::bit_xor},
    {Iop_Shl8, LookOp::shift_left},
    {Iop_Shr8, LookOp::shift_right},
    {Iop_Sar8, LookOp::shift_right_signed},
    {Iop_CmpEQ8, LookOp::equal},
    {Iop_CmpNE8, LookOp::different},
    {Iop_CasCmpEQ8, LookOp::equal},
    {Iop_CasCmpNE8, LookOp::different},
    {Iop_ExpCmpNE8, LookOp::different},
    {Iop_Not8, LookOp::invert},
};
static_assert(Iop_Add64 == Iop_Add8 + 3 && Iop_Sar64 == Iop_Sar8 + 3 &&
              Iop_ExpCmpNE64 == Iop_ExpCmpNE8 + 3 && Iop_Not64 == Iop_Not8 + 3);

struct Single {
  IROp op;
  LookOp as;
  std::uint8_t bits, to;
};
constexpr Single singles[] = {
    {Iop_CmpLT32S, LookOp::less_signed, 32, 0},
    {Iop_CmpLT64S, LookOp::less_signed, 64, 0},
    {Iop_CmpLE32S, LookOp::less_equal_signed, 32, 0},
    {Iop_CmpLE64S, LookOp::less_equal_signed, 64, 0},
    {Iop_CmpLT32U, LookOp::less, 32, 0},
    {Iop_CmpLT64U, LookOp::less, 64, 0},
    {Iop_CmpLE32U, LookOp::less_equal, 32, 0},
    {Iop_CmpLE64U, LookOp::less_equal, 64, 0},
    {Iop_Not1, LookOp::invert, 1, 0},
    {Iop_And1, LookOp::bit_and, 1, 0},
    {Iop_Or1, LookOp::bit_or, 1, 0},
    {Iop_64to32, LookOp::zero_extend, 32, 0},
    {Iop_64to16, LookOp::zero_extend, 16, 0},
    {Iop_64to8, LookOp::zero_extend, 8, 0},
    {Iop_32to16, LookOp::zero_extend, 16, 0},
    {Iop_32to8, LookOp::zero_extend, 8, 0},
    {Iop_16to8, LookOp::zero_extend, 8, 0},
    {Iop_64to1, LookOp::zero_extend, 1, 0},
    {Iop_32to1, LookOp::zero_extend, 1, 0},
    {Iop_8Uto16, LookOp::zero_extend, 8, 0},
    {Iop_8Uto32, LookOp::zero_extend, 8, 0},
    {Iop_8Uto64, LookOp::zero_extend, 8, 0},
    {Iop_16Uto32, LookOp::zero_extend, 16, 0},
    {Iop_16Uto64, LookOp::zero_extend, 16, 0},
    {Iop_32Uto64, LookOp::zero_extend, 32, 0},
    {Iop_1Uto8, LookOp::zero_extend, 1, 0},
    {Iop_1Uto32, LookOp::zero_extend, 1, 0},
    {Iop_1Uto64, LookOp::zero_extend, 1, 0},
    {Iop_8Sto16, LookOp::sign_extend, 8, 16},
    {Iop_8Sto32, LookOp::sign_extend, 8, 32},
    {Iop_8Sto64, LookOp::sign_extend, 8, 64},
    {Iop_16Sto32, LookOp::sign_extend, 16, 32},
    {Iop_16Sto64, LookOp::sign_extend, 16, 64},
    {Iop_32Sto64, LookOp::sign_extend, 32, 64},
    {Iop_1Sto32, LookOp::sign_extend, 1, 32},
    {Iop_1Sto64, LookOp::sign_extend, 1, 64},
};

bool find_step(IROp op, LookStep& step) {
  for (const Family& family : families) {
    if (op < family.first || op > family.first + 3) continue;
    step.op = family.op;
    step.bits = static_cast<std::uint8_t>(8U << (op - family.first));
    return true;
  }
  for (const Single& single : singles) {
    if (op != single.op) continue;
    step.op = single.as, step.bits = single.bits, step.to = single.to;
    return true;
  }
  return false;
}

unsigned bytes_of(IRType type) {
  const bool is_integer = type == Ity_I8 || type == Ity_I16 || type == Ity_I32 || type == Ity_I64;
  return is_integer ? static_cast<unsigned>(sizeofIRType(type)) : 0;
}

class Slicer {
 public:
  Slicer(const IRSB* block, LookCode& code, LookInputs& inputs)
      : block_(block), code_(code), inputs_(inputs) {}

  bool slice(Int exit) {
    code_.is_known = true;
    atom(block_->stmts[exit]->Ist.Exit.guard, exit);
    code_.is_known = code_.is_known && code_.steps != 0;
    return loads_;
  }

 private:
  Value unknown() {
    code_.is_known = false;
    return 0;
  }
  Value checked(Value value) { return value == LookCode::no_value ? unknown() : value; }

  // An operand of the statement.
  Value atom(IRExpr* e, Int statement) {
    if (e->tag == Iex_Const) return constant(*e->Iex.Const.con);
    if (e->tag != Iex_RdTmp) return unknown();
    for (Int i = statement - 1; i >= 0; --i) {
      const IRStmt& s = *block_->stmts[i];
      if (s.tag == Ist_WrTmp && s.Ist.WrTmp.tmp == e->Iex.RdTmp.tmp)
        return made_by(s.Ist.WrTmp.data, e, i);
    }
    return input(e, nullptr);
  }

  // What `e` holds.
  Value made_by(IRExpr* data, IRExpr* e, Int statement) {
    switch (data->tag) {
      case Iex_RdTmp:
      case Iex_Const:
        return atom(data, statement);
      case Iex_Load:
        return input(e, data->Iex.Load.addr);
      case Iex_Get:
        return input(e, nullptr);
      case Iex_Unop:
        return step(data->Iex.Unop.op, data->Iex.Unop.arg, nullptr, statement);
      case Iex_Binop:
        return step(data->Iex.Binop.op, data->Iex.Binop.arg1, data->Iex.Binop.arg2, statement);
      case Iex_ITE:
        return choice(data->Iex.ITE.cond, data->Iex.ITE.iftrue, data->Iex.ITE.iffalse, statement);
      case Iex_CCall:
        for (IRExpr** argument = data->Iex.CCall.args; *argument != nullptr; ++argument)
          atom(*argument, statement);
        return unknown();
      default:
        return unknown();
    }
  }

  Value constant(const IRConst& c) {
    LookStep s{LookOp::constant, 64, 0, 0, 0, 0, 0};
    switch (c.tag) {
      case Ico_U1:
        s.constant = c.Ico.U1 ? 1 : 0;
        break;
      case Ico_U8:
        s.constant = c.Ico.U8;
        break;
      case Ico_U16:
        s.constant = c.Ico.U16;
        break;
      case Ico_U32:
        s.constant = c.Ico.U32;
        break;
      case Ico_U64:
        s.constant = c.Ico.U64;
        break;
      default:
        return unknown();
    }
    return checked(code_.add_step(s));
  }

  Value input(IRExpr* e, IRExpr* address) {
    const unsigned bytes = bytes_of(typeOfIRExpr(block_->tyenv, e));
    if (bytes == 0) return unknown();
    for (Value i = 0; i < code_.inputs; ++i)
      if (eqIRAtom(inputs_.value[i], e)) return i;
    const Value number = code_.add_input(address != nullptr ? bytes : 0);
    if (number == LookCode::no_value) return unknown();
    inputs_.value[number] = e;
    inputs_.address[number] = address;
    loads_ |= address != nullptr;
    return number;
  }

  Value step(IROp op, IRExpr* a, IRExpr* b, Int statement) {
    LookStep s{};
    const bool is_known = nest_ < most_nested && find_step(op, s);
    if (nest_ >= most_nested) return unknown();
    ++nest_;
    s.a = atom(a, statement);
    s.b = b != nullptr ? atom(b, statement) : 0;
    --nest_;
    return is_known ? checked(code_.add_step(s)) : unknown();
  }

  Value choice(IRExpr* condition, IRExpr* yes, IRExpr* no, Int statement) {
    if (nest_ >= most_nested) return unknown();
    ++nest_;
    LookStep s{LookOp::choose, 64, 0, 0, 0, 0, 0};
    s.a = atom(condition, statement), s.b = atom(yes, statement), s.c = atom(no, statement);
    --nest_;
    return checked(code_.add_step(s));
  }

  static constexpr unsigned most_nested = 16;
  const IRSB* block_;
  LookCode& code_;
  LookInputs& inputs_;
  unsigned nest_ = 0;
  bool loads_ = false;
};

}  // namespace

bool slice_look(const IRSB* block, Int exit, LookCode& code, LookInputs& inputs) {
  return Slicer(block, code, inputs).slice(exit);
}

}  // namespace hpcast::tracer

// A superblock being built, as flat IR. SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

#include "core.h"

namespace hpcast::tracer {

class Builder {
 public:
  explicit Builder(IRSB* block) : block_(block) {}

  IRSB* block() const { return block_; }
  void add(IRStmt* statement) { addStmtToIRSB(block_, statement); }
  IRType type_of(const IRExpr* expression) const { return typeOfIRExpr(block_->tyenv, expression); }

  static IRExpr* constant(std::uint64_t value) { return IRExpr_Const(IRConst_U64(value)); }
  template <class T>
  static IRExpr* address_of(T& variable) {
    return constant(reinterpret_cast<std::uint64_t>(&variable));
  }

  // The expression's value in a temporary, so that it may be an operand.
  IRExpr* hold(IRExpr* expression) {
    const IRTemp temporary = newIRTemp(block_->tyenv, type_of(expression));
    add(IRStmt_WrTmp(temporary, expression));
    return IRExpr_RdTmp(temporary);
  }
  IRExpr* load(IRExpr* address) { return hold(IRExpr_Load(Iend_LE, Ity_I64, address)); }
  void store(IRExpr* address, IRExpr* value) { add(IRStmt_Store(Iend_LE, address, value)); }
  IRExpr* binary(IROp op, IRExpr* a, IRExpr* b) { return hold(IRExpr_Binop(op, a, b)); }
  IRExpr* plus(IRExpr* value, std::uint64_t more) {
    return more == 0 ? value : binary(Iop_Add64, value, constant(more));
  }
  // An integer's value in 64 bits.
  IRExpr* widened(IRExpr* value) {
    switch (type_of(value)) {
      case Ity_I1:
        return hold(IRExpr_Unop(Iop_1Uto64, value));
      case Ity_I8:
        return hold(IRExpr_Unop(Iop_8Uto64, value));
      case Ity_I16:
        return hold(IRExpr_Unop(Iop_16Uto64, value));
      case Ity_I32:
        return hold(IRExpr_Unop(Iop_32Uto64, value));
      default:
        return value;
    }
  }
  template <class T>
  void add_to(T& variable, std::uint64_t more) {
    store(address_of(variable), plus(load(address_of(variable)), more));
  }
  IRExpr* choose(IRExpr* condition, IRExpr* yes, IRExpr* no) {
    return hold(IRExpr_ITE(condition, yes, no));
  }

  // Calls function(arguments…), if `guard` is true or null.
  template <class Function>
  void call(const char* name, Function* function, IRExpr** arguments, IRExpr* guard = nullptr) {
    add(call_of(name, function, arguments, guard));
  }
  // A place where call_at() may put a call later.
  Int keep_place() {
    add(IRStmt_NoOp());
    return block_->stmts_used - 1;
  }
  template <class Function>
  void call_at(Int place, const char* name, Function* function, IRExpr** arguments, IRExpr* guard) {
    block_->stmts[place] = call_of(name, function, arguments, guard);
  }

 private:
  template <class Function>
  static IRStmt* call_of(const char* name, Function* function, IRExpr** arguments, IRExpr* guard) {
    IRDirty* const dirty = unsafeIRDirty_0_N(
        0, name, VG_(fnptr_to_fnentry)(reinterpret_cast<void*>(function)), arguments);
    if (guard != nullptr) dirty->guard = guard;
    return IRStmt_Dirty(dirty);
  }

  IRSB* block_;
};

}  // namespace hpcast::tracer

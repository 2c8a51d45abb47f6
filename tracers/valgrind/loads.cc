// SPDX-License-Identifier: GPL-2.0-or-later
#include "loads.h"

namespace hpcast::tracer {
namespace {

constexpr unsigned widest = 32;

const IRExpr* load_in(const IRStmt* statement) {
  if (statement->tag != Ist_WrTmp || statement->Ist.WrTmp.data->tag != Iex_Load) return nullptr;
  return statement->Ist.WrTmp.data;
}

}  // namespace

LoadMerger::LoadMerger(const IRSB* block)
    : block_(block),
      addresses_(static_cast<Address*>(VG_(malloc)(
          "hpcast.addresses", static_cast<SizeT>(block->tyenv->types_used + 1) * sizeof(Address)))),
      bytes_(static_cast<unsigned*>(VG_(calloc)(
          "hpcast.bytes", static_cast<SizeT>(block->stmts_used + 1), sizeof(unsigned)))) {
  for (Int t = 0; t < block->tyenv->types_used; ++t) addresses_[t] = {static_cast<IRTemp>(t), 0};
  Int instruction = 0;
  for (Int i = 0; i < block->stmts_used; ++i) {
    const IRStmt* const statement = block->stmts[i];
    if (statement->tag == Ist_IMark) {
      merge(instruction, i);
      instruction = i;
    }
    follow(statement);
    if (const IRExpr* const load = load_in(statement))
      bytes_[i] = static_cast<unsigned>(sizeofIRType(load->Iex.Load.ty));
  }
  merge(instruction, block->stmts_used);
}

LoadMerger::~LoadMerger() {
  VG_(free)(addresses_);
  VG_(free)(bytes_);
}

// t = u + constant, and t = u.
void LoadMerger::follow(const IRStmt* statement) {
  if (statement->tag != Ist_WrTmp) return;
  const IRExpr* const data = statement->Ist.WrTmp.data;
  Address& address = addresses_[statement->Ist.WrTmp.tmp];
  if (data->tag == Iex_RdTmp) address = addresses_[data->Iex.RdTmp.tmp];
  if (data->tag != Iex_Binop || data->Iex.Binop.op != Iop_Add64) return;
  const IRExpr* const a = data->Iex.Binop.arg1;
  const IRExpr* const b = data->Iex.Binop.arg2;
  if (a->tag != Iex_RdTmp || b->tag != Iex_Const) return;
  address = addresses_[a->Iex.RdTmp.tmp];
  address.offset += b->Iex.Const.con->Ico.U64;
}

LoadMerger::Address LoadMerger::address_of(const IRExpr* expression) const {
  if (expression->tag == Iex_RdTmp) return addresses_[expression->Iex.RdTmp.tmp];
  return {IRTemp_INVALID, expression->Iex.Const.con->Ico.U64};
}

// Among the statements [from, to) of one instruction.
void LoadMerger::merge(Int from, Int to) {
  Int first = -1;
  Address next{};
  for (Int i = from; i < to; ++i) {
    const IRExpr* const load = load_in(block_->stmts[i]);
    if (load == nullptr) continue;
    const Address address = address_of(load->Iex.Load.addr);
    const bool goes_on = first >= 0 && address.base == next.base && address.offset == next.offset &&
                         bytes_[first] + bytes_[i] <= widest;
    next = {address.base, address.offset + bytes_[i]};
    if (goes_on) {
      bytes_[first] += bytes_[i];
      bytes_[i] = 0;
    } else {
      first = i;
    }
  }
}

}  // namespace hpcast::tracer

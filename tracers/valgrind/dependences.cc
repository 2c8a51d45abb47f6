// SPDX-License-Identifier: GPL-2.0-or-later
#include "dependences.h"

#include "libvex_guest_amd64.h"

namespace hpcast::tracer {

Dependences::Dependences(Builder& builder, const VexGuestLayout* layout)
    : builder_(builder),
      shadows_(static_cast<Int>(layout->total_sizeB)),
      origins_(static_cast<IRExpr**>(
          VG_(calloc)("hpcast.origins", static_cast<SizeT>(builder.block()->tyenv->types_used + 1),
                      sizeof(IRExpr*)))),
      temporaries_(builder.block()->tyenv->types_used) {}

Dependences::~Dependences() { VG_(free)(origins_); }

// One shadow word for each register: a vector register's lanes share theirs. Negative for what
// addresses are not made of: flags, the x87 unit.
Int Dependences::shadow_of(Int offset) const {
  constexpr Int general = __builtin_offsetof(VexGuestAMD64State, guest_RAX);
  constexpr Int general_end = __builtin_offsetof(VexGuestAMD64State, guest_R15) + 8;
  constexpr Int vectors = __builtin_offsetof(VexGuestAMD64State, guest_YMM0);
  constexpr Int vectors_end = __builtin_offsetof(VexGuestAMD64State, guest_YMM16) + 32;
  if (offset >= vectors && offset < vectors_end)
    return shadows_ + vectors + (offset - vectors) / 32 * 32;
  if (offset >= general && offset < general_end) return shadows_ + offset / 8 * 8;
  return -1;
}

IRExpr* Dependences::later(IRExpr* a, IRExpr* b) {
  if (a == nullptr) return b;
  if (b == nullptr) return a;
  return builder_.choose(builder_.binary(Iop_CmpLT64U, a, b), b, a);
}

IRExpr* Dependences::origin(const IRExpr* expression) {
  switch (expression->tag) {
    case Iex_RdTmp: {
      const auto temporary = static_cast<Int>(expression->Iex.RdTmp.tmp);
      return temporary < temporaries_ ? origins_[temporary] : nullptr;
    }
    case Iex_Get: {
      const Int shadow = shadow_of(expression->Iex.Get.offset);
      return shadow < 0 ? nullptr : builder_.hold(IRExpr_Get(shadow, Ity_I64));
    }
    case Iex_Unop:
      return origin(expression->Iex.Unop.arg);
    case Iex_Binop:
      return later(origin(expression->Iex.Binop.arg1), origin(expression->Iex.Binop.arg2));
    case Iex_ITE:
      return later(origin(expression->Iex.ITE.iftrue), origin(expression->Iex.ITE.iffalse));
    // Addresses are not made with more operands, nor by helper functions.
    default:
      return nullptr;
  }
}

void Dependences::follow(const IRStmt* statement) {
  if (statement->tag == Ist_WrTmp && statement->Ist.WrTmp.data->tag != Iex_Load) {
    origins_[statement->Ist.WrTmp.tmp] = origin(statement->Ist.WrTmp.data);
  } else if (statement->tag == Ist_Put) {
    const Int shadow = shadow_of(statement->Ist.Put.offset);
    if (shadow < 0) return;
    IRExpr* const made_by = origin(statement->Ist.Put.data);
    builder_.add(IRStmt_Put(shadow, made_by != nullptr ? made_by : Builder::constant(0)));
  }
}

}  // namespace hpcast::tracer

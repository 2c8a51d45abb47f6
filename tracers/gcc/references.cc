#include "references.h"

#include "rtx_parts.h"

namespace hpcast::plugin {

namespace {

bool is_mask(const_rtx part) { return REG_P(part) && MASK_REGNO_P(REGNO(part)); }

// Its lanes are told of by themselves (hooks.h).
bool has_lanes(const_rtx pattern) {
  if (has_unspec(pattern,
                 {UNSPEC_MASKMOV, UNSPEC_MASKLOAD, UNSPEC_VSIBADDR, UNSPEC_COMPRESS_STORE}))
    return true;
  if (GET_CODE(pattern) != SET || GET_CODE(SET_SRC(pattern)) != VEC_MERGE) return false;
  return MEM_P(SET_DEST(pattern)) && is_mask(XEXP(SET_SRC(pattern), 2));
}

// The linker may make an address of what is read there.
bool is_linkers(const_rtx address) {
  return has_unspec(address, {UNSPEC_GOTPCREL, UNSPEC_GOT, UNSPEC_GOTTPOFF, UNSPEC_GOTNTPOFF});
}

// Of the compiler's own: constants that it has put there, and tables of jumps.
bool is_in_code(const_rtx memory) {
  if (MEM_READONLY_P(memory) && MEM_NOTRAP_P(memory) && MEM_EXPR(memory) == NULL_TREE) return true;
  return has_part(XEXP(memory, 0), [](const_rtx part) {
    return GET_CODE(part) == LABEL_REF ||
           (GET_CODE(part) == SYMBOL_REF && CONSTANT_POOL_ADDRESS_P(part));
  });
}

// Likewise: what the stack is guarded by.
bool guards_stack(const_rtx source) { return has_unspec(source, {UNSPEC_SP_SET, UNSPEC_SP_TEST}); }

// Likewise: registers that are saved or do not suffice, and arguments.
bool is_compilers_stack(const_rtx memory) {
  const tree expression = MEM_EXPR(memory);
  if (expression != NULL_TREE) return expression == get_spill_slot_decl(false);
  if (MEM_ALIAS_SET(memory) == get_frame_alias_set()) return true;
  return reg_mentioned_p(stack_pointer_rtx, memory) ||
         (frame_pointer_needed && reg_mentioned_p(hard_frame_pointer_rtx, memory));
}

bool is_programs(const_rtx memory) {
  const const_rtx address = XEXP(memory, 0);
  const addr_space_t segment = MEM_ADDR_SPACE(memory);
  if (segment != ADDR_SPACE_GENERIC && segment != ADDR_SPACE_SEG_FS) return false;
  return MEM_SIZE_KNOWN_P(memory) && GET_MODE(memory) != BLKmode && GET_CODE(address) != SCRATCH &&
         GET_RTX_CLASS(GET_CODE(address)) != RTX_AUTOINC && !is_linkers(address) &&
         !is_in_code(memory) && !is_compilers_stack(memory);
}

// 0: that is not known. Of the x87 unit's numbers there are 6 bytes that nobody touches.
unsigned HOST_WIDE_INT bytes_at(const_rtx memory) {
  if (GET_MODE(memory) == XFmode) return 10;
  return MEM_SIZE_KNOWN_P(memory) ? MEM_SIZE(memory).to_constant() : 0;
}

// Of a vector in memory.
bool takes_first_lanes(const_rtx part) {
  return GET_CODE(part) == VEC_SELECT && MEM_P(XEXP(part, 0)) &&
         XVECEXP(XEXP(part, 1), 0, 0) == const0_rtx;
}

class Finder {
 public:
  void find(rtx pattern) {
    if (GET_CODE(pattern) != PARALLEL) return find_in_part(pattern);
    for (int i = 0; i < XVECLEN(pattern, 0); ++i) find_in_part(XVECEXP(pattern, 0, i));
  }
  // Where the function's address comes from, and what it does to memory if it is libatomic's.
  void find_in_call(rtx function) {
    const rtx address = XEXP(function, 0);
    read_in(address);
    const char* const name = GET_CODE(address) == SYMBOL_REF ? XSTR(address, 0) : "";
    if (startswith(name, "__atomic_") || startswith(name, "__sync_")) add_atomic(name);
  }
  std::vector<Reference> found() && {
    reads_.insert(reads_.end(), writes_.begin(), writes_.end());
    return std::move(reads_);
  }

 private:
  // __atomic_fetch_add_8, __sync_lock_release_4 and their kin: where the first argument points.
  void add_atomic(const char* name) {
    const char* const size = strrchr(name, '_') + 1;
    if (!ISDIGIT(*size)) return;
    const unsigned HOST_WIDE_INT bytes = atoi(size);
    const rtx place = gen_rtx_REG(Pmode, DI_REG);
    const bool only_writes =
        startswith(name, "__atomic_store") || startswith(name, "__sync_lock_release");
    if (!only_writes)
      reads_.push_back({Use::read, place, ADDR_SPACE_GENERIC, bytes, true, NULL_TREE});
    if (!startswith(name, "__atomic_load"))
      writes_.push_back({Use::write, place, ADDR_SPACE_GENERIC, bytes, true, NULL_TREE});
  }
  void read_in(rtx whole) {
    subrtx_var_iterator::array_type array;
    FOR_EACH_SUBRTX_VAR(i, array, whole, NONCONST) {
      if (MEM_P(*i)) take(Use::read, *i, bytes_at(*i));
      if (!takes_first_lanes(*i)) continue;
      take(Use::read, XEXP(*i, 0), GET_MODE_SIZE(GET_MODE(*i)).to_constant());
      i.skip_subrtxes();
    }
  }
  void find_in_part(rtx part) {
    if (GET_CODE(part) == SET && guards_stack(SET_SRC(part))) return;
    if (GET_CODE(part) == SET) {
      read_in(SET_SRC(part));
      const bool bypasses = has_unspec(SET_SRC(part), {UNSPEC_MOVNT, UNSPEC_MOVNTQ});
      write(SET_DEST(part), bypasses ? Use::nontemporal : Use::write);
    } else if (GET_CODE(part) != CLOBBER && GET_CODE(part) != USE) {
      read_in(part);
    }
  }
  void write(rtx place, Use use) {
    while (GET_CODE(place) == SUBREG || GET_CODE(place) == ZERO_EXTRACT ||
           GET_CODE(place) == STRICT_LOW_PART)
      place = XEXP(place, 0);
    if (MEM_P(place)) take(use, place, bytes_at(place));
  }
  void take(Use use, const_rtx memory, unsigned HOST_WIDE_INT bytes) {
    if (!is_programs(memory)) return;
    const bool is_at_begin = MEM_OFFSET_KNOWN_P(memory) && known_eq(MEM_OFFSET(memory), 0);
    const Reference reference = {use,
                                 XEXP(memory, 0),
                                 MEM_ADDR_SPACE(memory),
                                 bytes,
                                 MEM_ALIGN(memory) >= bytes * BITS_PER_UNIT,
                                 is_at_begin ? MEM_EXPR(memory) : NULL_TREE};
    const auto same = [&](const Reference& one) {
      return one.use == use && one.bytes == bytes && rtx_equal_p(one.address, reference.address);
    };
    std::vector<Reference>& of_use = use == Use::read ? reads_ : writes_;
    if (std::none_of(of_use.begin(), of_use.end(), same)) of_use.push_back(reference);
  }

  std::vector<Reference> reads_, writes_;
};

}  // namespace

std::vector<Reference> references_of(rtx_insn* instruction) {
  Finder finder;
  const rtx pattern = PATTERN(instruction);
  if (CALL_P(instruction))
    finder.find_in_call(XEXP(get_call_rtx_from(instruction), 0));
  else if (asm_noperands(pattern) < 0 && !has_lanes(pattern) &&
           repetition_in(instruction).bytes == 0)
    finder.find(pattern);
  return std::move(finder).found();
}

LaneReferences lanes_in(rtx_insn* instruction) {
  const const_rtx set = NONJUMP_INSN_P(instruction) ? single_set(instruction) : NULL_RTX;
  if (set == NULL_RTX || !has_lanes(PATTERN(instruction))) return {Use::read, 0, 0};
  const machine_mode mode = GET_MODE(SET_DEST(set));
  if (!VECTOR_MODE_P(mode)) return {Use::read, 0, 0};
  return {MEM_P(SET_DEST(set)) ? Use::write : Use::read,
          static_cast<unsigned>(GET_MODE_NUNITS(mode).to_constant()),
          static_cast<unsigned>(GET_MODE_UNIT_SIZE(mode))};
}

Repetition repetition_in(rtx_insn* instruction) {
  if (!NONJUMP_INSN_P(instruction) || recog_memoized(instruction) < 0 ||
      get_attr_type(instruction) != TYPE_STR || !get_attr_prefix_rep(instruction))
    return {0, false};
  Repetition found = {1, false};
  bool stores = false;
  has_part(PATTERN(instruction), [&](const_rtx part) {
    if (GET_CODE(part) == SET && MEM_P(SET_DEST(part))) {
      stores = true;
      found.copies = MEM_P(SET_SRC(part));
    }
    if (GET_CODE(part) == ASHIFT && CONST_INT_P(XEXP(part, 1)))
      found.bytes = 1U << INTVAL(XEXP(part, 1));
    return false;
  });
  return stores ? found : Repetition{0, false};
}

}  // namespace hpcast::plugin

#include "descriptions.h"

#include "hooks.h"
#include "instruction_kind.h"
#include "operations.h"
#include "references.h"

namespace hpcast::plugin {

namespace {

using blocks::Word;

constexpr unsigned nowhere = ~0U;

struct Description {
  unsigned function;     // by number, from 0 on
  std::uint64_t offset;  // in the function, as it would lie by itself
  unsigned falls_to;     // the piece where it goes on, unless it ends with a jump that is taken
  unsigned operands;
  std::vector<Word> words;
};

std::vector<Description> descriptions;  // by piece
unsigned functions = 0;

// In the function without hooks. GCC tells how far it is to where a jump leads later.
unsigned bytes_of(rtx_insn* instruction) {
  constexpr unsigned short_jump = 2, usual = 4, most = 15;
  if (JUMP_P(instruction)) return short_jump;
  if (asm_noperands(PATTERN(instruction)) >= 0) return usual;
  return MIN(MAX(get_attr_length(instruction), 1), static_cast<int>(most));
}

// As the assembler does it: to a multiple, unless it has to skip more than so many bytes for that.
std::uint64_t aligned(std::uint64_t offset, basic_block block) {
  if (!LABEL_P(BB_HEAD(block))) return offset;
  for (const align_flags_tuple& level : label_to_alignment(BB_HEAD(block)).levels) {
    const std::uint64_t skipped = -offset & ((std::uint64_t{1} << level.log) - 1);
    if (skipped <= static_cast<std::uint64_t>(level.maxskip)) offset += skipped;
  }
  return offset;
}

// The piece that comes first from the block's begin on, as it goes on without jumps.
class Ways {
 public:
  explicit Ways(const std::vector<Piece>& pieces) : first_(last_basic_block_for_fn(cfun), nowhere) {
    for (const Piece& piece : pieces)
      first_[piece.block->index] = std::min(first_[piece.block->index], piece.number);
  }
  unsigned falls_to(const Piece& piece) const {
    if (!any_condjump_p(piece.instructions.back())) return nowhere;
    edge way;
    edge_iterator i;
    FOR_EACH_EDGE(way, i, piece.block->succs) {
      if ((way->flags & EDGE_FALLTHRU) != 0) return first_from(way->dest);
    }
    return nowhere;
  }

 private:
  unsigned first_from(basic_block block) const {
    for (unsigned steps = 0; steps < first_.size(); ++steps) {
      if (block == EXIT_BLOCK_PTR_FOR_FN(cfun)) return nowhere;
      if (first_[block->index] != nowhere) return first_[block->index];
      block = only_way_from(block);
      if (block == nullptr) return nowhere;
    }
    return nowhere;
  }
  // But for what tells of a loop and goes on here. Null: there are several.
  static basic_block only_way_from(basic_block block) {
    basic_block next = nullptr;
    edge way;
    edge_iterator i;
    FOR_EACH_EDGE(way, i, block->succs) {
      if (only_tells(way->dest)) continue;
      if (next != nullptr) return nullptr;
      next = way->dest;
    }
    return next;
  }

  std::vector<unsigned> first_;  // by block
};

// By number, as docs/trace-format.md has them.
constexpr unsigned flags = 16, x87_unit = 17, first_vector = 24, first_mask = 56, first_slot = 64;

unsigned register_of(unsigned reg) {
  constexpr unsigned general[] = {0, 2, 1, 3, 6, 7, 5, 4};
  if (reg <= SP_REG) return general[reg];
  if (IN_RANGE(reg, R8_REG, R15_REG)) return 8 + reg - R8_REG;
  if (IN_RANGE(reg, XMM0_REG, XMM7_REG)) return first_vector + reg - XMM0_REG;
  if (IN_RANGE(reg, XMM8_REG, XMM15_REG)) return first_vector + 8 + reg - XMM8_REG;
  if (IN_RANGE(reg, XMM16_REG, XMM31_REG)) return first_vector + 16 + reg - XMM16_REG;
  if (MASK_REGNO_P(reg)) return first_mask + reg - MASK0_REG;
  return reg == FLAGS_REG ? flags : x87_unit;
}

// Places in a function's stack where registers are kept: to the description they are registers, as
// far as these go.
class Slots {
 public:
  // blocks::registers: it is none, or there are too many.
  unsigned register_of(const_rtx memory) {
    if (!is_slot(memory)) return blocks::registers;
    const HOST_WIDE_INT offset = MEM_OFFSET(memory).to_constant();
    const auto place = std::find(offsets_.begin(), offsets_.end(), offset);
    const auto number = static_cast<unsigned>(place - offsets_.begin()) + first_slot;
    if (number >= blocks::registers) return blocks::registers;
    if (place == offsets_.end()) offsets_.push_back(offset);
    return number;
  }

 private:
  std::vector<HOST_WIDE_INT> offsets_;
};

const_rtx single_set_of(rtx_insn* instruction) {
  return NONJUMP_INSN_P(instruction) ? single_set(instruction) : NULL_RTX;
}

// Describes one piece.
class Describer {
 public:
  Describer(const Piece& piece, Slots& slots) : piece_(piece), slots_(slots) {
    for (unsigned reg = 0; reg < blocks::registers; ++reg)
      current_[reg] = blocks::first_register + reg;
    find_lanes();
  }

  Description describe(std::uint64_t offset) && {
    for (rtx_insn* const instruction : piece_.instructions) {
      add(instruction, offset);
      add_more(operations_of(instruction).instructions - 1, offset);
      offset += bytes_of(instruction);
      ++place_;
    }
    const bool may_jump = any_condjump_p(piece_.instructions.back());
    const unsigned last = number_ - 1;
    if (may_jump) words_.push_back(blocks::exit_word(last, true, true, operands_));
    words_.push_back(blocks::exit_word(last, may_jump, false, operands_));
    words_[0] = blocks::block_word(last + 1, may_jump ? 2 : 1, words_.size(), 0);
    return {0, 0, nowhere, operands_, std::move(words_)};
  }

 private:
  // Hooks tell of lanes before the instruction that has them, or before others.
  void find_lanes() {
    std::vector<LaneReferences> all;
    for (rtx_insn* const instruction : piece_.instructions)
      if (lanes_in(instruction).count > 0) all.push_back(lanes_in(instruction));
    lanes_.resize(piece_.instructions.size());
    std::size_t next = 0, at = 0;
    for (rtx_insn* i = piece_.begin; i != nullptr && at < lanes_.size(); i = NEXT_INSN(i)) {
      if (i == piece_.instructions[at]) ++at;
      if (!is_call_of_lanes(i) || next == all.size()) continue;
      std::size_t place = at;
      while (place + 1 < lanes_.size() && lanes_in(piece_.instructions[place]).count == 0 &&
             references_of(piece_.instructions[place]).empty())
        ++place;
      if (place < lanes_.size()) lanes_[place].push_back(all[next++]);
    }
  }

  void add(rtx_insn* instruction, std::uint64_t address) {
    sources_.clear();
    results_.clear();
    operand_words_.clear();
    const WorkOfInstruction work = work_of(instruction);
    add_operands(instruction);
    add_sources(instruction, work.kind);
    add_results(instruction, work.kind);
    words_.push_back(blocks::instruction_word(address, bytes_of(instruction), work.kind,
                                              work.precision, work.log2_width) |
                     (adds_constant(instruction) ? blocks::adds_constant : 0));
    words_.push_back(blocks::counts_word(sources_.size(), operand_words_.size(), results_.size()));
    add_values(sources_);
    add_values(results_);
    words_.insert(words_.end(), operand_words_.begin(), operand_words_.end());
    operands_ += operand_words_.size();
    ++number_;
  }

  // Of assembly in the program's text: nobody knows what they wait for.
  void add_more(unsigned instructions, std::uint64_t address) {
    for (; instructions > 0 && number_ < blocks::max_instructions; --instructions, ++number_) {
      words_.push_back(
          blocks::instruction_word(address, 0, InstructionKind::integer, Precision::none, 3));
      words_.push_back(blocks::counts_word(0, 0, 0));
    }
  }

  void add_operands(rtx_insn* instruction) {
    if (piece_.is_marked && piece_.mark == no_mark) return;  // told as a whole, nobody knows where
    for (const LaneReferences& lanes : lanes_[place_])
      for (unsigned lane = 0; lane < lanes.count; ++lane)
        add_operand(blocks::operand_word(op_of(lanes.use), true, false, lanes.bytes),
                    PATTERN(instruction));
    for (const Reference& reference : references_of(instruction))
      add_operand(blocks::operand_word(op_of(reference.use), false, !is_size_class(reference.bytes),
                                       MIN(reference.bytes, 0xffff)),
                  reference.address);
  }
  static reftrace::Op op_of(Use use) {
    return use == Use::read    ? reftrace::Op::read
           : use == Use::write ? reftrace::Op::write
                               : reftrace::Op::nontemporal_write;
  }
  void add_operand(Word operand, const_rtx address) {
    if (operand_words_.size() == blocks::max_values) return;
    subrtx_iterator::array_type array;
    FOR_EACH_SUBRTX(i, array, address, ALL)
    if (REG_P(*i)) operand = blocks::with_address_value(operand, current_[register_of(REGNO(*i))]);
    operand_words_.push_back(operand);
  }

  // What processors keep track of as they decode.
  static bool is_stack_pointer(unsigned reg, InstructionKind kind) {
    const bool moves_it = kind == InstructionKind::store || kind == InstructionKind::load ||
                          kind == InstructionKind::call || kind == InstructionKind::call_indirect ||
                          kind == InstructionKind::ret;
    return reg == STACK_POINTER_REGNUM && moves_it;
  }

  void add_source(unsigned reg) {
    const unsigned value = current_[reg];
    if (std::find(sources_.begin(), sources_.end(), value) == sources_.end())
      sources_.push_back(value);
  }
  void add_sources(rtx_insn* instruction, InstructionKind kind) {
    df_ref use;
    FOR_EACH_INSN_USE(use, instruction) {
      const unsigned reg = DF_REF_REGNO(use);
      const bool makes_address = DF_REF_REG_MEM_P(use);
      const bool is_argument = CALL_P(instruction) && !is_in(PATTERN(instruction), reg);
      if (!makes_address && !is_argument && !is_stack_pointer(reg, kind))
        add_source(register_of(reg));
    }
    const const_rtx set = single_set_of(instruction);
    const unsigned slot = set == NULL_RTX ? blocks::registers : slots_.register_of(SET_SRC(set));
    if (slot < blocks::registers) add_source(slot);
  }
  static bool is_in(const_rtx pattern, unsigned reg) {
    subrtx_iterator::array_type array;
    FOR_EACH_SUBRTX(i, array, pattern, ALL)
    if (REG_P(*i) && REGNO(*i) == reg) return true;
    return false;
  }

  // A call's are those of what it calls.
  void add_results(rtx_insn* instruction, InstructionKind kind) {
    if (CALL_P(instruction)) return;
    df_ref made;
    FOR_EACH_INSN_DEF(made, instruction) {
      const unsigned reg = DF_REF_REGNO(made);
      if (DF_REF_FLAGS_IS_SET(made, DF_REF_MUST_CLOBBER | DF_REF_MAY_CLOBBER) ||
          is_stack_pointer(reg, kind))
        continue;
      if (DF_REF_FLAGS_IS_SET(made, DF_REF_PARTIAL)) add_source(register_of(reg));
      add_result(register_of(reg));
    }
    const const_rtx set = single_set_of(instruction);
    const unsigned slot = set == NULL_RTX ? blocks::registers : slots_.register_of(SET_DEST(set));
    if (slot < blocks::registers) add_result(slot);
  }
  void add_result(unsigned reg) {
    results_.push_back(blocks::result(reg, number_));
    current_[reg] = number_;
  }

  void add_values(const std::vector<unsigned>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i % 4 == 0) words_.push_back(0);
      words_.back() |= Word{values[i]} << 16 * (i % 4);
    }
  }

  const Piece& piece_;
  Slots& slots_;
  std::vector<std::vector<LaneReferences>> lanes_;  // told before each instruction
  unsigned current_[blocks::registers];             // values, by register
  std::vector<Word> words_ = {0};
  unsigned operands_ = 0, number_ = 0;  // so far
  std::size_t place_ = 0;               // in the piece
  // Of the present instruction.
  std::vector<unsigned> sources_, results_;
  std::vector<Word> operand_words_;
};

void write_words(const std::vector<Word>& words) {
  for (std::size_t i = 0; i < words.size(); ++i)
    fprintf(asm_out_file, "%s0x%llx", i % 8 == 0 ? "\n\t.quad\t" : ",",
            static_cast<unsigned long long>(words[i]));
  fputc('\n', asm_out_file);
}

std::string name_of_function(unsigned number) {
  return ".Lhpcast_function_" + std::to_string(number);
}

void write_record(unsigned piece) {
  const Description& description = descriptions[piece];
  const std::string name = name_of_record(piece);
  const std::string falls_to =
      description.falls_to == nowhere ? "1" : name_of_record(description.falls_to) + "-" + name;
  fprintf(asm_out_file, "%s:\n\t.quad\t0, %s, .Lhpcast_words_%u-%s, %s-%s, %llu\n", name.c_str(),
          falls_to.c_str(), piece, name.c_str(), name_of_function(description.function).c_str(),
          name.c_str(), static_cast<unsigned long long>(description.offset));
}

}  // namespace

void describe(const std::vector<Piece>& pieces) {
  const Ways ways(pieces);
  Slots slots;
  std::uint64_t offset = 0;
  for (const Piece& piece : pieces) {
    if (piece.begin == BB_HEAD(piece.block)) offset = aligned(offset, piece.block);
    Description description = Describer(piece, slots).describe(offset);
    description.function = functions;
    description.offset = offset;
    description.falls_to = ways.falls_to(piece);
    if (descriptions.size() <= piece.number) descriptions.resize(piece.number + 1);
    descriptions[piece.number] = std::move(description);
    for (rtx_insn* const instruction : piece.instructions) offset += bytes_of(instruction);
  }
  ++functions;
}

unsigned operands_of(unsigned piece) { return descriptions[piece].operands; }

std::string name_of_record(unsigned piece) { return ".Lhpcast_piece_" + std::to_string(piece); }

void write_descriptions() {
  if (descriptions.empty()) return;
  fputs("\t.section\t.data.hpcast,\"aw\"\n\t.align\t8\n", asm_out_file);
  for (unsigned i = 0; i < functions; ++i)
    fprintf(asm_out_file, "%s:\n\t.quad\t0\n", name_of_function(i).c_str());
  for (unsigned i = 0; i < descriptions.size(); ++i) write_record(i);
  fputs("\t.section\t.rodata.hpcast,\"a\"\n\t.align\t8\n", asm_out_file);
  for (unsigned i = 0; i < descriptions.size(); ++i) {
    fprintf(asm_out_file, ".Lhpcast_words_%u:", i);
    write_words(descriptions[i].words);
  }
}

}  // namespace hpcast::plugin

#include "pieces.h"

#include "operations.h"
#include "references.h"

namespace hpcast::plugin {

namespace {

unsigned pieces = 0;

class Cutter {
 public:
  Cutter(const Marked& marked, const NeededCode& code) : marked_(marked), code_(code) {}

  void take(basic_block block) {
    end_before(BB_HEAD(block));
    rtx_insn* instruction;
    FOR_BB_INSNS(block, instruction) {
      if (is_call_of_loop(instruction)) end_before(NEXT_INSN(instruction));
      if (!NONDEBUG_INSN_P(instruction) || !code_.is_needed(instruction)) continue;
      if (operations_of(instruction).instructions > 0) take(block, instruction);
    }
  }
  std::vector<Piece> found() && { return std::move(pieces_); }

 private:
  void end_before(rtx_insn* next) {
    is_open_ = false;
    begin_ = next;
  }
  void take(basic_block block, rtx_insn* instruction) {
    const Mark mark = marked_.of(instruction);
    const bool is_marked = marked_.is_marked(instruction);
    const unsigned more = operations_of(instruction).instructions;
    const bool goes_on = is_open_ && pieces_.back().mark == mark &&
                         pieces_.back().is_marked == is_marked &&
                         described_ + more <= blocks::max_instructions;
    if (!goes_on) pieces_.push_back({pieces++, block, mark, is_marked, begin_, {}});
    described_ = (goes_on ? described_ : 0) + more;
    pieces_.back().instructions.push_back(instruction);
    begin_ = NEXT_INSN(instruction);
    is_open_ = !CALL_P(instruction) && repetition_in(instruction).bytes == 0;
  }

  const Marked& marked_;
  const NeededCode& code_;
  std::vector<Piece> pieces_;
  rtx_insn* begin_ = nullptr;  // of the next one
  bool is_open_ = false;       // the last one may go on
  unsigned described_ = 0;     // instructions of it
};

}  // namespace

std::vector<Piece> pieces_of(function* fun, const Marked& marked, const NeededCode& code) {
  Cutter cutter(marked, code);
  basic_block block;
  FOR_EACH_BB_FN(block, fun) cutter.take(block);
  return std::move(cutter).found();
}

}  // namespace hpcast::plugin

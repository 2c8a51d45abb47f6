#include "blocks_between.h"

#include "loop_tables.h"
#include "needed.h"

namespace hpcast::plugin {

namespace {

bool has_hook_calls(basic_block block) {
  rtx_insn* instruction;
  FOR_BB_INSNS(block, instruction)
  if (is_hook_call(instruction)) return true;
  return false;
}

// Of one loop. Whoever leaves it, or enters it, is told of on the way.
class Finder {
 public:
  Finder(LoopTable& table, Marked& marked) : table_(table), marked_(marked) {
    for (const Mark mark : table.blocks) blocks_.push_back(marked.block_of(mark));
  }

  void find() {
    basic_block block;
    FOR_EACH_BB_FN(block, cfun) {
      if (!marked_.has_mark(block) && (only_tells(block) || !has_hook_calls(block)))
        between_.push_back(block);
    }
    leave_out_others();
    for (const basic_block found : between_) take(found);
  }

 private:
  bool is_inside(basic_block block) const { return place_of(block) < blocks_.size(); }
  bool is_between(basic_block block) const {
    return std::find(between_.begin(), between_.end(), block) != between_.end();
  }
  bool leads_only_inside(basic_block block) const {
    edge way;
    edge_iterator i;
    FOR_EACH_EDGE(way, i, block->succs) {
      if (!is_inside(way->dest) && !is_between(way->dest)) return false;
    }
    FOR_EACH_EDGE(way, i, block->preds) {
      if (!is_inside(way->src) && !is_between(way->src)) return false;
    }
    return true;
  }
  // Until all that are left come from the loop and go back to it.
  void leave_out_others() {
    for (bool changed = true; changed;) {
      std::vector<basic_block> left;
      for (const basic_block block : between_)
        if (leads_only_inside(block)) left.push_back(block);
      changed = left.size() != between_.size();
      between_ = left;
    }
  }

  // Before the loop's block that it leads to; back to the loop's beginning it comes last.
  void take(basic_block between) {
    basic_block from = between, to = between;
    for (std::size_t steps = 0; steps < between_.size() && !is_inside(from); ++steps)
      from = EDGE_PRED(from, 0)->src;
    for (std::size_t steps = 0; steps < between_.size() && !is_inside(to); ++steps)
      to = EDGE_SUCC(to, 0)->dest;
    if (!is_inside(from) || !is_inside(to) || only_tells(between)) return;
    const std::size_t place = place_of(to) > place_of(from) ? place_of(to) : blocks_.size();
    table_.insert_block(place, marked_.add(between));
    // Nobody goes on from there to another one's place.
    blocks_.insert(blocks_.begin() + place, nullptr);
  }
  std::size_t place_of(basic_block block) const {
    return std::find(blocks_.begin(), blocks_.end(), block) - blocks_.begin();
  }

  LoopTable& table_;
  Marked& marked_;
  std::vector<basic_block> blocks_;   // the table's; null: none has its mark, or it is between
  std::vector<basic_block> between_;  // as they lie
};

}  // namespace

void take_blocks_between(Marked& marked) {
  for (LoopTable* const table : tables_of(cfun->decl)) Finder(*table, marked).find();
}

}  // namespace hpcast::plugin

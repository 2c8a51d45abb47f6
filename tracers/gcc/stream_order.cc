#include "stream_order.h"

#include "hooks.h"
#include "references.h"

namespace hpcast::plugin {

namespace {

// Of one loop, as its machine code has the streams.
class Order {
 public:
  explicit Order(const LoopTable& table)
      : table_(table), is_made_(table.streams.size()), bytes_(table.streams.size()) {}

  // Of the next block of the loop.
  void take(const std::vector<rtx_insn*>& instructions, const NeededCode& code) {
    for (rtx_insn* const instruction : instructions) {
      if (!code.is_needed(instruction)) continue;
      for (const Reference& reference : references_of(instruction)) take(reference);
    }
    add_gone_streams();
    ++block_;
  }
  bool is_known() const { return is_known_ && order_.size() <= LoopTable::most_turns; }
  // Those that are gone stay with their block: exits count the streams of blocks.
  const std::vector<LoopTable::Turn>& turns() const { return order_; }
  bool is_made(std::size_t stream) const { return is_made_[stream]; }
  // As few as the rest of the program looks at.
  unsigned HOST_WIDE_INT bytes(std::size_t stream) const { return bytes_[stream]; }

 private:
  // Rather than keep what it has loaded in the stack, GCC loads it again.
  void take(const Reference& reference) {
    const std::size_t first = find(reference, false), again = find(reference, true);
    const bool is_again = first == is_made_.size();
    is_known_ = is_known_ && order_.size() < LoopTable::most_turns &&
                (!is_again || (again < is_made_.size() && bytes_[again] >= reference.bytes));
    if (!is_known_) return;
    const std::size_t stream = is_again ? again : first;
    order_.push_back({stream, is_again});
    is_made_[stream] = true;
    // Of the x87 unit's numbers the padding is no bytes of the machine's.
    bytes_[stream] =
        is_size_class(reference.bytes) ? reference.bytes : table_.streams[stream].bytes;
  }
  // The first stream that is or is not made yet; as many as there are where there is none.
  std::size_t find(const Reference& reference, bool is_made) const {
    std::size_t stream = 0;
    while (stream < is_made_.size() && (is_made_[stream] != is_made || !is_that(stream, reference)))
      ++stream;
    return stream;
  }
  bool is_that(std::size_t number, const Reference& reference) const {
    const LoopTable::Stream& stream = table_.streams[number];
    return stream.block == block_ && stream.bytes >= reference.bytes &&
           stream.is_store == (reference.use == Use::write) && stream.expression != NULL_TREE &&
           reference.expression != NULL_TREE &&
           operand_equal_p(stream.expression, reference.expression, 0);
  }
  void add_gone_streams() {
    for (std::size_t i = 0; i < table_.streams.size(); ++i)
      if (table_.streams[i].block == block_ && !is_made_[i]) order_.push_back({i});
  }

  const LoopTable& table_;
  std::vector<LoopTable::Turn> order_;
  std::vector<bool> is_made_;  // by stream
  std::vector<unsigned HOST_WIDE_INT> bytes_;
  std::size_t block_ = 0;
  bool is_known_ = true;
};

// False: a block is not found again.
bool take_blocks(Order& order, const LoopTable& table, const Marked& marked,
                 const NeededCode& code) {
  for (const Mark mark : table.blocks) {
    const bool is_empty = mark == no_mark;
    if (!is_empty && !marked.is_found(mark)) return false;
    order.take(is_empty ? std::vector<rtx_insn*>() : marked.instructions_of(mark), code);
  }
  return order.is_known();
}

}  // namespace

void follow_machine_code(const Marked& marked, const NeededCode& code) {
  for (LoopTable* const table : tables_of(cfun->decl)) {
    Order order(*table);
    if (!take_blocks(order, *table, marked, code)) continue;
    table->order = order.turns();
    table->follows_code = true;
    for (std::size_t i = 0; i < table->streams.size(); ++i) {
      table->streams[i].is_gone = !order.is_made(i);
      if (order.is_made(i)) table->streams[i].bytes = order.bytes(i);
    }
  }
}

}  // namespace hpcast::plugin

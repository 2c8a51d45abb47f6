#include "gone_stores.h"

#include "needed.h"

namespace hpcast::plugin {

namespace {

// As tracers/compiler/runtime/loops.cc has it.
constexpr std::uint64_t gone = 1 << 17;

std::size_t bytes_of(std::uint64_t shape) { return std::size_t{1} << (shape >> 8 & 255); }

class Stores {
 public:
  explicit Stores(const LoopTable& table) : table_(table), made_(table.stores.size()) {}

  void take(basic_block block) {
    rtx_insn* instruction;
    FOR_BB_INSNS(block, instruction)
    if (NONDEBUG_INSN_P(instruction)) note_stores(instruction, take_store, this);
  }
  bool are_known() const { return are_known_; }
  bool is_made(std::size_t stream) const { return made_[stream]; }

 private:
  static void take_store(rtx place, const_rtx, void* stores) {
    if (MEM_P(place) && is_programs_memory(place)) static_cast<Stores*>(stores)->take(place);
  }
  void take(const_rtx place) {
    const auto found = std::find(table_.stores.begin(), table_.stores.end(), MEM_EXPR(place));
    const std::size_t stream = found - table_.stores.begin();
    const bool is_whole = MEM_EXPR(place) != NULL_TREE && found != table_.stores.end() &&
                          MEM_SIZE_KNOWN_P(place) &&
                          known_eq(MEM_SIZE(place), bytes_of(table_.shapes[stream]));
    if (is_whole)
      made_[stream] = true;
    else
      are_known_ = false;
  }

  const LoopTable& table_;
  std::vector<bool> made_;
  bool are_known_ = true;
};

}  // namespace

void leave_out_gone_stores(LoopTable& table, const std::vector<basic_block>& blocks) {
  Stores stores(table);
  for (const basic_block block : blocks) stores.take(block);
  if (!stores.are_known()) return;
  for (std::size_t i = 0; i < table.stores.size(); ++i)
    if (table.stores[i] != NULL_TREE && !stores.is_made(i)) table.shapes[i] |= gone;
}

}  // namespace hpcast::plugin

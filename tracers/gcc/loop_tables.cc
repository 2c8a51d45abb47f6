#include "loop_tables.h"

#include "descriptions.h"

namespace hpcast::plugin {

namespace {

std::vector<LoopTable> tables;
struct Executed {
  Operations operations;
  std::vector<unsigned> pieces;
};
std::vector<Executed> executed;  // by mark

std::string name_of_table(std::size_t number) {
  return "__hpcast_loop_table_" + std::to_string(number);
}

bool is_known(Mark mark) { return mark < executed.size(); }

// Of the first blocks.
Operations operations_in(const LoopTable& table, std::size_t blocks) {
  Operations sum;
  for (std::size_t i = 0; i < blocks; ++i)
    if (is_known(table.blocks[i])) sum += executed[table.blocks[i]].operations;
  return sum;
}
std::size_t pieces_in(const LoopTable& table, std::size_t blocks) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < blocks; ++i)
    if (is_known(table.blocks[i])) sum += executed[table.blocks[i]].pieces.size();
  return sum;
}

// An iteration's references as far as these blocks; those that are gone, too.
std::size_t turns_in(const LoopTable& table, std::size_t blocks) {
  return std::count_if(table.order.begin(), table.order.end(), [&](const LoopTable::Turn& turn) {
    return table.streams[turn.stream].block < blocks;
  });
}
std::size_t references_of(const LoopTable& table, std::size_t block) {
  return std::count_if(table.order.begin(), table.order.end(), [&](const LoopTable::Turn& turn) {
    const LoopTable::Stream& stream = table.streams[turn.stream];
    return stream.block == block && !stream.is_gone;
  });
}

void write_word(std::uint64_t word) {
  fprintf(asm_out_file, "\t.quad\t%llu\n", static_cast<unsigned long long>(word));
}
void write_operations(const Operations& operations) {
  for (unsigned i = 0; i < operation_words; ++i) write_word(words_of(operations)[i]);
}

// As tracers/compiler/runtime/loop_table.h has it.
std::uint64_t word_of(const LoopTable::Stream& stream, const LoopTable::Turn& turn) {
  constexpr unsigned again_bit = 7, size_bit = 8, gone_bit = 17, number_bit = 18;
  const auto log2_size = static_cast<std::uint64_t>(exact_log2(stream.bytes));
  return stream.shape | log2_size << size_bit | std::uint64_t{stream.is_gone} << gone_bit |
         std::uint64_t{turn.is_again} << again_bit | turn.stream << number_bit;
}

// The piece's record, from here on, and its references. Where these are in an order of their own,
// they come with the block's first piece.
void write_piece(unsigned piece, std::size_t references) {
  fprintf(asm_out_file, "\t.quad\t%s-.\n", name_of_record(piece).c_str());
  write_word(references);
}
void write_pieces(const LoopTable& table, std::size_t block) {
  if (!is_known(table.blocks[block])) return;
  std::size_t left = references_of(table, block);
  for (const unsigned piece : executed[table.blocks[block]].pieces) {
    const std::size_t own = std::min<std::size_t>(operands_of(piece), left);
    const std::size_t told = table.follows_code ? own : left;
    write_piece(piece, told);
    left -= told;
  }
}

void write(const LoopTable& table, std::size_t number) {
  fprintf(asm_out_file, "%s:\n", name_of_table(number).c_str());
  write_word(table.order.size());
  write_word(table.kept);
  write_word(table.exits.size());
  write_word(pieces_in(table, table.blocks.size()));
  write_operations(operations_in(table, table.blocks.size()));
  for (const std::size_t blocks : table.exits) {
    write_word(turns_in(table, blocks));
    write_word(pieces_in(table, blocks));
    write_operations(operations_in(table, blocks));
  }
  for (const LoopTable::Turn& turn : table.order)
    write_word(word_of(table.streams[turn.stream], turn));
  for (std::size_t block = 0; block < table.blocks.size(); ++block) write_pieces(table, block);
}

}  // namespace

void LoopTable::insert_block(std::size_t before, Mark mark) {
  blocks.insert(blocks.begin() + before, mark);
  for (Stream& stream : streams) stream.block += stream.block >= before ? 1 : 0;
  for (std::size_t& exit : exits) exit += exit > before ? 1 : 0;
}

tree add_loop_table(LoopTable table) {
  const tree type = build_qualified_type(size_type_node, TYPE_QUAL_CONST);
  const tree variable = build_decl(UNKNOWN_LOCATION, VAR_DECL,
                                   get_identifier(name_of_table(tables.size()).c_str()), type);
  tables.push_back(std::move(table));
  DECL_ARTIFICIAL(variable) = DECL_IGNORED_P(variable) = 1;
  DECL_EXTERNAL(variable) = TREE_PUBLIC(variable) = 1;
  DECL_VISIBILITY(variable) = VISIBILITY_HIDDEN;
  DECL_VISIBILITY_SPECIFIED(variable) = 1;
  TREE_READONLY(variable) = TREE_ADDRESSABLE(variable) = TREE_USED(variable) = 1;
  return build_fold_addr_expr(variable);
}

std::vector<LoopTable*> tables_of(tree function) {
  std::vector<LoopTable*> found;
  for (LoopTable& table : tables)
    if (table.function == function) found.push_back(&table);
  return found;
}

void executes(Mark mark, unsigned piece, const Operations& operations) {
  if (mark >= executed.size()) executed.resize(mark + 1);
  executed[mark].operations += operations;
  executed[mark].pieces.push_back(piece);
}

void write_loop_tables() {
  if (tables.empty()) return;
  fputs("\t.section\t.rodata.hpcast,\"a\"\n\t.align\t8\n", asm_out_file);
  for (std::size_t i = 0; i < tables.size(); ++i) write(tables[i], i);
}

}  // namespace hpcast::plugin

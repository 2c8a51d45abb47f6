// What the runtime knows of pieces of the machine's code: a record for each, with its description
// as blocks/description.h has it, in data of the unit. tracers/compiler/runtime/code_pieces.cc
// reads them.
#pragma once

#include "pieces.h"

namespace hpcast::plugin {

// Of the present function, all of them.
void describe(const std::vector<Piece>& pieces);

// References that it makes in the stream.
unsigned operands_of(unsigned piece);

// The record's name in the assembler's text.
std::string name_of_record(unsigned piece);

// At the end of a unit.
void write_descriptions();

}  // namespace hpcast::plugin

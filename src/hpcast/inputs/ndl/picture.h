// A network as boxes and wires: a small one as it is, a large one with boxes that stand for all of
// a kind.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/inputs/ndl/network.h"

namespace hpcast::ndl {

struct PictureBox {
  std::string name;
  std::uint64_t times = 1;  // how many it stands for
  bool node = false;        // or a switch
  double x = 0, y = 0;      // columns and rows, from the top left
};

// A cable or, of a collapsed picture, all of a kind.
struct PictureWire {
  std::uint32_t from = 0, to = 0;  // boxes; the same: among those that the box stands for
  std::string label;
};

struct Picture {
  static constexpr std::uint32_t most_vertices = 40;  // of what is drawn as it is
  bool collapsed = false;
  std::vector<PictureBox> boxes;
  std::vector<PictureWire> wires;
};

Picture picture_of(const Network& network);

}  // namespace hpcast::ndl

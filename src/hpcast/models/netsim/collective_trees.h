// Trees of ranks, as Open MPI's coll_base_topo.c (4.1.6) builds them; MPICH's binomial tree is the
// in-order one. All but the in-order binary tree are trees of places: ranks counted from the root
// on. Private to netsim.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "hpcast/models/netsim/collective.h"
#include "hpcast/models/netsim/collective_steps.h"

namespace hpcast::netsim::collectives {

// Shapes. parent(place, size) of a place other than 0; children(place, size, f) calls f with every
// child, in the order in which the library lists them.

// Up to `count` chains that the root feeds.
template <std::uint32_t count>
struct ChainShape {
  static std::uint32_t parent(std::uint32_t place, std::uint32_t size) {
    return head(place, size) == place ? 0 : place - 1;
  }
  template <class F>
  static void children(std::uint32_t place, std::uint32_t size, F f) {
    if (place != 0) {
      if (place + 1 < size && head(place + 1, size) != place + 1) f(place + 1);
      return;
    }
    for (std::uint32_t child = 1; child < size; child += length(child, size)) f(child);
  }

 private:
  // The first (size - 1) % chains chains are one longer than the others.
  static std::uint32_t chains(std::uint32_t size) { return std::min(count, size - 1); }
  static std::uint32_t in_long_ones(std::uint32_t size) {
    return ((size - 1) % chains(size)) * ((size - 1) / chains(size) + 1);
  }
  static std::uint32_t length(std::uint32_t place, std::uint32_t size) {
    return (size - 1) / chains(size) + (place <= in_long_ones(size) ? 1 : 0);
  }
  static std::uint32_t head(std::uint32_t place, std::uint32_t size) {
    const std::uint32_t before = place <= in_long_ones(size) ? 0 : in_long_ones(size);
    return place - (place - 1 - before) % length(place, size);
  }
};

// Level by level; odd places in the left half, even ones in the right.
struct BinaryShape {
  static std::uint32_t parent(std::uint32_t place, std::uint32_t) {
    const std::uint32_t width = std::bit_floor(place + 1) / 2;  // of the level above
    return width - 1 + (place - (width - 1)) % width;
  }
  template <class F>
  static void children(std::uint32_t place, std::uint32_t size, F f) {
    const std::uint64_t width = std::bit_floor(place + 1);
    for (const std::uint64_t child : {place + width, place + 2 * width})
      if (child < size) f(static_cast<std::uint32_t>(child));
  }
};

// The parent lacks the highest bit: Open MPI's bcast.
struct BinomialShape {
  static std::uint32_t parent(std::uint32_t place, std::uint32_t) {
    return place ^ std::bit_floor(place);
  }
  template <class F>
  static void children(std::uint32_t place, std::uint32_t size, F f) {
    const std::uint64_t first = place == 0 ? 1 : 2 * std::uint64_t{std::bit_floor(place)};
    for (std::uint64_t bit = first; place + bit < size; bit *= 2)
      f(static_cast<std::uint32_t>(place + bit));
  }
};

// The parent lacks the lowest bit, so that a subtree is a range of places: `reach` of them.
struct InOrderBinomialShape {
  static std::uint32_t parent(std::uint32_t place, std::uint32_t) { return place & (place - 1); }
  template <class F>
  static void children(std::uint32_t place, std::uint32_t size, F f) {
    for (std::uint64_t bit = 1; place + bit < size && (place & bit) == 0; bit *= 2)
      f(static_cast<std::uint32_t>(place + bit));
  }
  static std::uint32_t reach(std::uint32_t place, std::uint32_t size) {
    return place == 0 ? size : std::min(place & (~place + 1), size - place);
  }
};

// Digits to that base; the parent lacks the lowest digit that is not 0.
template <std::uint32_t radix>
struct NomialShape {
  static std::uint32_t parent(std::uint32_t place, std::uint32_t size) {
    const std::uint64_t unit = low_unit(place, size) * radix;
    return static_cast<std::uint32_t>(place / unit * unit);
  }
  template <class F>
  static void children(std::uint32_t place, std::uint32_t size, F f) {
    for (std::uint64_t unit = low_unit(place, size) / radix; unit > 0; unit /= radix)
      for (std::uint64_t child = place + unit, i = 1; i < radix && child < size; ++i, child += unit)
        f(static_cast<std::uint32_t>(child));
  }

 private:
  static std::uint64_t low_unit(std::uint32_t place, std::uint32_t size) {
    std::uint64_t unit = 1;
    while (unit < size && place % (unit * radix) == 0) unit *= radix;
    return unit;
  }
};

// ---- Trees of ranks: where a rank is, its parent, its children

template <class Shape>
struct RootedTree {
  static bool at_top(const CollectivePart& part) { return is_root(part); }
  static std::uint32_t parent(const CollectivePart& part) {
    return rank_at(part, Shape::parent(place_of(part), part.size));
  }
  template <class F>
  static void children(const CollectivePart& part, F f) {
    Shape::children(place_of(part), part.size,
                    [&](std::uint32_t place) { f(rank_at(part, place)); });
  }
};

// In-order binary: the last rank is on top, whoever is the root; a right subtree has the lower half
// of the ranks, so that operators that do not commute keep their order.
struct InOrderBinaryTree {
  static bool at_top(const CollectivePart& part) { return part.rank == part.size - 1; }
  static std::uint32_t parent(const CollectivePart& part) { return find(part).parent; }
  template <class F>
  static void children(const CollectivePart& part, F f) {
    const Found found = find(part);
    if (found.size > 1) f(found.first + found.size - 2);
    if (found.size > 2) f(found.first + found.size / 2 - 1);
  }

 private:
  struct Found {  // the rank's subtree: ranks first …, itself the last of them
    std::uint32_t first, size, parent;
  };
  static Found find(const CollectivePart& part) {
    Found at{0, part.size, part.size - 1};
    while (part.rank != at.first + at.size - 1) {
      at.parent = at.first + at.size - 1;
      const std::uint32_t right = at.size / 2;
      if (part.rank < at.first + right) {
        at.size = right;
      } else {
        at.first += right;
        at.size -= right + 1;
      }
    }
    return at;
  }
};

using Pipeline = RootedTree<ChainShape<1>>;
using FourChains = RootedTree<ChainShape<4>>;  // coll_tuned's chain fanout where none is asked for
using BinaryTree = RootedTree<BinaryShape>;
using BinomialTree = RootedTree<BinomialShape>;
using InOrderBinomialTree = RootedTree<InOrderBinomialShape>;
using FourNomialTree = RootedTree<NomialShape<4>>;  // bcast_algorithm_knomial_radix

template <class Tree>
std::uint32_t child_count(const CollectivePart& part) {
  std::uint32_t count = 0;
  Tree::children(part, [&](std::uint32_t) { ++count; });
  return count;
}
template <class Tree>
std::uint32_t child_at(const CollectivePart& part, std::uint32_t index) {
  std::uint32_t count = 0, result = 0;
  Tree::children(part, [&](std::uint32_t child) {
    if (count++ == index) result = child;
  });
  return result;
}

}  // namespace hpcast::netsim::collectives

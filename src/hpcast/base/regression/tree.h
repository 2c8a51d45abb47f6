// A regression tree: its nodes in one array, each before what is below it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hpcast::regression {

class Tree {
 public:
  static constexpr std::uint32_t leaf = UINT32_MAX;
  struct Node {
    double number;          // a leaf's prediction; otherwise rows of at most so much go left
    std::uint32_t feature;  // that is compared, or `leaf`
    std::uint32_t right;    // where rows of more go; left is the next node
  };

  Tree() = default;
  // Not empty. Whatever goes right goes on, within the array.
  explicit Tree(std::vector<Node> nodes) : nodes_(std::move(nodes)) {}

  double predict(std::span<const double> row) const {
    const Node* node = nodes_.data();
    while (node->feature != leaf)
      node = row[node->feature] <= node->number ? node + 1 : nodes_.data() + node->right;
    return node->number;
  }

  const std::vector<Node>& nodes() const { return nodes_; }
  // With all predictions times so much.
  Tree times(double factor) const;

 private:
  std::vector<Node> nodes_;
};

// "0:0.5 17.25 3:2 1 -1": FEATURE:MOST before what is below it, a number where it ends. One text
// for a tree, because forests have millions of nodes.
std::string to_text(const Tree& tree);
// Throws std::invalid_argument with what is wrong. columns: how many features there are.
Tree tree_in(std::string_view text, std::size_t columns);

}  // namespace hpcast::regression

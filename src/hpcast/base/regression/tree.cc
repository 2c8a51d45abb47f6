#include "hpcast/base/regression/tree.h"

#include <fmt/format.h>

#include <iterator>
#include <stdexcept>

#include "hpcast/base/regression/words.h"

namespace hpcast::regression {

namespace {

Tree::Node node_in(std::string_view word, std::size_t columns) {
  if (word.find(':') == std::string_view::npos) return {number_in(word), Tree::leaf, 0};
  const Entry entry = entry_in(word, columns);
  return {entry.number, entry.feature, 0};
}

}  // namespace

Tree Tree::times(double factor) const {
  Tree tree = *this;
  for (Node& node : tree.nodes_)
    if (node.feature == leaf) node.number *= factor;
  return tree;
}

std::string to_text(const Tree& tree) {
  std::string text;
  for (const Tree::Node& node : tree.nodes()) {
    if (!text.empty()) text += ' ';
    if (node.feature != Tree::leaf) fmt::format_to(std::back_inserter(text), "{}:", node.feature);
    fmt::format_to(std::back_inserter(text), "{}", node.number);
  }
  return text;
}

Tree tree_in(std::string_view text, std::size_t columns) {
  std::vector<Tree::Node> nodes;
  std::vector<std::size_t> open;  // nodes whose right side is to come
  bool whole = false;
  while (!text.empty()) {
    if (whole) throw std::invalid_argument("there is more after the tree's last leaf");
    nodes.push_back(node_in(next_word(text), columns));
    if (nodes.back().feature != Tree::leaf) {
      open.push_back(nodes.size() - 1);
    } else if (open.empty()) {
      whole = true;
    } else {
      nodes[open.back()].right = static_cast<std::uint32_t>(nodes.size());
      open.pop_back();
    }
  }
  if (!whole) throw std::invalid_argument("the tree ends before its last leaf");
  return Tree(std::move(nodes));
}

}  // namespace hpcast::regression

#include "hpcast/inputs/mpitrace/pattern_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "hpcast/base/units.h"

namespace hpcast::mpitrace {

namespace {

constexpr std::size_t most_dimensions = 6;

class PatternReader {
 public:
  PatternReader(const Document& document, const ReadOptions& options)
      : options_(options), faults_(document), fields_(document.root, "", faults_) {}

  Pattern read() {
    faults_.throw_if_any();
    pattern_.name = fields_.required_text("pattern");
    pattern_.kind = fields_.one_of<PatternKind>("pattern",
                                                {{"halo", PatternKind::halo},
                                                 {"tofu-neighbors", PatternKind::tofu_neighbors},
                                                 {"all-to-all", PatternKind::all_to_all},
                                                 {"ring", PatternKind::ring},
                                                 {"shift", PatternKind::shift},
                                                 {"random", PatternKind::random},
                                                 {"incast", PatternKind::incast},
                                                 {"ping-pong", PatternKind::ping_pong},
                                                 {"tree", PatternKind::tree},
                                                 {"allreduce", PatternKind::allreduce},
                                                 {"broadcast", PatternKind::broadcast},
                                                 {"reduce", PatternKind::reduce},
                                                 {"allgather", PatternKind::allgather},
                                                 {"barrier", PatternKind::barrier}},
                                                PatternKind::halo);
    // Of a pattern that nobody knows, no other member can be judged.
    faults_.throw_if_any();
    read_common();
    read_own();
    refuse_others();
    faults_.throw_if_any();
    refuse_too_much();
    faults_.throw_if_any();
    return pattern_;
  }

 private:
  void read_common() {
    if (pattern_.kind != PatternKind::barrier)
      pattern_.bytes = fields_.required_whole("bytes", Dimension::bytes, Range::not_negative);
    pattern_.steps = fields_.whole("steps", Dimension::none).value_or(1);
    const double seconds =
        fields_.quantity("compute", Dimension::seconds, Range::not_negative).value_or(0);
    if (seconds * static_cast<double>(pattern_.steps) > 9e6)  // of the 106 days
      fields_.fault("compute", "all steps together are longer than 100 days");
    else
      pattern_.compute = std::llround(seconds * 1e12);
  }

  void read_own() {
    if (pattern_.kind == PatternKind::halo || pattern_.kind == PatternKind::tofu_neighbors)
      return read_grid();
    const bool one_is_enough = pattern_.kind >= PatternKind::allreduce;
    pattern_.ranks =
        whole_within("ranks", one_is_enough ? 1 : 2, options_.most_ranks, std::nullopt);
    switch (pattern_.kind) {
      case PatternKind::all_to_all:
        pattern_.collective =
            fields_.one_of<bool>("algorithm", {{"messages", false}, {"collective", true}}, false);
        break;
      case PatternKind::shift:
        pattern_.distance = whole_within("distance", 1, pattern_.ranks - 1, std::nullopt);
        break;
      case PatternKind::random:
        pattern_.messages = whole_within("messages", 1, 1U << 20, std::nullopt);
        pattern_.seed = static_cast<std::uint64_t>(
            fields_.integer("seed", 0, std::int64_t{1} << 53).value_or(1));
        break;
      case PatternKind::tree:
        pattern_.arity = whole_within("arity", 1, options_.most_ranks, 2);
        read_root();
        break;
      case PatternKind::incast:
      case PatternKind::broadcast:
      case PatternKind::reduce:
        read_root();
        break;
      case PatternKind::ping_pong:
        if (pattern_.ranks % 2 != 0)
          fields_.fault("ranks", "ranks play in pairs, so their number must be even");
        break;
      default:
        break;
    }
  }

  void read_root() { pattern_.root = whole_within("root", 0, pattern_.ranks - 1, 0); }

  void read_grid() {
    const bool tofu = pattern_.kind == PatternKind::tofu_neighbors;
    const std::size_t fewest = tofu ? most_dimensions : 1;
    const Json& shape = fields_.array("shape");
    if (shape.size() < fewest || shape.size() > most_dimensions) {
      fields_.fault("shape", tofu ? "expected six extents" : "expected 1 to 6 extents",
                    R"(such as "shape": [16, 16, 8])");
      return;
    }
    double ranks = 1;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      pattern_.shape.push_back(extent(shape[i], i));
      ranks *= pattern_.shape.back();
    }
    if (ranks > options_.most_ranks)
      fields_.fault("shape", fmt::format("it has more than {} ranks", options_.most_ranks));
    pattern_.ranks = static_cast<std::uint32_t>(std::min<double>(ranks, options_.most_ranks));
    read_periodic(tofu);
    if (!tofu)
      pattern_.diagonals =
          fields_.one_of<bool>("neighbors", {{"faces", false}, {"all", true}}, false);
  }

  std::uint32_t extent(const Json& value, std::size_t i) {
    if (value.is_number_unsigned() && value.get<std::uint64_t>() >= 1 &&
        value.get<std::uint64_t>() <= options_.most_ranks)
      return value.get<std::uint32_t>();
    faults_.add(pointer_to(fields_.pointer("shape"), i),
                fmt::format("expected a whole number from 1 to {}", options_.most_ranks));
    return 1;
  }

  // The axes a and c of Tofu have two nodes, between which there is one link.
  void read_periodic(bool tofu) {
    pattern_.periodic.assign(pattern_.shape.size(), tofu);
    const Json* const value = fields_.member("periodic");
    if (value != nullptr) set_periodic(*value);
    for (std::size_t i = 0; tofu && i < pattern_.shape.size(); ++i)
      if (pattern_.shape[i] <= 2) pattern_.periodic[i] = false;
  }

  void set_periodic(const Json& value) {
    if (value.is_boolean()) {
      pattern_.periodic.assign(pattern_.shape.size(), value.get<bool>());
      return;
    }
    const auto is_flag = [](const Json& element) { return element.is_boolean(); };
    if (!value.is_array() || value.size() != pattern_.shape.size() ||
        !std::all_of(value.begin(), value.end(), is_flag)) {
      fields_.fault("periodic",
                    "expected true, false, or an array with one of them for each "
                    "extent of the shape");
      return;
    }
    for (std::size_t i = 0; i < value.size(); ++i) pattern_.periodic[i] = value[i].get<bool>();
  }

  std::uint32_t whole_within(const std::string& key, std::uint32_t least, std::uint32_t most,
                             std::optional<std::uint32_t> fallback) {
    if (!fallback && fields_.member(key) == nullptr) {
      fields_.fault(key, "it is missing");
      return least;
    }
    return static_cast<std::uint32_t>(
        fields_.integer(key, least, most).value_or(fallback.value_or(least)));
  }

  void refuse_others() {
    const Json others = fields_.rest();
    for (const auto& item : others.items())
      if (faults_.wants_hint())
        fields_.fault(item.key(), fmt::format("the pattern {} has no such member", pattern_.name),
                      did_you_mean(item.key(), fields_.asked()));
  }

  void refuse_too_much() {
    const double operations = operations_a_step() * static_cast<double>(pattern_.steps);
    const auto memory = [](double count) { return format_bytes(count * sizeof(Operation)); };
    const double most = options_.most_pattern_operations;
    if (operations > most)
      fields_.fault(
          "steps",
          fmt::format("it would have {} operations, which take about {} of memory; at most {} "
                      "are simulated, {}",
                      format_count(operations), memory(operations), format_count(most),
                      memory(most)),
          "fewer steps or ranks");
  }

  double operations_a_step() const {
    const double ranks = pattern_.ranks;
    const auto dimensions = static_cast<double>(pattern_.shape.size());
    switch (pattern_.kind) {
      case PatternKind::halo:
      case PatternKind::tofu_neighbors:
        return ranks *
               (2 + 2 * (pattern_.diagonals ? std::pow(3, dimensions) - 1 : 2 * dimensions));
      case PatternKind::all_to_all:
        return ranks * (2 + (pattern_.collective ? 0 : 2 * ranks));
      case PatternKind::random:
        return ranks * (2 + 2.0 * pattern_.messages);
      default:
        return ranks * 4;
    }
  }

  const ReadOptions& options_;
  Faults faults_;
  Fields fields_;
  Pattern pattern_;
};

}  // namespace

Pattern pattern_of(const Document& document, const ReadOptions& options) {
  return PatternReader(document, options).read();
}

}  // namespace hpcast::mpitrace

#include "hpcast/answers/network/compare.h"

#include <fmt/format.h>

#include <filesystem>
#include <limits>

#include "hpcast/answers/answer.h"
#include "hpcast/answers/compare_words.h"
#include "hpcast/base/text.h"

namespace hpcast::answers {

namespace {

class SideReader {
 public:
  explicit SideReader(const Document& document)
      : document_(document), faults_(document), root_(document.root, "", faults_) {}

  NetworkSide read() {
    check_version();
    NetworkSide side;
    side.time_s = seconds_of(root_, "time_s");
    side.ideal_time_s = root_.quantity("ideal_time_s", Dimension::seconds, Range::computed);
    side.fidelity = root_.required_text("fidelity");
    side.ranks = static_cast<std::uint32_t>(
        root_.integer("ranks", 1, std::numeric_limits<int>::max()).value_or(0));
    side.partial = root_.text("partial");
    for (const std::string& why : root_.texts("partial_profile"))
      if (!side.partial) side.partial = why;
    side.assumptions = root_.texts("assumptions");
    read_head(side);
    read_parts(side);
    faults_.throw_if_any();
    return side;
  }

 private:
  static double seconds_of(Fields& fields, const std::string& key) {
    return fields.required_quantity(key, Dimension::seconds, Range::computed);
  }

  void check_version() {
    const auto version = root_.integer("schema_version", 1, std::numeric_limits<int>::max());
    faults_.throw_if_any();
    refuse_newer(document_, *version);
  }

  // An object, empty where there is none: each member that must be there is then a fault.
  Fields part(const std::string& key) {
    static const Json nothing = Json::object();
    const Json* const value = root_.member(key);
    return {value != nullptr ? *value : nothing, "/" + key, faults_};
  }

  void read_head(NetworkSide& side) {
    Fields tool = part("tool");
    side.tool = {tool.text("name").value_or(""), tool.text("version").value_or("")};
    const Json& inputs = root_.array("inputs");
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      Fields input(inputs[i], pointer_to("/inputs", i), faults_);
      side.inputs.push_back({input.text("path").value_or(""), input.text("sha256").value_or(""),
                             input.text("role").value_or("")});
    }
    side.network = part("network").required_text("name");
  }

  void read_parts(NetworkSide& side) {
    Fields mean = part("mean"), messages = part("messages"), links = part("links");
    side.mean = {seconds_of(mean, "compute_s"), seconds_of(mean, "late_s"),
                 seconds_of(mean, "transfer_s"), seconds_of(mean, "mpi_s")};
    side.messages = messages.required_whole("count", Dimension::none, Range::not_negative);
    side.bytes = messages.required_whole("bytes", Dimension::bytes, Range::not_negative);
    const Json& hottest = links.array("hottest");
    if (hottest.empty()) return;
    Fields link(hottest[0], "/links/hottest/0", faults_);
    side.busiest_link = link.required_text("from") + " to " + link.required_text("to");
    side.busiest_share = link.required_quantity("utilisation", Dimension::none, Range::computed);
  }

  const Document& document_;
  Faults faults_;
  Fields root_;
};

std::string stem_of_profile(const NetworkSide& side) {
  for (const Input& input : side.inputs)
    if (input.role == "profile") return std::filesystem::path(input.path).stem().string();
  return {};
}

}  // namespace

bool is_network_result(const Json& json) {
  return json.is_object() && json.contains("schema_version") && json.contains("rank_times");
}

NetworkSide network_side(const Document& document) { return SideReader(document).read(); }

std::string title(const NetworkSide& side) {
  const std::string profile = stem_of_profile(side);
  return fmt::format("{}{}, {}, {}", profile.empty() ? "" : profile + " on ", side.network,
                     counted(side.ranks, "rank"), side.fidelity);
}

std::string headline(const NetworkSide& a, const NetworkSide& b) {
  return faster_or_slower(a.time_s, b.time_s);
}

std::vector<std::string> caveats(const NetworkSide& a, const NetworkSide& b) {
  std::vector<std::string> caveats = differing_origins(a, b, {"profile", "network"});
  if (a.ranks != b.ranks)
    caveats.push_back(fmt::format("A has {}, B {}", counted(a.ranks, "rank"), b.ranks));
  if (a.fidelity != b.fidelity)
    caveats.push_back(fmt::format("A is simulated as {}, B as {}", a.fidelity, b.fidelity));
  if (a.partial) caveats.push_back("A is not of all of the run: " + *a.partial);
  if (b.partial) caveats.push_back("B is not of all of the run: " + *b.partial);
  return caveats;
}

std::vector<std::string> differing_assumptions(const NetworkSide& a, const NetworkSide& b) {
  std::vector<std::string> differing;
  add_assumptions_of_one(differing, 'A', a.assumptions, b.assumptions);
  add_assumptions_of_one(differing, 'B', b.assumptions, a.assumptions);
  return differing;
}

}  // namespace hpcast::answers

#include "hpcast/inputs/ndl/read.h"

#include <fmt/core.h>

#include "hpcast/inputs/ndl/path.h"
#include "hpcast/inputs/ndl/shape.h"

namespace hpcast::ndl {

namespace {

// Payload and header together have 24 bits of an event.
constexpr std::uint64_t largest_packet = std::uint64_t{1} << 23;

class NetworkReader {
 public:
  explicit NetworkReader(const Document& document)
      : faults_(document), top_(document.root, "", faults_) {}

  Network read() {
    faults_.throw_if_any();  // the document is no object
    network_.name = top_.required_text("name");
    network_.description = top_.text("description").value_or("");
    top_.text("date");
    top_.member("sources");
    read_topology();
    read_switches();
    read_packets();
    read_nodes();
    read_mpi();
    refuse_unknown(top_, faults_);
    faults_.throw_if_any();
    make_overheads();
    faults_.throw_if_any();
    return std::move(network_);
  }

 private:
  // Calls read(Fields&) with the object at `key`, an empty one where there is none.
  template <class Read>
  void with_object(const std::string& key, Read read) {
    static const Json empty = Json::object();
    const Json* value = top_.member(key);
    Fields fields(value != nullptr ? *value : empty, top_.pointer(key), faults_);
    if (value != nullptr && !value->is_object()) return;  // a fault already
    read(fields);
    refuse_unknown(fields, faults_);
  }

  std::optional<double> seconds(Fields& fields, const std::string& key) {
    const std::optional<double> value =
        fields.quantity(key, Dimension::seconds, Range::not_negative);
    if (value.value_or(0) > most_seconds) fields.fault(key, "expected at most 1000 s");
    return value;
  }
  std::optional<double> bandwidth(Fields& fields, const std::string& key) {
    const std::optional<double> value = fields.quantity(key, Dimension::bytes_per_second);
    if (value.value_or(1) < 1) fields.fault(key, "expected at least 1 byte/s");
    return value;
  }

  LinkClass link_class(const Json& value, const std::string& pointer) {
    Fields fields(value, pointer, faults_);
    LinkClass made{1, 0};
    if (!value.is_object()) return made;
    made.bandwidth = fields.required_quantity("bandwidth", Dimension::bytes_per_second);
    made.latency = fields.required_quantity("latency", Dimension::seconds, Range::not_negative);
    check_link(fields, made);
    refuse_unknown(fields, faults_);
    return made;
  }

  void read_topology() {
    top_.member("routing");  // there is one, though a faulty topology cannot say which
    const Json* links = top_.member("links");
    std::optional<LinkClass> link;
    if (links != nullptr && links->is_object()) link = link_class(*links, "/links");
    const Json* shape = top_.member("topology");
    if (shape == nullptr || !shape->is_object()) {
      top_.fault("topology",
                 "expected an object, such as {\"type\": \"torus\", "
                 "\"extents\": [4, 4, 4]}");
      return;
    }
    read_shape(*shape, "/topology", link, network_, faults_);
    if (faults_.any()) return;
    if (!std::holds_alternative<GraphShape>(network_.shape)) read_link_classes(links, link);
    read_routing();
  }

  void read_link_classes(const Json* links, const std::optional<LinkClass>& link) {
    const std::size_t expected = link_class_count(network_.shape);
    if (link) {
      network_.link_classes.assign(expected, *link);
      return;
    }
    if (links == nullptr || !links->is_array() || links->size() != expected) {
      top_.fault("links", fmt::format("expected an object with bandwidth and latency, or an array "
                                      "of {} such objects, {}",
                                      expected, link_classes_are(network_.shape)));
      return;
    }
    for (std::size_t i = 0; i < expected; ++i)
      network_.link_classes.push_back(link_class((*links)[i], pointer_to("/links", i)));
  }

  void read_routing() {
    const std::vector<Routing> known = routings_of(network_.shape);
    const std::string word = top_.text("routing").value_or(name_of(known.front()));
    std::vector<std::string> names;
    for (const Routing routing : known) {
      names.emplace_back(name_of(routing));
      if (word == names.back()) {
        network_.routing = routing;
        return;
      }
    }
    top_.fault("routing",
               fmt::format("expected {} for this topology, not '{}'", list_of(names), word),
               did_you_mean(word, names));
  }

  void read_switches() {
    with_object("switches", [&](Fields& fields) {
      network_.switch_latency = seconds(fields, "latency").value_or(0);
      network_.switch_buffer = fields.whole("buffer", Dimension::bytes);
    });
  }

  void read_packets() {
    with_object("packets", [&](Fields& fields) {
      network_.packet_payload = fields.whole("payload", Dimension::bytes).value_or(2048);
      network_.packet_header =
          fields.whole("header", Dimension::bytes, Range::not_negative).value_or(0);
      if (network_.packet_payload + network_.packet_header > largest_packet)
        fields.fault("payload", "expected packets of at most 8 MiB, header and all");
    });
    const std::uint64_t packet = network_.packet_payload + network_.packet_header;
    if (network_.switch_buffer.value_or(packet) < packet)
      faults_.add("/switches/buffer",
                  fmt::format("a buffer takes whole packets, and one is {} bytes long", packet));
  }

  // As much as the links of a node carry together, where the file does not say.
  double bandwidth_of_links() {
    double sum = 0;
    if (std::holds_alternative<GridShape>(network_.shape)) {
      for (const LinkClass& kind : network_.link_classes) sum = std::max(sum, kind.bandwidth);
      return sum;
    }
    if (const auto* tree = std::get_if<FatTreeShape>(&network_.shape))
      return network_.link_classes.front().bandwidth * tree->up.front() / network_.nodes.nics;
    if (std::holds_alternative<DragonflyShape>(network_.shape))
      return network_.link_classes.front().bandwidth;
    const auto& graph = std::get<GraphShape>(network_.shape);
    for (const GraphShape::Link& link : graph.links)
      if (std::min(link.from, link.to) < graph.nodes)
        sum = std::max(sum, network_.link_classes[link.link_class].bandwidth);
    return sum;
  }

  void read_nodes() {
    with_object("nodes", [&](Fields& fields) {
      Nodes& nodes = network_.nodes;
      nodes.ranks = small(fields, "ranks");
      nodes.nics = small(fields, "nics");
      nodes.mapping = fields.one_of<Mapping>(
          "mapping", {{"block", Mapping::block}, {"cyclic", Mapping::cyclic}}, Mapping::block);
      nodes.nic_order = fields.one_of<NicOrder>(
          "nic_order", {{"round-robin", NicOrder::round_robin}, {"fifo", NicOrder::fifo}},
          NicOrder::round_robin);
      nodes.nic_latency = seconds(fields, "nic_latency").value_or(0);
      nodes.local_latency = seconds(fields, "local_latency");
      nodes.local_bandwidth = bandwidth(fields, "local_bandwidth");
      const std::optional<double> injection = bandwidth(fields, "injection_bandwidth");
      if (!faults_.any()) nodes.injection_bandwidth = injection.value_or(bandwidth_of_links());
      if (nodes.ranks > 1 && !(nodes.local_latency && nodes.local_bandwidth))
        fields.fault("local_bandwidth",
                     "with several ranks on a node, local_latency and "
                     "local_bandwidth say how they talk to each other");
    });
  }

  static std::uint32_t small(Fields& fields, const std::string& key) {
    constexpr std::int64_t most = 4096;
    return static_cast<std::uint32_t>(fields.integer(key, 1, most).value_or(1));
  }

  void read_mpi() {
    with_object("mpi", [&](Fields& fields) {
      MpiCosts& mpi = network_.mpi;
      mpi.ping_pong = seconds(fields, "ping_pong");
      const std::optional<double> send = seconds(fields, "send_overhead");
      const std::optional<double> receive = seconds(fields, "receive_overhead");
      if (mpi.ping_pong && (send || receive))
        fields.fault("ping_pong", "expected either this or send_overhead and receive_overhead");
      mpi.send_overhead = send.value_or(0);
      mpi.receive_overhead = receive.value_or(0);
      mpi.copy_bandwidth = bandwidth(fields, "copy_bandwidth");
      mpi.combine_bandwidth = bandwidth(fields, "combine_bandwidth");
      mpi.eager_limit =
          fields.whole("eager_limit", Dimension::bytes, Range::not_negative).value_or(64 * 1024);
      mpi.progresses_alone =
          fields.one_of<bool>("progress", {{"in-calls", false}, {"always", true}}, false);
      mpi.family = fields.one_of<MpiFamily>(
          "library", {{"open-mpi", MpiFamily::open_mpi}, {"mpich", MpiFamily::mpich}},
          MpiFamily::open_mpi);
      read_algorithms(fields);
    });
  }

  void read_algorithms(Fields& fields) {
    const Json* collectives = fields.member("collectives");
    if (collectives == nullptr) return;
    Fields by_name(*collectives, fields.pointer("collectives"), faults_);
    if (!collectives->is_object()) return;
    for (const auto& item : collectives->items())
      network_.mpi.algorithms[item.key()] = by_name.required_text(item.key());
  }

  // Half a round trip is what the two processors and the network between them take. What the
  // network takes is known; the rest is shared by the processors.
  void make_overheads() {
    MpiCosts& mpi = network_.mpi;
    if (!mpi.ping_pong) return;
    const double network = empty_message_time(network_);
    if (*mpi.ping_pong < network) {
      faults_.add("/mpi/ping_pong",
                  fmt::format("half a round trip cannot take {} where links, switches and NICs "
                              "alone take {}",
                              format_time(*mpi.ping_pong), format_time(network)));
      return;
    }
    mpi.send_overhead = mpi.receive_overhead = (*mpi.ping_pong - network) / 2;
  }

  Faults faults_;
  Fields top_;
  Network network_;
};

}  // namespace

const char* name_of(Routing routing) {
  switch (routing) {
    case Routing::dimension_order:
      return "dimension-order";
    case Routing::d_mod_k:
      return "d-mod-k";
    case Routing::ecmp:
      return "ecmp";
    case Routing::minimal:
      return "minimal";
    default:
      return "valiant";
  }
}

Network parse_network(const Document& document) { return NetworkReader(document).read(); }

bool describes_network(const Document& document) {
  const Json& root = document.root;
  return root.is_object() && (root.contains("topology") || root.contains("links"));
}

}  // namespace hpcast::ndl

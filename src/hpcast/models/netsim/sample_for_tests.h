// Networks and profiles in a line each, for tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hpcast/inputs/mpitrace/profile.h"
#include "hpcast/inputs/ndl/read.h"
#include "hpcast/models/netsim/simulation.h"

namespace hpcast::netsim {

inline ndl::Network network_of(const std::string& text) {
  return ndl::parse_network(parse_json(text, "net.json"));
}

// A single switch: 1 GB/s (1 ns a byte), cables of 10 ns, a switch of 100 ns, packets of 1000
// bytes.
inline std::string switch_text(int nodes, const std::string& more = "") {
  return R"({"name": "switch", "topology": {"type": "single-switch", "nodes": )" +
         std::to_string(nodes) +
         R"(}, "links": {"bandwidth": "1 GB/s", "latency": "10 ns"},
            "switches": {"latency": "100 ns"}, "packets": {"payload": "1000 B"})" +
         more + "}";
}

class ProfileBuilder {
 public:
  explicit ProfileBuilder(std::uint32_t ranks) {
    profile_.functions = {""};
    profile_.communicators.resize(1);
    profile_.ranks.resize(ranks);
    for (std::uint32_t i = 0; i < ranks; ++i) profile_.communicators[0].members.push_back(i);
  }
  mpitrace::Operation& add(std::uint32_t rank, mpitrace::Kind kind, std::uint64_t amount) {
    mpitrace::Operation operation;
    operation.kind = kind;
    operation.amount = amount;
    profile_.ranks[rank].operations.push_back(operation);
    return profile_.ranks[rank].operations.back();
  }
  void compute(std::uint32_t rank, double seconds) {
    add(rank, mpitrace::Kind::compute, static_cast<std::uint64_t>(to_picoseconds(seconds)));
  }
  void send(std::uint32_t from, std::uint32_t to, std::uint64_t bytes, std::int32_t tag = 0,
            mpitrace::SendMode mode = mpitrace::SendMode::standard) {
    mpitrace::Operation& operation = add(from, mpitrace::Kind::send, bytes);
    operation.peer = static_cast<std::int32_t>(to);
    operation.tag = tag;
    operation.mode = mode;
  }
  void receive(std::uint32_t to, std::int32_t from, std::int32_t tag = 0) {
    mpitrace::Operation& operation = add(to, mpitrace::Kind::receive, 0);
    operation.peer = from;
    operation.tag = tag;
  }
  // A request of `rank`; wait_all() waits for those that are open.
  void isend(std::uint32_t from, std::uint32_t to, std::uint64_t bytes, std::int32_t tag = 0,
             mpitrace::SendMode mode = mpitrace::SendMode::standard) {
    send(from, to, bytes, tag, mode);
    open(from, mpitrace::Kind::isend);
  }
  void ireceive(std::uint32_t to, std::int32_t from, std::int32_t tag = 0) {
    receive(to, from, tag);
    open(to, mpitrace::Kind::ireceive);
  }
  void wait_all(std::uint32_t rank) {
    mpitrace::RankTrace& trace = profile_.ranks[rank];
    add(rank, mpitrace::Kind::wait, trace.waits.size()).count = open_[rank];
    for (std::uint32_t i = 0; i < open_[rank]; ++i) trace.waits.push_back(i);
    trace.request_slots = std::max(trace.request_slots, open_[rank]);
    open_[rank] = 0;
  }
  void collective(mpitrace::Collective kind, std::uint64_t bytes, std::uint32_t root = 0) {
    for (std::uint32_t rank = 0; rank < profile_.ranks.size(); ++rank)
      call(rank, mpitrace::Kind::collective, kind, bytes, root);
  }
  // Of each rank a request.
  void icollective(mpitrace::Collective kind, std::uint64_t bytes, std::uint32_t root = 0) {
    for (std::uint32_t rank = 0; rank < profile_.ranks.size(); ++rank) {
      call(rank, mpitrace::Kind::icollective, kind, bytes, root);
      open(rank, mpitrace::Kind::icollective);
    }
  }
  const mpitrace::Profile& profile() const { return profile_; }

 private:
  void call(std::uint32_t rank, mpitrace::Kind how, mpitrace::Collective kind, std::uint64_t bytes,
            std::uint32_t root) {
    mpitrace::Operation& operation = add(rank, how, bytes);
    operation.collective = kind;
    operation.peer = static_cast<std::int32_t>(root);
    operation.tag = 1;
    operation.count = mpitrace::no_counts;
  }
  void open(std::uint32_t rank, mpitrace::Kind kind) {
    open_.resize(profile_.ranks.size());
    mpitrace::Operation& operation = profile_.ranks[rank].operations.back();
    operation.kind = kind;
    operation.request = open_[rank]++;
  }
  mpitrace::Profile profile_;
  std::vector<std::uint32_t> open_ = std::vector<std::uint32_t>(1);
};

inline Outcome run_with_timeline(const std::string& network, const ProfileBuilder& profile,
                                 Fidelity fidelity = Fidelity::packet) {
  SimulationOptions options;
  options.fidelity = fidelity;
  options.keeps_timeline = true;
  return simulate(network_of(network), profile.profile(), options);
}

}  // namespace hpcast::netsim

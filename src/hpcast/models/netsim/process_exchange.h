// The parts of a simulation as processes.
#pragma once

#include <vector>

#include "hpcast/models/netsim/exchange.h"
#include "hpcast/models/netsim/wire.h"

namespace hpcast::netsim {

class ProcessExchange final : public Exchange {
 public:
  explicit ProcessExchange(const hpcast_wire& wire) : wire_(wire) {}
  std::uint32_t parts() const override { return static_cast<std::uint32_t>(wire_.size); }
  std::uint32_t mine() const override { return static_cast<std::uint32_t>(wire_.rank); }
  Word exchange(std::vector<Mail>& out, Mail& in, const Word& word) override;
  Time latest(Time time) override;
  void gather(Outcome& outcome) override;

 private:
  // Sends `out_[i]` to process i; what all have sent is then in in_, at starts_.
  void send_all(const std::vector<std::int64_t>& lengths_in);

  const hpcast_wire& wire_;
  std::vector<std::vector<char>> out_;
  std::vector<char> flat_, in_;
  std::vector<std::int64_t> starts_;
};

}  // namespace hpcast::netsim

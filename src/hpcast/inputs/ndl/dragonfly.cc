#include "hpcast/base/mixed.h"
#include "hpcast/inputs/ndl/topology.h"

namespace hpcast::ndl {

Dragonfly::Dragonfly(const DragonflyShape& shape, Routing /*minimal, or by way of a group*/)
    : nodes_(shape.groups * shape.routers * shape.nodes),
      routers_(shape.groups * shape.routers),
      groups_(shape.groups),
      globals_(shape.routers * shape.global_links),
      copies_(shape.groups > 1 ? globals_ / (shape.groups - 1) : 0),
      per_router_(shape.nodes),
      per_group_(shape.routers),
      ports_(shape.nodes + shape.routers - 1 + shape.global_links),
      global_links_(std::max(1U, shape.global_links)) {}

bool Dragonfly::exists(LinkId link) const {
  if (link < nodes_) return true;
  const std::uint32_t router = ports_.quotient(link - nodes_);
  const std::uint32_t number = ports_.remainder(link - nodes_);
  const std::uint32_t locals = per_router_.divisor() + per_group_.divisor() - 1;
  if (number < locals) return true;
  const std::uint32_t global =
      per_group_.remainder(router) * global_links_.divisor() + number - locals;
  return global < copies_ * (groups_ - 1);
}

Vertex Dragonfly::tail(LinkId link) const {
  return link < nodes_ ? link : nodes_ + ports_.quotient(link - nodes_);
}

Vertex Dragonfly::head(LinkId link) const {
  if (link < nodes_) return nodes_ + per_router_.quotient(link);
  const std::uint32_t router = ports_.quotient(link - nodes_);
  std::uint32_t number = ports_.remainder(link - nodes_);
  if (number < per_router_.divisor()) return router * per_router_.divisor() + number;
  number -= per_router_.divisor();
  const std::uint32_t place = per_group_.remainder(router), group = per_group_.quotient(router);
  if (number < per_group_.divisor() - 1)
    return nodes_ + group * per_group_.divisor() + (number < place ? number : number + 1);
  const std::uint32_t global =
      place * global_links_.divisor() + number - (per_group_.divisor() - 1);
  const std::uint32_t step = global % (groups_ - 1) + 1, copy = global / (groups_ - 1);
  const std::uint32_t back =
      (groups_ - step - 1) + copy * (groups_ - 1);  // its port at the far end
  const std::uint32_t other = (group + step) % groups_;
  return nodes_ + other * per_group_.divisor() + global_links_.quotient(back);
}

std::uint32_t Dragonfly::link_class(LinkId link) const {
  if (link < nodes_) return 0;
  const std::uint32_t number = ports_.remainder(link - nodes_);
  if (number < per_router_.divisor()) return 0;
  return number < per_router_.divisor() + per_group_.divisor() - 1 ? 1 : 2;
}

LinkId Dragonfly::to_router(std::uint32_t router, std::uint32_t other) const {
  const std::uint32_t from = per_group_.remainder(router), to = per_group_.remainder(other);
  return port(router, per_router_.divisor() + (to < from ? to : to - 1));
}

LinkId Dragonfly::to_group(std::uint32_t router, std::uint32_t group, std::uint64_t flow) const {
  const std::uint32_t own = per_group_.quotient(router);
  const std::uint32_t step = group > own ? group - own : group + groups_ - own;
  const std::uint32_t copy =
      copies_ == 1 ? 0 : static_cast<std::uint32_t>(mixed(flow + group) % copies_);
  const std::uint32_t global = step - 1 + copy * (groups_ - 1);
  const std::uint32_t gateway = own * per_group_.divisor() + global_links_.quotient(global);
  if (gateway != router) return to_router(router, gateway);
  return port(router,
              per_router_.divisor() + per_group_.divisor() - 1 + global_links_.remainder(global));
}

LinkId Dragonfly::next(Vertex at, Vertex to, std::uint64_t flow) const {
  if (at < nodes_) return at;
  const std::uint32_t router = at - nodes_;
  const std::uint32_t target = to < nodes_ ? per_router_.quotient(to) : to - nodes_;
  if (target == router) return port(router, per_router_.remainder(to));
  const std::uint32_t group = per_group_.quotient(target);
  if (per_group_.quotient(router) == group) return to_router(router, target);
  return to_group(router, group, flow);
}

}  // namespace hpcast::ndl

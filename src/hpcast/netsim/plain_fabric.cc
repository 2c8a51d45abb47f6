#include "hpcast/netsim/plain_fabric.h"

namespace hpcast::netsim {

void IdealFabric::send(const Shipment& shipment, Time now) {
  queue_.push({now, shipment.id, place(Place::delivery, shipment.to), 0, 0, 0});
  if (shipment.tells)
    queue_.push(
        {now, shipment.id, place(Place::sent, shipment.sender_rank), shipment.sender, 0, 0});
}

}  // namespace hpcast::netsim

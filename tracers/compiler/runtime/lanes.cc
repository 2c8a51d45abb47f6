// Vectors of which some lanes are loaded or stored, wherever each lies: what lies behind the
// hooks that the GCC plugin puts into programs (keeping.S).
#include "access.h"
#include "code_pieces.h"
#include "process.h"

using namespace hpcast::tracer;

namespace {

// How a vector lies in memory: bytes each.
struct Shape {
  unsigned lanes, lane, mask, index;  // mask 0: a bit for each lane; index 0: neighbours
  std::int64_t scale;                 // bytes, of an index
};

Shape shape_of(std::uint64_t packed) {
  const auto byte = [packed](unsigned i) { return static_cast<unsigned>(packed >> (8 * i) & 255); };
  return {byte(0), byte(1), byte(2), byte(3), static_cast<std::int64_t>(packed >> 32)};
}

// Whether the lane's sign bit is set, or its bit.
bool is_on(const unsigned char* mask, const Shape& shape, unsigned lane) {
  if (mask == nullptr) return true;
  if (shape.mask == 0) return (mask[lane / 8] >> lane % 8 & 1) != 0;
  return mask[lane * shape.mask + shape.mask - 1] >> 7 != 0;
}

std::int64_t index_of(const unsigned char* indices, const Shape& shape, unsigned lane) {
  std::int64_t wide;
  std::int32_t narrow;
  if (shape.index == sizeof wide) {
    __builtin_memcpy(&wide, indices + lane * sizeof wide, sizeof wide);
    return wide;
  }
  __builtin_memcpy(&narrow, indices + lane * sizeof narrow, sizeof narrow);
  return narrow;
}

void record_lanes(Op op, const void* base, const void* mask, const void* indices,
                  std::uint64_t packed, const void* site) {
  Thread* const thread = current_thread();
  if (thread == nullptr || hot.l1_tags == nullptr) return;
  const Shape shape = shape_of(packed);
  for (unsigned lane = 0; lane < shape.lanes; ++lane) {
    if (!is_on(static_cast<const unsigned char*>(mask), shape, lane)) {
      put_absent(*thread);
      continue;
    }
    const std::int64_t distance =
        indices == nullptr
            ? std::int64_t{lane} * shape.lane
            : index_of(static_cast<const unsigned char*>(indices), shape, lane) * shape.scale;
    record(*thread, reinterpret_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(distance),
           static_cast<unsigned>(__builtin_ctz(shape.lane)), op, site_of_return_address(site));
  }
}

}  // namespace

HPCAST_BEHIND void hpcast_lanes_read(const void* base, const void* mask, const void* indices,
                                     std::uint64_t shape, const void* site) {
  record_lanes(Op::read, base, mask, indices, shape, site);
}
HPCAST_BEHIND void hpcast_lanes_write(const void* base, const void* mask, const void* indices,
                                      std::uint64_t shape, const void* site) {
  record_lanes(Op::write, base, mask, indices, shape, site);
}

#include "hpcast/inputs/dat/latency_curve_read.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "hpcast/base/units.h"
#include "hpcast/inputs/dat/latency_curve.h"

namespace hpcast::dat {

namespace {

// A point with its members, where it is an object.
struct CurvePoint {
  BandwidthLatency value;
  Fields fields;
};

CurvePoint read_point(Fields fields) {
  const double bandwidth =
      fields.required_quantity("bandwidth", Dimension::bytes_per_second, Range::not_negative);
  const double latency = fields.required_quantity("latency", Dimension::seconds);
  const auto read_percent = fields.quantity("read_percent", Dimension::none, Range::not_negative);
  return {{bandwidth, latency, read_percent}, std::move(fields)};
}

void check_read_percent(CurvePoint& point, bool first_has_one) {
  const std::optional<double>& percent = point.value.read_percent;
  if (percent && *percent > 100)
    point.fields.fault("read_percent", fmt::format("must be 0 to 100, found {}", *percent));
  if (percent.has_value() != first_has_one)
    point.fields.fault(
        "read_percent",
        first_has_one ? "is missing, though the first point has one" : "the first point has none",
        "give one to all points of a curve, or to none");
}

// How far a curve has come: the last bandwidth, the highest latency.
struct Reached {
  double bandwidth = -1;
  double latency = 0;
};

void check_ascent(CurvePoint& point, const Reached& reached) {
  if (point.value.bandwidth <= reached.bandwidth)
    point.fields.fault("bandwidth", point.value.read_percent
                                        ? "the points of a read_percent must ascend in bandwidth"
                                        : "the points must ascend in bandwidth");
  else if (point.value.latency < (1 - forgiven_fall) * reached.latency)
    point.fields.fault("latency",
                       format_time(point.value.latency) + " is less than " +
                           format_time(reached.latency) +
                           " at a lower bandwidth: latency must not fall as more is used",
                       "leave out what was measured beyond saturation; a fall of 2 % is forgiven");
}

}  // namespace

std::vector<BandwidthLatency> read_latency_curve(Fields& members, Faults& faults) {
  std::vector<BandwidthLatency> curve;
  std::map<std::optional<double>, Reached> curves;  // by read_percent
  const Json& points = members.array("latency_curve");
  for (std::size_t i = 0; i < points.size(); ++i) {
    Fields fields(points[i], pointer_to(members.pointer("latency_curve"), i), faults);
    if (!points[i].is_object()) continue;
    CurvePoint point = read_point(std::move(fields));
    const BandwidthLatency& first = curve.empty() ? point.value : curve.front();
    check_read_percent(point, first.read_percent.has_value());
    Reached& reached = curves[point.value.read_percent];
    check_ascent(point, reached);
    reached = {point.value.bandwidth, std::max(reached.latency, point.value.latency)};
    refuse_unknown(point.fields, faults);
    curve.push_back(point.value);
  }
  return curve;
}

}  // namespace hpcast::dat

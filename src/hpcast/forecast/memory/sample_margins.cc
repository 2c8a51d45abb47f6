#include "hpcast/forecast/memory/sample_margins.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace hpcast::forecast {

namespace {

// Student's t: 97.5 % lie below it, by degrees of freedom from 1 on.
constexpr double student_t[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131};
static_assert(std::size(student_t) + 1 == memsim::SamplePlan::max_replicates);

// A share of the references in phases of which nothing was measured, up to which intervals hold:
// nobody knows how far those phases' estimates are off.
constexpr double passed_over = 0.01;

// Half of the 95 % interval around the mean of values, one a replicate, each of which stands for
// its weight of the sample. `value` gives the r-th.
template <class F>
double margin(const memsim::SampleEstimate& estimate, F&& value) {
  const auto& replicates = estimate.replicates;
  double mean = 0, squares = 0;
  for (std::size_t r = 0; r < replicates.size(); ++r) mean += replicates[r].weight * value(r);
  for (std::size_t r = 0; r < replicates.size(); ++r)
    squares += replicates[r].weight * (value(r) - mean) * (value(r) - mean);
  const std::size_t freedom = replicates.size() - 1;
  const double left_out = std::max(0.0, 1 - estimate.fraction);  // finite-population correction
  return student_t[freedom - 1] * std::sqrt(left_out * squares / static_cast<double>(freedom));
}

double bytes_of(const memsim::Load& load) {
  return static_cast<double>(load.traffic.bytes_read + load.traffic.bytes_write);
}

std::uint64_t requests_of(const memsim::Load& load) {
  return load.traffic.num_read + load.traffic.num_write;
}

// Variance, were the requests that were not counted exactly strewn over the groups at random.
// Groups that agree may do so by chance: no interval is made narrower than that.
struct Strewn {
  double bytes = 0, time = 0;

  void add(const memsim::SampleEstimate& estimate, const memsim::Load& all,
           const memsim::Load& exact) {
    const auto sampled = static_cast<double>(requests_of(all) - requests_of(exact));
    if (sampled <= 0 || bytes_of(all) <= 0) return;
    const double sampled_bytes = bytes_of(all) - bytes_of(exact);
    const double sampled_time = all.time * sampled_bytes / bytes_of(all);
    const double factor = std::max(0.0, 1 - estimate.fraction) / estimate.fraction / sampled;
    bytes += factor * sampled_bytes * sampled_bytes;
    time += factor * sampled_time * sampled_time;
  }
};

double wider(double margin, double variance) {
  constexpr double normal = 1.960;  // 97.5 % lie below it
  return std::max(margin, normal * std::sqrt(variance));
}

// What limits each phase, as all replicates together have it.
double time_of(const memsim::Occupancy& all, const memsim::Occupancy& replicate) {
  double time = 0;
  for (std::size_t p = 0; p < all.phases.size(); ++p)
    time += replicate.phases[p].objects[all.phases[p].bottleneck].time;
  return time;
}

}  // namespace

void describe_sample(answers::MemoryAnswer& r, const memsim::SamplePlan& plan,
                     const memsim::SampleEstimate& estimate, const memsim::Occupancy& all,
                     const memsim::Occupancy& exact,
                     const std::vector<memsim::Occupancy>& replicates) {
  answers::Sample& sample = r.sample.emplace();
  sample.kind = plan.by_sets() ? "sets" : "time";
  sample.one_in = plan.options().one_in;
  sample.seed = plan.options().seed;
  sample.fraction = estimate.fraction;
  sample.replicates = static_cast<std::uint32_t>(replicates.size());
  if (replicates.size() < 2 || estimate.unmeasured_share > passed_over) return;
  Strewn whole;
  for (std::size_t p = 0; p < all.phases.size(); ++p) {
    const std::uint32_t limits = all.phases[p].bottleneck;
    whole.add(estimate, all.phases[p].objects[limits], exact.phases[p].objects[limits]);
  }
  sample.margin_s = wider(
      margin(estimate, [&](std::size_t i) { return time_of(all, replicates[i]); }), whole.time);
  for (std::size_t object = 0; object < r.objects.size(); ++object) {
    const auto load = [&](std::size_t i) -> const memsim::Load& {
      return replicates[i].total[object];
    };
    Strewn strewn;
    strewn.add(estimate, all.total[object], exact.total[object]);
    r.objects[object].margin = {
        wider(margin(estimate, [&](std::size_t i) { return bytes_of(load(i)); }), strewn.bytes),
        wider(margin(estimate, [&](std::size_t i) { return load(i).time; }), strewn.time)};
  }
}

}  // namespace hpcast::forecast

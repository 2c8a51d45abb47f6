#include "hpcast/answers/network/answer.h"

#include <fmt/core.h>

#include <algorithm>

#include "hpcast/base/units.h"

namespace hpcast::answers {

namespace {

std::string ranks_phrase(const NetworkAnswer& r) {
  const auto part = [&](double seconds) { return format_percent(seconds / r.time_s); };
  std::string phrase =
      fmt::format("; ranks compute {}, wait {}, work in MPI {}", part(r.mean.compute_s),
                  part(r.mean.late_s + r.mean.transfer_s), part(r.mean.mpi_s));
  constexpr double worth_telling = 0.01;
  const double ended = r.time_s - r.mean.end_s();
  if (ended > worth_telling * r.time_s) phrase += ", have ended " + part(ended);
  return phrase;
}

}  // namespace

std::vector<RankTime> late_ranks(const NetworkAnswer& r, std::size_t most) {
  std::vector<RankTime> late;
  for (const RankTime& rank : r.rank_times)
    if (rank.made_wait_s > 0) late.push_back(rank);
  std::stable_sort(late.begin(), late.end(), [](const RankTime& a, const RankTime& b) {
    return a.made_wait_s > b.made_wait_s;
  });
  late.resize(std::min(late.size(), most));
  return late;
}

std::string verdict_line(const NetworkAnswer& r) {
  if (r.partial)
    return fmt::format("{} simulated of an unknown time: {}", format_time(r.time_s), *r.partial);
  std::string line =
      (r.partial_profile.empty() ? "" : "of a partial profile: ") + format_time(r.time_s);
  if (r.fidelity == "ideal") return line + " on an ideal network";
  if (r.ideal_time_s.value_or(0) > 0)
    line += fmt::format(", {:.3g} times the {} of an ideal network", r.time_s / *r.ideal_time_s,
                        format_time(*r.ideal_time_s));
  if (r.time_s > 0) line += ranks_phrase(r);
  if (!r.links.empty())
    line += fmt::format("; busiest link {} to {} ({})", r.links.front().from, r.links.front().to,
                        format_percent(r.links.front().utilisation));
  return line;
}

}  // namespace hpcast::answers

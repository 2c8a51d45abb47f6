// What the libraries themselves sent: tests/netsim/collective_sends/table.txt.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "hpcast/base/source_tree_for_tests.h"
#include "hpcast/models/netsim/collective.h"
#include "hpcast/models/netsim/collective_runner_for_tests.h"

namespace hpcast::netsim {
namespace {

CollectiveCall recorded_call(Collective kind, std::uint32_t size, std::uint32_t root,
                             std::uint64_t bytes) {
  CollectiveCall call{kind, size, root, bytes, 8, {}, {}};
  switch (kind) {
    case Collective::gatherv:
    case Collective::scatterv:
      return with_root_list(call);
    case Collective::allgatherv:
    case Collective::reduce_scatter:
      return with_list(call, uneven_list(call));
    case Collective::alltoallv:
      return with_alltoallv_lists(call);
    default:
      return call;
  }
}

using RecordedSends = std::vector<std::pair<std::uint64_t, std::uint64_t>>;  // peer, bytes

RecordedSends sends_of(const CollectiveAlgorithm& algorithm, const CollectivePart& part) {
  const bool sparse = part.kind == Collective::gatherv || part.kind == Collective::scatterv ||
                      part.kind == Collective::alltoallv;
  RecordedSends sends;
  CollectiveRound round;
  for (std::uint32_t index = 0; algorithm.round(part, index, round); ++index)
    for (const CollectiveStep& step : round)
      if (step.action == CollectiveStep::Action::send && !(sparse && step.bytes == 0))
        sends.emplace_back(step.peer, step.bytes);
  if (part.kind == Collective::alltoallv) std::sort(sends.begin(), sends.end());
  return sends;
}

// FNV-1a, of whole numbers.
std::uint64_t hash_of(const CollectiveAlgorithm& algorithm, const CollectiveCall& call) {
  constexpr std::uint64_t prime = 0x100000001b3;
  std::uint64_t hash = 0xcbf29ce484222325;
  for (std::uint32_t rank = 0; rank < call.size; ++rank) {
    for (const auto& [peer, bytes] : sends_of(algorithm, call.part(rank))) {
      hash = (hash ^ (peer + 1)) * prime;
      hash = (hash ^ bytes) * prime;
    }
    hash *= prime;
  }
  return hash;
}

TEST(CollectiveRecorded, LibrariesSendTheSame) {
  std::ifstream file(source_tree() + "/tests/netsim/collective_sends/table.txt");
  std::string line;
  int calls = 0;
  while (std::getline(file, line)) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string library, collective, name;
    std::uint32_t size = 0, root = 0;
    std::uint64_t bytes = 0, hash = 0;
    words >> library >> collective >> name >> size >> root >> bytes >> std::hex >> hash;
    const CollectiveCall call =
        recorded_call(mpitrace::collective_named(collective).value(), size, root, bytes);
    const MpiFamily of = library == "mpich" ? MpiFamily::mpich : MpiFamily::open_mpi;
    const CollectiveAlgorithm* algorithm =
        name == "default" ? &choose_algorithm(call.part(0), of) : algorithm_named(call.kind, name);
    ASSERT_NE(algorithm, nullptr) << line;
    EXPECT_EQ(hash_of(*algorithm, call), hash) << line << ": " << algorithm->name;
    ++calls;
  }
  EXPECT_GT(calls, 1000);
}

}  // namespace
}  // namespace hpcast::netsim

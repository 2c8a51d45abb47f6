// profile_counts PROFILE: what a communication profile holds, in lines that a test can compare:
//   call FUNCTION KIND TIMES BYTES            of all ranks
//   communicator NAME MEMBER…                 those that are used
//   compute RANK MILLISECONDS
//   wildcards TIMES
//   without TEXT                              what is not in it
//   partial TEXT                              why it is not all of the run
#include <fmt/core.h>

#include <cstdio>
#include <exception>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "hpcast/inputs/mpitrace/read.h"

namespace {

using namespace hpcast::mpitrace;

std::string kind_of(const Operation& operation) {
  static const char* const names[] = {"compute",     "send",  "isend", "receive",
                                      "ireceive",    "probe", "wait",  "collective",
                                      "icollective", "put",   "get",   "flush"};
  std::string kind = names[static_cast<int>(operation.kind)];
  if (operation.kind == Kind::collective || operation.kind == Kind::icollective)
    kind = (operation.kind == Kind::icollective ? "i" : "") +
           std::string(name_of(operation.collective));
  return kind;
}

std::uint64_t bytes_of(const Operation& operation, const RankTrace& rank) {
  if (operation.kind == Kind::wait) return operation.count;  // requests
  if (operation.kind != Kind::collective && operation.kind != Kind::icollective)
    return operation.amount;
  if (operation.count == no_counts || operation.collective != Collective::neighbor)
    return operation.amount;
  const std::uint64_t* const counts = &rank.counts[operation.count];
  std::uint64_t sent = 0;
  for (std::uint64_t i = 0; i < counts[0]; ++i) sent += counts[2 + 2 * i + 1];
  return sent;
}

void print(const Profile& profile) {
  std::map<std::pair<std::string, std::string>, std::pair<std::uint64_t, std::uint64_t>> calls;
  std::set<std::uint32_t> communicators;
  std::uint64_t wildcards = 0;
  for (const RankTrace& rank : profile.ranks) {
    for (const Operation& operation : rank.operations) {
      if (operation.kind == Kind::compute) continue;
      auto& [times, bytes] = calls[{profile.functions[operation.function], kind_of(operation)}];
      times += 1;
      bytes += bytes_of(operation, rank);
      if (operation.kind != Kind::wait && operation.kind != Kind::flush)
        communicators.insert(operation.communicator);
      const bool receives = operation.kind == Kind::receive || operation.kind == Kind::ireceive ||
                            operation.kind == Kind::probe;
      if (receives && (operation.peer == any_source || operation.tag == any_tag)) wildcards += 1;
    }
  }
  for (const auto& [name, count] : calls)
    fmt::print("call {} {} {} {}\n", name.first, name.second, count.first, count.second);
  std::multiset<std::string> lines;
  for (const std::uint32_t index : communicators) {
    std::string line = "communicator " + profile.communicators[index].name;
    for (const std::uint32_t member : profile.communicators[index].members)
      line += " " + std::to_string(member);
    lines.insert(line);
  }
  for (const std::string& line : lines) fmt::print("{}\n", line);
  fmt::print("wildcards {}\n", wildcards);
  for (std::size_t rank = 0; rank < profile.ranks.size(); ++rank) {
    std::uint64_t compute = 0;
    for (const Operation& operation : profile.ranks[rank].operations)
      if (operation.kind == Kind::compute) compute += operation.amount;
    fmt::print("compute {} {}\n", rank, compute / 1000000000);
  }
  for (const std::string& line : profile.not_modelled) fmt::print("without {}\n", line);
  for (const std::string& line : profile.partial) fmt::print("partial {}\n", line);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 2) return 2;
    print(read_profile(argv[1]));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}

#include "hpcast/forecast/memory/merge_file.h"

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/json.h"

namespace hpcast::forecast {

namespace {

// Raised whenever the weave takes another course for the same streams.
constexpr int merge_version = 2;

bool is_decision(const Json& entry, std::uint32_t threads) {
  return entry.is_array() && entry.size() == 4 && entry[0].is_number_unsigned() &&
         entry[1].is_number_unsigned() && entry[1].get<std::uint64_t>() < threads &&
         entry[2].is_boolean() && entry[3].is_number_unsigned();
}

}  // namespace

void write_merge_log(const std::string& path, const MergeConditions& conditions,
                     const memsim::MergeLog& log) {
  Json root = {{"schema_version", merge_version},
               {"interval", conditions.interval},
               {"bounded", conditions.bounded},
               {"decisions", Json::array()}};
  for (const memsim::MergeDecision& d : log)
    root["decisions"].push_back(Json::array({d.pass, d.thread, d.resumes, d.words}));
  write_file_atomically(path, root.dump() + "\n");
}

std::optional<memsim::MergeLog> merge_log_of(const Document& document,
                                             const MergeConditions& conditions,
                                             std::uint32_t threads) {
  const Json& root = document.root;
  const bool whole = root.is_object() && root.value("schema_version", Json()) == merge_version &&
                     root.value("interval", Json()).is_number_unsigned() &&
                     root.value("bounded", Json()).is_boolean() &&
                     root.value("decisions", Json()).is_array();
  if (!whole)
    throw InputError(
        {document.file, 1, "",
         "not a log of merge points of version " + std::to_string(merge_version),
         "record the trace again, or replay it without them: take \"merge_log\" out of "
         "its manifest.json"});
  if (MergeConditions{root["interval"].get<std::uint64_t>(), root["bounded"].get<bool>()} !=
      conditions)
    return std::nullopt;
  memsim::MergeLog log;
  for (const Json& entry : root["decisions"]) {
    const auto refuse = [&](const std::string& what) {
      throw InputError({document.file, document.line_of("/decisions"),
                        "/decisions/" + std::to_string(log.size()), what, ""});
    };
    if (!is_decision(entry, threads)) refuse("expected [pass, thread, resumes, words]");
    if (!log.empty() && entry[0].get<std::uint64_t>() < log.back().pass)
      refuse("expected passes in ascending order");
    log.push_back({entry[0].get<std::uint64_t>(), entry[1].get<std::uint32_t>(),
                   entry[2].get<bool>(), entry[3].get<std::uint64_t>()});
  }
  return log;
}

}  // namespace hpcast::forecast

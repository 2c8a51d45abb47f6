#include "hpcast/answers/latency/study_files.h"

#include <utility>

#include "hpcast/answers/answer_file.h"

namespace hpcast::answers {

void describe(Mapping& m, StudyRunFile& file) {
  StudyRun& run = file.run;
  m.derived("format", std::string(StudyRunFile::kind.format));
  m.derived("schema_version", current_schema_version);
  m("panel", run.panel, "A value of the panel");
  m("case", run.name);
  m("outcome", run.outcome);
  m.optional("reason", run.reason, "Why there is no answer");
  m("command", run.command);
  m.optional("case_sha256", run.case_sha256, "Where the case is a file");
  m("working_set_bytes", run.working_set_bytes, "As the program told it");
  m("scale", run.scale, positive("The machine's caches are so many times smaller"));
  m("wall_s", run.wall_s, "That tracing and simulating took");
  m("latency", file.latency, "The answer, where there is one");
  if ((file.latency.has_value()) != (run.outcome == StudyOutcome::answered))
    m.fault("latency", "is there where there is an answer, and only there");
}

static void take_answer(const LatencyAnswer& latency, StudyRun& run) {
  run.from_s = latency.from_s;
  run.to_s = latency.to_s;
  run.method = latency.method;
  for (const LatencyForecast& forecast : latency.forecasts)
    run.slowdowns.push_back({forecast.method, forecast.slowdown});
  for (const LatencyInterval& interval : latency.intervals)
    if (interval.outstanding)
      run.over_time.push_back({interval.start_s, interval.duration_s, *interval.outstanding});
}

std::string run_text(const StudyRun& run, const LatencyAnswer* latency) {
  StudyRunFile file = {run, latency == nullptr ? std::nullopt : std::optional(*latency)};
  return to_text(to_json(file));
}

StudyRun run_of(const Document& document) {
  Faults faults(document);
  Fields head(document.root, "", faults);
  const auto version = head.integer("schema_version", 1, 1000);
  if (!version || *version > current_schema_version)
    head.fault("schema_version", "is no run of a study that this hpcast knows",
               "take the file away, and the run is made again");
  faults.throw_if_any();
  JsonReader reader(document, faults);
  StudyRunFile file;
  describe(reader, file);
  faults.throw_if_any();
  if (file.latency) take_answer(*file.latency, file.run);
  return std::move(file.run);
}

}  // namespace hpcast::answers

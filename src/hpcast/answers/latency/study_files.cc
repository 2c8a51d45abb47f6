#include "hpcast/answers/latency/study_files.h"

#include "hpcast/answers/latency/write.h"

namespace hpcast::answers {

namespace {

std::vector<double> numbers_at(Fields& fields, const std::string& key) {
  std::vector<double> numbers;
  for (const Json& value : fields.array(key)) {
    if (!value.is_number()) fields.fault(key, "expected numbers");
    numbers.push_back(value.is_number() ? value.get<double>() : 0);
  }
  return numbers;
}

LatencyMethod method_at(Fields& fields, const std::string& key) {
  const std::string name = fields.required_text(key);
  const std::optional<LatencyMethod> method = latency_method_named(name);
  if (!method) fields.fault(key, "'" + name + "' is no method");
  return method.value_or(LatencyMethod::misses);
}

void read_slowdowns(Fields& latency, Faults& faults, StudyRun& run) {
  const Json& forecasts = latency.array("forecasts");
  for (std::size_t i = 0; i < forecasts.size(); ++i) {
    Fields fields(forecasts[i], pointer_to(latency.pointer("forecasts"), i), faults);
    const LatencyMethod method = method_at(fields, "method");
    run.slowdowns.push_back({method, numbers_at(fields, "slowdown")});
    if (run.slowdowns.back().slowdown.size() != run.to_s.size())
      fields.fault("slowdown", "expected one for each of to_s");
  }
  if (run.by(run.method) == nullptr) latency.fault("method", "is not among the forecasts");
}

void read_over_time(Fields& latency, Faults& faults, StudyRun& run) {
  const Json& intervals = latency.array("intervals");
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    Fields fields(intervals[i], pointer_to(latency.pointer("intervals"), i), faults);
    const std::optional<double> reads =
        fields.quantity("outstanding", Dimension::none, Range::computed);
    if (!reads) continue;
    run.over_time.push_back(
        {fields.required_quantity("start_s", Dimension::seconds, Range::computed),
         fields.required_quantity("duration_s", Dimension::seconds, Range::computed), *reads});
  }
}

void read_answer(const Json& json, Faults& faults, StudyRun& run) {
  Fields latency(json, "/latency", faults);
  run.from_s = latency.required_quantity("from_s", Dimension::seconds);
  run.to_s = numbers_at(latency, "to_s");
  run.method = method_at(latency, "method");
  read_slowdowns(latency, faults, run);
  read_over_time(latency, faults, run);
}

}  // namespace

std::string run_text(const StudyRun& run, const LatencyResult* latency) {
  Json json = {{"schema_version", current_schema_version},
               {"panel", run.panel},
               {"case", run.name},
               {"outcome", name_of(run.outcome)}};
  if (!run.reason.empty()) json["reason"] = run.reason;
  json["command"] = run.command;
  if (!run.case_sha256.empty()) json["case_sha256"] = run.case_sha256;
  if (run.working_set_bytes) json["working_set_bytes"] = *run.working_set_bytes;
  json["scale"] = run.scale;
  json["wall_s"] = run.wall_s;
  if (latency != nullptr) json["latency"] = Json::parse(to_text(*latency));
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

StudyRun run_of(const Document& document) {
  Faults faults(document);
  Fields fields(document.root, "", faults);
  if (fields.integer("schema_version", 1, 1000) != current_schema_version)
    fields.fault("schema_version", "is no run of a study that this hpcast knows",
                 "take the file away, and the run is made again");
  StudyRun run;
  run.panel = fields.required_text("panel");
  run.name = fields.required_text("case");
  run.outcome = fields.one_of("outcome",
                              {{name_of(StudyOutcome::answered), StudyOutcome::answered},
                               {name_of(StudyOutcome::refused), StudyOutcome::refused},
                               {name_of(StudyOutcome::failed), StudyOutcome::failed}},
                              StudyOutcome::failed);
  run.reason = fields.text("reason").value_or("");
  run.command = fields.texts("command");
  run.case_sha256 = fields.text("case_sha256").value_or("");
  run.working_set_bytes = fields.whole("working_set_bytes", Dimension::bytes, Range::not_negative);
  run.scale = fields.required_whole("scale", Dimension::none);
  run.wall_s = fields.required_quantity("wall_s", Dimension::seconds, Range::computed);
  const Json* const latency = fields.member("latency");
  if (latency != nullptr) read_answer(*latency, faults, run);
  if ((latency != nullptr) != (run.outcome == StudyOutcome::answered))
    fields.fault("latency", "is there where there is an answer, and only there");
  faults.throw_if_any();
  return run;
}

}  // namespace hpcast::answers

#include "hpcast/models/skeleton/processors.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "hpcast/base/diagnostics.h"

namespace hpcast::skeleton {

namespace {

constexpr char format_name[] = "hpcast-processors";
constexpr int newest_version = 1;

double number_in(Fields& fields, const std::string& key) {
  return fields.quantity(key, Dimension::none, Range::computed).value_or(0);
}

double signed_number_in(Fields& fields, const std::string& key) {
  const Json* const value = fields.member(key);
  if (value != nullptr && value->is_number()) return value->get<double>();
  fields.fault(key, "expected a number");
  return 0;
}

std::vector<double> coefficients_in(Fields& fields, std::size_t features) {
  std::vector<double> coefficients;
  for (const Json& value : fields.array("coefficients")) {
    if (!value.is_number() || value.get<double>() < 0) {
      fields.fault("coefficients", "expected seconds, none below 0");
      break;
    }
    coefficients.push_back(value.get<double>());
  }
  if (coefficients.size() != features + 1)
    fields.fault("coefficients",
                 "expected " + std::to_string(features + 1) + ": one, and one for each feature");
  return coefficients;
}

std::vector<Bend> bends_in(Fields& fields, std::size_t features, Faults& faults) {
  std::vector<Bend> bends;
  const Json& array = fields.array("bends");
  for (std::size_t i = 0; i < array.size(); ++i) {
    Fields bend(array[i], pointer_to(fields.pointer("bends"), i), faults);
    const auto last = static_cast<std::int64_t>(features) - 1;
    bends.push_back({static_cast<std::size_t>(bend.integer("feature", 0, last).value_or(0)),
                     number_in(bend, "above"), signed_number_in(bend, "time_s")});
    if (features == 0) bend.fault("feature", "the region has no features");
  }
  return bends;
}

std::vector<RunTotal> runs_in(Fields& fields, Faults& faults) {
  std::vector<RunTotal> runs;
  const Json& array = fields.array("runs");
  for (std::size_t i = 0; i < array.size(); ++i) {
    Fields run(array[i], pointer_to(fields.pointer("runs"), i), faults);
    runs.push_back({run.required_text("command"),
                    run.whole("processes", Dimension::none).value_or(1), number_in(run, "calls"),
                    number_in(run, "time_s")});
  }
  return runs;
}

RegionTime time_in(Fields& fields, Faults& faults) {
  RegionTime time;
  time.name = fields.required_text("name");
  time.hash = fields.required_text("hash");
  time.features = fields.texts("features");
  time.law = {coefficients_in(fields, time.features.size()),
              bends_in(fields, time.features.size(), faults)};
  time.calls = number_in(fields, "calls");
  time.seconds = number_in(fields, "time_s");
  time.share = number_in(fields, "share");
  time.mean_error = number_in(fields, "mean_error");
  time.worst_error = number_in(fields, "worst_error");
  time.left_out_error = fields.quantity("left_out_error", Dimension::none, Range::computed);
  time.runs = runs_in(fields, faults);
  time.date = fields.text("date").value_or("");
  time.host = fields.text("host").value_or("");
  time.flags = fields.text("flags").value_or("");
  return time;
}

Processor processor_in(Fields& fields, Faults& faults) {
  Processor processor;
  processor.name = fields.required_text("name");
  if (const Json* const ratio = fields.member("ratio")) {
    Fields of(*ratio, fields.pointer("ratio"), faults);
    processor.of = of.required_text("of");
    processor.factor = of.required_quantity("factor", Dimension::none);
  }
  const Json& array = fields.array("regions");
  for (std::size_t i = 0; i < array.size(); ++i) {
    Fields region(array[i], pointer_to(fields.pointer("regions"), i), faults);
    processor.regions.push_back(time_in(region, faults));
  }
  return processor;
}

// Whoever a processor's times come from is there, and is not itself.
void check_ratios(const Processors& processors, Faults& faults) {
  for (std::size_t i = 0; i < processors.all.size(); ++i) {
    const std::string at = pointer_to("/processors", i) + "/ratio/of";
    std::set<std::string> seen;
    for (const Processor* p = &processors.all[i]; p != nullptr && !p->of.empty();) {
      if (!seen.insert(p->name).second) {
        faults.add(at, "a ratio in a circle: no processor of it was measured");
        break;
      }
      const Processor* const next = processors.find(p->of);
      if (next == nullptr)
        faults.add(at, "there is no processor '" + p->of + "'",
                   did_you_mean(p->of, processors.names()));
      p = next;
    }
  }
}

void check_names(const Processors& processors, Faults& faults) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < processors.all.size(); ++i)
    if (!names.insert(processors.all[i].name).second)
      faults.add(pointer_to("/processors", i) + "/name",
                 "there is another processor '" + processors.all[i].name + "'");
}

Json run_json(const RunTotal& run) {
  return {{"command", run.command},
          {"processes", run.processes},
          {"calls", run.calls},
          {"time_s", run.seconds}};
}

Json time_json(const RegionTime& time) {
  Json json = {{"name", time.name},
               {"hash", time.hash},
               {"features", time.features},
               {"coefficients", time.law.coefficients},
               {"bends", bends_json(time.law)},
               {"calls", time.calls},
               {"time_s", time.seconds},
               {"share", time.share},
               {"mean_error", time.mean_error},
               {"worst_error", time.worst_error}};
  if (time.left_out_error) json["left_out_error"] = *time.left_out_error;
  json["runs"] = Json::array();
  for (const RunTotal& run : time.runs) json["runs"].push_back(run_json(run));
  json["date"] = time.date;
  json["host"] = time.host;
  json["flags"] = time.flags;
  return json;
}

Json processor_json(const Processor& processor) {
  Json json = {{"name", processor.name}};
  if (!processor.of.empty()) json["ratio"] = {{"of", processor.of}, {"factor", processor.factor}};
  json["regions"] = Json::array();
  for (const RegionTime& time : processor.regions) json["regions"].push_back(time_json(time));
  return json;
}

}  // namespace

const Processor* Processors::find(const std::string& name) const {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Processor& p) { return p.name == name; });
  return found == all.end() ? nullptr : &*found;
}

Processor& Processors::find_or_add(const std::string& name) {
  for (Processor& processor : all)
    if (processor.name == name) return processor;
  all.push_back({name, {}, 1, {}});
  return all.back();
}

std::vector<std::string> Processors::names() const {
  std::vector<std::string> names;
  for (const Processor& processor : all) names.push_back(processor.name);
  return names;
}

Processors processors_in(const Document& document) {
  check_format(document, {format_name, newest_version, "no times of processors",
                          "hpcast skeleton --calibrate writes such a file"});
  Faults faults(document);
  Fields root(document.root, "", faults);
  Processors processors;
  const Json& array = root.array("processors");
  for (std::size_t i = 0; i < array.size(); ++i) {
    Fields fields(array[i], pointer_to("/processors", i), faults);
    processors.all.push_back(processor_in(fields, faults));
  }
  check_names(processors, faults);
  check_ratios(processors, faults);
  faults.throw_if_any();
  return processors;
}

Processors read_processors(const std::string& path) {
  if (!std::filesystem::exists(path)) return {};
  return processors_in(read_json(path));
}

Json bends_json(const Law& law) {
  Json json = Json::array();
  for (const Bend& bend : law.bends)
    json.push_back({{"feature", bend.feature}, {"above", bend.above}, {"time_s", bend.seconds}});
  return json;
}

std::string to_text(const Processors& processors) {
  Json json = {{"format", format_name}, {"schema_version", newest_version}};
  json["processors"] = Json::array();
  for (const Processor& processor : processors.all)
    json["processors"].push_back(processor_json(processor));
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void put(Processor& processor, RegionTime time) {
  for (RegionTime& old : processor.regions) {
    if (old.name != time.name || old.hash != time.hash) continue;
    old = std::move(time);
    return;
  }
  processor.regions.push_back(std::move(time));
}

Found time_on(const Processors& processors, const Processor& processor, const std::string& name,
              const std::string& hash) {
  Found found;
  for (const RegionTime& time : processor.regions) {
    if (time.name != name) continue;
    if (time.hash == hash)
      return {Fit::found, time, time.runs.empty() ? processor.of : processor.name};
    found.fit = Fit::other_text;
  }
  if (processor.of.empty()) return found;
  Found other = time_on(processors, *processors.find(processor.of), name, hash);
  other.time.law = other.time.law.times(processor.factor);
  return other.fit == Fit::missing ? found : other;
}

}  // namespace hpcast::skeleton

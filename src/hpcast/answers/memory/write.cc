#include "hpcast/answers/memory/write.h"

#include "hpcast/answers/head_json.h"

namespace hpcast::answers {
namespace {

using Json = nlohmann::ordered_json;

// Objects and the traffic of a phase have these in common.
template <class Counted>
void put_traffic(Json& json, const Counted& counted) {
  json["num_read"] = counted.num_read;
  json["num_write"] = counted.num_write;
  json["bytes_read"] = counted.bytes_read;
  json["bytes_write"] = counted.bytes_write;
}

// Nothing where there are no prefetchers.
void put_prefetches(Json& json, const ObjectResult& object) {
  if (object.num_prefetch == 0) return;
  json["num_prefetch"] = object.num_prefetch;
  json["bytes_prefetch"] = object.bytes_prefetch;
}

void put_cache(Json& json, const CacheCounts& cache) {
  json["read_hits"] = cache.read_hits;
  json["read_misses"] = cache.read_misses;
  json["write_hits"] = cache.write_hits;
  json["write_misses"] = cache.write_misses;
  json["writebacks"] = cache.writebacks;
  json["invalidations"] = cache.invalidations;
  if (cache.prefetched == 0 && cache.in_vain == 0) return;
  json["prefetched"] = cache.prefetched;
  json["in_vain"] = cache.in_vain;
}

void put_counted(Json& json, const char* key, double operations) {
  if (operations != 0) json[key] = operations;
}

Json core_time_json(const CoreTime& core) {
  Json json = {{"time_s", core.time_s},
               {"caches_s", core.caches_s},
               {"branches_s", core.branches_s},
               {"units_s", core.units_s}};
  if (core.page_faults_s) json["page_faults_s"] = *core.page_faults_s;
  if (core.load_s) json["load_s"] = *core.load_s;
  return json;
}

Json object_json(const ObjectResult& object) {
  Json json = {{"name", object.name},
               {"kind", name_of(object.kind)},
               {"class", object.class_name},
               {"numa_node", object.numa_node},
               {"level", object.level}};
  if (object.edge) {
    json["source"] = object.edge->source;
    json["target"] = object.edge->target;
  }
  put_traffic(json, object);
  put_prefetches(json, object);
  if (object.edge) {
    json["bytes_forward"] = object.edge->bytes_forward;
    json["bytes_backward"] = object.edge->bytes_backward;
  }
  if (object.cache) put_cache(json, *object.cache);
  if (object.core) {
    put_counted(json, "num_dp_flops", object.core->num_dp_flops);
    put_counted(json, "num_sp_flops", object.core->num_sp_flops);
    put_counted(json, "num_inst", object.core->num_inst);
    json["time_flops"] = object.core->time_flops;
    json["time_inst"] = object.core->time_inst;
    if (object.core->time_page_faults) json["time_page_faults"] = *object.core->time_page_faults;
    if (object.core->executing) json["executing"] = core_time_json(*object.core->executing);
  }
  json["time"] = object.time_s;
  json["occupancy"] = object.occupancy;
  if (object.margin) {
    json["bytes_margin"] = object.margin->bytes;
    json["time_margin"] = object.margin->time_s;
  }
  return json;
}

Json class_json(const ClassCeilings& c) {
  Json json = {{"kind", name_of(c.kind)}, {"class", c.class_name}};
  if (c.kind == Kind::core) {
    json["dp_flops"] = c.dp_flops;
    json["sp_flops"] = c.sp_flops;
    return json;
  }
  json["read_bandwidth"] = c.read_bandwidth;
  json["write_bandwidth"] = c.write_bandwidth;
  json["duplex"] = c.half_duplex ? "half" : "full";
  return json;
}

Json thread_json(const ThreadTime& thread) {
  Json json = {{"thread", thread.thread},
               {"core", thread.core},
               {"worked_s", thread.worked_s},
               {"waited_s", thread.waited_s}};
  if (thread.waited_for) json["waited_for"] = *thread.waited_for;
  return json;
}

Json limits_json(const std::vector<Limit>& limits) {
  Json json = Json::array();
  for (const Limit& limit : limits) {
    Json& entry = json.emplace_back(Json{{"kind", name_of(limit.kind)},
                                         {"name", limit.name},
                                         {"time_s", limit.time_s},
                                         {"worth_s", limit.worth_s}});
    if (!limit.object.empty()) entry["object"] = limit.object;
    if (limit.count > 0) entry["count"] = limit.count;
  }
  return json;
}

Json phase_json(const PhaseResult& phase, const std::vector<ObjectResult>& objects) {
  Json json = {{"name", phase.name},
               {"time_s", phase.time_s},
               {"share", phase.share},
               {"bottleneck", phase.bottleneck},
               {"limits", limits_json(phase.limits)},
               {"references", phase.references}};
  if (phase.executing) json["executing"] = core_time_json(*phase.executing);
  if (phase.threads_s > 0) json["threads_s"] = phase.threads_s;
  for (const ThreadTime& thread : phase.threads) json["threads"].push_back(thread_json(thread));
  json["objects"] = Json::array();
  for (const PhaseTraffic& traffic : phase.objects) {
    Json entry = {{"name", objects.at(traffic.object).name}};
    put_traffic(entry, traffic);
    entry["time"] = traffic.time_s;
    json["objects"].push_back(std::move(entry));
  }
  return json;
}

Json rank_json(const RankResult& rank) {
  return {{"rank", rank.rank},
          {"cores", rank.cores},
          {"threads", rank.threads},
          {"references", rank.references},
          {"bytes_read", rank.bytes_read},
          {"bytes_write", rank.bytes_write},
          {"time_s", rank.time_s},
          {"bottleneck", rank.bottleneck}};
}

Json sample_json(const Sample& sample) {
  Json json = {{"kind", sample.kind},
               {"one_in", sample.one_in},
               {"seed", sample.seed},
               {"fraction", sample.fraction},
               {"replicates", sample.replicates}};
  if (sample.margin_s) json["time_margin_s"] = *sample.margin_s;
  return json;
}

Json error_json(const TypicalError& error) {
  return {{"of", error.of},
          {"share", error.share},
          {"cases", error.cases},
          {"date", error.date},
          {"calibrated", error.calibrated}};
}

Json libraries_json(const LibraryTimes& libraries) {
  Json json = {{"samples", libraries.samples},
               {"longest_thread_s", libraries.longest_thread_s},
               {"each", Json::array()}};
  for (const LibraryTime& library : libraries.each)
    json["each"].push_back({{"name", library.name}, {"cpu_s", library.cpu_s}});
  return json;
}

Json run_json(const Run& run) {
  Json json = {{"wall_s", run.wall_s},
               {"cpu_s", run.cpu_s},
               {"host", run.host},
               {"date", run.date},
               {"references", run.references},
               {"references_per_s", run.references_per_s},
               {"threads", run.threads},
               {"tracer", run.tracer},
               {"command", run.command}};
  if (run.exit_status) json["exit_status"] = *run.exit_status;
  if (run.libraries) json["libraries"] = libraries_json(*run.libraries);
  json["mode"] = run.mode;
  return json;
}

Json variant_json(const Variant& variant) {
  return {{"changes", variant.changes},
          {"time_s", variant.time_s},
          {"limited_by", variant.limited_by},
          {"limits", limits_json(variant.limits)}};
}

}  // namespace

Json to_json(const MemoryResult& result) {
  Json json = head_json(result);
  json["time_s"] = result.time_s;
  json["bottleneck"] = {{"name", result.bottleneck.name},
                        {"kind", name_of(result.bottleneck.kind)},
                        {"occupancy", result.bottleneck.occupancy}};
  json["limits"] = limits_json(result.limits);
  if (!result.variants.empty()) json["variants"] = Json::array();
  for (const Variant& variant : result.variants) json["variants"].push_back(variant_json(variant));
  json["objects"] = Json::array();
  for (const ObjectResult& object : result.objects) json["objects"].push_back(object_json(object));
  for (const ClassCeilings& c : result.classes) json["classes"].push_back(class_json(c));
  json["phases"] = Json::array();
  for (const PhaseResult& phase : result.phases) {
    json["phases"].push_back(phase_json(phase, result.objects));
  }
  if (!result.operations.empty()) json["operations"] = Json::array();
  for (const OperationRow& row : result.operations)
    json["operations"].push_back(operation_json(row));
  if (!result.ranks.empty()) json["ranks"] = Json::array();
  for (const RankResult& rank : result.ranks) json["ranks"].push_back(rank_json(rank));
  json["assumptions"] = result.assumptions;
  json["not_modelled"] = result.not_modelled;
  if (result.typical_error) json["typical_error"] = error_json(*result.typical_error);
  if (result.sample) json["sample"] = sample_json(*result.sample);
  if (result.partial) json["partial"] = *result.partial;
  json["run"] = run_json(result.run);
  return json;
}

std::string to_text(const MemoryResult& result) {
  return to_json(result).dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hpcast::answers

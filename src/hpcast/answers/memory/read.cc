#include "hpcast/answers/memory/read.h"

#include <limits>
#include <unordered_map>
#include <utility>

#include "hpcast/answers/memory/limits.h"
#include "hpcast/answers/memory/other_results.h"

namespace hpcast::answers {
namespace {

constexpr int largest_int = std::numeric_limits<int>::max();

std::string text_or_empty(Fields& fields, const std::string& key) {
  return fields.text(key).value_or(std::string());
}
std::optional<double> known_seconds(Fields& fields, const std::string& key) {
  return fields.quantity(key, Dimension::seconds, Range::computed);
}

double seconds(Fields& fields, const std::string& key) {
  return fields.required_quantity(key, Dimension::seconds, Range::computed);
}
double fraction(Fields& fields, const std::string& key) {
  return fields.required_quantity(key, Dimension::none, Range::computed);
}
std::uint64_t count(Fields& fields, const std::string& key) {
  return fields.required_whole(key, Dimension::none, Range::not_negative);
}
std::uint64_t bytes(Fields& fields, const std::string& key) {
  return fields.required_whole(key, Dimension::bytes, Range::not_negative);
}
std::uint64_t count_or_zero(Fields& fields, const std::string& key) {
  return fields.whole(key, Dimension::none, Range::not_negative).value_or(0);
}
double seconds_or_zero(Fields& fields, const std::string& key) {
  return fields.quantity(key, Dimension::seconds, Range::computed).value_or(0);
}

class Reader {
 public:
  explicit Reader(const Document& document)
      : document_(document), faults_(document), root_(document.root, "", faults_) {}

  MemoryResult read();

 private:
  using Names = std::unordered_map<std::string, std::uint32_t>;

  // Calls f(fields) for every element of the array at `key`.
  template <class F>
  void for_each(Fields& parent, const std::string& key, F&& f) {
    const Json& array = parent.array(key);
    for (std::size_t i = 0; i < array.size(); ++i) {
      Fields fields(array[i], pointer_to(parent.pointer(key), i), faults_);
      f(fields);
    }
  }

  void check_version();
  void require_array(const std::string& key);
  std::vector<std::string> texts(Fields& parent, const std::string& key);
  Kind kind(Fields& fields);
  Bottleneck bottleneck();
  ObjectResult object(Fields& fields);
  std::optional<CacheCounts> cache(Fields& fields);
  std::optional<CoreTime> executing(Fields& fields);
  std::optional<CoreResult> core(Fields& fields);
  std::optional<EdgeTraffic> edge(Fields& fields);
  std::optional<Margin> margin(Fields& fields);
  RankResult rank(Fields& fields);
  ClassCeilings ceilings(Fields& fields);
  std::optional<LibraryTimes> libraries(Fields& run);
  std::optional<TypicalError> typical_error();
  std::optional<Sample> sample();
  PhaseResult phase(Fields& fields);
  PhaseTraffic phase_traffic(Fields& fields);
  ThreadTime thread_time(Fields& fields);
  std::vector<Limit> limits(Fields& parent);
  Variant variant(Fields& fields);
  Run run();
  std::optional<std::uint32_t> index_of(Fields& fields, const std::string& key,
                                        const std::string& name);

  const Document& document_;
  Faults faults_;
  Fields root_;
  Names names_;
};

void Reader::check_version() {
  const Json* version = root_.member("schema_version");
  if (!document_.root.is_object() || !version) {
    throw InputError(Diagnostic{document_.file, 1, "", "not a result of hpcast: no schema_version",
                                "expected a file written by 'hpcast memory --json'"});
  }
  refuse_other_results(document_);
  const auto number = root_.integer("schema_version", 1, largest_int);
  faults_.throw_if_any();
  refuse_newer(document_, *number);
}

void Reader::require_array(const std::string& key) {
  if (!root_.member(key)) faults_.add("", "'" + key + "' is missing, expected an array");
}

std::vector<std::string> Reader::texts(Fields& parent, const std::string& key) {
  std::vector<std::string> result;
  const Json& array = parent.array(key);
  for (std::size_t i = 0; i < array.size(); ++i) {
    if (array[i].is_string()) {
      result.push_back(array[i].get<std::string>());
    } else {
      faults_.add(pointer_to(parent.pointer(key), i), "expected a string");
    }
  }
  return result;
}

Kind Reader::kind(Fields& fields) {
  if (!fields.member("kind")) fields.fault("kind", "'kind' is missing");
  return fields.one_of<Kind>("kind",
                             {{"core", Kind::core},
                              {"cache", Kind::cache},
                              {"memory", Kind::memory},
                              {"router", Kind::router},
                              {"edge", Kind::edge}},
                             Kind::core);
}

std::optional<std::uint32_t> Reader::index_of(Fields& fields, const std::string& key,
                                              const std::string& name) {
  if (const auto found = names_.find(name); found != names_.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [object_name, index] : names_) known.push_back(object_name);
  fields.fault(key, "no object is named '" + name + "'", did_you_mean(name, known));
  return std::nullopt;
}

Bottleneck Reader::bottleneck() {
  const Json* value = root_.member("bottleneck");
  if (!value) {
    faults_.add("", "'bottleneck' is missing, expected an object");
    return {};
  }
  Fields fields(*value, "/bottleneck", faults_);
  Bottleneck result{text_or_empty(fields, "name"), kind(fields), fraction(fields, "occupancy")};
  if (!result.name.empty()) index_of(fields, "name", result.name);
  return result;
}

std::optional<CacheCounts> Reader::cache(Fields& fields) {
  if (!fields.member("read_hits")) return std::nullopt;
  CacheCounts counts;
  counts.read_hits = count(fields, "read_hits");
  counts.read_misses = count(fields, "read_misses");
  counts.write_hits = count(fields, "write_hits");
  counts.write_misses = count(fields, "write_misses");
  counts.writebacks = count(fields, "writebacks");
  counts.invalidations = count(fields, "invalidations");
  if (fields.member("prefetched")) {
    counts.prefetched = count(fields, "prefetched");
    counts.in_vain = count(fields, "in_vain");
  }
  return counts;
}

std::optional<CoreTime> Reader::executing(Fields& fields) {
  const Json* const value = fields.member("executing");
  if (!value) return std::nullopt;
  Fields core(*value, fields.pointer("executing"), faults_);
  return CoreTime{seconds(core, "time_s"),
                  seconds(core, "caches_s"),
                  seconds(core, "branches_s"),
                  seconds(core, "units_s"),
                  known_seconds(core, "page_faults_s"),
                  known_seconds(core, "load_s")};
}

std::optional<CoreResult> Reader::core(Fields& fields) {
  if (!fields.member("time_flops")) return std::nullopt;
  const auto operations = [&](const char* key) {
    return fields.quantity(key, Dimension::none, Range::computed).value_or(0);
  };
  return CoreResult{operations("num_dp_flops"),
                    operations("num_sp_flops"),
                    operations("num_inst"),
                    seconds(fields, "time_flops"),
                    seconds(fields, "time_inst"),
                    known_seconds(fields, "time_page_faults"),
                    executing(fields)};
}

std::optional<EdgeTraffic> Reader::edge(Fields& fields) {
  if (!fields.member("bytes_forward")) return std::nullopt;
  return EdgeTraffic{fields.required_text("source"), fields.required_text("target"),
                     bytes(fields, "bytes_forward"), bytes(fields, "bytes_backward")};
}

std::optional<Margin> Reader::margin(Fields& fields) {
  if (!fields.member("time_margin")) return std::nullopt;
  return Margin{fields.required_quantity("bytes_margin", Dimension::bytes, Range::computed),
                seconds(fields, "time_margin")};
}

ClassCeilings Reader::ceilings(Fields& fields) {
  ClassCeilings c;
  c.kind = kind(fields);
  c.class_name = fields.required_text("class");
  if (c.kind == Kind::core) {
    c.dp_flops = fields.required_quantity("dp_flops", Dimension::flops_per_second, Range::computed);
    c.sp_flops = fields.required_quantity("sp_flops", Dimension::flops_per_second, Range::computed);
    return c;
  }
  const auto bandwidth = [&](const char* key) {
    return fields.required_quantity(key, Dimension::bytes_per_second, Range::computed);
  };
  c.read_bandwidth = bandwidth("read_bandwidth");
  c.write_bandwidth = bandwidth("write_bandwidth");
  c.half_duplex = fields.one_of("duplex", {{"half", true}, {"full", false}}, false);
  return c;
}

std::optional<LibraryTimes> Reader::libraries(Fields& run) {
  const Json* value = run.member("libraries");
  if (!value) return std::nullopt;
  Fields fields(*value, run.pointer("libraries"), faults_);
  LibraryTimes libraries{count(fields, "samples"), seconds(fields, "longest_thread_s"), {}};
  for_each(fields, "each", [&](Fields& library) {
    libraries.each.push_back({library.required_text("name"), seconds(library, "cpu_s")});
  });
  return libraries;
}

std::optional<TypicalError> Reader::typical_error() {
  const Json* value = root_.member("typical_error");
  if (!value) return std::nullopt;
  Fields fields(*value, "/typical_error", faults_);
  TypicalError error;
  error.of = fields.required_text("of");
  error.share = fields.required_quantity("share", Dimension::none, Range::computed);
  error.cases = static_cast<std::uint32_t>(fields.integer("cases", 0, largest_int).value_or(0));
  error.date = text_or_empty(fields, "date");
  error.calibrated = fields.flag("calibrated").value_or(false);
  return error;
}

std::optional<Sample> Reader::sample() {
  const Json* value = root_.member("sample");
  if (!value) return std::nullopt;
  Fields fields(*value, "/sample", faults_);
  Sample result;
  result.kind = fields.required_text("kind");
  result.one_in = static_cast<std::uint32_t>(fields.integer("one_in", 1, largest_int).value_or(1));
  result.seed = count_or_zero(fields, "seed");
  result.fraction = fraction(fields, "fraction");
  result.replicates =
      static_cast<std::uint32_t>(fields.integer("replicates", 0, largest_int).value_or(0));
  result.margin_s = fields.quantity("time_margin_s", Dimension::seconds, Range::computed);
  return result;
}

ObjectResult Reader::object(Fields& fields) {
  ObjectResult result;
  result.name = fields.required_text("name");
  result.kind = kind(fields);
  result.class_name = text_or_empty(fields, "class");
  result.numa_node =
      static_cast<int>(fields.integer("numa_node", -largest_int, largest_int).value_or(0));
  result.level = static_cast<int>(fields.integer("level", 0, largest_int).value_or(0));
  result.num_read = count(fields, "num_read");
  result.num_write = count(fields, "num_write");
  result.bytes_read = bytes(fields, "bytes_read");
  result.bytes_write = bytes(fields, "bytes_write");
  if (fields.member("num_prefetch")) {
    result.num_prefetch = count(fields, "num_prefetch");
    result.bytes_prefetch = bytes(fields, "bytes_prefetch");
  }
  result.cache = cache(fields);
  result.core = core(fields);
  result.edge = edge(fields);
  result.time_s = seconds(fields, "time");
  result.occupancy = fraction(fields, "occupancy");
  result.margin = margin(fields);
  return result;
}

PhaseTraffic Reader::phase_traffic(Fields& fields) {
  PhaseTraffic traffic;
  const std::string name = fields.required_text("name");
  if (!name.empty()) traffic.object = index_of(fields, "name", name).value_or(0);
  traffic.num_read = count(fields, "num_read");
  traffic.num_write = count(fields, "num_write");
  traffic.bytes_read = bytes(fields, "bytes_read");
  traffic.bytes_write = bytes(fields, "bytes_write");
  traffic.time_s = seconds(fields, "time");
  return traffic;
}

ThreadTime Reader::thread_time(Fields& fields) {
  ThreadTime time;
  time.thread = static_cast<std::uint32_t>(fields.integer("thread", 0, largest_int).value_or(0));
  time.core = fields.required_text("core");
  if (!time.core.empty()) index_of(fields, "core", time.core);
  time.worked_s = seconds(fields, "worked_s");
  time.waited_s = seconds(fields, "waited_s");
  if (const auto other = fields.integer("waited_for", 0, largest_int))
    time.waited_for = static_cast<std::uint32_t>(*other);
  return time;
}

std::vector<Limit> Reader::limits(Fields& parent) {
  std::vector<Limit> limits;
  for_each(parent, "limits", [&](Fields& fields) {
    Limit& limit = limits.emplace_back();
    limit.kind = fields.one_of<LimitKind>("kind",
                                          {{"core", LimitKind::core},
                                           {"latency", LimitKind::latency},
                                           {"page_faults", LimitKind::faults},
                                           {"cache", LimitKind::cache},
                                           {"memory", LimitKind::memory},
                                           {"router", LimitKind::router},
                                           {"edge", LimitKind::edge},
                                           {"wait", LimitKind::wait}},
                                          LimitKind::core);
    limit.name = fields.required_text("name");
    limit.time_s = seconds(fields, "time_s");
    limit.worth_s = seconds(fields, "worth_s");
    limit.object = text_or_empty(fields, "object");
    if (!limit.object.empty()) index_of(fields, "object", limit.object);
    limit.count = static_cast<std::uint32_t>(fields.integer("count", 0, largest_int).value_or(0));
  });
  return limits;
}

Variant Reader::variant(Fields& fields) {
  return {texts(fields, "changes"), seconds(fields, "time_s"), fields.required_text("limited_by"),
          limits(fields)};
}

PhaseResult Reader::phase(Fields& fields) {
  PhaseResult result;
  result.name = text_or_empty(fields, "name");
  result.time_s = seconds(fields, "time_s");
  result.share = fraction(fields, "share");
  result.bottleneck = text_or_empty(fields, "bottleneck");
  if (!result.bottleneck.empty()) index_of(fields, "bottleneck", result.bottleneck);
  result.limits = limits(fields);
  result.references = count(fields, "references");
  result.executing = executing(fields);
  result.threads_s = seconds_or_zero(fields, "threads_s");
  for_each(fields, "threads",
           [&](Fields& thread) { result.threads.push_back(thread_time(thread)); });
  for_each(fields, "objects",
           [&](Fields& traffic) { result.objects.push_back(phase_traffic(traffic)); });
  return result;
}

RankResult Reader::rank(Fields& fields) {
  RankResult result;
  result.rank = static_cast<std::uint32_t>(fields.integer("rank", 0, largest_int).value_or(0));
  result.cores = texts(fields, "cores");
  result.threads =
      static_cast<std::uint32_t>(fields.integer("threads", 0, largest_int).value_or(0));
  result.references = count(fields, "references");
  result.bytes_read = bytes(fields, "bytes_read");
  result.bytes_write = bytes(fields, "bytes_write");
  result.time_s = seconds(fields, "time_s");
  result.bottleneck = text_or_empty(fields, "bottleneck");
  return result;
}

// Facts of a run are for people: what is missing stays empty.
Run Reader::run() {
  Run result;
  const Json* value = root_.member("run");
  if (!value) return result;
  Fields fields(*value, "/run", faults_);
  result.wall_s = seconds_or_zero(fields, "wall_s");
  result.cpu_s = seconds_or_zero(fields, "cpu_s");
  result.host = text_or_empty(fields, "host");
  result.date = text_or_empty(fields, "date");
  result.references = count_or_zero(fields, "references");
  result.references_per_s =
      fields.quantity("references_per_s", Dimension::none, Range::computed).value_or(0);
  result.threads =
      static_cast<std::uint32_t>(fields.integer("threads", 0, largest_int).value_or(0));
  result.tracer = text_or_empty(fields, "tracer");
  result.command = texts(fields, "command");
  if (const auto status = fields.integer("exit_status", -largest_int, largest_int)) {
    result.exit_status = static_cast<int>(*status);
  }
  result.mode = text_or_empty(fields, "mode");
  result.libraries = libraries(fields);
  return result;
}

MemoryResult Reader::read() {
  check_version();
  MemoryResult result;
  result.schema_version = static_cast<int>(*root_.integer("schema_version", 1, largest_int));
  if (const Json* tool = root_.member("tool")) {
    Fields fields(*tool, "/tool", faults_);
    result.tool = {text_or_empty(fields, "name"), text_or_empty(fields, "version")};
  }
  for_each(root_, "inputs", [&](Fields& fields) {
    result.inputs.push_back({text_or_empty(fields, "path"), text_or_empty(fields, "sha256"),
                             text_or_empty(fields, "role")});
  });
  result.verdict = text_or_empty(root_, "verdict");
  result.time_s = seconds(root_, "time_s");
  require_array("objects");
  for_each(root_, "objects", [&](Fields& fields) {
    result.objects.push_back(object(fields));
    const auto index = static_cast<std::uint32_t>(result.objects.size() - 1);
    if (!names_.try_emplace(result.objects.back().name, index).second) {
      fields.fault("name", "object '" + result.objects.back().name + "' is here twice");
    }
  });
  for_each(root_, "classes", [&](Fields& fields) { result.classes.push_back(ceilings(fields)); });
  result.bottleneck = bottleneck();
  result.limits = limits(root_);
  for_each(root_, "variants", [&](Fields& fields) { result.variants.push_back(variant(fields)); });
  for_each(root_, "phases", [&](Fields& fields) { result.phases.push_back(phase(fields)); });
  for_each(root_, "operations",
           [&](Fields& fields) { result.operations.push_back(operation_row(fields)); });
  for_each(root_, "ranks", [&](Fields& fields) { result.ranks.push_back(rank(fields)); });
  result.assumptions = texts(root_, "assumptions");
  result.not_modelled = texts(root_, "not_modelled");
  result.typical_error = typical_error();
  result.sample = sample();
  result.partial = root_.text("partial");
  result.run = run();
  faults_.throw_if_any();
  if (!root_.member("limits")) put_limits(result);  // a file of before
  return result;
}

}  // namespace

MemoryResult from_document(const Document& document) { return Reader(document).read(); }

MemoryResult read_result(const std::string& path) { return from_document(read_json(path)); }

bool is_result(const Json& json) {
  return json.is_object() && json.contains("schema_version") && json.contains("objects");
}

}  // namespace hpcast::answers

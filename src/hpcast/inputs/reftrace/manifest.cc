#include "hpcast/inputs/reftrace/manifest.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <string>

#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/inputs/reftrace/record.h"

namespace hpcast::reftrace {
namespace {

constexpr char format_name[] = "hpcast-trace";
constexpr std::uint64_t longest_manifest = std::uint64_t{1} << 28;

Json thread_json(const TracedThread& thread) {
  return {{"thread", thread.thread},
          {"file", thread.file},
          {"words", thread.words},
          {"references", thread.references},
          {"bytes", thread.bytes}};
}

Json process_json(const TracedProgram& process) {
  if (process.ranks == 0) return Json::object();
  return {{"rank", process.rank}, {"ranks", process.ranks}};
}

// A named region by its index alone: other readers of JSON may have no numbers of 64 bits.
Json region_json(const Region& region) {
  Json json;
  if ((region.address & named_region) != 0)
    json["index"] = region.address & ~named_region;
  else
    json["address"] = region.address;
  json["name"] = region.name;
  if (region.process) json["process"] = *region.process;
  return json;
}

Json to_json(const Manifest& m) {
  Json json = {{"format", format_name},
               {"schema_version", manifest_version},
               {"tool", {{"name", "hpcast"}, {"version", m.tool_version}}},
               {"complete", m.complete}};
  if (!m.complete) json["reason"] = m.reason;
  json["command"] = m.command;
  json["architecture"] = m.architecture;
  json["tracer"] = m.tracer;
  json["payload"] = m.payload;
  if (m.address_randomisation) json["address_randomisation"] = *m.address_randomisation;
  if (m.exit_status) json["exit_status"] = *m.exit_status;
  if (m.signal) json["signal"] = *m.signal;
  json["threads"] = Json::array();
  for (const TracedThread& thread : m.threads) json["threads"].push_back(thread_json(thread));
  if (!m.processes.empty()) json["processes"] = Json::array();
  for (const TracedProgram& process : m.processes)
    json["processes"].push_back(process_json(process));
  json["phases"] = m.phases;
  json["regions"] = Json::array();
  for (const Region& region : m.regions) json["regions"].push_back(region_json(region));
  json["not_traced"] = m.not_traced;
  if (!m.merge_log.empty()) json["merge_log"] = m.merge_log;
  if (!m.code.empty()) json["code"] = m.code;
  json["run"] = {{"date", m.date}};
  return json;
}

bool names_trace(const Json& root) {
  return root.is_object() && root.contains("format") && root["format"] == format_name;
}

// Checked before all else: a newer manifest may look different altogether.
void check_version(const Document& document) {
  const Json& root = document.root;
  if (!names_trace(root)) {
    throw InputError(Diagnostic{document.file, 0, {}, "not the manifest of an hpcast trace", {}});
  }
  const auto version = root.find("schema_version");
  if (version == root.end() || !version->is_number_integer()) return;  // a fault of a member
  if (*version <= manifest_version) return;
  throw InputError(Diagnostic{document.file,
                              document.line_of("/schema_version"),
                              {},
                              fmt::format("format version {} is newer than this hpcast reads ({})",
                                          version->dump(), manifest_version),
                              "use the hpcast that wrote it, or a newer one"});
}

// A file of the directory itself: a manifest is not to lead the reader elsewhere.
void check_file_name(Fields& fields, const std::string& key, const std::string& name) {
  if (name.find('/') == std::string::npos && name != "..") return;
  fields.fault(key, "expected the name of a file within the trace's directory");
}

std::uint64_t count(Fields& fields, const std::string& key) {
  return fields.required_whole(key, Dimension::none, Range::not_negative);
}

TracedThread read_thread(const Json& json, const std::string& pointer, Faults& faults) {
  Fields fields(json, pointer, faults);
  TracedThread thread;
  if (!fields.member("thread")) fields.fault("thread", "missing, expected the thread's number");
  thread.thread = static_cast<std::uint32_t>(fields.integer("thread", 0, UINT32_MAX).value_or(0));
  thread.file = fields.required_text("file");
  check_file_name(fields, "file", thread.file);
  thread.words = count(fields, "words");
  thread.references = count(fields, "references");
  thread.bytes = count(fields, "bytes");
  return thread;
}

TracedProgram read_process(const Json& json, const std::string& pointer, Faults& faults) {
  Fields fields(json, pointer, faults);
  const auto number = [&](const char* key) {
    return static_cast<std::uint32_t>(fields.integer(key, 0, UINT32_MAX).value_or(0));
  };
  return {number("rank"), number("ranks")};
}

Region read_region(const Json& json, const std::string& pointer, Faults& faults) {
  Fields fields(json, pointer, faults);
  const auto index = fields.integer("index", 0, max_named_regions - 1);
  Region region;
  region.address =
      index ? named_region | static_cast<Word>(*index) : count(fields, "address") & ~named_region;
  region.name = fields.text("name").value_or("");
  if (const auto process = fields.integer("process", 0, UINT32_MAX))
    region.process = static_cast<std::uint32_t>(*process);
  return region;
}

template <class T>
std::vector<T> read_all(Fields& fields, const std::string& key, Faults& faults,
                        T (*read)(const Json&, const std::string&, Faults&)) {
  std::vector<T> result;
  const Json& array = fields.array(key);
  for (std::size_t i = 0; i < array.size(); ++i) {
    result.push_back(read(array[i], pointer_to(fields.pointer(key), i), faults));
  }
  return result;
}

std::optional<int> small_integer(Fields& fields, const std::string& key) {
  const auto value = fields.integer(key, INT32_MIN, INT32_MAX);
  return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

void check_distinct(Fields& fields, const std::vector<TracedThread>& threads) {
  std::set<std::uint32_t> numbers;
  std::set<std::string> files;
  for (const TracedThread& thread : threads) {
    if (!numbers.insert(thread.thread).second)
      fields.fault("threads", fmt::format("thread {} is here twice", thread.thread));
    else if (!files.insert(thread.file).second)
      fields.fault("threads", fmt::format("two threads have the file '{}'", thread.file));
  }
}

void read_members(Fields& fields, Faults& faults, Manifest& m) {
  m.command = fields.texts("command");
  m.architecture = fields.text("architecture").value_or("");
  m.tracer = fields.text("tracer").value_or("");
  m.payload = fields.one_of<std::string>(
      "payload", {{"references", "references"}, {"requests", "requests"}}, "references");
  m.address_randomisation = fields.flag("address_randomisation");
  m.exit_status = small_integer(fields, "exit_status");
  m.signal = small_integer(fields, "signal");
  m.threads = read_all(fields, "threads", faults, read_thread);
  if (!faults.any()) check_distinct(fields, m.threads);
  m.processes = read_all(fields, "processes", faults, read_process);
  m.phases = fields.texts("phases");
  m.regions = read_all(fields, "regions", faults, read_region);
  m.not_traced = fields.texts("not_traced");
  m.merge_log = fields.text("merge_log").value_or("");
  check_file_name(fields, "merge_log", m.merge_log);
  m.code = fields.text("code").value_or("");
  check_file_name(fields, "code", m.code);
}

void read_completeness(Fields& fields, Manifest& m) {
  const std::optional<bool> complete = fields.flag("complete");
  if (!fields.member("complete")) fields.fault("complete", "missing, expected true or false");
  m.complete = complete.value_or(false);
  m.reason = fields.text("reason").value_or("");
}

}  // namespace

std::string to_text(const Manifest& manifest) {
  return to_json(manifest).dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_manifest(const std::string& path, const Manifest& manifest) {
  write_file_atomically(path, to_text(manifest));
}

Manifest read_manifest(const std::string& path) {
  const Document document = parse_json(read_file(path, longest_manifest), path);
  check_version(document);
  Faults faults(document);
  Fields fields(document.root, "", faults);
  Manifest manifest;
  if (!fields.integer("schema_version", 1, manifest_version) && !faults.any())
    fields.fault("schema_version", "missing, expected " + std::to_string(manifest_version));
  read_completeness(fields, manifest);
  read_members(fields, faults, manifest);
  if (const Json* tool = fields.member("tool")) {
    manifest.tool_version = Fields(*tool, "/tool", faults).text("version").value_or("");
  }
  if (const Json* run = fields.member("run")) {
    manifest.date = Fields(*run, "/run", faults).text("date").value_or("");
  }
  faults.throw_if_any();
  return manifest;
}

bool is_trace(const std::string& directory) {
  const std::string path = directory + "/" + manifest_name;
  std::error_code unreachable;
  if (!std::filesystem::is_regular_file(path, unreachable)) return false;
  try {
    return names_trace(parse_json(read_file(path, longest_manifest), path).root);
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace hpcast::reftrace

#include "hpcast/forecast/latency/study_key.h"

#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include "hpcast/base/descriptor.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/json.h"
#include "hpcast/base/program.h"
#include "hpcast/base/text.h"
#include "hpcast/base/version.h"
#include "hpcast/inputs/reftrace/elf_note.h"
#include "hpcast/inputs/reftrace/tracer.h"

namespace hpcast::forecast {

namespace {

namespace fs = std::filesystem;

constexpr char key_file[] = "study.json";

Json file_json(const std::string& path) { return {{"path", path}, {"sha256", sha256_file(path)}}; }

Json key_of(const StudyRequest& request) {
  return {{"schema_version", 1},
          {"tool", {{"name", "hpcast"}, {"version", version()}}},
          {"machine", file_json(request.machine_path)},
          {"changes", request.changes},
          {"to_s", request.to_s},
          {"region", request.region},
          {"working_set", request.working_set},
          {"scale", request.scale},
          {"same_caches", request.same_caches ? request.panel.values.front().name : ""},
          {"intervals", request.intervals},
          {"tracer", reftrace::name_of(*request.program.tracer)},
          {"omp_threads", request.program.openmp_threads},
          {"ranks", request.program.ranks},
          {"aslr", request.program.randomize_addresses},
          {"program", file_json(find_program(request.command.front()))},
          {"command", request.command},
          {"panel", request.panel.name},
          {"case", request.cases.name}};
}

// What decides the results, and what people call it.
constexpr std::array<std::pair<const char*, const char*>, 16> deciding = {
    {{"/machine/sha256", "the machine"},
     {"/changes", "--set"},
     {"/to_s", "--to"},
     {"/region", "--region"},
     {"/working_set", "--working-set"},
     {"/scale", "--scale"},
     {"/same_caches", "--same-caches, or the first panel, which it goes by"},
     {"/intervals", "--simulated-intervals"},
     {"/tracer", "--tracer"},
     {"/omp_threads", "--omp-threads"},
     {"/ranks", "--ranks"},
     {"/aslr", "--aslr"},
     {"/program/sha256", "the program"},
     {"/command", "the program's arguments"},
     {"/panel", "the name of --panel"},
     {"/case", "the name of --case"}}};

void check_same(const std::string& directory, const Json& kept, const Json& wanted) {
  std::string differing;
  for (const auto& [pointer, name] : deciding) {
    const Json::json_pointer at(pointer);
    if (kept.contains(at) && kept.at(at) == wanted.at(at)) continue;
    add_item(differing, std::string(name));
  }
  if (differing.empty()) return;
  throw InputError(directory + " holds a study that differs in: " + differing,
                   "another folder for -o; or --restart, which throws that study's runs away");
}

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) fail_with_errno(path, "cannot make this folder", error.value());
}

bool is_run(const fs::path& path) {
  if (path.extension() != ".json") return false;
  try {
    const Json root = read_json(path.string()).root;
    return root.is_object() && root.contains("panel") && root.contains("case") &&
           root.contains("outcome");
  } catch (const InputError&) {
    return false;
  }
}

// Of whatever study, in whatever panel's folder, and nothing else that lies there.
std::vector<fs::path> runs_in(const std::string& directory) {
  std::vector<fs::path> runs;
  for (const fs::directory_entry& panel : fs::directory_iterator(directory)) {
    if (!panel.is_directory()) continue;
    for (const fs::directory_entry& run : fs::directory_iterator(panel.path()))
      if (is_run(run.path())) runs.push_back(run.path());
  }
  return runs;
}

void remove_runs(const StudyRequest& request) {
  for (const fs::path& run : runs_in(request.directory)) fs::remove(run);
  // Damaged ones.
  for (const StudyValue& panel : request.panel.values)
    for (const StudyValue& value : request.cases.values)
      fs::remove(run_file(request, panel, value));
}

}  // namespace

void claim_directory(const StudyRequest& request) {
  const std::string& directory = request.directory;
  const std::string key_path = directory + "/" + key_file;
  make_folder(directory);
  const Json key = key_of(request);
  const bool has_key = fs::exists(key_path);
  if (request.restart) {
    remove_runs(request);
  } else if (has_key) {
    check_same(directory, read_json(key_path).root, key);
  } else if (!runs_in(directory).empty()) {
    throw InputError(directory + " holds runs of a study, but not its " + key_file +
                         ", which says what they were made with",
                     "another folder for -o; or --restart, which throws those runs away");
  }
  if (request.restart || !has_key) write_file_atomically(key_path, key.dump(1) + "\n");
  for (const StudyValue& panel : request.panel.values) make_folder(directory + "/" + panel.file);
}

std::string run_file(const StudyRequest& request, const StudyValue& panel,
                     const StudyValue& value) {
  return request.directory + "/" + panel.file + "/" + value.file + ".json";
}

}  // namespace hpcast::forecast

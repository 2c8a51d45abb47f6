#include "hpcast/forecast/skeleton/sources.h"

#include <fmt/core.h>
#include <wordexp.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/program.h"
#include "hpcast/base/text.h"
#include "hpcast/forecast/recording/finished_command.h"

namespace hpcast::forecast {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr char measure_source[] = "hpcast_skeleton_measure.c";

std::string slicer() {
  const fs::path path = support_folder() / "hpcast-slice";
  if (fs::exists(path)) return path;
  throw InputError("this hpcast was built without hpcast-slice, which reads C and C++",
                   "./run --with skeleton installs Clang's libraries and builds it");
}

// Beside the recorder's in the build tree, in the compiler's folder where hpcast is installed.
std::string header(const char* name) {
  const fs::path support = support_folder();
  for (const fs::path& folder :
       {support / "include", support.parent_path().parent_path() / "include"})
    if (fs::exists(folder / name)) return folder / name;
  throw InputError(std::string("hpcast's installation lacks ") + name, "install it again");
}

void put_header(const char* name, const std::string& folder) {
  write_file_atomically(folder + "/" + name, read_file(header(name)));
}

bool is_for_the_linker(const std::string& word) {
  return word.starts_with("-l") || word.starts_with("-L") || word.starts_with("-Wl,");
}

// Where the compiler finds MPI: Open MPI's wrappers say so, MPICH's in another way.
Words mpi_includes(const std::string& mpicc) {
  const std::string program = find_program(mpicc);
  for (const char* const question : {"-showme:compile", "-compile_info", "-show"}) {
    const Ran answer = ran({program, question});
    if (answer.status != 0) continue;
    Words includes;
    for (const std::string& word : shell_words(answer.output))
      if (word.starts_with("-I")) includes.push_back(word);
    if (!includes.empty()) return includes;
  }
  return {};
}

void check_sources(const Words& sources) {
  for (const std::string& source : sources) {
    if (!fs::exists(source)) throw InputError(source + ": there is no such file");
    if (fs::is_directory(source))
      throw InputError(source + ": this is a folder", "name the program's C or C++ sources");
  }
}

// "hpcast-slice: a.c:1: …" is to follow "hpcast: ".
std::string without_name(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  for (const std::string_view name : {"hpcast-slice: ", "hpcast: "})
    if (text.starts_with(name)) return text.substr(name.size());
  return text;
}

bool is_source(const fs::path& path) {
  static const std::set<std::string> endings = {".c", ".C", ".cc", ".cpp", ".cxx", ".c++"};
  return endings.contains(path.extension());
}

Words sources_in(const std::string& folder) {
  Words sources;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && is_source(entry.path())) sources.push_back(entry.path());
  std::sort(sources.begin(), sources.end());
  return sources;
}

// Headers that did not have to change lie where they were.
std::set<std::string> folders_of(const Words& sources) {
  std::set<std::string> folders;
  for (const std::string& source : sources)
    folders.insert(fs::absolute(source).lexically_normal().parent_path());
  return folders;
}

}  // namespace

std::vector<std::string> shell_words(const std::string& text) {
  std::string line = text;
  std::replace(line.begin(), line.end(), '\n', ' ');
  wordexp_t found{};
  if (wordexp(line.c_str(), &found, WRDE_NOCMD | WRDE_UNDEF) != 0)
    throw InputError("'" + text + "' are no words of a shell",
                     "quotes in pairs, and none of |&;<>(){} outside of them");
  Words words(found.we_wordv, found.we_wordv + found.we_wordc);
  wordfree(&found);
  return words;
}

std::string shell_quoted(const std::string& word) {
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

Sliced sliced_in(const std::string& folder) {
  const Document document = read_json(folder + "/" + skeleton::plan_file);
  return {document.root, skeleton::plan_in(document)};
}

Sliced slice(const SkeletonSources& request, Variant variant, const std::string& folder) {
  check_sources(request.sources);
  Words command = {slicer(), "-o", folder};
  if (variant == Variant::instrumented) command.emplace_back("--instrument");
  command.insert(command.end(), request.sources.begin(), request.sources.end());
  command.emplace_back("--");
  for (const std::string& word : shell_words(request.flags))
    if (!is_for_the_linker(word)) command.push_back(word);
  for (const std::string& word : mpi_includes(request.mpicc)) command.push_back(word);
  command.insert(command.end(), {"-idirafter", fs::path(header("hpcast.h")).parent_path()});
  const Ran outcome = ran(command);
  if (outcome.status != 0)
    throw InputError(without_name(
        outcome.errors.empty() ? fmt::format("hpcast-slice: ended with status {}", outcome.status)
                               : outcome.errors));
  Sliced sliced = sliced_in(folder);
  for (std::size_t i = 0; i < sliced.plan.regions.size(); ++i) {
    skeleton::Region& region = sliced.plan.regions[i];
    region.hash = skeleton::hash_of(region);
    sliced.json["regions"][i]["hash"] = region.hash;
  }
  put_header("hpcast.h", folder);
  put_header("hpcast_skeleton.h", folder);
  put_header("hpcast_record.h", folder);
  if (variant == Variant::instrumented) put_header(measure_source, folder);
  return sliced;
}

std::string build_instrumented(const SkeletonSources& request, const std::string& folder) {
  std::string program = folder + "/program";
  Words command = {find_program(request.mpicc)}, link;
  for (std::string& word : shell_words(request.flags))
    (is_for_the_linker(word) ? link : command).push_back(std::move(word));
  command.insert(command.end(), {"-DHPCAST_SKELETON_MEASURE", "-I" + folder});
  for (const std::string& original : folders_of(request.sources))
    command.push_back("-I" + original);
  for (std::string& source : sources_in(folder)) command.push_back(std::move(source));
  command.insert(command.end(), {"-o", program});
  command.insert(command.end(), link.begin(), link.end());
  command.emplace_back("-lm");
  const Ran outcome = ran(command);
  if (outcome.status == 0) return program;
  throw InputError("the instrumented program cannot be compiled by " + request.mpicc + ":\n" +
                       without_name(outcome.errors),
                   "--flags has the flags that the program needs, --mpicc names its compiler");
}

}  // namespace hpcast::forecast

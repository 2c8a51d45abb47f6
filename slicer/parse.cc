#include "parse.h"

#include <clang/Tooling/CompilationDatabase.h>
#include <clang/Tooling/Tooling.h>

#include <regex>
#include <sstream>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "program.h"

namespace hpcast::slicer {
namespace {

// Errors become ours; warnings are the compiler's to tell.
class Collector : public DiagnosticConsumer {
 public:
  std::vector<Diagnostic> found;

  void HandleDiagnostic(DiagnosticsEngine::Level level, const clang::Diagnostic& info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    if (level < DiagnosticsEngine::Error) return;
    SmallString<200> text;
    info.FormatDiagnostic(text);
    hpcast::Diagnostic told;
    told.message = std::string(text);
    if (info.hasSourceManager() && info.getLocation().isValid()) {
      const PresumedLoc place = info.getSourceManager().getPresumedLoc(info.getLocation());
      told.file = given_path(place.getFilename());
      told.line = static_cast<int>(place.getLine());
    }
    if (told.message.find("mpi.h") != std::string::npos)
      told.hint = "give the compile flags of your MPI: mpicc --showme:compile, or mpicc -show";
    found.push_back(std::move(told));
  }
};

std::vector<std::string> arguments_of(const std::vector<std::string>& flags) {
  std::vector<std::string> arguments{"-resource-dir=" HPCAST_CLANG_RESOURCES, "-w"};
  for (const std::string& flag : flags)
    if (flag.rfind("-fopenmp", 0) != 0) arguments.push_back(flag);  // pragmas are read by us
  return arguments;
}

Pragma pragma_in(const std::string& file, unsigned line, const std::string& text) {
  static const std::vector<std::pair<std::string, Pragma::Kind>> kinds = {
      {"keep", Pragma::keep},
      {"replace", Pragma::replace},
      {"time", Pragma::time},
      {"assume", Pragma::assume}};
  static const std::regex form(R"(^\s*(\w+)\s*(\((.*)\))?\s*(//.*)?$)");
  std::smatch parts;
  std::string word = text;
  std::vector<std::string> words;
  for (const auto& [name, kind] : kinds) words.push_back(name);
  if (std::regex_match(text, parts, form)) {
    word = parts[1];
    for (const auto& [name, kind] : kinds) {
      if (name != word) continue;
      const bool wants = kind == Pragma::time || kind == Pragma::assume;
      if (wants != (parts[3].length() > 0))
        throw InputError(Diagnostic{given_path(file), static_cast<int>(line), "",
                                    "#pragma hpcast skeleton " + word +
                                        (wants ? " needs an expression" : " takes no expression"),
                                    wants ? "write " + word + "(expression)" : "write " + word});
      return {kind, file, line, parts[3]};
    }
  }
  const std::string near = nearest(word, words);
  throw InputError(Diagnostic{given_path(file), static_cast<int>(line), "",
                              "unknown word after #pragma hpcast skeleton: '" + word + "'",
                              near.empty() ? "there are keep, replace, time(…) and assume(…)"
                                           : "did you mean '" + near + "'?"});
}

FileNotes notes_in(const std::string& file, const std::string& text) {
  static const std::regex ours(R"(^\s*#\s*pragma\s+hpcast\s+skeleton\b(.*)$)");
  static const std::regex openmp(R"(^\s*#\s*pragma\s+omp\b(.*)$)");
  FileNotes notes;
  std::istringstream lines(text);
  unsigned number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.find('#') == std::string::npos) continue;
    std::smatch parts;
    if (std::regex_match(line, parts, ours))
      notes.pragmas.push_back(pragma_in(file, number, parts[1]));
    else if (std::regex_match(line, openmp))
      notes.openmp_lines.push_back(number);
  }
  return notes;
}

}  // namespace

std::vector<Unit> parse(const std::vector<std::string>& sources,
                        const std::vector<std::string>& flags) {
  const tooling::FixedCompilationDatabase commands(".", arguments_of(flags));
  std::vector<Unit> units;
  Collector collector;
  for (const std::string& source : sources) {
    remember_path(source);
    read_file(source);  // tells what is wrong with the path itself
    tooling::ClangTool tool(commands, {source});
    tool.setDiagnosticConsumer(&collector);
    tool.setPrintErrorMessage(false);
    std::vector<std::unique_ptr<ASTUnit>> built;
    tool.buildASTs(built);
    if (collector.found.empty() && built.size() != 1)
      collector.found.push_back({source, 0, "", "Clang cannot compile this", "look at the flags"});
    if (built.size() == 1) units.push_back({source, std::move(built[0])});
  }
  if (!collector.found.empty()) throw InputError(collector.found);
  return units;
}

std::map<std::string, FileNotes> notes_of(const std::vector<Unit>& units) {
  std::map<std::string, FileNotes> notes;
  for (const Unit& unit : units) {
    const SourceManager& sources = unit.ast->getSourceManager();
    for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file) {
      const std::string name = file->first.getName().str();
      const FileID id = sources.translateFile(file->first);
      if (id.isInvalid() || sources.isInSystemHeader(sources.getLocForStartOfFile(id))) continue;
      if (!notes.contains(name)) notes[name] = notes_in(name, sources.getBufferData(id).str());
    }
  }
  return notes;
}

}  // namespace hpcast::slicer

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

// Macros that stand for pragmas, and whether these are OpenMP's.
using PragmaMacros = std::map<std::string, bool>;

void find_macros(const std::string& text, PragmaMacros& macros) {
  static const std::regex form(R"(#\s*define\s+(\w+)(\([^)]*\))?\s[^\n]*_Pragma\s*\(([^\n]*))");
  for (std::sregex_iterator match(text.begin(), text.end(), form), end; match != end; ++match)
    macros[(*match)[1]] = (*match)[3].str().find("omp") != std::string::npos;
}

std::optional<FileNotes::Hint> hint_in(unsigned number, const std::string& line,
                                       const PragmaMacros& macros) {
  static const std::regex plain(
      R"(^\s*#\s*pragma\s+(omp|ivdep|simd|vector|novector|unroll|nounroll|unroll_and_jam|loop|)"
      R"(distribute_point|GCC\s+ivdep|GCC\s+unroll|GCC\s+novector|clang\s+loop)\b.*$)");
  static const std::regex word(R"(^\s*(\w+)\s*(\(.*\))?\s*$)");
  std::smatch parts;
  if (std::regex_match(line, parts, plain)) return FileNotes::Hint{number, parts[1] == "omp"};
  if (!std::regex_match(line, parts, word)) return std::nullopt;
  const bool openmp = parts[2].str().find("omp") != std::string::npos;
  if (parts[1] == "_Pragma") return FileNotes::Hint{number, openmp};
  const auto macro = macros.find(parts[1]);
  if (macro == macros.end()) return std::nullopt;
  return FileNotes::Hint{number, openmp || macro->second};
}

FileNotes notes_in(const std::string& file, const std::string& text, const PragmaMacros& macros) {
  static const std::regex ours(R"(^\s*#\s*pragma\s+hpcast\s+skeleton\b(.*)$)");
  FileNotes notes;
  std::istringstream lines(text);
  unsigned number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::smatch parts;
    if (std::regex_match(line, parts, ours))
      notes.pragmas.push_back(pragma_in(file, number, parts[1]));
    else if (const auto hint = hint_in(number, line, macros))
      notes.hints.push_back(*hint);
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
  std::map<std::string, std::string> texts;
  PragmaMacros macros;
  for (const Unit& unit : units) {
    const SourceManager& sources = unit.ast->getSourceManager();
    for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file) {
      const std::string name = file->first.getName().str();
      const FileID id = sources.translateFile(file->first);
      if (id.isInvalid() || sources.isInSystemHeader(sources.getLocForStartOfFile(id))) continue;
      if (texts.try_emplace(name, sources.getBufferData(id).str()).second)
        find_macros(texts[name], macros);
    }
  }
  for (const auto& [name, text] : texts) notes[name] = notes_in(name, text, macros);
  return notes;
}

}  // namespace hpcast::slicer

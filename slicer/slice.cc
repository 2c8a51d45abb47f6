#include "slice.h"

#include <regex>

#include "control.h"
#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "measured_regions.h"
#include "opaque.h"
#include "plan.h"
#include "pragmas.h"

namespace hpcast::slicer {
namespace {

// Whom MPI is called by has to be known.
void refuse_mpi_pointers(const Program& program) {
  std::vector<hpcast::Diagnostic> found;
  for (const Function* function : program.functions())
    for (const Stmt* node : function->nodes) {
      const auto* name = dyn_cast<DeclRefExpr>(node);
      const auto* mpi = name ? dyn_cast<FunctionDecl>(name->getDecl()) : nullptr;
      if (mpi == nullptr || !is_mpi(mpi)) continue;
      const Stmt* above = function->parent.lookup(node);
      while (above != nullptr && (isa<ImplicitCastExpr>(above) || isa<ParenExpr>(above)))
        above = function->parent.lookup(above);
      const auto* call = dyn_cast_or_null<CallExpr>(above);
      if (call != nullptr && call->getDirectCallee() == mpi) continue;
      if (mpi->getName().ends_with("_FN")) continue;  // MPI's own callbacks
      const Place place = function->place(node);
      found.push_back({place.file, static_cast<int>(place.line), "",
                       "a pointer to " + mpi->getNameAsString() + " is taken",
                       "call MPI by its names: which calls communicate cannot be told otherwise"});
    }
  if (!found.empty()) throw InputError(found);
}

// What cannot be changed, or is not understood, stays as it is; what it calls unseen, too.
void keep_opaque(const Program& program, Relevance& relevance) {
  for (const Function* function : program.functions()) {
    if (function->initialises) continue;  // kept as a whole
    for (const Opaque& piece : opaque_in(*function))
      if (piece.joined)
        relevance.join(*function, piece.statement);
      else
        relevance.keep(*function, piece.statement, piece.why);
    for (const Stmt* node : function->nodes)
      if (const auto* statement = dyn_cast<DeclStmt>(node))
        for (const Function* called : program.cleanups_of(statement))
          relevance.keep(*called, called->decl->getBody(), "called at a variable's end");
  }
}

std::map<const Function*, Edits> skeletons_of(const Program& program, const Relevance& relevance,
                                              const Regions& regions, const Pragmas& pragmas) {
  std::map<const Function*, Edits> edits;
  for (const Function* function : program.functions()) {
    if (!relevance.is_kept(function) || relevance.is_as_written(function) || function->initialises)
      continue;
    SkeletonWriter writer(relevance, regions, pragmas.assumptions());
    writer.write(*function);
    edits[function] = writer.edits();
  }
  for (const Pragmas::Hinted& one : pragmas.hinted())
    if (edits.contains(one.function) && !relevance.is_kept(one.statement))
      edits[one.function].replace(*one.function, one.pragma, "");
  return edits;
}

// Functions whose text is that of others, which it would be changed for in another way.
std::vector<const Function*> in_dispute(const std::map<const Function*, Edits>& edits) {
  std::map<TextPlace, std::vector<const Function*>> texts;
  for (const auto& [function, own] : edits)
    texts[text_place(*function, function->decl->getBody())].push_back(function);
  std::vector<const Function*> found;
  for (const auto& [place, functions] : texts)
    for (const Function* function : functions)
      if (edits.at(function) != edits.at(functions.front())) {
        found.insert(found.end(), functions.begin(), functions.end());
        break;
      }
  return found;
}

// Where functions share a text, all of them have to agree what of it goes.
Regions agreed_regions(const Program& program, Relevance& relevance, const Costs& costs,
                       const Pragmas& pragmas) {
  for (;;) {
    Regions regions = measured_regions(relevance, costs, pragmas.forced());
    const auto disputed = in_dispute(skeletons_of(program, relevance, regions, pragmas));
    if (disputed.empty()) return regions;
    for (const Function* function : disputed) relevance.keep_as_written(*function);
    relevance.run();
  }
}

Edits edits_of(const Request& request, const Program& program, const Relevance& relevance,
               const Regions& regions, const Pragmas& pragmas) {
  if (request.instrument) {
    Edits edits;
    for (const Region& region : regions.all()) {
      std::optional<unsigned> begin;
      for (const Pragmas::Hinted& one : pragmas.hinted())
        if (one.statement == without_attributes(region.statements.front()))
          begin = one.pragma.begin;
      instrument(region, begin, edits);
    }
    return edits;
  }
  Edits edits;
  std::set<TextPlace> done;
  for (const auto& [function, own] : skeletons_of(program, relevance, regions, pragmas))
    if (done.insert(text_place(*function, function->decl->getBody())).second) edits.add(own);
  return edits;
}

// Our pragmas have done their work, and compilers would wonder.
std::string without_pragmas(const std::string& text) {
  static const std::regex ours(R"((^|\n)[ \t]*#[ \t]*pragma[ \t]+hpcast[ \t]+skeleton[^\n]*)");
  return std::regex_replace(text, ours, "$1");
}

std::map<std::string, std::string> texts_of(const std::vector<Unit>& units, const Edits& edits) {
  std::map<std::string, std::string> texts;
  for (const Unit& unit : units) {
    const SourceManager& sources = unit.ast->getSourceManager();
    const std::string main = name_of(sources, sources.getMainFileID());
    for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file) {
      const std::string name = file->first.getName().str();
      if (name != main && !edits.touches(name)) continue;
      const FileID id = sources.translateFile(file->first);
      const std::string text = without_pragmas(edits.apply(name, sources.getBufferData(id).str()));
      texts[name] = name == main ? "#include \"hpcast_skeleton.h\"\n" + text : text;
    }
  }
  return texts;
}

}  // namespace

void slice(const Request& request) {
  const std::vector<Unit> units = parse(request.sources, request.flags);
  const Program program(units);
  refuse_mpi_pointers(program);
  Locations locations;
  for (const RecordDecl* united : program.unions()) locations.share(united);
  PointsTo points_to(program, locations);
  Effects effects(points_to);
  const Pragmas pragmas(program, units);
  Relevance relevance(effects);
  pragmas.apply(relevance);
  keep_opaque(program, relevance);
  for (const Function* function : program.functions())
    if (function->initialises && function->entry)
      relevance.keep(*function, function->decl->getBody(), "runs before main");
  relevance.add_communication();
  relevance.run();
  const Costs costs(effects);
  const Regions regions = agreed_regions(program, relevance, costs, pragmas);
  const Edits edits = edits_of(request, program, relevance, regions, pragmas);
  const std::map<std::string, std::string> texts = texts_of(units, edits);
  std::vector<std::string> paths;
  for (const auto& [path, text] : texts) paths.push_back(path);
  const Answer answer{&units, &relevance, &costs, &regions, &pragmas};
  std::map<std::string, std::string> files{{"skeleton.json", plan_of(answer)}};
  for (const auto& [path, name] : names_in_folder(paths, units)) files[name] = texts.at(path);
  write_folder(request.folder, files);
}

}  // namespace hpcast::slicer

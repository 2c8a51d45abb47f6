#include "files.h"

#include <algorithm>

namespace hpcast::slicer {
namespace {

const StringLiteral* literal_of(const Expr* value) {
  return value == nullptr ? nullptr : dyn_cast<StringLiteral>(value->IgnoreParenCasts());
}

const Expr* argument_of(const Call& call, int index) {
  const auto at = static_cast<size_t>(index);
  return at < call.arguments.size() ? call.arguments[at] : nullptr;
}

// Without folders: these may be links.
std::string name_in(const Expr* path) {
  const StringLiteral* const text = literal_of(path);
  if (text == nullptr) return "";
  const std::string name = text->getString().str();
  return name.substr(name.rfind('/') + 1);
}

bool is_file_stream(QualType type) {
  static const std::set<std::string> names = {"basic_ofstream", "basic_ifstream", "basic_fstream",
                                              "basic_filebuf"};
  const CXXRecordDecl* const record = type->getAsCXXRecordDecl();
  return record != nullptr && in_standard_namespace(record) &&
         names.count(record->getNameAsString()) > 0;
}

// What renames files, or may do so.
bool is_renaming(const std::string& name) {
  static const std::set<std::string> names = {"rename", "renameat", "link",     "symlink",
                                              "system", "copy",     "copy_file"};
  return names.count(name) > 0;
}

// Whether such a call of POSIX opens for writing alone.
bool only_writes(const Function& function, const Expr* flags) {
  constexpr unsigned access = 3, write_only = 1;
  Expr::EvalResult value;
  return flags != nullptr && flags->EvaluateAsInt(value, function.context()) &&
         (value.Val.getInt().getZExtValue() & access) == write_only;
}

}  // namespace

Files::Files(PointsTo& points_to) : points_to_(points_to), locations_(points_to.locations()) {
  for (const Function* function : points_to.program().functions()) {
    for (const Stmt* node : function->nodes) add(*function, node);
    const auto* constructor = dyn_cast<CXXConstructorDecl>(function->decl);
    if (constructor == nullptr) continue;
    for (const CXXCtorInitializer* init : constructor->inits())
      if (const FieldDecl* member = init->getMember())
        add_constructed(*function, init->getInit(), member->getType(), init->getInit(),
                        locations_.of(member));
  }
}

void Files::add(const Function& function, const Stmt* node) {
  if (const auto* statement = dyn_cast<DeclStmt>(node)) {
    for (const Decl* each : statement->decls())
      if (const auto* variable = dyn_cast<VarDecl>(each); variable && variable->hasInit())
        add_constructed(function, node, variable->getType(), variable->getInit(),
                        locations_.of(variable));
  } else if (const auto* made = dyn_cast<CXXNewExpr>(node)) {
    add_constructed(function, node, made->getAllocatedType(), made->getInitializer(),
                    locations_.of_heap(made, "new"));
  } else if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(node)) {
    add_constructed(function, node, temporary->getType(), temporary->getSubExpr(),
                    locations_.of_temporary(temporary));
  } else if (is_call(node)) {
    add_call(function, call_of(node));
  }
}

void Files::add_call(const Function& function, const Call& call) {
  if (call.direct == nullptr || !call.direct->getIdentifier()) return;
  const std::string name = call.direct->getNameAsString();
  renames_ |= is_renaming(name);
  if (call.object != nullptr) {
    const QualType type = call.object->IgnoreParenImpCasts()->getType();
    const bool pointer = type->isPointerType();
    if (name == "open")
      add_stream(function, call.expression, pointer ? type->getPointeeType() : type,
                 argument_of(call, 0),
                 pointer ? points_to_.targets_of(call.object) : points_to_.objects(call.object));
    return;
  }
  if (points_to_.program().function_of(call.direct) != nullptr) return;
  Opened opened{&function, call.expression, name_in(argument_of(call, 0)), {}, {}};
  const LibraryFunction* const known = library_function(name);
  if (known != nullptr && known->opens >= 0) {
    const StringLiteral* const mode = literal_of(argument_of(call, known->opens));
    const std::string how = mode != nullptr ? mode->getString().str() : "w+";
    const Location file = locations_.of_heap(call.expression, "an open file");
    handles_.push_back(file);
    if (how.find_first_of("wa+") != std::string::npos) opened.written = {file};
    if (how.find_first_of("r+") != std::string::npos)
      opened.read = {locations_.of_channel("files")};
  } else if (is_mpi(call.direct) && name.ends_with("MPI_File_open")) {
    opened.name = name_in(argument_of(call, 1));
    opened.read = opened.written = {locations_.of_channel("data of files")};
  } else if ((name == "open" || name == "open64") && !only_writes(function, argument_of(call, 1))) {
    opened.read = {locations_.of_channel("communication")};  // what reads it is kept anyway
  } else {
    return;
  }
  opened_.push_back(std::move(opened));
}

void Files::add_stream(const Function& function, const Stmt* node, QualType type, const Expr* name,
                       const std::vector<Location>& cells) {
  if (!is_file_stream(type)) return;
  const std::string stream = type->getAsCXXRecordDecl()->getNameAsString();
  Opened opened{&function, node, name_in(name), {}, {}};
  if (stream != "basic_ifstream") opened.written = cells;
  if (stream != "basic_ofstream") opened.read = cells;
  opened_.push_back(std::move(opened));
}

void Files::add_constructed(const Function& function, const Stmt* node, QualType type,
                            const Expr* init, Location object) {
  if (init == nullptr || type.isNull() || !is_file_stream(type)) return;
  const auto* made = dyn_cast<CXXConstructExpr>(init->IgnoreImplicit());
  if (made != nullptr && made->getNumArgs() == 0) return;  // nothing is opened yet
  add_stream(function, node, type, made != nullptr ? made->getArg(0) : nullptr, {object});
}

std::vector<Location> Files::behind(const Expr* stream) const {
  std::vector<Location> found;
  const Expr* const plain = stream->IgnoreParenCasts();  // fflush(NULL) means all of them
  if (isa<IntegerLiteral>(plain) || isa<GNUNullExpr>(plain) || isa<CXXNullPtrLiteralExpr>(plain))
    return handles_;
  for (const Location target : points_to_.targets_of(stream)) {
    if (target == locations_.anything()) return handles_;
    if (std::find(handles_.begin(), handles_.end(), target) != handles_.end())
      found.push_back(target);
  }
  return found;
}

bool Files::may_be_same(const Opened& one, const Opened& other) {
  return one.name.empty() || other.name.empty() || one.name == other.name;
}

std::vector<Files::Way> Files::ways() const {
  std::vector<Way> found;
  for (const Opened& writer : opened_)
    for (const Opened& reader : opened_) {
      if (!renames_ && !may_be_same(writer, reader)) continue;
      for (const Location from : writer.written)
        for (const Location to : reader.read)
          if (from != to) found.push_back({from, to, reader.function, reader.node});
    }
  return found;
}

}  // namespace hpcast::slicer

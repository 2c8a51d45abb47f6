#include "locations.h"

#include <set>

#include "program.h"

namespace hpcast::slicer {
namespace {

bool is_container_of_numbers(QualType type) { return type->isRecordType() && leads_nowhere(type); }

// Variables of C's library that are a part of a function's hidden state; empty of any other.
std::string state_of(const VarDecl* variable) {
  static const std::set<std::string> of_getopt = {"optarg", "optind", "opterr", "optopt"};
  const bool outside = variable->hasExternalFormalLinkage() && !variable->getDefinition() &&
                       variable->getDeclContext()->getRedeclContext()->isTranslationUnit();
  return outside && of_getopt.count(variable->getNameAsString()) ? "getopt" : "";
}

}  // namespace

bool in_standard_namespace(const Decl* declaration) {
  for (const DeclContext* at = declaration->getDeclContext(); at != nullptr; at = at->getParent()) {
    const auto* space = dyn_cast<NamespaceDecl>(at);
    if (at->isStdNamespace() || (space != nullptr && space->getName() == "__gnu_cxx")) return true;
  }
  return false;
}

void each_type_in(const CXXRecordDecl* instance, const std::function<void(QualType)>& look) {
  const auto* made = dyn_cast<ClassTemplateSpecializationDecl>(instance);
  if (made == nullptr) return;
  const auto one = [&](const TemplateArgument& argument) {
    if (argument.getKind() == TemplateArgument::Type) look(argument.getAsType());
  };
  for (const TemplateArgument& argument : made->getTemplateArgs().asArray()) {
    one(argument);
    if (argument.getKind() != TemplateArgument::Pack) continue;
    for (const TemplateArgument& inner : argument.pack_elements()) one(inner);
  }
}

bool leads_nowhere(QualType type) {
  static const std::set<std::string> containers = {"basic_ofstream",
                                                   "basic_ifstream",
                                                   "basic_fstream",
                                                   "basic_ostringstream",
                                                   "basic_istringstream",
                                                   "basic_stringstream",
                                                   "vector",
                                                   "array",
                                                   "deque",
                                                   "list",
                                                   "set",
                                                   "complex",
                                                   "pair",
                                                   "basic_string",
                                                   "optional"};
  if (const auto* number = type->getAs<BuiltinType>())  // a long may be an address
    return number->isFloatingPoint() || number->getKind() < BuiltinType::ULong ||
           (number->isSignedInteger() && number->getKind() < BuiltinType::Long);
  const CXXRecordDecl* const record = type->getAsCXXRecordDecl();
  if (record == nullptr || !in_standard_namespace(record)) return type->isEnumeralType();
  bool nowhere = containers.count(record->getNameAsString()) > 0;
  each_type_in(record, [&](QualType inner) {
    const CXXRecordDecl* const part = inner->getAsCXXRecordDecl();
    const bool policy = part != nullptr && part->hasDefinition() && part->isEmpty();
    nowhere &= policy || leads_nowhere(inner);  // an allocator, a comparison
  });
  return nowhere;
}

const RecordDecl* parts_of(QualType type) {
  if (type.isNull()) return nullptr;
  const Type* element = type->getBaseElementTypeUnsafe();
  const RecordDecl* record = element->getAsRecordDecl();
  if (record == nullptr || in_standard_namespace(record)) return nullptr;
  return record->getDefinition();
}

const RecordDecl* parts_behind(QualType pointer) {
  return pointer.isNull() ? nullptr : parts_of(pointer->getPointeeType());
}

Locations::Locations() {
  info_.push_back({unknown, "anything"});
  info_.push_back({temporary, "nothing"});
}

Location Locations::found(const std::string& key, Info info) {
  const auto [at, added] = by_key_.try_emplace(key, size());
  if (added) info_.push_back(std::move(info));
  return at->second;
}

Location Locations::of(const VarDecl* declaration) {
  if (const std::string state = state_of(declaration); !state.empty()) return of_channel(state);
  return found("v:" + key_of(declaration),
               {variable, declaration->getNameAsString(), declaration, nullptr,
                parts_of(declaration->getType().getNonReferenceType()), false,
                is_container_of_numbers(declaration->getType())});
}

Location Locations::of(const FieldDecl* declaration) {
  const RecordDecl* const record = declaration->getParent();
  const std::string owner = key_of(record);
  if (record->isUnion() || unions_.count(owner))
    return found("u:" + united(owner), {field, record->getNameAsString()});
  const auto* array = declaration->getType()->getAsArrayTypeUnsafe();
  const bool room = array != nullptr && array->getBaseElementTypeUnsafe()->isArithmeticType();
  return found("f:" + key_of(declaration),
               {field, declaration->getNameAsString(), nullptr, nullptr, nullptr, room,
                is_container_of_numbers(declaration->getType())});
}

Location Locations::of_heap(const Stmt* site, const std::string& name) {
  return found("h:" + std::to_string(reinterpret_cast<uintptr_t>(site)), {heap, name});
}

Location Locations::of_temporary(const Expr* object) {
  return found("h:" + std::to_string(reinterpret_cast<uintptr_t>(object)),
               {heap, "a temporary object", nullptr, nullptr, nullptr, false,
                is_container_of_numbers(object->getType())});
}

Location Locations::of_result(const FunctionDecl* declaration) {
  return found("r:" + key_of(declaration),
               {result, "the result of " + declaration->getNameAsString()});
}

Location Locations::of_function(const FunctionDecl* declaration) {
  return found("c:" + key_of(declaration),
               {function, declaration->getNameAsString(), nullptr, declaration});
}

Location Locations::of_this(const CXXRecordDecl* record) {
  return found("t:" + key_of(record), {temporary, "this"});
}

Location Locations::of_channel(const std::string& name) {
  return found("x:" + name, {channel, name});
}

Location Locations::add_temporary() {
  info_.push_back({});
  return size() - 1;
}

// The first of all that share memory.
std::string Locations::united(const std::string& record) {
  const auto found = unions_.find(record);
  return found == unions_.end() || found->second == record ? record : united(found->second);
}

void Locations::share(const RecordDecl* united_record) {
  const std::string all = united(key_of(united_record));
  unions_.try_emplace(all, all);
  for (const FieldDecl* member : united_record->fields()) {
    const RecordDecl* const record = parts_of(member->getType());
    if (record == nullptr) continue;
    const std::string other = united(key_of(record));
    if (other == all && unions_.count(key_of(record))) continue;
    unions_[other] = all;
    share(record);
  }
}

Location Locations::elements_of(Location object) {
  const std::string name = info_[static_cast<size_t>(object)].name;
  const std::string prefix = "elements of ";
  if (name.rfind(prefix + prefix + prefix, 0) == 0) return object;  // deep enough for anybody
  return found("e:" + std::to_string(object), {heap, prefix + name, nullptr, nullptr, nullptr,
                                               false, info_[static_cast<size_t>(object)].numbers});
}

bool Locations::is_elements(Location cell) const {
  return info_[static_cast<size_t>(cell)].name.rfind("elements of ", 0) == 0;
}

const std::vector<Location>& Locations::fields_of(const RecordDecl* record) {
  static const std::vector<Location> none;
  if (record == nullptr || (record = record->getDefinition()) == nullptr) return none;
  const auto [at, added] = fields_.try_emplace(key_of(record));
  if (!added) return at->second;
  std::vector<Location> fields;
  const auto append = [&](const RecordDecl* inner) {
    for (const Location part : fields_of(inner)) fields.push_back(part);
  };
  for (const FieldDecl* member : record->fields()) {
    const RecordDecl* const inner = record->isUnion() ? nullptr : parts_of(member->getType());
    if (inner != nullptr)
      append(inner);
    else
      fields.push_back(of(member));
  }
  if (const auto* of_class = dyn_cast<CXXRecordDecl>(record))
    for (const CXXBaseSpecifier& base : of_class->bases()) append(parts_of(base.getType()));
  return fields_[key_of(record)] = std::move(fields);
}

}  // namespace hpcast::slicer

// Abstract memory: a number for each variable, each field of a record (of all its objects
// together), what each allocation gives, each function's result. An array is one cell.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "clang.h"

namespace hpcast::slicer {

using Location = int;

class Locations {
 public:
  enum Kind { variable, field, heap, result, function, channel, temporary, unknown };
  struct Info {
    Kind kind = temporary;
    std::string name;                      // as people call it
    const VarDecl* declaration = nullptr;  // of a variable
    const FunctionDecl* code = nullptr;    // of a function
    const RecordDecl* record = nullptr;    // of a variable: what it consists of
    bool room = false;                     // of a field: an array in which anything may be laid
    bool numbers = false;                  // in which no pointer lies
  };

  Locations();
  Location of(const VarDecl* declaration);
  Location of(const FieldDecl* declaration);
  Location of_heap(const Stmt* site, const std::string& name);
  Location of_temporary(const Expr* object);
  Location of_result(const FunctionDecl* declaration);
  Location of_function(const FunctionDecl* declaration);
  Location of_this(const CXXRecordDecl* record);
  Location of_channel(const std::string& name);  // data on its way between ranks, a file's place …
  Location add_temporary();
  Location anything() const { return 0; }
  Location nothing() const { return 1; }

  const Info& operator[](Location location) const { return info_[static_cast<size_t>(location)]; }
  int size() const { return static_cast<int>(info_.size()); }

  // What an object of the C++ library holds, beside itself: a vector's elements, not its length.
  Location elements_of(Location object);
  bool is_elements(Location cell) const;
  // The fields of an object of that type, those of its parts too; empty for what is one cell.
  const std::vector<Location>& fields_of(const RecordDecl* record);
  // The members of a union share their memory, whatever these consist of.
  void share(const RecordDecl* united);

 private:
  Location found(const std::string& key, Info info);
  std::map<std::string, Location> by_key_;
  std::map<std::string, std::vector<Location>> fields_;
  std::string united(const std::string& record);
  std::map<std::string, std::string> unions_;  // record: one that shares its memory
  std::vector<Info> info_;
};

// std, and where GCC's library has its iterators.
bool in_standard_namespace(const Decl* declaration);
// The record that an object of the type, or an element of such an array, is taken apart into; null
// for scalars, and for objects of the C++ library, which are one cell.
const RecordDecl* parts_of(QualType type);
// The types that a template's instance is made of.
void each_type_in(const CXXRecordDecl* instance, const std::function<void(QualType)>& look);
// A container of the library, or several in each other, of nothing but numbers; such a number.
bool leads_nowhere(QualType type);
// What a pointer or reference to it points to: a record, or null.
const RecordDecl* parts_behind(QualType pointer);

}  // namespace hpcast::slicer

// Files that the program opens, and which of them it may read after it has written them.
#pragma once

#include <string>
#include <vector>

#include "points_to.h"

namespace hpcast::slicer {

class Files {
 public:
  // Whose contents come to where, and where it is opened again.
  struct Way {
    Location from, to;
    const Function* function;
    const Stmt* opening;
  };
  explicit Files(PointsTo& points_to);
  // The open files of C's library that the pointer may mean: none for stdout and the like.
  std::vector<Location> behind(const Expr* stream) const;
  std::vector<Way> ways() const;

 private:
  struct Opened {
    const Function* function;
    const Stmt* node;
    std::string name;  // empty where it is not known, or may be another one's too
    std::vector<Location> written, read;
  };
  void add(const Function& function, const Stmt* node);
  void add_call(const Function& function, const Call& call);
  void add_stream(const Function& function, const Stmt* node, QualType type, const Expr* name,
                  const std::vector<Location>& cells);
  void add_constructed(const Function& function, const Stmt* node, QualType type, const Expr* init,
                       Location object);
  static bool may_be_same(const Opened& one, const Opened& other);

  PointsTo& points_to_;
  Locations& locations_;
  std::vector<Opened> opened_;
  std::vector<Location> handles_;  // what fopen and the like give
  bool renames_ = false;
};

}  // namespace hpcast::slicer

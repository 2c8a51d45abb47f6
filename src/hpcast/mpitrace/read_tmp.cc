#include "hpcast/mpitrace/read.h"
#include "hpcast/mpitrace/readers.h"
#include "hpcast/mpitrace/pattern.h"
namespace hpcast::mpitrace {
Profile read_profile(const std::string& path, std::vector<Diagnostic>*) {
  const std::string a = otf2_anchor(path);
  if (!a.empty()) return read_otf2(a);
  return make_pattern(read_json(path));
}
}

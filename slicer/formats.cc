#include "formats.h"

namespace hpcast::slicer {

bool counts_output(const StringLiteral& format) {
  if (format.getCharByteWidth() != 1) return false;
  const StringRef text = format.getString();
  for (size_t at = text.find('%'); at != StringRef::npos; at = text.find('%', at + 1)) {
    at = text.find_first_not_of("-+ #0123456789'I*$.hlLjztq", at + 1);  // flags, width, length
    if (at == StringRef::npos) return false;
    if (text[at] == 'n') return true;
  }
  return false;
}

}  // namespace hpcast::slicer

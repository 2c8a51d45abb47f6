// typical_errors.json, as the build puts it into the program (CMakeLists.txt).
#pragma once

namespace hpcast::result {

const char* embedded_errors();

}  // namespace hpcast::result

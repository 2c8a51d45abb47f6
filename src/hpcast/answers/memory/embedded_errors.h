// typical_errors.json, as the build puts it into the program (CMakeLists.txt).
#pragma once

namespace hpcast::answers {

const char* embedded_errors();

}  // namespace hpcast::answers

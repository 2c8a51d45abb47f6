// The files of generations/, as the build puts them into the program (CMakeLists.txt).
#pragma once

#include <span>

namespace hpcast::dat {

struct EmbeddedGeneration {
  const char* name;
  const char* json;
};
std::span<const EmbeddedGeneration> embedded_generations();

}  // namespace hpcast::dat

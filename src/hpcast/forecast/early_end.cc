#include "hpcast/forecast/early_end.h"

#include <filesystem>

namespace hpcast::forecast {

std::string hint_at_early_end(const std::string& program) {
  const std::string name = std::filesystem::path(program).filename().string();
  std::string hint = "see whether it runs by itself";
  if (name.starts_with("mpirun") || name.starts_with("mpiexec"))
    hint +=
        "; Open MPI wants mpirun --oversubscribe for more ranks than host cores (slots), and as "
        "root OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1";
  return hint;
}

}  // namespace hpcast::forecast

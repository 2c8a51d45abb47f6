#include "hpcast/forecast/file_input.h"

#include <filesystem>

#include "hpcast/base/file.h"

namespace hpcast::forecast {

answers::Input file_input(const std::string& path, const char* role) {
  return {path, std::filesystem::is_regular_file(path) ? sha256_file(path) : "", role};
}

}  // namespace hpcast::forecast

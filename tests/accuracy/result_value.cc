// result_value FILE OBJECT MEMBER...: the sum of these members of an object in a result file of
// hpcast memory.
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fputs("usage: result_value FILE OBJECT MEMBER...\n", stderr);
    return 2;
  }
  std::ifstream file(argv[1]);
  const auto result = nlohmann::json::parse(file);
  for (const auto& object : result["objects"]) {
    if (object["name"] != argv[2]) continue;
    std::uint64_t sum = 0;
    for (int i = 3; i < argc; ++i) sum += object[argv[i]].get<std::uint64_t>();
    std::printf("%llu\n", static_cast<unsigned long long>(sum));
    return 0;
  }
  std::fprintf(stderr, "%s has no object %s\n", argv[1], argv[2]);
  return 1;
}

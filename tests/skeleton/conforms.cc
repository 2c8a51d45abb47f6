// conforms SCHEMA FILE: does FILE, which hpcast wrote, conform to that one of schemas/?
#include <exception>
#include <iostream>

#include "hpcast/base/schema_for_tests.h"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  try {
    const auto faults = hpcast::Conformance(argv[1]).faults(hpcast::read_json(argv[2]).root);
    for (const std::string& fault : faults) std::cout << argv[2] << ": " << fault << '\n';
    return faults.empty() ? 0 : 1;
  } catch (const std::exception& error) {
    std::cout << error.what() << '\n';
    return 2;
  }
}

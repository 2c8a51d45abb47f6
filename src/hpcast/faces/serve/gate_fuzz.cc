// libFuzzer entry: lines METHOD, PATH, then NAME=VALUE of a query up to an empty line, then of
// headers. Who does not know the token is refused, whatever else is said.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "hpcast/faces/serve/gate.h"
#include "hpcast/faces/serve/limits.h"

namespace {

std::pair<std::string, std::string> field_of(const std::string& line) {
  const std::size_t equals = line.find('=');
  if (equals == std::string::npos) return {line, ""};
  return {line.substr(0, equals), line.substr(equals + 1)};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpcast::serve;
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::istringstream lines(text);
  RequestHead head;
  std::getline(lines, head.method);
  std::getline(lines, head.path);
  std::string line;
  while (std::getline(lines, line) && !line.empty()) head.query.push_back(field_of(line));
  while (std::getline(lines, line)) head.headers.push_back(field_of(line));
  const std::string token = "0123456789abcdef0123456789abcdef";
  const auto verdict = judge(head, {4711, token, true});
  const bool passed = std::holds_alternative<Endpoint>(verdict);
  if (passed && text.find(token) == std::string::npos) std::abort();
  if (!passed) return 0;
  const auto endpoint = std::get<Endpoint>(verdict);
  const std::size_t most = endpoint == Endpoint::network ? largest_network : largest_document;
  if (length_of_body(head, endpoint) > most) std::abort();
  return 0;
}

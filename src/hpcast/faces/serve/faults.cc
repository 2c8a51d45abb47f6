#include "hpcast/faces/serve/faults.h"

#include "hpcast/base/json.h"

namespace hpcast::serve {

std::string faults_json(const InputError& error) {
  Json json = {{"message", error.what()}, {"faults", Json::array()}};
  for (const Diagnostic& fault : error.diagnostics())
    json["faults"].push_back({{"pointer", fault.pointer},
                              {"line", fault.line},
                              {"message", fault.message},
                              {"hint", fault.hint}});
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hpcast::serve

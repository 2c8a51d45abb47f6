// libFuzzer entry: any bytes are either a result, which then survives a round trip and can be
// shown, or an InputError.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <string_view>

#include "hpcast/report/html.h"
#include "hpcast/report/text.h"
#include "hpcast/result/read.h"
#include "hpcast/result/write.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpcast;
  std::optional<result::MemoryResult> read;
  try {
    read = result::from_document(parse_json({reinterpret_cast<const char*>(data), size}, "fuzz"));
  } catch (const InputError&) {
    return 0;
  }
  const std::string once = result::to_text(*read);
  if (result::to_text(result::from_document(parse_json(once, "fuzz"))) != once) std::abort();
  if (report::html_page(std::span(&*read, 1)).empty()) std::abort();
  if (report::text_report(*read, {}).empty()) std::abort();
  if (report::text_report(result::compare(*read, *read), {}).empty()) std::abort();
  return 0;
}

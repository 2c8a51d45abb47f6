// libFuzzer entry: any bytes are either a result, which then survives a round trip and can be
// shown, or an InputError.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <string_view>

#include "hpcast/answers/memory/read.h"
#include "hpcast/answers/memory/write.h"
#include "hpcast/faces/report/memory/html.h"
#include "hpcast/faces/report/memory/text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpcast;
  std::optional<answers::MemoryResult> read;
  try {
    read = answers::from_document(parse_json({reinterpret_cast<const char*>(data), size}, "fuzz"));
  } catch (const InputError&) {
    return 0;
  }
  const std::string once = answers::to_text(*read);
  if (answers::to_text(answers::from_document(parse_json(once, "fuzz"))) != once) std::abort();
  if (report::html_page(std::span(&*read, 1)).empty()) std::abort();
  if (report::text_report(*read, {}).empty()) std::abort();
  if (report::text_report(answers::compare(*read, *read), {}).empty()) std::abort();
  return 0;
}

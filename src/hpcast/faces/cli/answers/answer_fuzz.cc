// libFuzzer entry: any bytes are either an answer of some kind, which then survives a round trip
// and can be shown and compared, or an InputError.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "hpcast/answers/memory/compare.h"
#include "hpcast/faces/cli/answers/kinds.h"
#include "hpcast/faces/cli/answers/shown.h"
#include "hpcast/faces/report/answers/compare_text.h"

namespace {

using namespace hpcast;

template <class T>
bool holds(const Document& document) {
  const T answer = answers::from_document<T>(document);
  const std::string once = answers::to_text(answer);
  if (answers::to_text(answers::from_document<T>(parse_json(once, "fuzz"))) != once) std::abort();
  if (cli::text_of(answer, {}).empty() || cli::page_of(answer).empty()) std::abort();
  if (report::compare_text(answer, answer, {}).empty()) std::abort();
  if constexpr (std::is_same_v<T, answers::MemoryAnswer>)
    if (report::text_report(answers::compare(answer, answer), {}).empty()) std::abort();
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const Document document = parse_json({reinterpret_cast<const char*>(data), size}, "fuzz");
    cli::with_kind_of(document, [&]<class T>() { return holds<T>(document); });
  } catch (const InputError&) {
  }
  return 0;
}

#include "hpcast/base/operation_table.h"

#include <limits>

namespace hpcast {

Json operation_json(const OperationRow& row) {
  Json json = Json::object();
  if (row.thread) json["thread"] = *row.thread;
  if (row.phase) json["phase"] = *row.phase;
  json["part"] = name_of(row.part);
  for (unsigned i = 0; i < operation_count_words; ++i)
    if (const std::uint64_t count = words_of(row.counts)[i]; count != 0)
      json[operation_names[i]] = count;
  return json;
}

OperationRow operation_row(Fields& fields) {
  OperationRow row;
  const auto whole = [&](const char* name) {
    return fields.whole(name, Dimension::none, Range::not_negative).value_or(0);
  };
  if (const auto thread = fields.integer("thread", 0, std::numeric_limits<std::int32_t>::max()))
    row.thread = static_cast<std::uint32_t>(*thread);
  row.phase = fields.text("phase");
  const auto named = [](ProgramPart part) { return std::pair(name_of(part), part); };
  row.part = fields.one_of<ProgramPart>(
      "part",
      {named(ProgramPart::main), named(ProgramPart::start_up), named(ProgramPart::spinning)},
      ProgramPart::main);
  for (unsigned i = 0; i < operation_count_words; ++i)
    words_of(row.counts)[i] = whole(operation_names[i]);
  row.counts.dp_flops[0] += whole("dp_flops");
  row.counts.sp_flops[0] += whole("sp_flops");
  return row;
}

}  // namespace hpcast

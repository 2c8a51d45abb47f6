#include "hpcast/inputs/reftrace/operations_file.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/text.h"

namespace hpcast::reftrace {

namespace {

constexpr int schema_version = 1;
constexpr char operations_format[] = "hpcast-operations";

OperationTable from_json(const Document& document) {
  Faults faults(document);
  Fields root(document.root, "", faults);
  const auto format = root.text("format");
  if (format != operations_format)
    root.fault("format", std::string("is not \"") + operations_format + "\"",
               "docs/valgrind.md describes the file");
  root.integer("schema_version", 1, schema_version);
  OperationTable table;
  const Json& rows = root.array("operations");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Fields fields(rows[i], pointer_to("/operations", i), faults);
    table.push_back(operation_row(fields));
    const Json unknown = fields.rest();
    for (const auto& member : unknown.items())
      fields.fault(member.key(), "is no count of operations",
                   did_you_mean(member.key(), fields.asked()));
  }
  faults.throw_if_any();
  return table;
}

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  for (const std::string& part : split(line, ',')) {
    std::string_view cell = part;
    while (!cell.empty() && (cell.front() == ' ' || cell.front() == '"')) cell.remove_prefix(1);
    while (!cell.empty() && (cell.back() == ' ' || cell.back() == '"' || cell.back() == '\r'))
      cell.remove_suffix(1);
    cells.emplace_back(cell);
  }
  return cells;
}

// A table of text becomes the JSON that says the same, so that both forms have the same rules; each
// row keeps its line.
Document document_of(const std::string& text, const std::string& path) {
  Document document{path, {{"format", operations_format}, {"operations", Json::array()}}, {}};
  std::vector<std::string> names;
  int line_number = 0;
  std::size_t next = 0;
  for (std::size_t from = 0; from < text.size(); from = next + 1) {
    next = std::min(text.find('\n', from), text.size());
    ++line_number;
    const std::string line = text.substr(from, next - from);
    if (line.find_first_not_of(" \r\t") == std::string::npos || line.front() == '#') continue;
    if (!is_utf8(line)) throw InputError(Diagnostic{path, line_number, {}, "is not UTF-8", {}});
    const std::vector<std::string> cells = cells_of(line);
    if (names.empty()) {
      names = cells;
      continue;
    }
    if (cells.size() != names.size())
      throw InputError(Diagnostic{path,
                                  line_number,
                                  {},
                                  "has " + std::to_string(cells.size()) + " cells, and the first " +
                                      "line names " + std::to_string(names.size()) + " columns",
                                  {}});
    Json row = Json::object();
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i].empty()) continue;
      const char* const end = cells[i].data() + cells[i].size();
      std::uint64_t number = 0;
      const auto parsed = std::from_chars(cells[i].data(), end, number);
      const bool is_number = parsed.ec == std::errc() && parsed.ptr == end && names[i] != "phase";
      row[names[i]] = is_number ? Json(number) : Json(cells[i]);
    }
    document.lines.add(pointer_to("/operations", document.root["operations"].size()), line_number);
    document.root["operations"].push_back(std::move(row));
  }
  return document;
}

}  // namespace

OperationTable operations_in(const std::string& content, const std::string& path) {
  const std::string text(text_in(content, path));
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) throw InputError(path + ": is empty");
  OperationTable table =
      from_json(text[first] == '{' ? parse_json(text, path) : document_of(text, path));
  if (table.empty())
    throw InputError(path + ": holds no counts", "docs/valgrind.md describes the file");
  return table;
}

std::string operations_json(const OperationTable& table) {
  Json json = {{"format", operations_format}, {"schema_version", schema_version}};
  json["operations"] = Json::array();
  for (const OperationRow& row : table) json["operations"].push_back(operation_json(row));
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string operations_csv(const OperationTable& table) {
  std::string csv = "thread,phase,part";
  for (const char* const name : operation_names) csv += std::string(",") + name;
  csv += '\n';
  for (const OperationRow& row : table) {
    std::string phase = row.phase.value_or("");
    std::replace_if(
        phase.begin(), phase.end(), [](char c) { return c == ',' || c == '"' || c == '\n'; }, '_');
    csv += (row.thread ? std::to_string(*row.thread) : "") + ',' + phase + "," + name_of(row.part);
    for (unsigned i = 0; i < operation_count_words; ++i)
      csv += ',' + std::to_string(words_of(row.counts)[i]);
    csv += '\n';
  }
  return csv;
}

}  // namespace hpcast::reftrace

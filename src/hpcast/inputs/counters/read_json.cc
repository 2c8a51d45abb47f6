// Our own JSON, schemas/counters.schema.json.
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <tuple>

#include "hpcast/base/json.h"
#include "hpcast/inputs/counters/order.h"
#include "hpcast/inputs/counters/readers.h"
#include "hpcast/inputs/counters/text_numbers.h"

namespace hpcast::counters {

namespace {

constexpr double absent = std::numeric_limits<double>::quiet_NaN();

class JsonTable {
 public:
  explicit JsonTable(const Document& document) : document_(document), faults_(document) {}

  Table read();

 private:
  void read_names(Fields& fields, const char* key, bool threads);
  void read_counter(const Json& value, const std::string& pointer);
  void read_row(const Json& value, const std::string& pointer);
  // Each member of the object at `key` that names a counter, with its number.
  using Put = std::function<void(Column&, double)>;
  void for_each_number(Fields& fields, const char* key, double most, const Put& put);

  const Document& document_;
  Faults faults_;
  Table table_;
  std::set<std::tuple<double, std::uint32_t, std::uint32_t>> seen_;
};

void JsonTable::read_names(Fields& fields, const char* key, bool threads) {
  if (fields.member(key) == nullptr) return;
  for (const Json& name : fields.array(key)) {
    if (!name.is_string())
      fields.fault(key, "expected names");
    else if (threads)
      table_.thread_index(name.get_ref<const std::string&>());
    else
      table_.region_index(name.get_ref<const std::string&>());
  }
}

void JsonTable::read_counter(const Json& value, const std::string& pointer) {
  Fields fields(value, pointer, faults_);
  const std::string name = fields.required_text("name");
  const Unit unit = fields.one_of<Unit>("unit",
                                        {{name_of(Unit::events), Unit::events},
                                         {name_of(Unit::cycles), Unit::cycles},
                                         {name_of(Unit::seconds), Unit::seconds},
                                         {name_of(Unit::bytes), Unit::bytes},
                                         {name_of(Unit::joules), Unit::joules},
                                         {name_of(Unit::watts), Unit::watts},
                                         {name_of(Unit::hertz), Unit::hertz},
                                         {name_of(Unit::volts), Unit::volts}},
                                        Unit::events);
  const CounterInfo* const info = find(name);
  if (info != nullptr && info->unit != unit)
    fields.fault("unit", name + " is counted in " + name_of(info->unit));
  if (table_.column(name) != nullptr) fields.fault("name", "this counter stands above already");
  table_.column_to_fill(name, unit);
}

void JsonTable::for_each_number(Fields& fields, const char* key, double most, const Put& put) {
  const Json* const object = fields.member(key);
  if (object == nullptr) return;
  if (!object->is_object()) return fields.fault(key, "expected an object: a number by counter");
  for (const auto& [name, number] : object->items()) {
    const std::string at = pointer_to(fields.pointer(key), name);
    if (table_.column(name) == nullptr)
      faults_.add(at, "there is no such counter in /counters");
    else if (!number.is_number() || number.get<double>() < 0 || number.get<double>() > most)
      faults_.add(at, most == 1 ? "expected a share: 0 to 1" : "expected a count: 0 to 1e30");
    else
      put(table_.column_to_fill(name, Unit::events), number.get<double>());
  }
}

void JsonTable::read_row(const Json& value, const std::string& pointer) {
  Fields fields(value, pointer, faults_);
  Row row;
  row.start_s = fields.quantity("start_s", Dimension::seconds, Range::computed).value_or(0);
  row.duration_s = fields.quantity("duration_s", Dimension::seconds, Range::computed).value_or(0);
  row.thread = table_.thread_index(fields.text("thread").value_or(""));
  row.region = table_.region_index(fields.text("region").value_or(""));
  if (!seen_.emplace(row.start_s, row.thread, row.region).second)
    faults_.add(pointer, "a row of the same time, thread and region stands above");
  const std::size_t i = table_.add_row(row);
  for_each_number(fields, "values", largest_value,
                  [&](Column& column, double number) { column.values[i] = number; });
  for_each_number(fields, "running", 1, [&](Column& column, double number) {
    column.running.resize(table_.rows.size(), 1);
    column.running[i] = number;
  });
  for_each_number(fields, "spread", largest_value, [&](Column& column, double number) {
    column.spread.resize(table_.rows.size(), absent);
    column.spread[i] = number;
  });
}

Table JsonTable::read() {
  Fields fields(document_.root, "", faults_);
  fields.integer("schema_version", 1, 1);
  table_.source = fields.required_text("source");
  if (fields.member("notes") != nullptr)
    for (const Json& note : fields.array("notes"))
      if (note.is_string()) table_.notes.push_back(note.get<std::string>());
  table_.began_unix_s = fields.quantity("began_unix_s", Dimension::seconds, Range::computed);
  read_names(fields, "threads", true);
  read_names(fields, "regions", false);
  std::size_t i = 0;
  for (const Json& counter : fields.array("counters"))
    read_counter(counter, pointer_to("/counters", i++));
  i = 0;
  for (const Json& row : fields.array("rows")) read_row(row, pointer_to("/rows", i++));
  faults_.throw_if_any();
  if (table_.rows.empty()) fields.fault("rows", "the table has no row");
  faults_.throw_if_any();
  sort_rows(table_);
  return std::move(table_);
}

}  // namespace

bool is_table_json(std::string_view text) {
  return trimmed(text.substr(0, text.find('{') + 1)).find('{') != std::string_view::npos &&
         text.find("\"counters\"") != std::string_view::npos &&
         text.find("\"rows\"") != std::string_view::npos;
}

Table read_table_json(std::string_view text, const std::string& file) {
  const Document document = parse_json(text, file);
  return JsonTable(document).read();
}

}  // namespace hpcast::counters

#include "hpcast/models/power/read_term.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hpcast::power {

namespace {

constexpr std::pair<Dimension, EventUnit> rate_units[] = {
    {Dimension::bytes_per_second, EventUnit::bytes},
    {Dimension::flops_per_second, EventUnit::flops},
    {Dimension::instructions_per_second, EventUnit::instructions},
    {Dimension::hertz, EventUnit::cycles},
};
constexpr char peak_example[] =
    "the rate at which the term is 1, such as \"46 GB/s\", \"128 GFLOP/s\", \"32 Ginst/s\" or, "
    "without a unit, events a second";

Numerator numerator_in(Fields& fields, Faults& faults) {
  Numerator numerator;
  const Json* const weights = fields.member("counters");
  const std::string pointer = fields.pointer("counters");
  if (weights == nullptr || !weights->is_object() || weights->empty()) {
    fields.fault("counters", "expected counters with their weights",
                 "such as {\"dram_reads\": 1, \"dram_writes\": 1}");
    return numerator;
  }
  for (const auto& [counter, weight] : weights->items()) {
    const auto value =
        signed_quantity(weight, pointer_to(pointer, counter), Dimension::none, faults);
    if (value == 0.0) faults.add(pointer_to(pointer, counter), "a weight of 0 counts nothing");
    numerator.weights.emplace_back(counter, value.value_or(1));
  }
  return numerator;
}

void read_numerators(Fields& fields, Term& term, Faults& faults) {
  term.numerators.push_back(numerator_in(fields, faults));
  const Json& others = fields.array("or");
  for (std::size_t i = 0; i < others.size(); ++i) {
    Fields other(others[i], pointer_to(fields.pointer("or"), i), faults);
    if (!others[i].is_object()) continue;
    term.numerators.push_back(numerator_in(other, faults));
    term.numerators.back().note = other.text("note").value_or("");
    refuse_unknown(other, faults);
  }
}

// "128 B" counts bytes; a plain number whatever the peak counts.
bool read_factor(Fields& fields, Term& term, Faults& faults) {
  const Json* const value = fields.member("factor");
  if (value == nullptr) return false;
  const bool in_bytes = value->is_string() &&
                        parse_quantity(value->get_ref<const std::string&>(), Dimension::bytes) &&
                        !parse_quantity(value->get_ref<const std::string&>(), Dimension::none);
  term.factor = signed_quantity(*value, fields.pointer("factor"),
                                in_bytes ? Dimension::bytes : Dimension::none, faults)
                    .value_or(1);
  if (term.factor <= 0) fields.fault("factor", "must be above 0");
  return in_bytes;
}

void read_peak(Fields& fields, Term& term, bool counts_bytes) {
  const Json* const value = fields.member("peak");
  if (value == nullptr)
    return fields.fault("peak", std::string("is missing, expected ") + peak_example);
  std::optional<double> peak;
  if (value->is_number()) {
    peak = value->get<double>();
    if (counts_bytes) term.unit = EventUnit::bytes;
  } else if (value->is_string()) {
    const auto& text = value->get_ref<const std::string&>();
    if (peak = parse_quantity(text, Dimension::none); peak && counts_bytes)
      term.unit = EventUnit::bytes;
    for (const auto& [dimension, unit] : rate_units) {
      if (peak) break;
      peak = parse_quantity(text, dimension);
      if (peak) term.unit = unit;
    }
  }
  if (!peak) return fields.fault("peak", std::string("expected ") + peak_example);
  if (!(*peak >= 1e-30 && *peak <= 1e30))
    return fields.fault("peak", "must lie between 1e-30 and 1e30");
  term.peak = *peak;
  if (counts_bytes && term.unit != EventUnit::bytes)
    fields.fault("peak", "the factor counts bytes, and the peak does not",
                 "as in \"factor\": \"128 B\", \"peak\": \"46 GB/s\"");
}

// "l1" to "l9" are caches.
void read_part(Fields& fields, Term& term) {
  const std::string part = fields.text("part").value_or("");
  if (part.empty()) return;
  if (part == "flops") {
    term.part = Part::flops;
  } else if (part == "instructions") {
    term.part = Part::instructions;
  } else if (part == "memory") {
    term.part = Part::memory;
  } else if (part.size() == 2 && part[0] == 'l' && part[1] >= '1' && part[1] <= '9') {
    term.part = Part::cache;
    term.cache_level = static_cast<std::uint32_t>(part[1] - '0');
  } else {
    fields.fault("part", "expected 'flops', 'instructions', 'memory', 'l1', 'l2' or so");
  }
}

void read_rate(Fields& fields, Term& term, Faults& faults) {
  const bool counts_bytes = read_factor(fields, term, faults);
  read_peak(fields, term, counts_bytes);
  term.line = fields.quantity("line", Dimension::bytes);
  if (term.line && term.unit != EventUnit::bytes)
    fields.fault("line", "only what counts bytes has lines");
  term.per_cycle = fields.one_of<bool>("per", {{"second", false}, {"cycle", true}}, false);
  read_part(fields, term);
}

void read_scaling(Fields& fields, Term& term, Faults& faults) {
  const Json* const value = fields.member("scales_with");
  if (value == nullptr) return;
  Fields scaling(*value, fields.pointer("scales_with"), faults);
  constexpr int most = 4;
  term.voltage = static_cast<int>(scaling.integer("voltage", -most, most).value_or(0));
  term.frequency = static_cast<int>(scaling.integer("frequency", -most, most).value_or(0));
  refuse_unknown(scaling, faults);
}

void read_traffic(Fields& fields, Term& term, Faults& faults) {
  const Json* const value = fields.member("traffic");
  if (value == nullptr) return;
  Fields traffic(*value, fields.pointer("traffic"), faults);
  Traffic& read = term.traffic.emplace();
  read.term = traffic.required_text("of");
  read.bytes = traffic.required_quantity("bytes", Dimension::bytes);
  read.counted = traffic.flag("counted").value_or(false);
  refuse_unknown(traffic, faults);
}

}  // namespace

std::optional<double> signed_quantity(const Json& value, const std::string& pointer,
                                      Dimension dimension, Faults& faults) {
  std::optional<double> number;
  if (value.is_number()) number = value.get<double>();
  if (value.is_string()) number = parse_quantity(value.get_ref<const std::string&>(), dimension);
  constexpr double largest = 1e30;
  if (number && std::isfinite(*number) && std::fabs(*number) <= largest) return number;
  faults.add(pointer, "expected " + example_of(dimension));
  return std::nullopt;
}

Term term_in(Fields& fields, Faults& faults) {
  Term term;
  term.name = fields.required_text("name");
  term.title = fields.text("title").value_or(term.name);
  term.kind = fields.one_of<TermKind>(
      "kind",
      {{"rate", TermKind::rate}, {"during", TermKind::during}, {"always", TermKind::always}},
      TermKind::rate);
  if (term.kind != TermKind::always) read_numerators(fields, term, faults);
  if (term.kind == TermKind::rate) read_rate(fields, term, faults);
  if (term.kind == TermKind::rate) read_traffic(fields, term, faults);
  read_scaling(fields, term, faults);
  term.optional = fields.flag("optional").value_or(false);
  refuse_unknown(fields, faults);
  return term;
}

}  // namespace hpcast::power

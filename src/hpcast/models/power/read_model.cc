#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/models/power/model_file.h"
#include "hpcast/models/power/read_term.h"

namespace hpcast::power {

namespace {

constexpr int newest_version = 1;

// Reads one model; all faults are collected.
class ModelReader {
 public:
  explicit ModelReader(const Document& document)
      : faults_(document), root_(document.root, "", faults_) {}

  Model read() {
    read_head();
    const Json& terms = root_.array("terms");
    for (std::size_t i = 0; i < terms.size(); ++i) {
      Fields fields(terms[i], pointer_to("/terms", i), faults_);
      if (terms[i].is_object()) add_term(fields);
    }
    if (model_.terms.empty()) root_.fault("terms", "expected at least one");
    check_traffic();
    const Json& sets = root_.array("coefficients");
    for (std::size_t i = 0; i < sets.size(); ++i) {
      Fields fields(sets[i], pointer_to("/coefficients", i), faults_);
      if (sets[i].is_object()) add_set(fields);
    }
    refuse_unknown(root_, faults_);
    faults_.throw_if_any();
    return std::move(model_);
  }

 private:
  void read_head() {
    root_.text("format");
    root_.integer("schema_version", 1, newest_version);
    model_.name = root_.required_text("name");
    model_.description = root_.text("description").value_or("");
    model_.date = root_.text("date").value_or("");
    if (const Json* const sources = root_.member("sources")) {
      model_.sources = *sources;
      if (!sources->is_object())
        root_.fault("sources", "expected an object: a source by what has it");
    }
    model_.clock = root_.quantity("clock", Dimension::hertz);
    constexpr std::int64_t most = 1'000'000;
    model_.nodes_per_rack =
        static_cast<std::uint64_t>(root_.integer("nodes_per_rack", 1, most).value_or(0));
    model_.racks = static_cast<std::uint64_t>(root_.integer("racks", 1, most).value_or(0));
    model_.assumptions = root_.texts("assumptions");
    const Json* const nominal = root_.member("nominal");
    if (nominal == nullptr) return;
    Fields fields(*nominal, "/nominal", faults_);
    model_.nominal_voltage = fields.quantity("voltage", Dimension::volts);
    model_.nominal_frequency = fields.quantity("frequency", Dimension::hertz);
    refuse_unknown(fields, faults_);
  }

  void add_term(Fields& fields) {
    Term term = term_in(fields, faults_);
    if (model_.find(term.name) != nullptr) fields.fault("name", "a term of this name stands above");
    if (term.per_cycle && !model_.clock)
      fields.fault("per", "the model has no clock that cycles are told by",
                   "such as \"clock\": \"2 GHz\"");
    if (term.voltage != 0 && !model_.nominal_voltage)
      fields.fault("scales_with", "the model has no nominal voltage",
                   "such as \"nominal\": {\"voltage\": \"1.1 V\"}");
    if (term.frequency != 0 && !model_.nominal_frequency)
      fields.fault("scales_with", "the model has no nominal frequency",
                   "such as \"nominal\": {\"frequency\": \"2 GHz\"}");
    model_.terms.push_back(std::move(term));
  }

  void check_traffic() {
    for (std::size_t i = 0; i < model_.terms.size(); ++i) {
      const Term& term = model_.terms[i];
      if (!term.traffic) continue;
      const std::string pointer = pointer_to("/terms", i) + "/traffic";
      const Term* const other = model_.find(term.traffic->term);
      if (other == nullptr || other == &term)
        faults_.add(pointer + "/of", "there is no other term '" + term.traffic->term + "'",
                    other == nullptr ? did_you_mean(term.traffic->term, term_names()) : "");
      else if (other->traffic)
        faults_.add(pointer + "/of", "'" + other->name + "' moves its bytes through another term");
      else if (other->unit != EventUnit::bytes || term.unit != EventUnit::bytes)
        faults_.add(pointer, "both terms must count bytes");
    }
  }

  void add_set(Fields& fields) {
    CoefficientSet set;
    set.name = fields.required_text("name");
    for (const CoefficientSet& other : model_.sets)
      if (other.name == set.name) fields.fault("name", "coefficients of this name stand above");
    set.description = fields.text("description").value_or("");
    set.of_system = fields.one_of<bool>("of", {{"node", false}, {"system", true}}, false);
    if (set.of_system && model_.nodes() == 0)
      fields.fault("of", "the model does not say how many nodes the system has",
                   "nodes_per_rack and racks do");
    read_coefficients(fields, "power", Dimension::watts, set);
    read_coefficients(fields, "energy", Dimension::joules, set);
    set.residual = fields.quantity("residual", Dimension::watts, Range::computed);
    read_fit(fields, set);
    refuse_unknown(fields, faults_);
    model_.sets.push_back(std::move(set));
  }

  // "power": {TERM: W}, "power_error": {TERM: W}; the same of energy, in J of an event.
  void read_coefficients(Fields& fields, const std::string& key, Dimension dimension,
                         CoefficientSet& set) {
    each(fields, key, dimension, [&](const std::string& term, const std::string& at, double value) {
      const Term* const of = model_.find(term);
      if (of == nullptr)
        faults_.add(at, "there is no term '" + term + "'", did_you_mean(term, term_names()));
      else if (dimension == Dimension::joules && of->kind != TermKind::rate)
        faults_.add(at, "'" + term + "' counts no events that each took energy",
                    "put it into power");
      else if (set.find(term) != nullptr)
        faults_.add(at, "'" + term + "' has a power already");
      else
        set.coefficients.push_back({term, value, {}, dimension == Dimension::joules});
    });
    each(fields, key + "_error", dimension,
         [&](const std::string& term, const std::string& at, double value) {
           for (Coefficient& c : set.coefficients)
             if (c.term == term && c.per_event == (dimension == Dimension::joules))
               c.standard_error = value;
           if (value < 0 || set.find(term) == nullptr || !set.find(term)->standard_error)
             faults_.add(at, "expected a standard error, 0 or more, of a coefficient in " + key);
         });
  }

  // function(name, pointer, value) for each member of the object at `key`.
  template <class Function>
  void each(Fields& fields, const std::string& key, Dimension dimension, Function&& function) {
    const Json* const object = fields.member(key);
    if (object == nullptr) return;
    if (!object->is_object()) return fields.fault(key, "expected an object: a quantity by term");
    for (const auto& [name, value] : object->items()) {
      const std::string at = pointer_to(fields.pointer(key), name);
      if (const auto quantity = signed_quantity(value, at, dimension, faults_))
        function(name, at, *quantity);
    }
  }

  void read_fit(Fields& fields, CoefficientSet& set) {
    const Json* const value = fields.member("fit");
    if (value == nullptr) return;
    Fields facts(*value, fields.pointer("fit"), faults_);
    FitFacts& fit = set.fit.emplace();
    fit.method = facts.text("method").value_or("");
    fit.samples = facts.whole("samples", Dimension::none, Range::computed).value_or(0);
    fit.applications = facts.whole("applications", Dimension::none, Range::computed).value_or(0);
    if (const Json* const r2 = facts.member("r2"))
      fit.r2 = signed_quantity(*r2, facts.pointer("r2"), Dimension::none, faults_);
    fit.mean_error = facts.quantity("mean_error", Dimension::none, Range::computed).value_or(0);
    fit.left_out_error = facts.quantity("left_out_error", Dimension::none, Range::computed);
    refuse_unknown(facts, faults_);
  }

  std::vector<std::string> term_names() const {
    std::vector<std::string> names;
    for (const Term& term : model_.terms) names.push_back(term.name);
    return names;
  }

  Faults faults_;
  Fields root_;
  Model model_;
};

}  // namespace

Model model_in(const Document& document) {
  check_format(document,
               {format_name, newest_version, "no power model",
                fmt::format("docs/power.md describes them: \"format\": \"{}\"", format_name)});
  return ModelReader(document).read();
}

Model read_model(const std::string& path) { return model_in(read_json(path)); }

}  // namespace hpcast::power

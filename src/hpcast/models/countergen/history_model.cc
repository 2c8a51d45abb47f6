#include "hpcast/models/countergen/history_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/regression/regressor.h"
#include "hpcast/models/countergen/history_rows.h"

namespace hpcast::countergen {

namespace {

// Beyond so many rows, or features of all rows, every few are learned from: support vectors take
// the square of them in time, others a row of features each.
constexpr std::size_t most_rows = 200'000, most_svr_rows = 20'000, most_features = 32'000'000;

std::size_t most_rows_of(const std::string& regressor, std::size_t columns) {
  return std::min(regressor == "svr" ? most_svr_rows : most_rows,
                  std::max<std::size_t>(1, most_features / columns));
}

constexpr std::array<std::string_view, 6> of_scaled = {"linear",      "ridge", "lasso",
                                                       "elastic-net", "sgd",   "svr"};

bool wants_scale(const std::string& regressor) {
  return std::find(of_scaled.begin(), of_scaled.end(), regressor) != of_scaled.end();
}

std::vector<double> numbers_in(Fields& fields, const std::string& key, std::size_t count) {
  std::vector<double> numbers;
  for (const Json& value : fields.array(key))
    numbers.push_back(value.is_number() ? value.get<double>() : 0);
  if (numbers.size() != count) fields.fault(key, "expected a number for each column");
  return numbers;
}

constexpr std::int64_t most_of_any = 100'000;

HistoryShape shape_in(Fields& fields) {
  HistoryShape shape;
  shape.regions = static_cast<std::size_t>(fields.integer("regions", 0, most_of_any).value_or(0));
  shape.sizes = static_cast<std::size_t>(fields.integer("sizes", 1, most_of_any).value_or(1));
  shape.events = static_cast<unsigned>(fields.integer("history", 0, 100).value_or(0));
  shape.has_thread = fields.flag("thread").value_or(false);
  return shape;
}

}  // namespace

HistoryModel HistoryModel::fit(const HistorySettings& settings, const std::vector<StepsOfRun>& runs,
                               const Stacks& stacks, const Names& regions,
                               const std::vector<bool>& targets, const Chosen& chosen) {
  HistoryModel model;
  model.settings_ = settings;
  const bool has_threads = std::any_of(
      runs.begin(), runs.end(), [](const StepsOfRun& run) { return run.threads->size() > 1; });
  model.shape_ = {regions.all().size(), runs.front().sizes.size(), settings.history, has_threads};
  HistoryRows rows(model.shape_, stacks, targets.size(), settings.least_gain);
  for (std::size_t r = 0; r < runs.size(); ++r)
    for (std::uint32_t t = 0; t < runs[r].threads->size(); ++t) rows.add(runs[r], r, t, chosen);
  const bool scales = wants_scale(settings.regressor);
  const std::size_t columns = model.shape_.columns();
  const std::size_t most = most_rows_of(settings.regressor, columns);
  for (std::size_t target = 0; target < targets.size(); ++target) {
    HistoryRows::Table table;
    if (targets[target]) table = rows.table(target, most);
    if (table.y.empty()) {
      model.models_.push_back(nullptr);
      continue;
    }
    if (scales && model.means_.empty()) model.take_scale(rows.table(targets.size() - 1, most).x);
    if (scales)
      for (std::size_t at = 0; at < table.x.size(); at += columns) {
        const std::vector<double> row = model.scaled(std::span(table.x).subspan(at, columns));
        std::copy(row.begin(), row.end(), table.x.begin() + static_cast<std::ptrdiff_t>(at));
      }
    model.models_.push_back(
        regression::fit({settings.regressor, settings.seed, 0}, {{table.x, columns}, table.y}));
  }
  return model;
}

void HistoryModel::take_scale(std::span<const double> rows) {
  const std::size_t columns = shape_.columns();
  const std::size_t rows_there = rows.size() / columns;
  const auto count = static_cast<double>(rows_there);
  means_.assign(columns, 0);
  deviations_.assign(columns, 0);
  for (std::size_t i = 0; i < rows.size(); ++i) means_[i % columns] += rows[i] / count;
  for (std::size_t i = 0; i < rows.size(); ++i)
    deviations_[i % columns] += std::pow(rows[i] - means_[i % columns], 2) / count;
  constexpr double rounding = 1e-12;  // of a square: what a column that is always the same may have
  for (std::size_t i = 0; i < columns; ++i) {
    const bool varies = deviations_[i] > rounding * means_[i] * means_[i];
    deviations_[i] = varies ? std::sqrt(deviations_[i]) : 1;
  }
}

std::vector<double> HistoryModel::scaled(std::span<const double> row) const {
  std::vector<double> scaled(row.begin(), row.end());
  for (std::size_t i = 0; i < means_.size(); ++i)
    scaled[i] = (scaled[i] - means_[i]) / deviations_[i];
  return scaled;
}

double HistoryModel::predict(std::size_t target, std::span<const double> row) const {
  if (!knows(target)) return std::numeric_limits<double>::quiet_NaN();
  const double gain =
      means_.empty() ? models_[target]->predict(row) : models_[target]->predict(scaled(row));
  return std::isfinite(gain) ? std::max(gain, 0.0) : 0;
}

Json HistoryModel::to_json() const {
  Json json{{"regressor", settings_.regressor}, {"history", shape_.events},
            {"seed", settings_.seed},           {"least_gain", settings_.least_gain},
            {"regions", shape_.regions},        {"sizes", shape_.sizes},
            {"thread", shape_.has_thread}};
  if (!means_.empty()) {
    json["means"] = means_;
    json["deviations"] = deviations_;
  }
  Json& models = json["models"] = Json::array();
  for (const auto& model : models_) models.push_back(model ? model->to_json() : Json());
  return json;
}

HistoryModel HistoryModel::from_json(const Document& document, const std::string& pointer) {
  Faults faults(document);
  Fields fields(document.root.at(Json::json_pointer(pointer)), pointer, faults);
  HistoryModel model;
  model.settings_.regressor = fields.required_text("regressor");
  model.settings_.seed = fields.whole("seed", Dimension::none, Range::not_negative).value_or(0);
  model.settings_.least_gain =
      fields.quantity("least_gain", Dimension::none, Range::computed).value_or(0);
  model.shape_ = shape_in(fields);
  model.settings_.history = model.shape_.events;
  if (fields.member("means") != nullptr) {
    model.means_ = numbers_in(fields, "means", model.shape_.columns());
    model.deviations_ = numbers_in(fields, "deviations", model.shape_.columns());
  }
  faults.throw_if_any();
  const Json& models = fields.array("models");
  for (std::size_t i = 0; i < models.size(); ++i) {
    const std::string at = pointer_to(fields.pointer("models"), i);
    model.models_.push_back(models[i].is_null() ? nullptr
                                                : regression::model_from_json(document, at));
    if (model.models_.back() && model.models_.back()->columns() != model.shape_.columns())
      faults.add(at, "has other columns than regions, history and sizes make");
  }
  faults.throw_if_any();
  return model;
}

HistoryPredictor::HistoryPredictor(const HistoryModel& model, std::vector<double> sizes,
                                   std::uint32_t thread, const Stacks& stacks)
    : model_(model),
      sizes_(std::move(sizes)),
      thread_(thread),
      sets_(stacks),
      history_(model.shape().events),
      row_(model.shape().columns()) {}

std::uint32_t HistoryPredictor::predict() {
  const auto next = static_cast<std::uint32_t>(known_.size());
  const auto [at, is_new] = known_.try_emplace(history_.sets(), next);
  if (!is_new) return at->second;
  model_.shape().fill(history_.sets(), sets_, sizes_, thread_, row_);
  for (std::size_t target = 0; target < model_.targets(); ++target)
    gains_.push_back(model_.predict(target, row_));
  return next;
}

}  // namespace hpcast::countergen

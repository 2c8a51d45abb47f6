#include "hpcast/models/countergen/model_file.h"

#include <algorithm>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/models/countergen/law_json.h"

namespace hpcast::countergen {

namespace {

constexpr char format_name[] = "hpcast-counter-model";
constexpr int newest_version = 1;

Json metrics_json(const Model& model) {
  Json json = Json::array();
  for (const countertrace::Metric& metric : model.metrics)
    json.push_back({{"name", metric.name}, {"unit", metric.unit}});
  return json;
}

Json runs_json(const Model& model) {
  Json json = Json::array();
  for (const LearnedRun& run : model.runs) {
    json.push_back({{"sizes", run.sizes}, {"events", run.events}});
    for (const Held& held : run.held) {
      json.back()["measured"].push_back(held.measured);
      json.back()["forecast"].push_back(held.forecast);
    }
  }
  return json;
}

Json limits_json(const Model& model) {
  Json json = Json::array();
  for (const Limit& limit : model.limits)
    json.push_back({{"metric", limit.metric}, {"most", limit.most}});
  return json;
}

// The stack around it and its region, of each but the empty one.
Json stacks_json(const Stacks& stacks) {
  Json json = Json::array();
  for (std::uint32_t stack = 1; stack < stacks.size(); ++stack)
    json.push_back({stacks.outside(stack), stacks.region(stack)});
  return json;
}

Json pattern_json(const Pattern& pattern) {
  Json json = Json::array();
  for (const Repeated& part : pattern)
    json.push_back(
        {{"regions", part.regions}, {"times", to_json(part.times.law)}, {"less", part.times.less}});
  return json;
}

Json threads_json(const Model& model) {
  Json json = Json::array();
  for (std::size_t i = 0; i < model.threads.size(); ++i) {
    Json thread{{"name", model.threads[i].name}, {"start_ns", to_json(model.threads[i].start)}};
    if (!model.shape.empty()) {
      Json& patterns = thread["patterns"] = Json::array();
      for (const auto& [stack, pattern] : model.shape[i].patterns)
        patterns.push_back({{"stack", stack}, {"parts", pattern_json(pattern)}});
    }
    json.push_back(std::move(thread));
  }
  return json;
}

// A move by its region and whether it leaves it; null for none.
Json move_json(Move move) {
  if (move == no_move) return nullptr;
  return {{leaves(move) ? "leave" : "enter", region_of(move)}};
}

Json laws_json(const Contexts& laws) {
  Json json = Json::array();
  for (const auto& [place, of_place] : laws) {
    Json metrics = Json::array();
    for (const GrowthLaw& law : of_place.metrics) metrics.push_back(to_json(law));
    json.push_back({{"thread", place.thread},
                    {"stack", place.stack},
                    {"earlier", move_json(place.earlier)},
                    {"before", move_json(place.before)},
                    {"after", move_json(place.after)},
                    {"first", place.first},
                    {"steps", of_place.steps},
                    {"gains", std::move(metrics)}});
  }
  return json;
}

// Reads one model; all faults are collected.
class ModelReader {
 public:
  explicit ModelReader(const Document& document)
      : document_(document), faults_(document), root_(document.root, "", faults_) {}

  Model read() {
    read_head();
    read_regions();
    read_stacks();
    faults_.throw_if_any();  // others point into these
    std::vector<std::vector<double>> sizes;
    for (const LearnedRun& run : model_.runs) sizes.push_back(run.sizes);
    runs_ = seen_in(sizes);
    read_threads();
    read_laws();
    faults_.throw_if_any();
    if (root_.member("history") != nullptr)
      model_.history = HistoryModel::from_json(document_, "/history");
    check_history();
    faults_.throw_if_any();
    return std::move(model_);
  }

 private:
  // function(fields of the element) for each of the array
  template <class Function>
  void each(Fields& fields, const std::string& key, Function&& function) {
    const Json& array = fields.array(key);
    for (std::size_t i = 0; i < array.size(); ++i) {
      Fields element(array[i], pointer_to(fields.pointer(key), i), faults_);
      function(element);
    }
  }

  std::uint32_t index(Fields& fields, const std::string& key, std::size_t count) {
    const auto found = fields.integer(key, 0, static_cast<std::int64_t>(count) - 1);
    if (!found && fields.member(key) == nullptr) fields.fault(key, "is missing");
    return static_cast<std::uint32_t>(found.value_or(0));
  }

  void read_head() {
    root_.text("format");
    root_.integer("schema_version", 1, newest_version);
    root_.member("tool");
    model_.size_names = root_.texts("sizes");
    if (model_.size_names.empty()) root_.fault("sizes", "expected at least one name");
    model_.is_simulated = root_.flag("simulated").value_or(false);
    for (const double lines : numbers_in(root_, "cache_lines"))
      model_.cache_lines.push_back(lines > 0 ? static_cast<std::uint64_t>(std::min(lines, 1e18))
                                             : 0);
    model_.noise = root_.quantity("noise", Dimension::none, Range::computed).value_or(0);
    model_.irregular = root_.text("irregular").value_or("");
    each(root_, "metrics", [&](Fields& metric) {
      model_.metrics.push_back({metric.required_text("name"), metric.text("unit").value_or("")});
    });
    if (model_.metrics.empty()) root_.fault("metrics", "expected at least one");
    each(root_, "limits", [&](Fields& limit) { model_.limits.push_back(limit_in(limit)); });
    each(root_, "runs", [&](Fields& run) {
      model_.runs.push_back(
          {sizes_in(run), run.whole("events", Dimension::none).value_or(1), held_in(run)});
    });
    if (model_.runs.empty()) root_.fault("runs", "expected at least one");
  }

  std::vector<double> sizes_in(Fields& run) {
    std::vector<double> sizes;
    for (const Json& size : run.array("sizes"))
      sizes.push_back(size.is_number() ? size.get<double>() : 0);
    const bool positive =
        std::all_of(sizes.begin(), sizes.end(), [](double size) { return size > 0; });
    if (sizes.size() != model_.size_names.size() || !positive)
      run.fault("sizes", "expected a positive number for each of the sizes");
    return sizes;
  }

  Limit limit_in(Fields& fields) {
    Limit limit{index(fields, "metric", model_.metrics.size()), {}};
    for (const Json& most : fields.array("most"))
      if (most.is_number_unsigned() && most.get<std::uint64_t>() < model_.metrics.size())
        limit.most.push_back(most.get<std::size_t>());
    if (limit.most.empty()) fields.fault("most", "expected numbers of metrics");
    return limit;
  }

  // None where it is not known.
  std::vector<Held> held_in(Fields& run) {
    const std::vector<double> measured = numbers_in(run, "measured");
    const std::vector<double> forecast = numbers_in(run, "forecast");
    if (measured.empty() && forecast.empty()) return {};
    std::vector<Held> held(model_.metrics.size() + 1);
    if (measured.size() != held.size() || forecast.size() != held.size()) {
      run.fault("measured",
                "expected a number for each metric, and one of the time; forecast, too");
      return {};
    }
    for (std::size_t m = 0; m < held.size(); ++m) held[m] = {measured[m], forecast[m]};
    return held;
  }

  static std::vector<double> numbers_in(Fields& fields, const std::string& key) {
    std::vector<double> numbers;
    if (fields.member(key) == nullptr) return numbers;
    for (const Json& number : fields.array(key))
      if (number.is_number()) numbers.push_back(number.get<double>());
    return numbers;
  }

  void read_regions() {
    for (const std::string& name : root_.texts("regions"))
      if (model_.regions.index_of(name) + 1 != ++regions_)
        root_.fault("regions", "'" + name + "' is there twice");
  }

  void read_stacks() {
    const Json& stacks = root_.array("stacks");
    for (std::size_t i = 0; i < stacks.size(); ++i) {
      const Json& stack = stacks[i];
      const bool is_pair = stack.is_array() && stack.size() == 2 && stack[0].is_number_unsigned() &&
                           stack[1].is_number_unsigned();
      if (!is_pair || stack[0].get<std::uint64_t>() > i ||
          stack[1].get<std::uint64_t>() >= regions_) {
        faults_.add(pointer_to("/stacks", i), "expected a stack before it and a region");
        return;
      }
      if (model_.stacks.enter(stack[0].get<std::uint32_t>(), stack[1].get<std::uint32_t>()) !=
          i + 1) {
        faults_.add(pointer_to("/stacks", i), "is there twice");
        return;
      }
    }
  }

  void read_threads() {
    bool all_patterns = true;
    each(root_, "threads", [&](Fields& thread) {
      LearnedThread learned{thread.text("name").value_or(""), {}};
      learned.start = law_in(thread, "start_ns", runs_, faults_);
      model_.threads.push_back(std::move(learned));
      all_patterns = all_patterns && thread.member("patterns") != nullptr;
      ThreadShape& shape = model_.shape.emplace_back();
      each(thread, "patterns", [&](Fields& pattern) {
        const std::uint32_t stack = index(pattern, "stack", model_.stacks.size());
        shape.patterns.emplace_back(stack, pattern_in(pattern));
      });
    });
    if (model_.threads.empty()) root_.fault("threads", "expected at least one");
    if (all_patterns) return;
    model_.shape.clear();
    if (model_.irregular.empty())
      root_.fault("irregular", "is missing: why threads have no patterns");
  }

  Pattern pattern_in(Fields& fields) {
    Pattern pattern;
    each(fields, "parts", [&](Fields& part) {
      Repeated repeated;
      for (const Json& region : part.array("regions")) {
        const bool is_region =
            region.is_number_unsigned() && region.get<std::uint64_t>() < regions_;
        if (!is_region) part.fault("regions", "expected numbers of regions");
        repeated.regions.push_back(is_region ? region.get<std::uint32_t>() : 0);
      }
      if (repeated.regions.empty()) part.fault("regions", "expected at least one");
      repeated.times.law = law_in(part, "times", runs_, faults_);
      constexpr int most = 1'000'000;
      repeated.times.less = static_cast<int>(part.integer("less", -most, most).value_or(0));
      pattern.push_back(std::move(repeated));
    });
    return pattern;
  }

  Move move_in(Fields& fields, const std::string& key) {
    const Json* const value = fields.member(key);
    if (value == nullptr || value->is_null()) return no_move;
    Fields move(*value, fields.pointer(key), faults_);
    const bool leaves = move.member("leave") != nullptr;
    return move_of(index(move, leaves ? "leave" : "enter", regions_), leaves);
  }

  void read_laws() {
    each(root_, "laws", [&](Fields& fields) {
      Place place;
      place.thread = index(fields, "thread", model_.threads.size());
      place.stack = index(fields, "stack", model_.stacks.size());
      place.earlier = move_in(fields, "earlier");
      place.before = move_in(fields, "before");
      place.after = move_in(fields, "after");
      place.first = fields.flag("first").value_or(false);
      PlaceLaws laws;
      laws.steps = fields.quantity("steps", Dimension::none, Range::computed).value_or(0);
      each(fields, "gains",
           [&](Fields& gain) { laws.metrics.push_back(growth_law_in(gain, runs_, faults_)); });
      if (laws.metrics.size() != model_.metrics.size() + 1)
        fields.fault("gains", "expected a law for each metric, and one of the time");
      model_.laws.emplace(place, std::move(laws));
    });
  }

  void check_history() {
    if (!model_.history) {
      if (model_.laws.empty()) root_.fault("laws", "neither laws nor a regressor: nothing learned");
      for (const auto& [place, laws] : model_.laws)
        for (const GrowthLaw& law : laws.metrics)
          if (!law.holds) return root_.fault("history", "is missing, for what no law describes");
      return;
    }
    const HistoryShape& shape = model_.history->shape();
    if (model_.history->targets() != model_.metrics.size() + 1 ||
        shape.regions != model_.regions.all().size() || shape.sizes != model_.size_names.size())
      root_.fault("history", "is of other metrics, regions or sizes");
    for (std::size_t i = 0; model_.laws.empty() && i < model_.history->targets(); ++i)
      if (!model_.history->knows(i))
        return root_.fault("history", "has no model of a metric, and there are no laws");
  }

  const Document& document_;
  Faults faults_;
  Fields root_;
  Model model_;
  std::size_t regions_ = 0;
  std::vector<Seen> runs_;  // by size
};

}  // namespace

std::string to_text(const Model& model) {
  Json json{{"format", format_name},
            {"schema_version", newest_version},
            {"sizes", model.size_names},
            {"runs", runs_json(model)},
            {"metrics", metrics_json(model)}};
  if (model.is_simulated) json["simulated"] = true;
  if (!model.cache_lines.empty()) json["cache_lines"] = model.cache_lines;
  if (model.noise > 0) json["noise"] = model.noise;
  if (!model.limits.empty()) json["limits"] = limits_json(model);
  json["regions"] = model.regions.all();
  json["stacks"] = stacks_json(model.stacks);
  json["threads"] = threads_json(model);
  if (!model.irregular.empty()) json["irregular"] = model.irregular;
  if (!model.laws.empty()) json["laws"] = laws_json(model.laws);
  if (model.history) json["history"] = model.history->to_json();
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Model model_in(const Document& document) {
  check_format(document, {format_name, newest_version, "no model of counters",
                          "hpcast learn TRACE… -o MODEL writes one"});
  return ModelReader(document).read();
}

Model read_model(const std::string& path) { return model_in(read_json(path)); }

}  // namespace hpcast::countergen

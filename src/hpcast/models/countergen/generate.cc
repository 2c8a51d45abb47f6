#include "hpcast/models/countergen/generate.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/models/countergen/limits.h"
#include "hpcast/models/countergen/step_forecasts.h"

namespace hpcast::countergen {

namespace {

using countertrace::Event;
using countertrace::Trace;

// What each thread does, with regions as of `regions`.
struct Order {
  Names regions;
  Stacks stacks;
  std::vector<std::string> threads;
  std::vector<std::vector<Move>> moves;
};

std::vector<Move> moves_of(const countertrace::Thread& thread,
                           const std::vector<std::uint32_t>& regions) {
  std::vector<Move> moves;
  for (const Event& event : thread.events)
    if (event.kind != Event::Kind::metrics)
      moves.push_back(move_of(regions[event.region], event.kind == Event::Kind::leave));
  return moves;
}

void take_order(const Trace& trace, Order& order) {
  std::vector<std::uint32_t> regions;
  for (const std::string& name : trace.regions) regions.push_back(order.regions.index_of(name));
  for (const countertrace::Thread& thread : trace.threads) {
    order.threads.push_back(thread.name);
    order.moves.push_back(moves_of(thread, regions));
  }
}

void check_program(const Model& model, const Trace& shape) {
  const std::vector<std::string>& known = model.regions.all();
  if (std::none_of(shape.regions.begin(), shape.regions.end(), [&](const std::string& region) {
        return std::find(known.begin(), known.end(), region) != known.end();
      }))
    throw InputError(
        "the trace that gives the order of events is in none of the regions that were "
        "learned",
        "is it of another program, or of one that was built anew?");
}

Order order_of(const Model& model, const GenerateRequest& request) {
  Order order{model.regions, model.stacks, {}, {}};
  if (request.shape != nullptr) {
    check_program(model, *request.shape);
    take_order(*request.shape, order);
    return order;
  }
  if (model.shape.empty())
    throw InputError("the model knows no order of events: " + model.irregular,
                     "take it from a run at this size, counters or not: --shape TRACE");
  std::uint64_t most = request.most_events;
  for (std::size_t i = 0; i < model.shape.size(); ++i) {
    order.threads.push_back(model.threads[i].name);
    order.moves.push_back(moves_at(model.shape[i], request.sizes, order.stacks, most));
    most -= order.moves.back().size();
  }
  return order;
}

// Simulated traces are in picoseconds: regions may last less than a nanosecond.
constexpr double ticks_a_nanosecond = 1000;

// Events of one thread, a metrics event before each other one.
class ThreadMaker {
 public:
  ThreadMaker(Generated& made, StepForecasts& forecasts, Stacks& stacks)
      : made_(made), forecasts_(forecasts), stacks_(stacks) {}

  void make(const std::string& name, const std::vector<Move>& moves, double start) {
    countertrace::Thread thread{name, {}, {}};
    std::vector<std::uint32_t>& steps = made_.steps.emplace_back();
    thread.events.reserve(2 * moves.size());
    thread.values.reserve(made_.trace.metrics.size() * moves.size());
    std::vector<double> counts(made_.trace.metrics.size(), 0);
    std::uint32_t stack = Stacks::none;
    Move before = no_move;
    double now = start;
    for (const Move move : moves) {
      if (before != no_move) {
        steps.push_back(forecasts_.next(stack, before, move));
        now += add(forecasts_.kind(steps.back()), counts);
      }
      const double latest = 9.2e18;  // that a tick may be, about
      const auto tick =
          static_cast<std::uint64_t>(std::llround(std::min(now * ticks_a_nanosecond, latest)));
      thread.events.push_back({tick, 0, Event::Kind::metrics});
      for (const double count : counts) thread.values.push_back(std::round(count));
      thread.events.push_back(
          {tick, region_of(move), leaves(move) ? Event::Kind::leave : Event::Kind::enter});
      stack = leaves(move) ? stacks_.outside(stack) : stacks_.enter(stack, region_of(move));
      before = move;
    }
    made_.trace.threads.push_back(std::move(thread));
  }

 private:
  // The step's time.
  static double add(const Kind& kind, std::vector<double>& counts) {
    for (std::size_t m = 0; m < counts.size(); ++m) counts[m] += kind.gains[m].value;
    return kind.gains.back().value;
  }

  Generated& made_;
  StepForecasts& forecasts_;
  Stacks& stacks_;
};

// Both only grow.
void check_last_counts(const Trace& trace) {
  for (const countertrace::Thread& thread : trace.threads) {
    if (thread.events.empty()) continue;
    check_count(static_cast<double>(thread.events.back().tick) / ticks_a_nanosecond);
    for (std::size_t i = 1; i <= trace.metrics.size(); ++i)
      check_count(thread.values[thread.values.size() - i]);
  }
}

// Threads that were not learned from are as the last one that was.
std::uint32_t learned_thread(const Model& model, std::size_t number) {
  return static_cast<std::uint32_t>(std::min(number, model.threads.size() - 1));
}

void tell_unseen(const StepForecasts& forecasts, const Order& order, Generated& made) {
  for (const auto& [stack, steps] : forecasts.unseen()) {
    const std::string where = stack == Stacks::none
                                  ? "outside of all regions"
                                  : "in '" + order.regions.all()[order.stacks.region(stack)] + "'";
    made.notes.push_back(
        fmt::format("{} {}, as no run had them: as others in that region, and where there is none, "
                    "as if they cost nothing",
                    counted(steps, "step"), where));
  }
}

// Of a metric in all steps, as limits hold it or alone.
Forecast total_of_steps(const Generated& made, std::size_t metric,
                        std::vector<Forecast> Kind::*gains) {
  Forecast total;
  for (const std::vector<std::uint32_t>& steps : made.steps)
    for (const std::uint32_t kind : steps) {
      const Forecast& gain = (made.kinds[kind].*gains)[metric];
      total.value += gain.value;
      total.high += gain.high;
    }
  return total;
}

bool is_far_from(double one, double other, double part) {
  constexpr double few = 10;
  return std::abs(one - other) > std::max(part * std::max(one, other), few);
}

// Where metrics by themselves would say what cannot be.
void tell_limits(Generated& made) {
  constexpr double noticeable = 0.01, much = 0.1;
  for (std::size_t m = 0; m < made.trace.metrics.size(); ++m) {
    const Forecast alone = total_of_steps(made, m, &Kind::alone);
    const Forecast held = total_of_steps(made, m, &Kind::gains);
    const bool is_moved = is_far_from(alone.value, held.value, noticeable);
    if (!is_moved && !is_far_from(alone.high, held.high, much)) continue;
    made.notes.push_back(fmt::format(
        "{}: {}{} by itself, {} where a level of caches misses no more than the one before it, and "
        "none more than there are references",
        made.trace.metrics[m].name, is_moved ? "" : "nine of ten below ",
        format_count(is_moved ? alone.value : alone.high),
        format_count(is_moved ? held.value : held.high)));
  }
}

ThreadTotals totals_by_thread(const Generated& made) {
  ThreadTotals totals;
  for (const std::vector<std::uint32_t>& steps : made.steps) {
    std::vector<double>& thread = totals.emplace_back(made.trace.metrics.size(), 0);
    for (const std::uint32_t kind : steps)
      for (std::size_t m = 0; m < thread.size(); ++m) thread[m] += made.kinds[kind].gains[m].value;
  }
  return totals;
}

void look_beyond_caches(const Model& model, const std::vector<double>& sizes, Generated& made) {
  made.beyond = beyond_caches(model, sizes, totals_by_thread(made));
  for (Kind& kind : made.kinds) reach_limits(model.limits, made.beyond.outgrown, kind.gains);
}

}  // namespace

Generated generate(const Model& model, const GenerateRequest& request) {
  Order order = order_of(model, request);
  Generated made;
  made.trace.ticks_a_second = static_cast<std::uint64_t>(ticks_a_nanosecond * nanoseconds);
  made.trace.metrics = model.metrics;
  StepForecasts forecasts(model, request.sizes, order.stacks);
  ThreadMaker maker(made, forecasts, order.stacks);
  for (std::size_t i = 0; i < order.moves.size(); ++i) {
    const std::uint32_t as = learned_thread(model, i);
    forecasts.begin_thread(as);
    maker.make(order.threads[i], order.moves[i], model.threads[as].start.at(request.sizes));
  }
  if (order.moves.size() > model.threads.size())
    made.notes.push_back(
        fmt::format("{} threads, of which {} were learned from: others as the last",
                    order.moves.size(), model.threads.size()));
  check_last_counts(made.trace);
  tell_unseen(forecasts, order, made);
  made.trace.regions = order.regions.all();
  made.kinds = forecasts.take_kinds();
  tell_limits(made);
  look_beyond_caches(model, request.sizes, made);
  return made;
}

}  // namespace hpcast::countergen

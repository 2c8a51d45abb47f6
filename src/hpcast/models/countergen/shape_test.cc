#include "hpcast/models/countergen/shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "hpcast/base/diagnostics.h"

namespace hpcast::countergen {
namespace {

using countertrace::Event;
using countertrace::Trace;
using testing::HasSubstr;

// Writes a trace of one thread.
class Runner {
 public:
  Runner() { trace.threads.push_back({"thread 0", {}, {}}); }
  void in(const std::string& region, const std::function<void()>& body = {}) {
    const std::uint32_t number = index(region);
    add(number, Event::Kind::enter);
    if (body) body();
    add(number, Event::Kind::leave);
  }

  Trace trace;

 private:
  std::uint32_t index(const std::string& region) {
    for (std::uint32_t i = 0; i < trace.regions.size(); ++i)
      if (trace.regions[i] == region) return i;
    trace.regions.push_back(region);
    return static_cast<std::uint32_t>(trace.regions.size() - 1);
  }
  void add(std::uint32_t region, Event::Kind kind) {
    trace.threads[0].events.push_back({tick_++, region, kind});
  }
  std::uint64_t tick_ = 0;
};

// As pathfinder does it; sizes: width, steps.
Trace stepping(const std::vector<double>& sizes) {
  Runner run;
  run.in("main", [&] {
    run.in("init", [&] {
      for (int i = 0; i < 3; ++i) run.in("malloc");
    });
    run.in("run", [&] {
      for (double step = 1; step < sizes[1]; ++step) {
        run.in("parallel", [&] { run.in("for", [&] { run.in("barrier"); }); });
        run.in("swap");
      }
      run.in("swap");
    });
    for (double i = 0; i < sizes[0] / 50; ++i) run.in("print");
  });
  return run.trace;
}

std::vector<Move> moves_in(const Trace& trace, Names& names) {
  std::vector<Move> moves;
  for (const Event& event : trace.threads[0].events)
    moves.push_back(
        move_of(names.index_of(trace.regions[event.region]), event.kind == Event::Kind::leave));
  return moves;
}

using Program = std::function<Trace(const std::vector<double>&)>;

struct Learned {
  std::vector<Trace> traces;
  Names names;
  Stacks stacks;
  std::vector<ThreadShape> shapes;
  std::string irregular;
};

Learned learned(const Program& program, const std::vector<std::vector<double>>& sizes) {
  Learned made;
  std::vector<ShapedRun> runs;
  for (const auto& size : sizes) made.traces.push_back(program(size));
  for (std::size_t i = 0; i < sizes.size(); ++i) runs.push_back({&made.traces[i], sizes[i]});
  LearnedShape shape = learn_shape(runs, made.names, made.stacks);
  made.shapes = std::move(shape.threads);
  made.irregular = std::move(shape.irregular);
  return made;
}

std::string shape_fault(const Program& program, const std::vector<std::vector<double>>& sizes) {
  const Learned found = learned(program, sizes);
  EXPECT_EQ(found.shapes.empty(), !found.irregular.empty());
  return found.irregular;
}

const std::vector<std::vector<double>> few_sizes = {
    {100, 10}, {1000, 100}, {2000, 100}, {5000, 10}};

TEST(Shape, GrowsWithTheSizes) {
  Learned found = learned(stepping, few_sizes);
  ASSERT_EQ(found.shapes.size(), 1U);
  for (const std::vector<double>& sizes :
       std::vector<std::vector<double>>{{100, 10}, {1000, 10}, {10000, 1000}, {50, 2}}) {
    const std::vector<Move> expected = moves_in(stepping(sizes), found.names);
    EXPECT_EQ(moves_at(found.shapes[0], sizes, found.stacks, 1000000), expected) << sizes[1];
  }
  EXPECT_THROW(moves_at(found.shapes[0], {1000, 1000}, found.stacks, 1000), InputError);
}

TEST(Shape, OfWhatIsNotRegularIsRefused) {
  const auto by_chance = [](const std::vector<double>& sizes) {
    Runner run;
    run.in("main", [&] {
      for (int i = 0; i < 7 + static_cast<int>(sizes[0]) % 37; ++i) run.in("work");
    });
    return run.trace;
  };
  EXPECT_THAT(shape_fault(by_chance, few_sizes),
              HasSubstr("the events in 'main', thread 0 come as often as no simple law"));
  const auto triangular = [](const std::vector<double>& sizes) {
    Runner run;
    run.in("main", [&] {
      for (double i = 0; i < sizes[1]; ++i)
        run.in("row", [&] {
          for (double j = 0; j < i; ++j) run.in("update");
        });
    });
    return run.trace;
  };
  EXPECT_THAT(shape_fault(triangular, few_sizes),
              HasSubstr("'row', thread 0 differ where the sizes are the same"));
  const auto either = [](const std::vector<double>& sizes) {
    Runner run;
    run.in("main", [&] { run.in(sizes[0] > 1500 ? "large" : "small"); });
    return run.trace;
  };
  EXPECT_THAT(shape_fault(either, few_sizes), HasSubstr("'main', thread 0 differ from size"));
  int runs = 0;
  const auto another_each_time = [&](const std::vector<double>&) {
    Runner run;
    ++runs;
    run.in("main", [&] {
      for (int i = 0; i < runs; ++i) run.in("work");
    });
    return run.trace;
  };
  EXPECT_THAT(shape_fault(another_each_time, {{100, 10}, {100, 10}, {200, 10}}),
              HasSubstr("'main', thread 0 differ where the sizes are the same"));
}

}  // namespace
}  // namespace hpcast::countergen

#include "hpcast/models/countergen/fit_check.h"

#include <cmath>
#include <cstdint>

#include "hpcast/models/countergen/step_forecasts.h"

namespace hpcast::countergen {

std::vector<Held> hold_against(const Model& model, const StepsOfRun& run) {
  const std::size_t metrics = model.metrics.size();
  std::vector<Held> held(metrics + 1);
  StepForecasts forecasts(model, run.sizes, model.stacks);
  const auto add = [&](std::size_t metric, double measured, const Kind& kind) {
    if (std::isnan(measured)) return;
    held[metric].measured += measured;
    held[metric].forecast += kind.gains[metric].value;
  };
  for (std::uint32_t t = 0; t < run.threads->size(); ++t) {
    const ThreadSteps& thread = (*run.threads)[t];
    forecasts.begin_thread(t);
    for (std::size_t i = 0; i < thread.steps.size(); ++i) {
      const Step& step = thread.steps[i];
      const Kind& kind = forecasts.kind(forecasts.next(step.stack, step.before, step.after));
      for (std::size_t m = 0; m < metrics; ++m) add(m, thread.gains[i * metrics + m], kind);
      add(metrics, step.seconds * nanoseconds, kind);
    }
  }
  return held;
}

}  // namespace hpcast::countergen

// What hpcast learn has to say.
#pragma once

#include <string>

#include "hpcast/faces/report/kit/text_options.h"
#include "hpcast/models/countergen/model.h"

namespace hpcast::cli {

// `file`: the model's. `shown`: the metric whose laws are shown; empty: the one that is forecast
// worst. Throws InputError where the model has no such metric.
std::string learned_text(const countergen::Model& model, const std::string& file,
                         const std::string& shown, const report::TextOptions& options);

}  // namespace hpcast::cli

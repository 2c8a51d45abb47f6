// Power models in files, NAME.power.json: docs/power.md, schemas/power.schema.json.
#pragma once

#include <string>

#include "hpcast/base/json.h"
#include "hpcast/models/power/model.h"

namespace hpcast::power {

inline constexpr char format_name[] = "hpcast-power-model";

// Throws InputError with all that is wrong.
Model read_model(const std::string& path);
Model model_in(const Document& document);

// What model_in() makes the same model of.
std::string to_text(const Model& model);

}  // namespace hpcast::power

// Models in files, JSON: schemas/counter-model.schema.json.
#pragma once

#include <string>

#include "hpcast/base/json.h"
#include "hpcast/models/countergen/model.h"

namespace hpcast::countergen {

std::string to_text(const Model& model);

// Throws InputError with all that is wrong.
Model read_model(const std::string& path);
Model model_in(const Document& document);

}  // namespace hpcast::countergen

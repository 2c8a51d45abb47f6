// What answers about power say of a model's terms.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hpcast/answers/power/answer.h"
#include "hpcast/models/power/activity.h"
#include "hpcast/models/power/model.h"

namespace hpcast::power {

// The model's terms as an answer has them, with coefficients in W.
std::vector<answers::PowerTerm> terms_of(const Model& model, const std::vector<std::size_t>& terms,
                                         const std::vector<double>& coefficients);

// Titles of terms that the user did not want.
std::vector<std::string> not_asked_for(const Model& model, const Activity& activity);

// What an answer says of terms that it does not have.
std::vector<std::string> left_out(const Model& model, const Activity& activity);

}  // namespace hpcast::power

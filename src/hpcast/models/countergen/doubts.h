// What a user must know of a model before trusting its forecasts, as sentences.
#pragma once

#include <string>
#include <vector>

#include "hpcast/models/countergen/model.h"

namespace hpcast::countergen {

// Of each metric, and of the time, that the model says otherwise at a size learned from than was
// measured there: the size where it is worst.
std::vector<std::string> misfits(const Model& model);

// Of each metric, and of the time, how much of it comes from places whose law is far off sizes left
// out, where that is not little.
std::vector<std::string> lawless_shares(const Model& model);

// Whether runs do not tell a law from others: it has rivals, or depends on two sizes of which each
// was changed alone only. How it does where sizes are left out is then no sign of how right it is.
bool is_ambiguous(const Model& model, const Law& law);

// Of sizes whose values in the runs do not say how anything depends on them: they are too few, vary
// with another size only, or never with another one.
std::vector<std::string> sizes_that_tell_little(const Model& model);

// The same where these sizes lie outside of the values, or are otherwise together.
std::vector<std::string> guesses_at(const Model& model, const std::vector<double>& sizes);

// Of each metric, and of the time, how much of it comes from laws whose rivals say something else
// at these sizes, where that is not little.
std::vector<std::string> open_laws(const Model& model, const std::vector<double>& sizes);

// Where another law of how often a region is entered fits all runs as well, and says something else
// at these sizes: which region, and both. Empty: nowhere.
std::string open_order(const Model& model, const std::vector<double>& sizes);

// Why all that is forecast at these sizes is a guess, in a few words; empty: runs speak for it.
std::string why_a_guess(const Model& model, const std::vector<double>& sizes);

}  // namespace hpcast::countergen

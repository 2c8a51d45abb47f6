// How the document of every answer ends, and what it warns of.
#pragma once

#include "hpcast/answers/answer.h"
#include "hpcast/faces/report/kit/document.h"

namespace hpcast::report {

// Warnings come first on the page, and before what is assumed in the text. `left_out`: the heading
// of what is not modelled.
void add_closing(Document& document, const answers::Answer& answer,
                 const char* left_out = "Not modelled");

}  // namespace hpcast::report

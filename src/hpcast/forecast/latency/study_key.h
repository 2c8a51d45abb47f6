// DIR/study.json: what the runs in that folder were made with. schemas/latency-study.schema.json.
#pragma once

#include "hpcast/forecast/latency/study.h"

namespace hpcast::forecast {

// Makes the folder and its study.json. Throws InputError where there is one of another study, or
// the folder cannot be written; with request.restart takes that study's runs away first.
void claim_directory(const StudyRequest& request);

std::string run_file(const StudyRequest& request, const StudyValue& panel, const StudyValue& value);

}  // namespace hpcast::forecast

// What every kind of answers must hold: its schema is the checked-in one, what is written conforms
// to that and is read back as it was.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "hpcast/answers/answer_file.h"
#include "hpcast/base/file.h"
#include "hpcast/base/schema_for_tests.h"
#include "hpcast/base/source_tree_for_tests.h"

namespace hpcast::answers {

// With HPCAST_UPDATE_SCHEMAS in the environment the file in schemas/ is written anew.
template <class T>
void expect_schema_is_checked_in() {
  const std::string path = source_tree() + "/schemas/" + T::kind.schema;
  if (std::getenv("HPCAST_UPDATE_SCHEMAS") != nullptr) write_file_atomically(path, schema_of<T>());
  EXPECT_EQ(schema_of<T>(), read_file(path)) << "run the tests with HPCAST_UPDATE_SCHEMAS=1";
}

template <class T>
T read_back(const std::string& text) {
  return from_document<T>(parse_json(text, "answer.json"));
}

template <class T>
void expect_round_trip(const T& answer) {
  const std::string text = to_text(answer);
  EXPECT_THAT(Conformance(T::kind.schema).faults(Json::parse(text)), testing::IsEmpty());
  EXPECT_EQ(read_back<T>(text), answer);
  EXPECT_EQ(to_text(read_back<T>(text)), text);
}

// The message for the answer's JSON after `change`; "accepted" where there is none.
template <class T, class Change>
std::string fault_after(const T& answer, Change change) {
  Json json = to_json(answer);
  change(json);
  try {
    read_back<T>(json.dump(1));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace hpcast::answers

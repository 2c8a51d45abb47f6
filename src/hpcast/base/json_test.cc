#include "hpcast/base/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpcast {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string fault_of(const std::string& text) {
  try {
    parse_json(text, "f.json");
  } catch (const InputError& e) {
    return e.what();
  }
  return "no fault";
}

TEST(Json, KnowsTheLineOfEachValue) {
  const Document document =
      parse_json("{\n \"a\": 1\n,\n \"b\": [\n  true,\n  {\"c/d\":\n\"x\"}\n]}", "f.json");
  EXPECT_EQ(document.line_of(""), 1);
  EXPECT_EQ(document.line_of("/a"), 2);
  EXPECT_EQ(document.line_of("/b"), 4);
  EXPECT_EQ(document.line_of("/b/0"), 5);
  EXPECT_EQ(document.line_of("/b/1"), 6);
  EXPECT_EQ(document.line_of("/b/1/c~1d"), 7);
  EXPECT_EQ(document.line_of("/b/1/missing/deeper"), 6);
  EXPECT_EQ(document.root.dump(), R"({"a":1,"b":[true,{"c/d":"x"}]})");
}

TEST(Json, ReadsEveryKindOfValue) {
  const Json root = parse_json(R"([null, -1, 18446744073709551615, 1e3, "s", {}, []])", "f").root;
  EXPECT_EQ(root.dump(), R"([null,-1,18446744073709551615,1000.0,"s",{},[]])");
  EXPECT_EQ(parse_json(" 7 ", "f").root, 7);
}

TEST(Json, ReportsSyntaxErrorsWithLineAndPlace) {
  EXPECT_THAT(fault_of("{\"a\": [1,\n2"), HasSubstr("f.json:2: /a: not valid JSON: "));
  EXPECT_THAT(fault_of("{\"a\": [1,\n2"), HasSubstr("unexpected end of input"));
  EXPECT_THAT(fault_of(""), HasSubstr("f.json:1: not valid JSON: "));
  EXPECT_THAT(fault_of("{} x"), HasSubstr("not valid JSON"));
  EXPECT_THAT(fault_of("{\"a\": \"\xff\"}"), HasSubstr("ill-formed UTF-8"));
}

TEST(Json, RefusesDuplicatesDepthAndHugeNumbers) {
  EXPECT_EQ(fault_of("{\"a\": 1,\n\"a\": 2, \"b\": 1, \"b\": 1}"),
            "f.json:2: /a: member 'a' is here twice\n  keep one of them\n"
            "f.json:2: /b: member 'b' is here twice\n  keep one of them");
  EXPECT_THAT(fault_of(std::string(101, '[') + std::string(101, ']')),
              HasSubstr("nested deeper than 100 levels"));
  EXPECT_EQ(fault_of(std::string(100, '[') + std::string(100, ']')), "no fault");
  EXPECT_EQ(fault_of("[1e999]"), "f.json:1: not valid JSON: number overflow parsing '1e999'");
}

TEST(Fields, ReadsMembersWithUnits) {
  const Document document = parse_json(
      R"({"bw": "51.2 GB/s", "size": 9007199254740993, "x": "y", "n": -3, "more": {"k": 1}})", "f");
  Faults faults(document);
  Fields fields(document.root, "", faults);
  EXPECT_EQ(fields.required_quantity("bw", Dimension::bytes_per_second), 51.2e9);
  EXPECT_EQ(fields.required_whole("size", Dimension::bytes), 9007199254740993U);
  EXPECT_EQ(fields.required_text("x"), "y");
  EXPECT_EQ(fields.integer("n", -5, 5), -3);
  EXPECT_EQ(fields.quantity("absent", Dimension::bytes), std::nullopt);
  EXPECT_EQ(fields.one_of("mode", {{"a", 1}, {"b", 2}}, 7), 7);
  EXPECT_EQ(fields.rest().dump(), R"({"more":{"k":1}})");
  EXPECT_FALSE(faults.any());
}

TEST(Fields, HasTextsOnOneLine) {
  const Document document = parse_json(R"({"x": "a\nb", "y": "c\r\nd", "z": ["e\nf"]})", "f");
  Faults faults(document);
  Fields fields(document.root, "", faults);
  EXPECT_EQ(fields.required_text("x"), "a b");
  EXPECT_EQ(fields.text("y"), "c  d");
  EXPECT_EQ(fields.texts("z"), std::vector<std::string>{"e f"});
}

TEST(Fields, CollectsEveryFault) {
  const Document document = parse_json(
      "{\n\"bw\": \"51.2 ns\",\n\"zero\": 0,\n\"half\": 1.5,\n\"word\": \"lur\",\n\"name\": 5,\n"
      "\"n\": 9,\n\"list\": {},\n\"capacty\": 1\n}",
      "f");
  Faults faults(document);
  Fields fields(document.root, "", faults);
  fields.required_quantity("bw", Dimension::bytes_per_second);
  fields.required_quantity("zero", Dimension::seconds);
  fields.required_whole("half", Dimension::bytes);
  fields.one_of("word", {{"lru", 1}, {"plru", 2}, {"random", 3}}, 1);
  fields.required_text("name");
  fields.integer("n", 0, 8);
  fields.array("list");
  fields.required_whole("capacity", Dimension::bytes);
  std::vector<std::string> texts;
  for (const Diagnostic& d : faults.sorted()) texts.push_back(to_string(d));
  EXPECT_THAT(
      texts, ElementsAre("f:1: 'capacity' is missing, expected bytes, such as 32768 or \"32 KiB\"\n"
                         "  is 'capacty' meant to be 'capacity'?",
                         "f:2: /bw: expected bytes/s, such as 51.2e9, \"51.2 GB/s\" or \"400 "
                         "Gbit/s\", found \"51.2 ns\"",
                         "f:3: /zero: must be above 0, found 0",
                         "f:4: /half: expected a whole number, found 1.5",
                         "f:5: /word: expected 'lru', 'plru' or 'random', found \"lur\"\n"
                         "  did you mean 'lru'?",
                         "f:6: /name: expected a string that is not empty, found 5",
                         "f:7: /n: expected a whole number from 0 to 8, found 9",
                         "f:8: /list: expected an array [...], found an object"));
  EXPECT_THROW(faults.throw_if_any(), InputError);
}

TEST(Fields, SaysWhenThereIsNoObject) {
  const Document document = parse_json("[3]", "f");
  Faults faults(document);
  Fields fields(document.root[0], "/0", faults);
  EXPECT_EQ(fields.required_text("name"), "");
  EXPECT_EQ(fields.rest(), Json::object());
  ASSERT_EQ(faults.sorted().size(), 1U);
  EXPECT_EQ(to_string(faults.sorted()[0]), "f:1: /0: expected an object {...}, found 3");
}

TEST(Faults, CountsWhatItLeavesOut) {
  const Document document = parse_json("{}", "f");
  Faults faults(document);
  for (int i = 0; i < 60; ++i) faults.add("", "wrong");
  EXPECT_EQ(faults.sorted().size(), 51U);
  EXPECT_EQ(faults.sorted().back().message, "and 10 more faults");
}

}  // namespace
}  // namespace hpcast

#include "hpcast/faces/report/kit/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpcast::report {
namespace {

using testing::HasSubstr;
using testing::Not;

Document sample_document() {
  TablePart table{.title = "Terms & <more>",
                  .caption = "By term",
                  .note = "Means",
                  .columns = {{"term", Align::left},
                              {"W"},
                              {"J", Align::right, Show::page},
                              {"bar", Align::left, Show::text}},
                  .most_in_text = 1,
                  .noun = "term"};
  table.rows = {{{"<memory>", {"2 W", 2}, "1 J", "##"}, Style::strong},
                {{"base", {"1 W", 1}, "-", "#"}}};
  return {.kind = "Power",
          .name = "node <1>",
          .verdict = "node <1>: 3 W a node; most of it memory",
          .headline = "3 W",
          .about = "of one node",
          .minds = {{"Partial: cut & off"}, {"Warning: hot", Show::page}},
          .parts = {Tiles{{{"Node", "3 W", "mean"}}}, table,
                    Pair{{"Over time", "Each window", "<svg></svg>"}, {"None", "", ""}},
                    ListPart{"Assumed", {"a & b"}}, ListPart{"Left out", {}},
                    Paragraph{"for text", Show::text}, Paragraph{"for the page", Show::page}}};
}

TEST(Document, IsTextInAnOrderThatBeginsWithTheVerdict) {
  EXPECT_EQ(to_text(sample_document(), {}),
            "node <1>: 3 W a node; most of it memory\n"
            "of one node\n"
            "Partial: cut & off\n"
            "\n"
            "By term\n"
            "term        W  bar\n"
            "<memory>  2 W  ##\n"
            "and 1 term more\n"
            "\n"
            "Assumed\n"
            "  - a & b\n"
            "\n"
            "for text\n");
}

TEST(Document, IsAPageWithAllRows) {
  const std::string page = to_page({sample_document()});
  EXPECT_THAT(page, HasSubstr("<span class=\"time\">3 W</span>a node; most of it memory</p>"));
  EXPECT_THAT(page, HasSubstr("<h3>Terms &amp; &lt;more&gt;</h3><p class=\"note\">By term</p>"
                              "<p class=\"note\">Means</p>"));
  EXPECT_THAT(page, HasSubstr("<table class=\"sortable\"><thead><tr><th class=\"l\">term</th>"
                              "<th>W</th><th>J</th></tr>"));
  EXPECT_THAT(page, HasSubstr("<tr class=\"strong\"><th class=\"l\">&lt;memory&gt;</th>"
                              "<td data-v=\"2\">2 W</td><td>1 J</td></tr>"));
  EXPECT_THAT(page, HasSubstr("<p class=\"partial\">Warning: hot</p>"));
  EXPECT_THAT(page, HasSubstr("<dt>Node</dt><dd>3 W <small>mean</small></dd>"));
  EXPECT_THAT(page, HasSubstr("<div class=\"pair\"><figure><h3>Over time</h3>"));
  EXPECT_THAT(page, Not(HasSubstr("<h3>None</h3>")));
  EXPECT_THAT(page, HasSubstr("for the page"));
  EXPECT_THAT(page, Not(HasSubstr("for text")));
  EXPECT_THAT(page, Not(HasSubstr("Left out")));
}

TEST(Document, SeveralShareAPage) {
  const std::string page = to_page({sample_document(), sample_document()});
  EXPECT_THAT(page, HasSubstr("<title>2 answers</title>"));
}

}  // namespace
}  // namespace hpcast::report

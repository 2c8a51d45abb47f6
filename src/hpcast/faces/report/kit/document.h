// What an answer shows: described once, written to a terminal and as a page.
//
// Texts are plain: the renderers escape, wrap and style them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "hpcast/faces/report/kit/table.h"
#include "hpcast/faces/report/kit/text_options.h"

namespace hpcast::report {

// Where a part is shown.
enum class Show { everywhere, text, page };

// Large numbers beside each other; on the page alone.
struct Tile {
  std::string title, value;
  std::string note = {};  // below the value
};
struct Tiles {
  std::vector<Tile> tiles;
};

struct Cell {
  Cell(std::string of) : text(std::move(of)) {}  // NOLINT: a cell is mostly its text
  Cell(const char* of) : text(of) {}
  Cell(std::string of, double by) : text(std::move(of)), order(by) {}

  std::string text;
  std::optional<double> order;  // what the page sorts the column by
};

struct TablePart {
  struct Column {
    std::string title;
    Align align = Align::right;
    Show show = Show::everywhere;
  };
  struct Row {
    std::vector<Cell> cells;  // as many as there are columns
    Style style = Style::plain;
  };

  std::string title = {};    // of the page's card
  std::string caption = {};  // a line above the table
  std::string note = {};     // how to read it; on the page alone
  std::vector<Column> columns = {};
  std::vector<Row> rows = {};
  std::size_t most_in_text = static_cast<std::size_t>(-1);  // rows; the others are counted
  const char* noun = "row";                                 // what a row is: "and 3 loops more"
  std::string foot = {};                                    // a line below
  Show show = Show::everywhere;
};

// A picture; on the page alone.
struct Figure {
  std::string title, caption;
  std::string svg;
};
// Beside each other where there is room.
struct Pair {
  Figure left, right;
};

// Pictures with their headings, as the functions that draw them have them; on the page alone.
struct Pictures {
  std::string html;
};

// Sentences under a heading; nothing where there are none.
struct ListPart {
  std::string title;
  std::vector<std::string> entries;
  Show show = Show::everywhere;
};

struct Paragraph {
  std::string text;
  Show show = Show::everywhere;
};

struct Document {
  using Part = std::variant<Tiles, TablePart, Figure, Pair, Pictures, ListPart, Paragraph>;

  std::string kind;  // of the answer: "Power"
  std::string name;  // of what it is about: "triad on rome"
  // The verdict in a line, and what of it the page shows large: its beginning, or other words.
  std::string verdict, headline;
  std::string about = {};             // a line below: of what, by which method
  std::vector<Paragraph> minds = {};  // what is to be minded before all else: "Partial: …"
  std::vector<Part> parts = {};
};

std::string to_text(const Document& document, const TextOptions& options);
// A page that needs nothing from elsewhere, with a section for each of them.
std::string to_page(const std::vector<Document>& documents);

}  // namespace hpcast::report

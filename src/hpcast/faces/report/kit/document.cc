#include "hpcast/faces/report/kit/document.h"

#include <fmt/format.h>

#include <algorithm>

#include "hpcast/base/text.h"
#include "hpcast/faces/report/kit/markup.h"

namespace hpcast::report {

namespace {

class TextRenderer {
 public:
  explicit TextRenderer(const TextOptions& options) : options_(options) {}

  std::string operator()(const Tiles&) const { return {}; }
  std::string operator()(const Figure&) const { return {}; }
  std::string operator()(const Pair&) const { return {}; }
  std::string operator()(const Pictures&) const { return {}; }
  std::string operator()(const ListPart& list) const {
    if (list.show == Show::page) return {};
    return list_section(list.title.c_str(), list.entries, options_);
  }
  std::string operator()(const Paragraph& paragraph) const {
    if (paragraph.show == Show::page || paragraph.text.empty()) return {};
    return "\n" + lines(paragraph.text);
  }
  std::string operator()(const TablePart& part) const {
    if (part.show == Show::page || part.rows.empty()) return {};
    std::vector<Table::Column> columns;
    for (const TablePart::Column& column : part.columns)
      if (column.show != Show::page) columns.push_back({printable(column.title), column.align});
    Table table(columns);
    const std::size_t shown = std::min(part.rows.size(), part.most_in_text);
    for (std::size_t i = 0; i < shown; ++i)
      table.row(cells(part, part.rows[i]), part.rows[i].style);
    std::string text = part.caption.empty() ? "" : lines(part.caption);
    text += table.text(options_.width, options_.colour);
    if (shown < part.rows.size())
      text += fmt::format("and {} more\n", counted(part.rows.size() - shown, part.noun));
    return "\n" + text + (part.foot.empty() ? "" : lines(part.foot));
  }

  std::string lines(const std::string& text) const {
    return wrapped(printable(text), options_.width, "  ") + "\n";
  }

 private:
  static std::vector<std::string> cells(const TablePart& part, const TablePart::Row& row) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < part.columns.size(); ++i)
      if (part.columns[i].show != Show::page) texts.push_back(printable(row.cells[i].text));
    return texts;
  }

  const TextOptions& options_;
};

class PageRenderer {
 public:
  std::string operator()(const Tiles& part) const {
    if (part.tiles.empty()) return {};
    std::string html = "<dl class=\"tiles\">\n";
    for (const Tile& tile : part.tiles)
      html += fmt::format("<div class=\"tile\"><dt>{}</dt><dd>{} <small>{}</small></dd></div>\n",
                          escape(tile.title), escape(tile.value), escape(tile.note));
    return html + "</dl>\n";
  }
  std::string operator()(const Figure& figure) const {
    if (figure.svg.empty()) return {};
    return fmt::format("<figure><h3>{}</h3>\n<figcaption>{}</figcaption>\n{}</figure>\n",
                       escape(figure.title), escape(figure.caption), figure.svg);
  }
  std::string operator()(const Pair& pair) const {
    return "<div class=\"pair\">" + (*this)(pair.left) + (*this)(pair.right) + "</div>\n";
  }
  std::string operator()(const Pictures& pictures) const { return pictures.html; }
  std::string operator()(const ListPart& list) const {
    return list.show == Show::text ? "" : list_card(list.title, list.entries);
  }
  std::string operator()(const Paragraph& paragraph) const {
    if (paragraph.show == Show::text || paragraph.text.empty()) return {};
    return "<p>" + escape(paragraph.text) + "</p>\n";
  }
  std::string operator()(const TablePart& part) const {
    if (part.show == Show::text || part.rows.empty()) return {};
    std::string html =
        fmt::format("<div class=\"card\"><h3>{}</h3>{}<div class=\"scroll\"><table{}><thead><tr>",
                    escape(part.title), note(part.caption) + note(part.note), is_sortable(part));
    for (const TablePart::Column& column : part.columns)
      if (column.show != Show::text)
        html += fmt::format("<th{}>{}</th>", left(column), escape(column.title));
    html += "</tr></thead><tbody>\n";
    for (const TablePart::Row& row : part.rows) html += row_html(part, row);
    return html + "</tbody></table></div>" + note(part.foot) + "</div>\n";
  }

 private:
  static std::string note(const std::string& text) {
    return text.empty() ? "" : "<p class=\"note\">" + escape(text) + "</p>";
  }
  static const char* left(const TablePart::Column& column) {
    return column.align == Align::left ? " class=\"l\"" : "";
  }
  static const char* is_sortable(const TablePart& part) {
    for (const Cell& cell : part.rows.front().cells)
      if (cell.order) return " class=\"sortable\"";
    return "";
  }

  // The first cell names the row.
  static std::string row_html(const TablePart& part, const TablePart::Row& row) {
    std::string html = row.style == Style::strong ? "<tr class=\"strong\">" : "<tr>";
    bool first = true;
    for (std::size_t i = 0; i < part.columns.size(); ++i) {
      if (part.columns[i].show == Show::text) continue;
      const Cell& cell = row.cells[i];
      const char* const tag = first ? "th" : "td";
      html += fmt::format("<{}{}{}>{}</{}>", tag, left(part.columns[i]),
                          cell.order ? fmt::format(" data-v=\"{:.12g}\"", *cell.order) : "",
                          escape(cell.text), tag);
      first = false;
    }
    return html + "</tr>\n";
  }
};

// What of the verdict stands beside the headline: all but what repeats that, or the name above.
std::string beside_headline(const Document& document) {
  std::string text = document.verdict;
  for (const std::string& said : {document.name + ": ", document.headline})
    if (text.starts_with(said)) text.erase(0, said.size());
  return text.substr(std::min(text.find_first_not_of(",;: "), text.size()));
}

std::string section(const Document& document) {
  std::string html = "<section class=\"result\">" + page_heading(document.kind, document.name) +
                     "<p class=\"verdict\">";
  if (!document.headline.empty())
    html += "<span class=\"time\">" + escape(document.headline) + "</span>";
  html += escape(beside_headline(document)) + "</p>\n";
  if (!document.about.empty()) html += "<p class=\"note\">" + escape(document.about) + "</p>\n";
  for (const Paragraph& mind : document.minds)
    if (mind.show != Show::text) html += "<p class=\"partial\">" + escape(mind.text) + "</p>\n";
  for (const Document::Part& part : document.parts) html += std::visit(PageRenderer(), part);
  return html + "</section>\n";
}

}  // namespace

std::string to_text(const Document& document, const TextOptions& options) {
  const TextRenderer render(options);
  std::string text = render.lines(document.verdict);
  if (!document.about.empty()) text += render.lines(document.about);
  for (const Paragraph& mind : document.minds)
    if (mind.show != Show::page) text += render.lines(mind.text);
  for (const Document::Part& part : document.parts) text += std::visit(render, part);
  return text;
}

std::string to_page(const std::vector<Document>& documents) {
  std::string sections;
  for (const Document& document : documents) sections += section(document);
  const std::string title = documents.size() == 1
                                ? documents.front().name + ": " + documents.front().verdict
                                : fmt::format("{} answers", documents.size());
  return page(title, sections);
}

}  // namespace hpcast::report

#include "hpcast/cli/skeleton_page.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/cli/skeleton_text.h"
#include "hpcast/report/markup.h"

namespace hpcast::cli {

namespace {

using report::escape;
using skeleton::Place;
using skeleton::Region;

// What is told of a line, and how it is coloured.
struct Line {
  const char* fate = "";
  std::string notes;
};

struct Source {
  std::size_t number = 0;     // on the page
  std::string hash;           // of its text when it was read, as far as the plan has it
  std::map<int, Line> lines;  // that anything is told of
};
using Sources = std::map<std::string, Source>;

std::string place_of(const Sources& sources, const Place& place) {
  const auto source = sources.find(place.file);
  const std::string_view path = place.file;
  const std::string text =
      escape(fmt::format("{}:{}", path.substr(path.find_last_of('/') + 1), place.line));
  if (place.line == 0) return {};
  if (source == sources.end()) return text + " ";
  return fmt::format("<a href=\"#f{}-{}\">{}</a> ", source->second.number, place.line, text);
}

std::string flow_of(const Sources& sources, const std::vector<Place>& flow) {
  std::string html;
  for (const Place& place : flow)
    html += (html.empty() ? "" : " → ") + place_of(sources, place) + escape(place.text);
  return html;
}

std::string note(const char* kind, const std::string& html) {
  return fmt::format("<p><b>{}</b> {}</p>", kind, html);
}

void mark(Source& source, int line, int end_line, const char* fate) {
  for (int i = line; i <= std::max(line, end_line); ++i) source.lines[i].fate = fate;
}

std::string about(const Region& region, const skeleton::Found& found) {
  const bool has_share = found.fit == skeleton::Fit::found && found.time.share > 0;
  const std::string depends = features_of(region);
  return note(
      "replaced",
      (has_share ? format_percent(found.time.share) + " of the measured computation, " : "") +
          "time: " + escape(time_of(region, found)) +
          (depends == "-" ? "" : ", depends on <code>" + escape(depends) + "</code>"));
}

// Outer parts first: what lies in them has the last word on its lines.
Sources sources_of(const forecast::Skeleton& skeleton) {
  Sources sources;
  const skeleton::Plan& plan = skeleton.plan;
  for (const Region& region : plan.regions) sources[region.file];
  for (const skeleton::Kept& kept : plan.kept) sources[kept.file];
  for (std::size_t i = 0; const Json& input : skeleton.json["inputs"]) {
    Source& source = sources[input["path"]];
    source.hash = input["sha256"];
    source.number = ++i;
  }
  std::size_t number = skeleton.json["inputs"].size();
  for (auto& [path, source] : sources)
    if (source.number == 0) source.number = ++number;
  std::vector<const skeleton::Kept*> kept;
  for (const skeleton::Kept& part : plan.kept) kept.push_back(&part);
  std::stable_sort(kept.begin(), kept.end(), [](const auto* one, const auto* other) {
    return one->end_line - one->line > other->end_line - other->line;
  });
  for (const skeleton::Kept* part : kept) {
    mark(sources[part->file], part->line, part->end_line, "kept");
    sources[part->file].lines[part->line].notes += note("kept", flow_of(sources, part->why));
  }
  for (std::size_t i = 0; i < plan.regions.size(); ++i) {
    const Region& region = plan.regions[i];
    mark(sources[region.file], region.line, region.end_line, "replaced");
    sources[region.file].lines[region.line].notes += about(region, skeleton.times[i]);
  }
  for (const Place& gone : plan.not_allocated)
    sources[gone.file].lines[gone.line].notes += note("not allocated", "");
  return sources;
}

std::string without_tabs(std::string_view line) {
  constexpr std::size_t stop = 8;
  std::string text;
  for (const char c : line) {
    if (c == '\t')
      text.resize((text.size() / stop + 1) * stop, ' ');
    else if (c != '\r')
      text += c;
  }
  return text;
}

// The cell of notes beside a line: down to the next one that has any, so that they leave the lines
// their height. Lines beside which there is another's have none.
std::string notes_beside(const Source& source, int number, int end) {
  const auto has_notes = [](const auto& line) { return !line.second.notes.empty(); };
  const auto told = source.lines.find(number);
  const bool is_told = told != source.lines.end() && has_notes(*told);
  if (!is_told && number > 1) return {};
  const auto next = std::find_if(source.lines.upper_bound(number), source.lines.end(), has_notes);
  const int rows = (next == source.lines.end() ? end : next->first) - number;
  return fmt::format("<td rowspan=\"{}\">{}</td>", rows, is_told ? told->second.notes : "");
}

std::string listing(const Source& source, const std::string& text) {
  std::string html = "<div class=\"scroll\"><table class=\"source\"><tbody>\n";
  std::vector<std::string> lines = split(text, '\n');
  if (lines.back().empty()) lines.pop_back();
  const int end = static_cast<int>(lines.size()) + 1;
  for (int number = 1; number < end; ++number) {
    const auto told = source.lines.find(number);
    const char* const fate = told == source.lines.end() ? "" : told->second.fate;
    html += fmt::format(
        "<tr id=\"f{0}-{1}\" class=\"{2}\"><th>{1}</th><td><pre>{3}</pre></td>{4}</tr>\n",
        source.number, number, fate,
        escape(without_tabs(lines[static_cast<std::size_t>(number) - 1])),
        notes_beside(source, number, end));
  }
  return html + "</tbody></table></div>\n";
}

std::string figure(const std::string& path, const Source& source) {
  std::string html = fmt::format(
      "<figure><h3>{}</h3><figcaption><span class=\"key-replaced\">replaced</span> "
      "<span class=\"key-kept\">kept for messages</span></figcaption>\n",
      escape(path));
  try {
    const std::string text = read_file(path);
    html += source.hash.empty() || sha256(text) == source.hash
                ? listing(source, text)
                : "<p class=\"partial\">The file has changed since it was read.</p>";
  } catch (const InputError& error) {
    html += "<p class=\"partial\">" + escape(error.what()) + "</p>";
  }
  return html + "</figure>\n";
}

std::string warnings_of(const forecast::Skeleton& skeleton) {
  std::string html;
  for (const Diagnostic& warning : skeleton.warnings) {
    html += "<p class=\"partial\"><b>Warning:</b>";
    for (const std::string& line : split(to_string(warning), '\n'))
      html += " " + escape(line) + "<br>";
    html += "</p>\n";
  }
  return html;
}

}  // namespace

std::string skeleton_page(const forecast::Skeleton& skeleton) {
  const Sources sources = sources_of(skeleton);
  const std::string name =
      sources.size() == 1 ? sources.begin()->first : counted(sources.size(), "source");
  std::string html = "<section class=\"result\">" + report::page_heading("Skeleton", name) +
                     "<p class=\"verdict\">" + escape(skeleton.verdict) + "</p>\n" +
                     warnings_of(skeleton);
  for (const auto& [path, source] : sources) html += figure(path, source);
  html += report::list_card("Not modelled", skeleton.plan.not_modelled);
  return report::page("Skeleton of " + name, html + "</section>\n");
}

}  // namespace hpcast::cli

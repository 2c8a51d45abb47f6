#include "hpcast/faces/cli/skeleton/skeleton_page.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/cli/skeleton/skeleton_text.h"
#include "hpcast/faces/report/kit/markup.h"

namespace hpcast::cli {

namespace {

using report::escape;
using skeleton::Place;
using skeleton::Region;

// A line of a source and what is told of it.
struct Line {
  std::string text;
  const char* fate = "";  // how it is coloured
  std::string notes{};
};

struct Source {
  std::size_t number = 0;  // on the page
  std::string not_shown;   // why there are no lines
  std::vector<Line> lines;
};
using Sources = std::map<std::string, Source>;

// `hash`: of its text when the plan was made; empty where the plan has none.
Source read_source(const std::string& path, const std::string& hash, std::size_t number) {
  Source source;
  source.number = number;
  try {
    const std::string text = read_file(path);
    if (!hash.empty() && sha256(text) != hash) {
      source.not_shown = "The file has changed since it was read.";
      return source;
    }
    for (std::string& line : split(text, '\n')) source.lines.push_back({std::move(line)});
    if (source.lines.back().text.empty()) source.lines.pop_back();
  } catch (const InputError& error) {
    source.not_shown = error.what();
  }
  return source;
}

std::string place_of(const Sources& sources, const Place& place) {
  if (place.line == 0) return {};
  const std::string text = escape(lines_of(place.file, place.line, 0));
  const auto source = sources.find(place.file);
  if (source == sources.end()) return text + " ";
  return fmt::format("<a href=\"#f{}-{}\">{}</a> ", source->second.number, place.line, text);
}

std::string flow_of(const Sources& sources, const std::vector<Place>& flow) {
  std::string html;
  for (const Place& place : flow)
    add_item(html, place_of(sources, place) + escape(place.text), " → ");
  return html;
}

std::string note(const char* kind, const std::string& html) {
  return fmt::format("<p><b>{}</b> {}</p>", kind, html);
}

// What is known of lines that a source no longer has is not shown.
void note_at(Source& source, int line, const std::string& html) {
  const auto at = static_cast<std::size_t>(line);
  if (line >= 1 && at <= source.lines.size()) source.lines[at - 1].notes += html;
}

void colour(Source& source, int line, int end_line, const char* fate) {
  const auto end =
      std::min(static_cast<std::size_t>(std::max(line, end_line)), source.lines.size());
  for (auto at = static_cast<std::size_t>(std::max(line, 1)); at <= end; ++at)
    source.lines[at - 1].fate = fate;
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

Sources read_sources(const skeleton::Plan& plan) {
  Sources sources;
  const auto add = [&](const std::string& path, const std::string& hash) {
    const std::size_t number = sources.size() + 1;
    if (!sources.contains(path)) sources.emplace(path, read_source(path, hash, number));
  };
  for (const skeleton::Input& input : plan.inputs) add(input.path, input.sha256);
  for (const Region& region : plan.regions) add(region.file, "");
  for (const skeleton::Kept& part : plan.kept) add(part.file, "");
  for (const Place& gone : plan.not_allocated) add(gone.file, "");
  return sources;
}

// Outer parts first: what lies in them has the last word on its lines.
void tell_of_kept(const std::vector<skeleton::Kept>& kept, Sources& sources) {
  std::vector<const skeleton::Kept*> parts;
  for (const skeleton::Kept& part : kept) parts.push_back(&part);
  std::stable_sort(parts.begin(), parts.end(), [](const auto* one, const auto* other) {
    return one->end_line - one->line > other->end_line - other->line;
  });
  for (const skeleton::Kept* const part : parts) {
    colour(sources.at(part->file), part->line, part->end_line, "kept");
    note_at(sources.at(part->file), part->line, note("kept", flow_of(sources, part->why)));
  }
}

Sources sources_of(const forecast::Skeleton& skeleton) {
  const skeleton::Plan& plan = skeleton.plan;
  Sources sources = read_sources(plan);
  tell_of_kept(plan.kept, sources);
  for (std::size_t i = 0; i < plan.regions.size(); ++i) {
    const Region& region = plan.regions[i];
    colour(sources.at(region.file), region.line, region.end_line, "replaced");
    note_at(sources.at(region.file), region.line, about(region, skeleton.times[i]));
  }
  for (const Place& gone : plan.not_allocated)
    note_at(sources.at(gone.file), gone.line, note("not allocated", ""));
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

// The cell of notes beside line `at`, from 0: down to the next one that has any, so that they leave
// the lines their height. Lines beside which there is another's have none.
std::string notes_beside(const std::vector<Line>& lines, std::size_t at) {
  const Line& line = lines[at];
  if (line.notes.empty() && at > 0) return {};
  const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(at);
  const auto next =
      std::find_if(begin + 1, lines.end(), [](const Line& other) { return !other.notes.empty(); });
  return fmt::format("<td rowspan=\"{}\">{}</td>", next - begin, line.notes);
}

std::string listing(const Source& source) {
  std::string html = "<div class=\"scroll\"><table class=\"source\"><tbody>\n";
  for (std::size_t at = 0; at < source.lines.size(); ++at) {
    const Line& line = source.lines[at];
    html += fmt::format(
        "<tr id=\"f{0}-{1}\" class=\"{2}\"><th>{1}</th><td><pre>{3}</pre></td>{4}</tr>\n",
        source.number, at + 1, line.fate, escape(without_tabs(line.text)),
        notes_beside(source.lines, at));
  }
  return html + "</tbody></table></div>\n";
}

std::string figure(const std::string& path, const Source& source) {
  return fmt::format(
      "<figure><h3>{}</h3><figcaption><span class=\"key-replaced\">replaced</span> "
      "<span class=\"key-kept\">kept for messages</span></figcaption>\n{}</figure>\n",
      escape(path),
      source.not_shown.empty() ? listing(source)
                               : "<p class=\"partial\">" + escape(source.not_shown) + "</p>\n");
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

#include "hpcast/faces/report/kit/markup.h"

#include <fmt/format.h>

#include <array>

#include "hpcast/faces/report/kit/table.h"

namespace hpcast::report {
namespace {

struct Step {
  double from;  // occupancy
  const char* name;
};
constexpr std::array<Step, 6> steps = {
    {{0.0005, "o1"}, {0.10, "o2"}, {0.25, "o3"}, {0.50, "o4"}, {0.75, "o5"}, {0.95, "o6"}}};

constexpr std::size_t phase_colours = 6;

}  // namespace

std::string escape(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

const char* occupancy_class(double occupancy) {
  const char* name = "o0";
  for (const Step& step : steps) {
    if (occupancy >= step.from) name = step.name;
  }
  return name;
}

std::string phase_class(std::size_t index, std::size_t count) {
  if (count < 2) return "one";
  return index < phase_colours ? fmt::format("p{}", index) : "px";
}

std::string page_heading(std::string_view kind, std::string_view name) {
  return fmt::format("<h1 class=\"kicker\">{}</h1><h2>{}</h2>\n", escape(kind), escape(name));
}

std::string list_card(std::string_view heading, const std::vector<std::string>& entries) {
  if (entries.empty()) return {};
  std::string html = fmt::format("<div class=\"card\"><h3>{}</h3><ul>\n", escape(heading));
  for (const std::string& entry : entries) html += "<li>" + escape(entry) + "</li>\n";
  return html + "</ul></div>\n";
}

std::string page(std::string_view title, const std::string& content) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
         "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
         escape(title) + "</title>\n<style>" + style_sheet() +
         "</style>\n</head>\n<body>\n<main>\n" + content + "</main>\n<script>" + script() +
         "</script>\n</body>\n</html>\n";
}

std::string script() {
  std::string limits;
  for (const Step& step : steps) limits += fmt::format("{},", step.from * 100);
  return "const limits=[" + limits + "];\n" + R"js(
const percent = value => (value === 0 || value >= 9.95 ? Math.round(value) : value.toFixed(1)) + ' %';
// Colours a picture of the machine for one phase: values are percent, the whole run first.
function choosePhase(figure, button) {
  const index = Number(button.dataset.phase);
  for (const other of figure.querySelectorAll('button[data-phase]'))
    other.setAttribute('aria-pressed', String(other === button));
  for (const cell of figure.querySelectorAll('rect[data-o]')) {
    const value = Number(cell.dataset.o.split(' ')[index] || 0);
    const step = limits.filter(limit => value >= limit).length;
    cell.setAttribute('class', 'o' + step + (cell.dataset.n === button.dataset.limit ? ' limit' : ''));
    const label = cell.parentNode.querySelector('text');
    if (label) label.setAttribute('class', 'i' + step);
    const share = cell.parentNode.querySelector('.share');
    if (share) share.textContent = percent(value);
    cell.querySelector('title').textContent = cell.dataset.n + ': ' + percent(value) + ' of the time';
  }
  for (const row of figure.querySelectorAll('g.row')) {
    const limits = row.querySelector('rect.limit') !== null;
    const share = row.querySelector('.row-share');
    share.textContent = percent(Number(share.dataset.o.split(' ')[index] || 0));
    share.setAttribute('class', 'row-share end ' + (limits ? 'accent' : 'strong'));
    row.querySelector('.row-word').textContent = limits ? 'limits' : 'busiest';
  }
}
for (const figure of document.querySelectorAll('figure.machine')) {
  for (const button of figure.querySelectorAll('button[data-phase]'))
    button.addEventListener('click', () => choosePhase(figure, button));
}
// Sorts a table by the column whose header was pressed.
function sortBy(table, column, header) {
  const up = header.getAttribute('aria-sort') === 'descending';
  for (const other of table.querySelectorAll('th[aria-sort]')) other.removeAttribute('aria-sort');
  header.setAttribute('aria-sort', up ? 'ascending' : 'descending');
  const key = row => row.cells[column].dataset.v ?? row.cells[column].textContent;
  const compare = (a, b) => a.localeCompare(b, undefined, {numeric: true});
  const rows = [...table.tBodies[0].rows].sort((a, b) => compare(key(a), key(b)) * (up ? 1 : -1));
  table.tBodies[0].append(...rows);
}
for (const table of document.querySelectorAll('table.sortable')) {
  [...table.tHead.rows[0].cells].forEach((header, column) => {
    const button = document.createElement('button');
    button.append(...header.childNodes);
    header.append(button);
    button.addEventListener('click', () => sortBy(table, column, header));
  });
}
// Long tables are folded on the screen, and whole on paper and without a script.
const folds = [...document.querySelectorAll('details')];
let unfolded = [];
for (const fold of folds) fold.open = false;
addEventListener('beforeprint', () => {
  unfolded = folds.filter(fold => fold.open);
  for (const fold of folds) fold.open = true;
});
addEventListener('afterprint', () => {
  for (const fold of folds) fold.open = unfolded.includes(fold);
});
document.documentElement.classList.add('scripted');
)js";
}

// Occupancy: one hue from faint to strong, so that it reads in grey and without colour vision; in
// the dark it runs from dim to bright. The limit alone is orange. Phases: Okabe and Ito's palette.
std::string style_sheet() {
  return R"css(
:root { color-scheme: light dark;
  --page: #f6f5f2; --card: #ffffff; --ink: #16181d; --soft: #565b66; --line: #dcdad4;
  --panel: #f3f2ee; --accent: #c2410c; --bar: #2a6fc4; --faint-bar: #c9dcf4;
  --o0: #e9e7e1; --o1: #d3e4f8; --o2: #a5c8f0; --o3: #659fe0; --o4: #2a6fc4; --o5: #184b93; --o6: #0b2c63;
  --i0: #565b66; --i1: #16181d; --i2: #16181d; --i3: #0b1220; --i4: #ffffff; --i5: #ffffff; --i6: #ffffff; }
@media (prefers-color-scheme: dark) { :root {
  --page: #14161a; --card: #1c1f25; --ink: #f0f1f3; --soft: #a9afba; --line: #363b45;
  --panel: #23272e; --accent: #ff9d5c; --bar: #5b9ae6; --faint-bar: #2c4468;
  --o0: #2e323a; --o1: #1d3354; --o2: #22497f; --o3: #2f6bb8; --o4: #5b9ae6; --o5: #9cc5f5; --o6: #e0eefe;
  --i0: #a9afba; --i1: #e8edf5; --i2: #f0f4fa; --i3: #ffffff; --i4: #0b1220; --i5: #0b1220; --i6: #0b1220; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
main { max-width: 1240px; margin: 0 auto; padding: 28px 28px 56px; }
.kicker { margin: 0; color: var(--soft); font-size: 13px; font-weight: 400; letter-spacing: .04em; }
h1, h2 { margin: 2px 0 0; font-size: 20px; font-weight: 600; overflow-wrap: anywhere; }
h3 { margin: 0 0 2px; font-size: 15px; font-weight: 650; }
.result + .result, .card + .result { margin-top: 56px; padding-top: 32px; border-top: 2px solid var(--line); }
.verdict { margin: 10px 0 20px; font-size: 19px; overflow-wrap: anywhere; }
.verdict .time { display: block; font-size: 60px; line-height: 1.1; font-weight: 680; letter-spacing: -.02em; }
.verdict strong { font-weight: 650; } .verdict .limit { color: var(--accent); }
.partial { padding: 10px 14px; border-left: 4px solid var(--soft); background: var(--card); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(190px, 1fr)); gap: 12px; margin: 0 0 16px; }
.tile { padding: 12px 16px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.tile dt { color: var(--soft); font-size: 13px; }
.tile dd { margin: 0; font-size: 23px; font-weight: 620; overflow-wrap: anywhere; line-height: 1.3; }
.tile dd small { display: block; font-size: 13px; font-weight: 400; color: var(--soft); }
.card, figure { margin: 0 0 16px; padding: 16px 20px; background: var(--card); border: 1px solid var(--line);
  border-radius: 8px; }
figcaption, .note { color: var(--soft); font-size: 13px; margin: 0 0 10px; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(440px, 1fr)); gap: 16px; }
.pair > * { margin-bottom: 16px; }
svg { display: block; width: 100%; height: auto; }
svg text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; fill: var(--ink); }
svg text.soft { fill: var(--soft); }
svg text.strong { font-weight: 650; }
svg text.end { text-anchor: end; }
svg text.middle { text-anchor: middle; }
svg text.accent { fill: var(--accent); font-weight: 650; }
svg .panel { fill: var(--panel); }
svg .axis { stroke: var(--line); stroke-width: 1; }
svg .forecast { stroke: var(--accent); stroke-width: 1.5; stroke-dasharray: 4 3; }
svg .one { fill: var(--bar); } svg .mean { fill: var(--bar); } svg .longest { fill: var(--faint-bar); }
svg .hot { fill: var(--accent); }
svg .mark { stroke: var(--accent); stroke-width: 2.5; }
svg.dots .band { fill: var(--faint-bar); } svg.dots .diagonal { stroke: var(--soft); stroke-width: 1; }
svg.dots circle { fill-opacity: .4; stroke-width: 1; } svg.dots .near { fill: var(--bar); stroke: var(--bar); }
svg.dots .off { fill: var(--accent); stroke: var(--accent); }
svg .side-a { fill: #56b4e9; } svg .side-b { fill: #0072b2; }
.key-a::before, .key-b::before { content: ""; display: inline-block; width: 11px; height: 11px; margin-right: 6px; }
.key-a::before { background: #56b4e9; } .key-b::before { background: #0072b2; }
.o0 { fill: var(--o0); } .o1 { fill: var(--o1); } .o2 { fill: var(--o2); } .o3 { fill: var(--o3); }
.o4 { fill: var(--o4); } .o5 { fill: var(--o5); } .o6 { fill: var(--o6); }
svg text.i0 { fill: var(--i0); } svg text.i1 { fill: var(--i1); } svg text.i2 { fill: var(--i2); }
svg text.i3 { fill: var(--i3); } svg text.i4 { fill: var(--i4); } svg text.i5 { fill: var(--i5); }
svg text.i6 { fill: var(--i6); }
svg rect[data-o] { stroke: var(--line); stroke-width: .6; }
svg rect.limit, svg rect[data-o].limit { stroke: var(--accent); stroke-width: 3; }
.p0 { fill: #0072b2; } .p1 { fill: #e69f00; } .p2 { fill: #009e73; } .p3 { fill: #cc79a7; }
.p4 { fill: #56b4e9; } .p5 { fill: #d55e00; } .p6 { fill: #aa4499; } .px { fill: #8a8f99; } .py { fill: #b9bdc6; }
svg.lines polyline { fill: none; stroke-width: 1.6; } svg.lines polyline.strong { stroke-width: 3; }
svg.lines .unseen { fill: transparent; }
svg.lines .s0 { stroke: #0072b2; } svg.lines .s1 { stroke: #e69f00; } svg.lines .s2 { stroke: #009e73; }
svg.lines .s3 { stroke: #cc79a7; } svg.lines .s4 { stroke: #56b4e9; } svg.lines .s5 { stroke: #d55e00; }
svg.lines circle.s0 { fill: #0072b2; } svg.lines circle.s1 { fill: #e69f00; } svg.lines circle.s2 { fill: #009e73; }
svg.lines circle.s3 { fill: #cc79a7; } svg.lines circle.s4 { fill: #56b4e9; } svg.lines circle.s5 { fill: #d55e00; }
svg.roofline .roof { stroke-width: 1.8; } svg.roofline .peak { stroke: var(--ink); stroke-dasharray: 6 3; }
svg.study .base { stroke: var(--soft); } svg.study circle { stroke: none; }
svg.study .t0 { stroke: var(--o1); } svg.study .t1 { stroke: var(--o2); } svg.study .t2 { stroke: var(--o3); }
svg.study .t3 { stroke: var(--o4); } svg.study .t4 { stroke: var(--o6); }
svg.study circle.t0 { fill: var(--o1); } svg.study circle.t1 { fill: var(--o2); } svg.study circle.t2 { fill: var(--o3); }
svg.study circle.t3 { fill: var(--o4); } svg.study circle.t4 { fill: var(--o6); }
svg text.on { fill: #10131a; } svg text.on0 { fill: #ffffff; }
.phases { display: none; gap: 6px; flex-wrap: wrap; margin: 0 0 10px; }
.scripted .phases { display: flex; }
button { font: inherit; color: inherit; cursor: pointer; }
.phases button { padding: 3px 12px; font-size: 13px; background: none; border: 1px solid var(--line); border-radius: 14px; }
.phases button[aria-pressed="true"] { background: var(--ink); color: var(--card); border-color: var(--ink); }
button:focus-visible, a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 3px solid var(--bar);
  outline-offset: 2px; }
a { color: inherit; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; }
th, td { padding: 5px 10px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
thead th { color: var(--soft); font-weight: 550; font-size: 13px; vertical-align: bottom; }
tbody th { font-weight: 500; }
th.l, td.l, tbody th { text-align: left; } tr.strong > * { font-weight: 650; }
td.wrap { white-space: normal; overflow-wrap: anywhere; }
tr.limits th, tr.limits td { font-weight: 650; }
tr.limits th { color: var(--accent); }
thead th button { padding: 0; border: 0; background: none; font-weight: inherit; }
th[aria-sort="descending"] button::after { content: " \2193"; }
th[aria-sort="ascending"] button::after { content: " \2191"; }
.meter { display: inline-block; width: 90px; height: 8px; margin-left: 8px; background: var(--o0); border-radius: 2px; }
.meter i { display: block; height: 100%; background: var(--bar); border-radius: 2px; }
.limits .meter i { background: var(--accent); }
table.source th, table.source td { padding: 0 10px; border: 0; vertical-align: top; white-space: normal; }
table.source th { width: 1%; color: var(--soft); font-weight: 400; text-align: right; user-select: none; }
table.source td { text-align: left; } table.source td:nth-child(3) { width: 42%; font-size: 13px; color: var(--soft); }
table.source p { margin: 0; } table.source p + p { margin-top: 2px; }
pre, code { margin: 0; font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
table.source .replaced td:nth-child(2) { background: var(--faint-bar); box-shadow: inset 3px 0 var(--bar); }
table.source .kept td:nth-child(2) { box-shadow: inset 3px 0 var(--accent); }
table.source tr:target { outline: 2px solid var(--accent); }
.key-replaced, .key-kept { padding: 0 8px; margin-right: 8px; }
.key-replaced { background: var(--faint-bar); box-shadow: inset 3px 0 var(--bar); color: var(--ink); }
.key-kept { box-shadow: inset 3px 0 var(--accent); color: var(--ink); }
summary { cursor: pointer; font-weight: 600; }
details table { margin-top: 10px; font-size: 13px; }
details th, details td { padding: 4px 6px; }
ul { margin: 6px 0 0; padding-left: 20px; }
code { font: 12.5px ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 3px 18px; margin: 0 0 12px; font-size: 14px; }
.facts dt { color: var(--soft); } .facts dd { margin: 0; overflow-wrap: anywhere; }
h4 { margin: 14px 0 0; font-size: 13.5px; font-weight: 600; }
.key { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 0 0 10px; font-size: 13px; color: var(--soft); }
.key i { display: inline-block; width: 12px; height: 12px; margin-right: 6px; vertical-align: -1px; border-radius: 2px; }
.key .limit { color: var(--accent); font-weight: 650; }
.key .p0 { background: #0072b2; } .key .p1 { background: #e69f00; } .key .p3 { background: #cc79a7; }
.key .p2 { background: #009e73; } .key .p4 { background: #56b4e9; } .key .p5 { background: #d55e00; }
.key .p6 { background: #aa4499; } .key .px { background: #8a8f99; } .key .py { background: #b9bdc6; }
.key .line { height: 3px; vertical-align: 3px; background: var(--accent); } .key .path { height: 3px; vertical-align: 3px; background: var(--ink); }
.key .arrow { height: 1px; vertical-align: 4px; background: var(--soft); }
.key .o0 { background: var(--o0); } .key .o1 { background: var(--o1); } .key .o2 { background: var(--o2); }
.key .o3 { background: var(--o3); } .key .o4 { background: var(--o4); } .key .o5 { background: var(--o5); }
.key .o6 { background: var(--o6); }
svg.graph line { stroke-width: 4; } svg.graph .node { fill: var(--bar); } svg.graph .switch { fill: var(--soft); }
svg.graph text { paint-order: stroke; stroke: var(--card); stroke-width: 4px; stroke-linejoin: round; }
.ho0 { stroke: var(--o0); } .ho1 { stroke: var(--o1); } .ho2 { stroke: var(--o2); } .ho3 { stroke: var(--o3); }
.ho4 { stroke: var(--o4); } .ho5 { stroke: var(--o5); } .ho6 { stroke: var(--o6); }
.tools { display: none; flex-wrap: wrap; gap: 6px; align-items: center; margin: 0 0 10px; font-size: 13px; }
.scripted .tools { display: flex; }
.tools button { min-width: 34px; padding: 3px 10px; background: none; border: 1px solid var(--line); border-radius: 14px; }
.frame { position: relative; }
.frame canvas { display: block; width: 100%; height: 0; cursor: grab; touch-action: pan-y; }
.frame canvas:focus-visible { outline: 3px solid var(--bar); outline-offset: 2px; }
.tip { position: absolute; z-index: 1; padding: 5px 9px; pointer-events: none; white-space: pre; font-size: 13px;
  background: var(--card); border: 1px solid var(--line); border-radius: 6px; box-shadow: 0 2px 8px #0003; }
@media (max-width: 560px) { main { padding: 16px; } .pair { grid-template-columns: 1fr; } .verdict .time { font-size: 44px; }
  svg.wide { min-width: 720px; } }
@media print { :root { --page: #fff; } body { font-size: 12px; } main { max-width: none; padding: 0; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  figure, .card, .tile, tr { break-inside: avoid; } .phases { display: none !important; }
  summary { list-style: none; } details.card { break-inside: auto; } .scroll { overflow: visible; }
  details table, details thead th { font-size: 9px; } details th, details td { padding: 1px 3px; white-space: normal; } }
)css";
}

}  // namespace hpcast::report

// The timeline: its data, as small as they go, and the frame that the script draws in.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/markup.h"
#include "hpcast/faces/report/network/html.h"

namespace hpcast::report {

namespace {

using answers::NetworkAnswer;
using answers::NetworkTimeline;
using answers::TimelineInfo;

// In a script element: no text may end it.
std::string script_string(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == '<' || c == '"' || c == '\\')
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else
      quoted += c;
  }
  return quoted + "\"";
}

class ListWriter {
 public:
  explicit ListWriter(std::string& text) : text_(text) { text_ += '['; }
  ~ListWriter() { text_ += ']'; }
  ListWriter(const ListWriter&) = delete;
  ListWriter& operator=(const ListWriter&) = delete;
  template <class Value>
  void add(const Value& value) {
    if (!first_) text_ += ',';
    first_ = false;
    fmt::format_to(std::back_inserter(text_), "{}", value);
  }
  template <class Value>
  void add_or_null(const std::optional<Value>& value) {
    if (value)
      add(*value);
    else
      add("null");
  }
  std::string& next() {
    if (!first_) text_ += ',';
    first_ = false;
    return text_;
  }

 private:
  std::string& text_;
  bool first_ = true;
};

void put_infos(const NetworkTimeline& timeline, std::string& text) {
  ListWriter list(text);
  for (const TimelineInfo& info : timeline.infos) {
    list.add(static_cast<int>(info.state) + (info.several ? 4 : 0));
    list.add(info.call);
    list.add_or_null(info.peer);
    list.add_or_null(info.bytes);
  }
}

// From the end before to the begin, from the begin to the end, info.
void put_row(const std::vector<answers::TimelinePiece>& row, std::string& text) {
  ListWriter list(text);
  std::uint32_t before = 0;
  for (const answers::TimelinePiece& piece : row) {
    list.add(piece.begin - before);
    list.add(piece.end - piece.begin);
    list.add(piece.info);
    before = piece.end;
  }
}

// Row, begin, end, row of a message's sender or -1.
void put_path(const NetworkAnswer& r, const NetworkTimeline& timeline, std::string& text) {
  ListWriter list(text);
  const auto row_of = [&](std::uint32_t rank) -> long {
    const auto at = std::lower_bound(timeline.ranks.begin(), timeline.ranks.end(), rank);
    return at == timeline.ranks.end() || *at != rank ? -1 : at - timeline.ranks.begin();
  };
  for (const answers::PathPart& part : r.critical_path.parts) {
    const long row = row_of(part.rank), from = part.from ? row_of(*part.from) : -1;
    if (row < 0 || (part.from && from < 0)) continue;
    list.add(row);
    list.add(std::llround(part.begin_s / timeline.unit_s));
    list.add(std::llround(part.end_s / timeline.unit_s));
    list.add(from);
  }
}

std::string gantt_note(const NetworkAnswer& r, const NetworkTimeline& timeline) {
  std::string note =
      "Zoom into time with the wheel, into ranks with Shift and the wheel; drag to move. Keys: "
      "arrows, + and −, [ and ] for ranks, 0 for all.";
  if (timeline.ranks.size() < r.ranks)
    note += fmt::format(" {} of {} ranks: evenly, and those on the critical path.",
                        timeline.ranks.size(), r.ranks);
  if (timeline.merged_s > 0)
    note += fmt::format(" What is shorter than {} is merged with its neighbours.",
                        format_time(timeline.merged_s));
  if (timeline.messages.size() < timeline.all_messages)
    note += fmt::format(" {} of {} messages.", timeline.messages.size(), timeline.all_messages);
  return note;
}

std::string gantt_buttons() {
  struct Button {
    const char *action, *text, *label;
  };
  constexpr std::array<Button, 7> buttons = {{{"in", "+", "Zoom in"},
                                              {"out", "−", "Zoom out"},
                                              {"left", "←", "Earlier"},
                                              {"right", "→", "Later"},
                                              {"fewer", "Ranks +", "Ranks +: fewer, larger"},
                                              {"more", "Ranks −", "Ranks −: more, smaller"},
                                              {"all", "All", "All of the run"}}};
  std::string html = "<div class=\"tools\" role=\"group\" aria-label=\"Zoom\">";
  for (const Button& button : buttons)
    html += fmt::format("<button type=\"button\" data-do=\"{}\" aria-label=\"{}\">{}</button>",
                        button.action, button.label, button.text);
  for (const auto& [name, text] : {std::pair("messages", "Messages"), {"path", "Critical path"}})
    html +=
        fmt::format("<label><input type=\"checkbox\" name=\"{}\" checked> {}</label>", name, text);
  return html + "</div>\n";
}

std::string gantt_key() {
  return "<p class=\"key\"><span><i class=\"p0\"></i>computes</span><span><i "
         "class=\"p4\"></i>works in MPI</span><span><i class=\"p1\"></i>waits for others to "
         "begin</span><span><i class=\"p3\"></i>waits for data</span><span><i "
         "class=\"path\"></i>critical path</span><span><i "
         "class=\"arrow\"></i>message</span></p>\n";
}

}  // namespace

std::string gantt_data(const NetworkAnswer& r, const NetworkTimeline& timeline) {
  std::string text = fmt::format("{{\"unit\":{:.17g},\"end\":{},\"calls\":", timeline.unit_s,
                                 std::llround(r.time_s / timeline.unit_s));
  {
    ListWriter calls(text);
    for (const std::string& call : timeline.calls) calls.add(script_string(call));
  }
  text += ",\"infos\":";
  put_infos(timeline, text);
  text += ",\"ranks\":";
  {
    ListWriter ranks(text);
    for (const std::uint32_t rank : timeline.ranks) ranks.add(rank);
  }
  text += ",\"rows\":";
  {
    ListWriter rows(text);
    for (const auto& row : timeline.rows) put_row(row, rows.next());
  }
  text += ",\"messages\":";
  {
    ListWriter messages(text);
    for (const answers::TimelineMessage& m : timeline.messages) {
      for (const std::uint64_t value : {std::uint64_t{m.from}, std::uint64_t{m.to},
                                        std::uint64_t{m.sent}, std::uint64_t{m.received}, m.bytes})
        messages.add(value);
    }
  }
  text += ",\"path\":";
  put_path(r, timeline, text);
  return text + "}";
}

std::string gantt_figure(const NetworkAnswer& r, const NetworkTimeline& timeline) {
  if (timeline.rows.empty() || timeline.unit_s <= 0) return {};
  return "<figure class=\"gantt\"><h3>Timeline</h3>\n<figcaption>" +
         escape(gantt_note(r, timeline)) + "</figcaption>\n" + gantt_key() + gantt_buttons() +
         "<div class=\"frame\"><canvas tabindex=\"0\" role=\"img\" aria-label=\"What each rank did "
         "when\"></canvas><div class=\"tip\" hidden></div></div><noscript><p class=\"note\">The "
         "timeline is drawn by a script, which is off here; the tables below say what it "
         "shows.</p></noscript>\n<script type=\"application/json\" id=\"timeline\">" +
         gantt_data(r, timeline) + "</script><script>" + gantt_script() + "</script></figure>\n";
}

}  // namespace hpcast::report

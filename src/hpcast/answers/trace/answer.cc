#include "hpcast/answers/trace/answer.h"

#include <fmt/format.h>

#include <filesystem>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"

namespace hpcast::answers {

static void describe(Mapping& m, KindCount& count) {
  m("kind", count.kind);
  m("instructions", count.instructions);
}

static void describe(Mapping& m, InstructionMix& mix) {
  m.type("mix", "Instructions of a phase, or of the whole run");
  m.optional("name", mix.name, "Of the phase; missing: the whole run");
  m("instructions", mix.instructions);
  m("kinds", mix.kinds, "That there are, most first");
  m("branches_taken", mix.taken, "Conditional ones");
  m("branches_not_taken", mix.not_taken);
}

static void describe(Mapping& m, HotLoop& loop) {
  m("block", loop.block, "The superblock that begins a turn");
  m.optional("function", loop.function, "Missing where it is not known");
  m.optional("file", loop.file, "Missing where it is not known");
  m.optional("line", loop.line, "Missing where it is not known");
  m("turns", loop.turns);
  m("instructions", loop.instructions);
  m("mostly", loop.mostly, "The kind that most of them are of");
}

void describe(Mapping& m, TraceSummary& s) {
  describe_head(m, TraceSummary::kind, s);
  m("trace", s.trace, "Its name");
  m("threads", s.threads);
  m("undescribed", s.undescribed, "Superblocks executed of which nothing is known: left out");
  m("whole", s.whole);
  m("phases", s.phases, "That executed anything; none where there is only one");
  m("loops_found", s.loops_found);
  m("loops", s.loops, "Most instructions first; the 1000 first of more");
  describe_tail(m, s);
}

std::uint64_t InstructionMix::of_kind(const std::string& kind) const {
  for (const KindCount& count : kinds)
    if (count.kind == kind) return count.instructions;
  return 0;
}

std::string place_text(const HotLoop& loop) {
  if (loop.function.empty()) return fmt::format("superblock {}", loop.block);
  if (loop.line == 0) return loop.function;
  return fmt::format("{}, {}:{}", loop.function,
                     std::filesystem::path(loop.file).filename().string(), loop.line);
}

std::string verdict_line(const TraceSummary& s) {
  const auto instructions = static_cast<double>(s.whole.instructions);
  const std::string text = fmt::format("{}: {} instructions of {}", s.trace,
                                       format_count(instructions), counted(s.threads, "thread"));
  if (s.loops.empty()) return text + ", in no loop";
  const HotLoop& hottest = s.loops.front();
  return text +
         fmt::format(", {} of them in the loop at {}",
                     format_percent(static_cast<double>(hottest.instructions) / instructions),
                     place_text(hottest));
}

}  // namespace hpcast::answers

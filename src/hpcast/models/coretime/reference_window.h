// The rules of docs/core-model.md once more, slow and obvious, for tests to compare the window
// with: all that ever was is kept, and looked through. Shares with the window only the plain data:
// Code, MemoryView, Reference.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "hpcast/models/coretime/window.h"

namespace hpcast::coretime::reference_model {

using Value = blocks::Value;

// Places that are held from some time until another.
class Places {
 public:
  explicit Places(std::size_t places) : places_(places) {}
  bool has_room(Cycle time) const {
    const auto held = std::distance(leave_.upper_bound(time), leave_.end());
    return static_cast<std::size_t>(held) < places_;
  }
  void hold_until(Cycle time) { leave_.insert(time); }

 private:
  std::size_t places_;
  std::multiset<Cycle> leave_;
};

// Places that are left in the order of entering.
class Line {
 public:
  explicit Line(std::size_t places) : places_(places) {}
  bool has_room(Cycle time) const {
    return left_.size() < places_ || left_[left_.size() - places_] <= time;
  }
  void hold_until(Cycle time) { left_.push_back(time); }

 private:
  std::size_t places_;
  std::vector<Cycle> left_;
};

// Which ports are busy in which cycle.
class SlowPorts {
 public:
  Cycle take(std::uint64_t ports, Cycle from, unsigned cycles) {
    for (Cycle time = from;; ++time)
      for (int port = 63; port >= 0; --port) {
        if ((ports >> port & 1) == 0 || !is_free(port, time, cycles)) continue;
        for (unsigned i = 0; i < cycles; ++i) busy_.insert({time + i, port});
        return time;
      }
  }

 private:
  bool is_free(int port, Cycle time, unsigned cycles) const {
    for (unsigned i = 0; i < cycles; ++i)
      if (busy_.count({time + i, port}) != 0) return false;
    return true;
  }
  std::set<std::pair<Cycle, int>> busy_;
};

// A way for lines: days of at least 64 cycles and four lines, each with room for its cycles.
class SlowWay {
 public:
  explicit SlowWay(double line) : line_(line) {}
  Cycle pass(Cycle from) {
    if (line_ == 0) return from;
    const Cycle day = std::max<Cycle>(64, static_cast<Cycle>(std::ceil(4 * line_)));
    Cycle number = from / day;
    while (used_[number] >= static_cast<double>(day)) ++number;
    const double before = used_[number];
    const double over = std::max(0.0, before + line_ - static_cast<double>(day));
    used_[number] += line_;
    if (over > 0) used_[number + 1] += over;
    return std::max(from, number * day + static_cast<Cycle>(before));
  }

 private:
  double line_;
  std::map<Cycle, double> used_;  // cycles, by day
};

// All addresses of one load or store, and when they were asked for.
class History {
 public:
  History(unsigned log2_line, unsigned log2_page) : log2_line_(log2_line), log2_page_(log2_page) {}
  void add(std::uint64_t address, Cycle time) { all_.push_back({address, time}); }

  // When a prefetcher that is so many lines ahead asked for the line of the last address.
  Cycle asked(unsigned ahead, Cycle now) const {
    // The run of equal steps that ends here.
    std::size_t first = all_.size() - 1;
    while (first > 0 && step(first) == step(all_.size() - 1)) --first;
    // Its first step is from all_[first] to the next one; three more make it sure.
    const std::size_t sure = first + 4;
    if (ahead == 0 || sure >= all_.size()) return now;
    if (std::abs(step(sure)) > 2048) return now;
    std::size_t in_page = sure;  // and what is of the last one's page
    for (std::size_t i = sure + 1; i < all_.size(); ++i)
      if (page(i) != page(i - 1)) in_page = i;
    std::vector<Cycle> entered;  // lines since then
    for (std::size_t i = in_page + 1; i < all_.size(); ++i)
      if (line(i) != line(i - 1)) entered.push_back(all_[i].second);
    if (entered.empty()) return now;
    const Cycle known = all_[in_page].second;
    const std::size_t back = std::min<std::size_t>(7, entered.size() - 1);
    const Cycle then = back == 0 ? known : entered[entered.size() - 1 - back];
    const Cycle took = now > then ? now - then : 0;  // for `back` lines, or for the first
    const Cycle before = took * ahead / std::max<std::size_t>(1, back);
    const Cycle then_asked = now > before ? now - before : 0;
    return std::min(now, std::max(then_asked, known));
  }

 private:
  std::int64_t step(std::size_t i) const {
    return static_cast<std::int64_t>(all_[i].first - all_[i - 1].first);
  }
  std::uint64_t line(std::size_t i) const { return all_[i].first >> log2_line_; }
  std::uint64_t page(std::size_t i) const { return all_[i].first >> log2_page_; }
  unsigned log2_line_, log2_page_;
  std::vector<std::pair<std::uint64_t, Cycle>> all_;
};

// Who has a page: sets of eight, the pages used last. Walks for the others.
class SlowTlb {
 public:
  explicit SlowTlb(const Translation& translation) : translation_(translation) {}
  Cycle translate(std::uint64_t address, Cycle begin) {
    if (translation_.walk == 0) return begin;
    const std::uint64_t page = address >> translation_.log2_page;
    if (was_among_last_eight(pages_[page % sets_of(translation_.entries)], page)) return begin;
    const std::uint64_t line = page / 8;
    const bool near = was_among_last_eight(lines_[line % sets_of(translation_.near_lines)], line);
    const auto walking = [&](Cycle time) {
      return std::count_if(walks_.begin(), walks_.end(), [&](const auto& walk) {
        return walk.first <= time && time < walk.second;
      });
    };
    while (walking(begin) >= translation_.walkers) ++begin;
    walks_.emplace_back(begin, begin + translation_.walk - (near ? translation_.saved : 0));
    return walks_.back().second;
  }

 private:
  static std::uint64_t sets_of(std::uint32_t places) {
    std::uint64_t sets = 1;
    while (sets * 8 < places) ++sets;
    return sets;
  }
  static bool was_among_last_eight(std::deque<std::uint64_t>& set, std::uint64_t page) {
    const auto found = std::find(set.begin(), set.end(), page);
    const bool known = found != set.end();
    if (known) set.erase(found);
    set.push_back(page);
    if (set.size() > 8) set.pop_front();
    return known;
  }

  Translation translation_;
  std::map<std::uint64_t, std::deque<std::uint64_t>> pages_;  // by set
  std::map<std::uint64_t, std::deque<std::uint64_t>> lines_;  // of the page table, by set
  std::vector<std::pair<Cycle, Cycle>> walks_;                // begin and end
};

class Memory {
 public:
  Memory(const MemoryView& view, const Translation& translation, bool idle)
      : view_(view), idle_(idle), tlb_(translation) {
    for (const double line : view.ways) ways_.emplace_back(line);
    for (const double line : view.back) back_.emplace_back(line);
  }

  // Who first asks for what lies behind the first cache waits for a line fill buffer, then for the
  // prefetchers or the answerer; who finds its line in the first cache, at most for it to come.
  Cycle fetch(std::uint64_t address, unsigned answerer, Cycle begin, Cycle hit, History& history) {
    begin = tlb_.translate(address, begin);
    const std::uint64_t line = address >> view_.log2_line;
    if (answerer == 0) {
      history.add(address, begin);
      return std::max(begin + hit, comes_to(0, line));
    }
    Cycle starts = begin;
    const auto set = [&](std::uint64_t one) { return one % view_.sets.sets; };
    const auto to_the_set = [&](Cycle time) {
      return std::count_if(to_sets_.begin(), to_sets_.end(), [&](const ToSet& other) {
        return set(other.line) == set(line) && other.begin <= time && time < other.there;
      });
    };
    while (view_.sets.lines > 0 && to_the_set(starts) >= view_.sets.lines) ++starts;
    while (under_way(starts) >= view_.line_fill_buffers) ++starts;
    history.add(address, starts);
    const Cycle has = std::max(starts, comes_to(answerer, line));
    Cycle there = std::max(starts + hit, bring(view_.answerers[answerer], has, history));
    const auto takes_another = [&](Cycle time) {
      return std::any_of(to_sets_.begin(), to_sets_.end(), [&](const ToSet& other) {
        return set(other.line) == set(line) && other.there <= time &&
               time < other.there + view_.sets.fill;
      });
    };
    while (takes_another(there)) ++there;
    to_sets_.push_back({line, starts, there});
    spans_.push_back({starts, there});
    unsigned came_by = view_.answerers[answerer].ways;
    if (const auto ahead = asked_.find(line);
        ahead != asked_.end() && ahead->second.second == answerer && unwritten_.count(line) != 0)
      came_by = std::max(came_by, unwritten_[line]);
    asked_[line] = {there, 0};
    unwritten_[line] = came_by;
    return there;
  }
  // By a prefetcher, to that cache: asked for then, at the earliest when the answerer has it.
  void prefetch(std::uint64_t address, unsigned answerer, unsigned to, Cycle begin) {
    const std::uint64_t line = address >> view_.log2_line;
    const Answerer& from = view_.answerers[answerer];
    if (to >= from.ways) return;  // it is there, or nearer
    Cycle there = answered(from, to, std::max(begin, comes_to(answerer, line))) + from.latency;
    if (to > 0) there -= std::min(from.latency, view_.answerers[to].latency);
    asked_[line] = {there, to};
    unwritten_[line] = from.ways;
  }
  // A store to a line that came, the first one: another line leaves by the same ways.
  Cycle write(std::uint64_t address, Cycle time) {
    const auto line = unwritten_.find(address >> view_.log2_line);
    if (line == unwritten_.end()) return time;
    for (unsigned way = 0; way < line->second && way < back_.size(); ++way)
      time = back_[way].pass(time);
    unwritten_.erase(line);
    return time;
  }
  bool has_asked(std::uint64_t address) const {
    return asked_.count(address >> view_.log2_line) != 0;
  }

 private:
  struct ToSet {
    std::uint64_t line;
    Cycle begin, there;
  };

  Cycle comes_to(unsigned cache, std::uint64_t line) const {
    const auto asked = asked_.find(line);
    return asked != asked_.end() && asked->second.second == cache ? asked->second.first : 0;
  }
  std::size_t under_way(Cycle time) const {
    std::size_t count = 0;
    for (const auto& [begin, end] : spans_)
      if (begin <= time && time < end) ++count;
    return count;
  }

  // Prefetchers of the caches on the way, the outermost first: one that has asked before has the
  // line from where it was, less late by what its own cache is nearer.
  Cycle bring(const Answerer& answerer, Cycle begin, const History& history) {
    Cycle there = 0, latency = answerer.latency;
    unsigned at = answerer.ways;
    for (unsigned cache = answerer.ways; cache-- > 0;) {
      if (cache >= view_.prefetch.size()) continue;
      const Cycle asked = history.asked(view_.prefetch[cache], begin);
      if (asked >= begin) continue;
      const Cycle from = std::max(there, asked);
      there = at == answerer.ways ? answered(answerer, cache, from) : pass(at, cache, from);
      const Cycle rest = view_.answerers[cache].latency;
      there += latency > rest ? latency - rest : 0;
      at = cache;
      latency = rest;
    }
    if (at == answerer.ways) return answered(answerer, 0, begin) + latency;
    return at == 0 ? there : pass(at, 0, std::max(there, begin)) + latency;
  }
  // A loaded answerer has the line later, at the earliest when its first way has room: from then on
  // the line goes by the others.
  Cycle answered(const Answerer& answerer, unsigned to, Cycle time) {
    const Cycle has = time + (idle_ ? 0 : answerer.loaded);
    if (answerer.ways == to) return has;
    const Cycle room = pass(answerer.ways, answerer.ways - 1, time);
    return pass(answerer.ways - 1, to, std::max(has, room));
  }
  Cycle pass(unsigned from, unsigned to, Cycle time) {
    for (; from > to; --from) time = ways_[from - 1].pass(time);
    return time;
  }

  const MemoryView& view_;
  bool idle_;
  SlowTlb tlb_;
  std::vector<SlowWay> ways_;
  std::vector<std::pair<Cycle, Cycle>> spans_;
  std::vector<ToSet> to_sets_;
  std::vector<SlowWay> back_;
  std::map<std::uint64_t, std::pair<Cycle, unsigned>> asked_;  // when it came where, by line
  std::map<std::uint64_t, unsigned> unwritten_;  // ways that a line not written yet came by
};

// The instructions behind a jump that was predicted wrongly, as far as a core gets with them before
// it knows.
class Astray {
 public:
  explicit Astray(const dat::Pipeline& pipeline) : pipeline_(&pipeline) {}

  void mispredict(const Step& jump, std::uint64_t next, Cycle dispatched, Cycle decided) {
    if (!goes_on_) *this = Astray(*this, dispatched, decided);
    // In which call, and where: beyond that address the two ways are one.
    const int called = calls_ - (jump.kind == InstructionKind::call_indirect ? 1 : 0);
    const std::uint64_t place = meeting(jump, next);
    if (!apart_ || called < apart_->first)
      apart_ = {called, place};
    else if (called == apart_->first)
      apart_->second = std::max(apart_->second, place);
  }
  void pass(const Step& step) {
    if (!goes_on_) return;
    passed_.push_back(&step);
    unsigned slots = 0, loads = 0;
    for (const Step* one : passed_) {
      slots += one->slots;
      loads += one->loads;
    }
    dispatched_ = began_ + slots / pipeline_->dispatch_width;
    goes_on_ = dispatched_ < decided_ && passed_.size() <= pipeline_->reorder_buffer &&
               loads <= pipeline_->load_queue && waiting_ <= pipeline_->scheduler;
    if (!goes_on_) return;
    const bool left = apart_ && calls_ < apart_->first;
    if (left || (apart_ && calls_ == apart_->first && step.address >= apart_->second))
      apart_.reset();
    const bool calls =
        step.kind == InstructionKind::call || step.kind == InstructionKind::call_indirect;
    calls_ += calls ? 1 : step.kind == InstructionKind::ret ? -1 : 0;
  }
  void jumped(const Step& jump, std::uint64_t next) {
    if (next != 0 && next != jump.end)
      jumps_[jump.end] = {next, jump.kind == InstructionKind::jump};
  }

  bool goes_on() const { return goes_on_; }
  // When one that waits for those values would begin; nothing where it is not met, or too late.
  std::optional<Cycle> begins(const std::vector<std::pair<Value, Cycle>>& values) const {
    if (!goes_on_ || apart_) return {};
    Cycle time = dispatched_ + 1;
    for (const auto& [value, ready] : values) {
      const auto& made = value < blocks::first_register ? results_ : registers_;
      const auto found = made.find(value);
      if (found != made.end() && !found->second) return {};
      time = std::max(time, found == made.end() ? ready : *found->second);
    }
    return time;
  }
  void make(std::size_t instruction, std::optional<Cycle> begins, Cycle latency) {
    if (!goes_on_) return;
    results_[static_cast<Value>(instruction)] = begins;
    if (begins) *results_[static_cast<Value>(instruction)] += latency;
    if (!apart_ && (!begins || *begins >= decided_)) ++waiting_;
  }
  void leave(const blocks::Exit& exit) {
    std::map<Value, std::optional<Cycle>> changed = registers_;
    for (const blocks::NewValue& r : exit.registers) {
      const auto& made = r.value < blocks::first_register ? results_ : registers_;
      const auto to = static_cast<Value>(blocks::first_register + r.reg);
      const auto found = made.find(r.value);
      if (found == made.end())
        changed.erase(to);
      else
        changed[to] = found->second;
    }
    if (goes_on_) registers_ = changed;
    results_.clear();
  }
  Cycle decided() const { return decided_; }

 private:
  Astray(const Astray& before, Cycle dispatched, Cycle decided)
      : pipeline_(before.pipeline_),
        jumps_(before.jumps_),
        goes_on_(true),
        began_(dispatched),
        decided_(decided),
        dispatched_(dispatched) {}

  // Behind a loop; behind the lower of two ways, or where the upper one's last jump leads over it.
  std::uint64_t meeting(const Step& jump, std::uint64_t next) const {
    const auto known = [&](std::uint64_t end) { return jumps_.find(end); };
    if (jump.kind == InstructionKind::call_indirect) return jump.end;
    if (jump.kind == InstructionKind::jump_indirect || next == 0) return ~std::uint64_t{0};
    std::uint64_t target = next;
    if (next == jump.end) {
      if (known(jump.end) == jumps_.end()) return ~std::uint64_t{0};
      target = known(jump.end)->second.first;
      return std::max(target, jump.end);
    }
    if (target < jump.end) return jump.end;
    const auto over = known(target);
    if (over == jumps_.end() || !over->second.second) return target;
    return std::max(target, over->second.first);
  }

  const dat::Pipeline* pipeline_;
  std::map<std::uint64_t, std::pair<std::uint64_t, bool>> jumps_;  // where to, and whether always
  bool goes_on_ = false;
  Cycle began_ = 0, decided_ = 0, dispatched_ = 0;
  std::vector<const Step*> passed_;
  unsigned waiting_ = 0;
  int calls_ = 0;
  std::optional<std::pair<int, std::uint64_t>> apart_;
  // When they are made; nothing: elsewhere.
  std::map<Value, std::optional<Cycle>> results_, registers_;
};

class ReferenceWindow {
 public:
  ReferenceWindow(const dat::Pipeline& pipeline, const MemoryView& view, Perfect perfect)
      : pipeline_(pipeline),
        view_(view),
        perfect_(perfect),
        memory_(view, perfect.caches ? Translation() : view.translation, perfect.load),
        reorder_buffer_(pipeline.reorder_buffer),
        load_queue_(pipeline.load_queue),
        store_queue_(pipeline.store_queue),
        registers_held_(pipeline.registers == 0 ? ~0U : pipeline.registers),
        vector_registers_held_(pipeline.vector_registers == 0 ? ~0U : pipeline.vector_registers),
        vector_queue_(pipeline.vector_queue),
        scheduler_(pipeline.scheduler),
        vector_scheduler_(pipeline.vector_scheduler) {}

  void execute(const Code& code, const blocks::Exit& exit, std::span<const Reference> references,
               const Steps& mispredicted, std::uint64_t next) {
    for (std::size_t i = 0; i <= exit.instruction; ++i) {
      const Step& step = code.steps[i];
      std::vector<Reference> own;
      for (const Reference& r : references)
        if (r.access >= step.first_access && r.access < step.end_access) own.push_back(r);
      const std::uint64_t follows = i == exit.instruction ? next : code.steps[i + 1].address;
      astray_.pass(step);
      const Cycle done = run(code, i, own);
      if (mispredicted[i] && !perfect_.branches) {
        not_before_ = std::max(not_before_, done + pipeline_.refill);
        astray_.mispredict(step, follows, dispatched_, done);
      }
      if (step.kind == InstructionKind::jump || step.kind == InstructionKind::branch)
        astray_.jumped(step, follows);
      if (follows != step.end) fetchable_ = 0;
      if (follows != step.end) predict(step);
      if (const std::uint64_t piece = pipeline_.fetch_line; piece != 0) {
        const std::uint64_t its_line =
            i == exit.instruction ? next / piece : code.steps[i + 1].line;
        if (its_line != step.line) fetchable_ = 0;
      }
    }
    astray_.leave(exit);
    std::map<unsigned, Made> changed;
    for (const blocks::NewValue& r : exit.registers) changed[r.reg] = value(r.value);
    for (const auto& [reg, made] : changed) registers_[reg] = made;
    results_.clear();
  }

  Cycle now() const { return last_retired_; }

 private:
  // A value: when it is there, for others and for the same kind of instruction.
  struct Made {
    Cycle ready = 0, chained = 0;
    InstructionKind kind = InstructionKind::other;
  };
  struct Store {
    std::uint64_t address;
    std::uint32_t bytes;
    Cycle data, written;
  };

  Made value(Value v) const {
    if (v >= blocks::first_register) {
      const auto found = registers_.find(v - blocks::first_register);
      return found == registers_.end() ? Made() : found->second;
    }
    return results_[v];
  }
  static bool waits_for_vectors(const Step& step) { return step.vector; }

  // Jumps are predicted one after the other, at most 16 cycles before they are fetched.
  void predict(const Step& jump) {
    const bool calls_or_returns = jump.kind == InstructionKind::call ||
                                  jump.kind == InstructionKind::call_indirect ||
                                  jump.kind == InstructionKind::ret;
    const Cycle earliest = std::max(not_before_, fetched_ > 16 ? fetched_ - 16 : Cycle{0});
    predicted_ = std::max(predicted_, earliest) + 1;
    if (calls_or_returns) predicted_ += pipeline_.call_bubble;
  }
  // In order, as far as a jump that is taken.
  Cycle fetch(const Step& step) {
    const Cycle queued = 72 / pipeline_.dispatch_width;
    Cycle earliest = std::max(not_before_, dispatched_ > queued ? dispatched_ - queued : Cycle{0});
    if (pipeline_.call_bubble > 0) earliest = std::max(earliest, predicted_);
    if (earliest > fetched_) {
      fetched_ = earliest;
      fetchable_ = pipeline_.fetch_width;
    }
    for (unsigned slot = 0; slot < step.slots; ++slot) {
      if (fetchable_ == 0) {
        ++fetched_;
        fetchable_ = pipeline_.fetch_width;
      }
      --fetchable_;
    }
    return fetched_;
  }

  // In order, where there is room for it everywhere.
  Cycle dispatch(const Step& step) {
    Cycle time = std::max(dispatched_, fetch(step));
    const auto has_room = [&] {
      return reorder_buffer_.has_room(time) &&
             (step.result != RegisterFile::general || registers_held_.has_room(time)) &&
             (step.result != RegisterFile::vector || vector_registers_held_.has_room(time)) &&
             (step.loads == 0 || load_queue_.has_room(time)) &&
             (step.stores == 0 || store_queue_.has_room(time)) &&
             (!waits_for_vectors(step) || vector_queue_.has_room(time)) &&
             (!step.scheduled || waits_for_vectors(step) || scheduler_.has_room(time));
    };
    while (!has_room()) ++time;
    if (time > dispatched_) left_ = pipeline_.dispatch_width;
    unsigned slots = step.slots;
    while (slots > left_) {
      slots -= left_;
      left_ = pipeline_.dispatch_width;
      ++time;
    }
    left_ -= slots;
    return dispatched_ = time;
  }

  Cycle port(std::uint64_t ports, Cycle from, unsigned cycles) {
    return ports == 0 || perfect_.units ? from : ports_.take(ports, from, cycles);
  }

  // When it is done.
  Cycle run(const Code& code, std::size_t index, const std::vector<Reference>& references) {
    const Step& step = code.steps[index];
    Cycle entered = dispatch(step);
    if (waits_for_vectors(step)) {
      entered = std::max(entered, vector_entered_);
      while (!vector_scheduler_.has_room(entered)) ++entered;
      vector_entered_ = entered;
      vector_queue_.hold_until(entered);
    }
    Cycle issued = entered + 1, loaded = 0, loaded_astray = 0;
    Cycle begin = 0;
    for (const Reference& r : references) {
      const bool is_load = code.accesses[r.access].op == reftrace::Op::read;
      if (r.is_prefetched() && is_load) prefetch(r, begin);
      if (r.is_prefetched()) continue;
      begin = begin_access(code.accesses[r.access], r, entered + 1);
      issued = std::max(issued, begin);
      if (code.accesses[r.access].op != reftrace::Op::read) continue;
      const auto [there, there_astray] = load(code, r, begin);
      loaded = std::max(loaded, there);
      loaded_astray = std::max(loaded_astray, there_astray);
    }
    std::vector<std::pair<Value, Cycle>> sources;
    for (std::size_t v = step.first_value; v < step.end_value; ++v)
      sources.emplace_back(code.values[v], value(code.values[v]).ready);
    std::optional<Cycle> astray = astray_.begins(sources);
    if (astray) astray = std::max(*astray, loaded_astray);
    const Cycle done = compute(code, index, entered + 1, loaded, issued);
    astray_.make(index, astray, step.latency);
    if (waits_for_vectors(step))
      vector_scheduler_.hold_until(issued);
    else if (step.scheduled)
      scheduler_.hold_until(issued);
    retire(step, std::max({done, issued, dispatched_ + 1}));
    for (const Reference& r : references) {
      if (code.accesses[r.access].op == reftrace::Op::read) continue;
      if (r.is_prefetched())
        prefetch(r, issued);
      else
        store(code, r, issued, done);
    }
    return done;
  }
  void prefetch(const Reference& r, Cycle begin) {
    if (!perfect_.caches) memory_.prefetch(r.address, r.answerer, r.prefetched_to, begin);
  }

  Cycle begin_access(const Access& access, const Reference& r, Cycle earliest) {
    for (unsigned i = 0; i < access.values; ++i)
      earliest = std::max(earliest, value(access.address[i]).ready);
    const bool in_two_lines =
        r.address >> view_.log2_line !=
        (r.address + std::max<std::uint32_t>(1, r.bytes) - 1) >> view_.log2_line;
    unsigned uses = 1;
    if (in_two_lines)
      uses = access.op == reftrace::Op::read ? pipeline_.split_load : pipeline_.split_store;
    for (; uses > 0; --uses) earliest = port(access.ports, earliest, 1);
    return earliest;
  }

  History& history(const Code& code, unsigned access) {
    const blocks::Instruction& in =
        code.block->instructions[code.block->operands[access].instruction];
    return histories_
        .try_emplace({in.address, access - in.first_operand}, view_.log2_line,
                     view_.translation.log2_page)
        .first->second;
  }

  // The last store of each of its words, if still on its way; all of it from one store, or the
  // cache when all of them are there, which the line may have come to for a wrong way already. When
  // that is, on the right way and on the wrong one.
  std::pair<Cycle, Cycle> load(const Code& code, const Reference& r, Cycle begin) {
    const Access& access = code.accesses[r.access];
    std::vector<const Store*> in_flight;
    for (std::uint64_t word = r.address / 4; word <= (r.address + r.bytes - 1) / 4; ++word) {
      const Store* last = nullptr;
      for (std::size_t i = stores_.size(); i-- > 0 && last == nullptr;)
        if (stores_[i].address / 4 <= word &&
            word <= (stores_[i].address + stores_[i].bytes - 1) / 4)
          last = &stores_[i];
      if (last != nullptr && last->written > begin && last->address < r.address + r.bytes &&
          r.address < last->address + last->bytes)
        in_flight.push_back(last);
    }
    bool whole = !in_flight.empty();
    Cycle data = 0, from = begin;
    for (const Store* s : in_flight) {
      whole = whole && s->address <= r.address && r.address + r.bytes <= s->address + s->bytes;
      data = std::max(data, s->data);
      from = std::max(from, s->written);
    }
    if (whole)
      return {std::max(begin, data + access.forward), std::max(begin, data + access.forward)};
    std::vector<std::pair<Value, Cycle>> values;
    for (unsigned i = 0; i < access.values; ++i)
      values.emplace_back(access.address[i], value(access.address[i]).ready);
    std::optional<Cycle> before = astray_.begins(values);
    if (before && (*before >= from || *before >= astray_.decided())) before.reset();
    const Cycle there = memory_.fetch(r.address, answerer(r), before.value_or(from), access.latency,
                                      history(code, r.access));
    return {std::max(from + access.latency, there), there};
  }
  unsigned answerer(const Reference& r) const { return perfect_.caches ? 0 : r.answerer; }

  Cycle compute(const Code& code, std::size_t index, Cycle earliest, Cycle loaded, Cycle& issued) {
    const Step& step = code.steps[index];
    Cycle ready = loaded;
    std::vector<Made> sources;
    for (std::size_t v = step.first_value; v < step.end_value; ++v) {
      sources.push_back(value(code.values[v]));
      const Made& s = sources.back();
      ready = std::max(ready, s.kind == step.kind ? s.chained : s.ready);
    }
    if (step.ports == 0 && step.latency == 0) {
      const bool moves =
          step.kind == InstructionKind::move && sources.size() == 1 && step.loads == 0;
      results_.push_back(moves ? sources[0] : Made{ready, ready, step.kind});
      return ready;
    }
    const Cycle begin = port(step.ports, std::max(ready, earliest), step.cycles);
    issued = std::max(issued, begin);
    results_.push_back({begin + step.latency, begin + step.chained, step.kind});
    return begin + step.latency;
  }

  void retire(const Step& step, Cycle time) {
    time = std::max(time, now());
    const std::size_t width = pipeline_.retire_width;
    if (step.slots > 0) {
      if (retired_.size() >= width && retired_[retired_.size() - width] == time) ++time;
      retired_.push_back(time);
    }
    last_retired_ = time;
    reorder_buffer_.hold_until(time);
    if (step.result == RegisterFile::general) registers_held_.hold_until(time);
    if (step.result == RegisterFile::vector) vector_registers_held_.hold_until(time);
    for (unsigned i = 0; i < step.loads; ++i) load_queue_.hold_until(time);
  }

  void store(const Code& code, const Reference& r, Cycle issued, Cycle data) {
    const bool around = code.accesses[r.access].op == reftrace::Op::nontemporal_write;
    const unsigned who = around && memory_.has_asked(r.address) ? 0 : answerer(r);
    Cycle there = memory_.fetch(r.address, who, issued, 0, history(code, r.access));
    if (!around && !perfect_.caches) there = memory_.write(r.address, there);
    written_ = std::max({written_, now() + 1, there});
    stores_.push_back({r.address, r.bytes, data, written_});
    store_queue_.hold_until(written_);
  }

  const dat::Pipeline& pipeline_;
  const MemoryView& view_;
  Perfect perfect_;
  Memory memory_;
  Line reorder_buffer_, load_queue_, store_queue_, registers_held_, vector_registers_held_,
      vector_queue_;
  Places scheduler_, vector_scheduler_;
  SlowPorts ports_;
  Astray astray_{pipeline_};
  std::map<std::pair<std::uint64_t, unsigned>, History> histories_;  // by instruction, its operand
  std::map<unsigned, Made> registers_;
  std::vector<Made> results_;  // of the block
  std::vector<Store> stores_;
  std::vector<Cycle> retired_;  // those that took a slot
  Cycle last_retired_ = 0, dispatched_ = 0, not_before_ = 0, vector_entered_ = 0, written_ = 0;
  unsigned left_ = pipeline_.dispatch_width;  // slots, in the cycle of the last dispatch
  Cycle fetched_ = 0, predicted_ = 0;
  unsigned fetchable_ = pipeline_.fetch_width;  // slots, in that cycle
};

}  // namespace hpcast::coretime::reference_model

#include "hpcast/models/coretime/window.h"

#include <algorithm>

namespace hpcast::coretime {

using reftrace::Op;

namespace {

// Slots between fetch and dispatch: 48 to 144 in processors of this time.
constexpr Cycle fetch_queue = 72;
// Cycles that what predicts jumps may be ahead of fetch.
constexpr Cycle predicts_ahead = 16;

std::uint32_t registers_or_all(std::uint32_t registers, const dat::Pipeline& pipeline) {
  return registers > 0 ? registers : pipeline.reorder_buffer;
}

}  // namespace

Window::Window(const dat::Pipeline& pipeline, const MemoryView& memory, Perfect perfect)
    : pipeline_(pipeline),
      memory_(memory),
      perfect_(perfect),
      fetches_ahead_(fetch_queue / pipeline.dispatch_width),
      reorder_buffer_(pipeline.reorder_buffer),
      load_queue_(pipeline.load_queue),
      store_queue_(pipeline.store_queue),
      registers_in_flight_(registers_or_all(pipeline.registers, pipeline)),
      vector_registers_in_flight_(registers_or_all(pipeline.vector_registers, pipeline)),
      scheduler_(pipeline.scheduler),
      vector_scheduler_(pipeline.vector_scheduler),
      vector_queue_(pipeline.vector_queue),
      lines_(memory, perfect.caches ? Translation() : memory.translation, perfect.load),
      wrong_path_(pipeline) {}

// In order, so many slots a cycle, and no further ahead than a queue of some length allows.
Cycle Window::fetch(const Step& step) {
  const Cycle earliest =
      std::max({redirected_, predicted_, dispatched_ - std::min(dispatched_, fetches_ahead_)});
  if (earliest > fetched_) {
    fetched_ = earliest;
    fetching_ = 0;
  }
  for (fetching_ += step.slots; fetching_ > pipeline_.fetch_width;
       fetching_ -= pipeline_.fetch_width)
    ++fetched_;
  return fetched_;
}

// Where the jump leads is known a cycle after that of the one before, or later: only then is what
// lies there fetched. Without bubbles fetch itself is no faster.
void Window::predict(const Step& jump) {
  if (pipeline_.call_bubble == 0) return;
  const Cycle begins = std::max(redirected_, fetched_ - std::min(fetched_, predicts_ahead));
  predicted_ =
      std::max(predicted_, begins) + 1 + (jump.calls_or_returns ? pipeline_.call_bubble : 0);
}

// What lies elsewhere, or ends in another line of code, is fetched in another cycle. Of the next
// block's first instruction only the beginning is known.
bool Window::ends_fetch(const Code& code, std::size_t step, std::size_t last,
                        std::uint64_t next) const {
  const std::uint64_t end = code.steps[step].end;
  if (step < last) next = code.steps[step + 1].address;
  if (next != end) return true;
  if (pipeline_.fetch_line == 0) return false;
  const std::uint64_t next_line =
      step < last ? code.steps[step + 1].line : next / pipeline_.fetch_line;
  return code.steps[step].line != next_line;
}

// In order, so many slots a cycle, and not before there is room for it.
Cycle Window::dispatch(const Step& step) {
  Cycle time = std::max({dispatched_, fetch(step), reorder_buffer_.free_from()});
  if (step.loads > 0) time = std::max(time, load_queue_.free_from());
  if (step.stores > 0) time = std::max(time, store_queue_.free_from());
  if (step.result == RegisterFile::general) time = std::max(time, registers_in_flight_.free_from());
  if (step.result == RegisterFile::vector)
    time = std::max(time, vector_registers_in_flight_.free_from());
  if (step.scheduled)
    time = step.vector ? std::max(time, vector_queue_.free_from()) : scheduler_.free_from(time);
  if (time > dispatched_) slots_ = 0;
  for (slots_ += step.slots; slots_ > pipeline_.dispatch_width; slots_ -= pipeline_.dispatch_width)
    ++time;
  dispatched_ = time;
  ports_.forget_before(time);
  lines_.forget_before(wrong_path_.goes_on() ? wrong_path_.began() : time);
  return time;
}

// What works on vectors waits in a queue for room in the vector scheduler, without stopping others.
Cycle Window::enter_scheduler(const Step& step, Cycle dispatched) {
  if (!step.vector) return dispatched;
  vector_entered_ = vector_scheduler_.free_from(std::max(dispatched, vector_entered_));
  vector_queue_.enter_until(vector_entered_);
  return vector_entered_;
}

Cycle Window::port(std::uint64_t ports, Cycle from, std::uint32_t cycles) {
  if (ports == 0 || perfect_.units) return from;
  return ports_.take(ports, from, cycles);
}

// What lies in two lines takes a port several times, and begins with the last of them.
Cycle Window::begin(const Access& access, const Reference& reference, Cycle earliest) {
  Cycle from = earliest;
  for (unsigned i = 0; i < access.values; ++i) from = std::max(from, of(access.address[i]).ready);
  const std::uint64_t last = reference.address + std::max<std::uint32_t>(1, reference.bytes) - 1;
  const bool is_split = reference.address >> memory_.log2_line != last >> memory_.log2_line;
  const std::uint32_t uses = access.op == Op::read ? pipeline_.split_load : pipeline_.split_store;
  Cycle begin = from;
  for (std::uint32_t i = 0; i < (is_split ? uses : 1); ++i) begin = port(access.ports, begin, 1);
  return begin;
}

// When the line is asked for on a wrong path that meets this load; `begin` where on none.
Cycle Window::begin_early(const Access& access, Cycle begin) const {
  if (!wrong_path_.meets()) return begin;
  Cycle early = wrong_path_.dispatched() + 1;
  for (unsigned i = 0; i < access.values; ++i)
    early = std::max(early, wrong_path_.ready(access.address[i], of(access.address[i]).ready));
  return early < std::min(begin, wrong_path_.decided()) ? early : begin;
}

Window::Loaded Window::load(const Access& access, const Reference& reference, Cycle begin,
                            Stride& stride) {
  const std::uint16_t answerer = perfect_.caches ? std::uint16_t{0} : reference.answerer;
  const Stores::Found store = stores_.find(reference.address, reference.bytes, begin);
  if (store.whole) {
    const Cycle ready = std::max(begin, store.data + access.forward);
    return {ready, ready};
  }
  const Cycle from = store.any ? std::max(begin, store.written) : begin;
  const Cycle early = lines_.fetch(reference.address, answerer, begin_early(access, from),
                                   access.latency, {stride, stretch_});
  return {std::max(from + access.latency, early), early};
}

void Window::prefetch(const Reference& line, Cycle asked) {
  if (perfect_.caches) return;
  lines_.prefetch(line.address, line.answerer, line.prefetched_to, asked);
}

// On the wrong path: nothing where the ways have not come together yet.
void Window::compute_early(const Code& code, std::size_t index, const Executing& executing) {
  if (!wrong_path_.meets()) return wrong_path_.set_result(index, WrongPath::never);
  const Step& step = code.steps[index];
  Cycle ready = std::max(wrong_path_.dispatched() + 1, executing.loaded_early);
  for (std::size_t v = step.first_value; v < step.end_value; ++v)
    ready = std::max(ready, wrong_path_.ready(code.values[v], of(code.values[v]).ready));
  wrong_path_.wait_until(ready);
  wrong_path_.set_result(index, ready == WrongPath::never ? ready : ready + step.latency);
}

void Window::compute(const Code& code, std::size_t index, Executing& executing) {
  const Step& step = code.steps[index];
  Cycle ready = executing.loaded;
  for (std::size_t v = step.first_value; v < step.end_value; ++v) {
    const Result& source = of(code.values[v]);
    ready = std::max(ready, source.kind == step.kind ? source.chained : source.ready);
  }
  Result& result = results_[index];
  if (step.ports == 0 && step.latency == 0) {  // moves: as their source
    result = {ready, ready, step.kind};
    if (step.kind == InstructionKind::move && step.end_value - step.first_value == 1 &&
        step.loads == 0)
      result = of(code.values[step.first_value]);
    executing.done = ready;
    return;
  }
  const Cycle begin = port(step.ports, std::max(ready, executing.earliest), step.cycles);
  executing.issued = std::max(executing.issued, begin);
  executing.done = begin + step.latency;
  result = {executing.done, begin + step.chained, step.kind};
}

// To the cache in the program's order, once the line is there.
void Window::write(const Access& access, const Reference& reference, const Executing& executing,
                   Stride& stride) {
  std::uint16_t answerer = perfect_.caches ? std::uint16_t{0} : reference.answerer;
  if (access.op == Op::nontemporal_write && lines_.has_asked(reference.address)) answerer = 0;
  Cycle there = lines_.fetch(reference.address, answerer, executing.issued, 0, {stride, stretch_});
  if (access.op == Op::write && !perfect_.caches) there = lines_.write(reference.address, there);
  written_ = std::max({written_, retired_ + 1, there});
  stores_.add(reference.address, reference.bytes, executing.done, written_);
  store_queue_.enter_until(written_);
}

void Window::retire(const Step& step, const Executing& executing) {
  const Cycle time = std::max({executing.done, executing.issued, dispatched_ + 1});
  if (time > retired_) {
    retired_ = time;
    retiring_ = 0;
  }
  retiring_ += step.slots > 0 ? 1 : 0;  // a fused branch retires with what it is fused with
  if (retiring_ > pipeline_.retire_width) {
    ++retired_;
    retiring_ = 1;
  }
  reorder_buffer_.enter_until(retired_);
  if (step.result == RegisterFile::general) registers_in_flight_.enter_until(retired_);
  if (step.result == RegisterFile::vector) vector_registers_in_flight_.enter_until(retired_);
  for (unsigned i = 0; i < step.loads; ++i) load_queue_.enter_until(retired_);
}

void Window::leave(const blocks::Exit& exit) {
  wrong_path_.leave(exit);
  for (std::size_t i = 0; i < exit.registers.size(); ++i) changed_[i] = of(exit.registers[i].value);
  for (std::size_t i = 0; i < exit.registers.size(); ++i)
    registers_[exit.registers[i].reg] = changed_[i];
}

void Window::execute(const Code& code, const blocks::Exit& exit,
                     std::span<const Reference> references, const Steps& mispredicted,
                     std::uint64_t next) {
  const std::vector<Stride*>& strides = strides_.of(code);
  const Reference* reference = references.data();
  const Reference* const end = reference + references.size();
  for (std::size_t i = 0; i <= exit.instruction; ++i) {
    const Step& step = code.steps[i];
    const std::uint64_t follows = i < exit.instruction ? code.steps[i + 1].address : next;
    wrong_path_.dispatch(step);
    Executing executing;
    executing.earliest = enter_scheduler(step, dispatch(step)) + 1;
    executing.issued = executing.earliest;
    const Reference* const first = reference;
    Cycle begin = 0;
    for (; reference != end && reference->access < step.end_access; ++reference) {
      const Access& access = code.accesses[reference->access];
      const bool reads = access.op == Op::read;
      if (reference->is_prefetched()) {
        if (reads) prefetch(*reference, begin);
        continue;
      }
      begin = this->begin(access, *reference, executing.earliest);
      executing.issued = std::max(executing.issued, begin);
      if (!reads) continue;
      const Loaded loaded = load(access, *reference, begin, *strides[reference->access]);
      executing.loaded = std::max(executing.loaded, loaded.ready);
      executing.loaded_early = std::max(executing.loaded_early, loaded.early);
    }
    compute(code, i, executing);
    if (wrong_path_.goes_on()) compute_early(code, i, executing);
    if (step.vector)
      vector_scheduler_.enter_until(executing.issued);
    else if (step.scheduled)
      scheduler_.enter_until(executing.issued);
    if (!perfect_.branches && mispredicted[i]) {
      redirected_ = std::max(redirected_, executing.done + pipeline_.refill);
      wrong_path_.begin(step, follows, dispatched_, executing.done);
    }
    wrong_path_.learn(step, follows);
    if (ends_fetch(code, i, exit.instruction, next)) fetching_ = pipeline_.fetch_width;
    if (follows != step.end) predict(step);
    retire(step, executing);
    for (const Reference* r = first; r != reference; ++r) {
      if (code.accesses[r->access].op == Op::read) continue;
      if (r->is_prefetched())
        prefetch(*r, executing.issued);
      else
        write(code.accesses[r->access], *r, executing, *strides[r->access]);
    }
  }
  leave(exit);
}

}  // namespace hpcast::coretime

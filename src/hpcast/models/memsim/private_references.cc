// The innermost loops of the bound phase: references into private caches, all of them or a sample.
#include <algorithm>
#include <iterator>

#include "hpcast/models/memsim/fixed_ways.h"
#include "hpcast/models/memsim/private_side.h"
#include "hpcast/models/memsim/recent_lines.h"

namespace hpcast::memsim {

using reftrace::Op;

namespace {

// --- What is left out is counted all the same, and that is most of the work: many at a time ---

// Op and size of a reference in one number; of an event, from first_event on.
constexpr unsigned class_of(Word w) {
  return static_cast<unsigned>(w >> reftrace::size_shift) & 31;
}
constexpr unsigned first_event = 24;
static_assert(ReferencesLeft::classes == 8 && reftrace::op_shift == reftrace::size_shift + 3);
constexpr std::size_t block = 256;
const bool by_avx2 = has_avx2();

// Counts the classes of a block of words; false, and nothing counted, where events are among them.
bool count_block(std::uint64_t* left, const Word* w) {
  std::uint32_t seen[4][32] = {};  // no count waits for the one before
  for (std::size_t i = 0; i < block; i += 4)
    for (unsigned k = 0; k < 4; ++k) ++seen[k][class_of(w[i + k])];
  const auto all = [&](unsigned c) { return seen[0][c] + seen[1][c] + seen[2][c] + seen[3][c]; };
  for (unsigned c = first_event; c < 32; ++c)
    if (all(c) != 0) return false;
  for (unsigned c = 0; c < first_event; ++c) left[c] -= all(c);
  return true;
}

// Three classes of references: all that most blocks have.
struct CommonClasses {
  static constexpr Word none = 32;
  Word c[3] = {none, none, none};

  // The first ones that differ.
  CommonClasses(const Word* w, const Word* end) {
    constexpr std::ptrdiff_t looked_at = 64;
    unsigned known = 0;
    for (const Word* const stop = w + std::min(end - w, looked_at); w != stop && known < 3; ++w)
      if (class_of(*w) < first_event && std::find(c, c + known, class_of(*w)) == c + known)
        c[known++] = class_of(*w);
  }
};

// count_block() where all words of the block are of these classes; else false. Compiled to vectors.
HPCAST_AVX2 bool count_common_by_avx2(const CommonClasses& common, std::uint64_t* left,
                                      const Word* w) {
  const Word a = common.c[0], b = common.c[1], c = common.c[2];
  std::uint64_t as = 0, bs = 0, cs = 0;
  for (std::size_t i = 0; i < block; ++i) {
    const Word one = w[i] >> reftrace::size_shift & 31;
    as += one == a;
    bs += one == b;
    cs += one == c;
  }
  if (as + bs + cs != block) return false;
  if (as != 0) left[a] -= as;
  if (bs != 0) left[b] -= bs;
  if (cs != 0) left[c] -= cs;
  return true;
}

// Counts references up to `end`, an event, or the end of the interval; returns where that is.
const Word* count_references(PrivateCounters& counts, ReferencesLeft& references_left,
                             const Word* w, const Word* end, bool& interval_over) {
  std::uint64_t* const left = &references_left.left[0][0];
  std::uint64_t before[first_event];
  std::copy_n(left, first_event, before);
  const CommonClasses common(w, end);
  const auto count = [&](const Word* words) {
    return (by_avx2 && count_common_by_avx2(common, left, words)) || count_block(left, words);
  };
  while (w != end && !interval_over && class_of(*w) < first_event) {
    const bool inside = *std::min_element(left, left + first_event) > block;
    if (inside && end - w >= std::ptrdiff_t{block} && count(w)) {
      w += block;
      continue;
    }
    const Word* const stop = w + std::min<std::ptrdiff_t>(end - w, block);
    for (; w != stop && !interval_over && class_of(*w) < first_event; ++w)
      interval_over = --left[class_of(*w)] == 0;
  }
  for (unsigned c = 0; c < first_event; ++c) counts.references[c / 8][c % 8] += before[c] - left[c];
  return w;
}

}  // namespace

// What the shared side may not know of yet: pages that a core has not asked for lately.
class PrivateSide::Pages {
 public:
  explicit Pages(std::uint32_t log2_page) : log2_page_(log2_page), all_(1 << 14, ~0ULL) {
    std::fill(std::begin(last_), std::end(last_), ~0ULL);
  }
  bool is_known(std::uint64_t address) const {
    const std::uint64_t page = address >> log2_page_;
    return last_[page % std::size(last_)] == page;
  }
  // An upgrade of no bytes places the page, and does nothing else.
  void pass_on(std::uint64_t address, Sink& sink) {
    const std::uint64_t page = address >> log2_page_;
    last_[page % std::size(last_)] = page;
    std::uint64_t& known = all_[page % all_.size()];
    if (known == page) return;
    known = page;
    sink.emit(request(Ask::upgrade, page << log2_page_, 0));
  }
  void forget(AddressRange range) {
    const auto is_in = [&](std::uint64_t page) {
      return page >= range.begin >> log2_page_ && page < range.end >> log2_page_;
    };
    std::replace_if(std::begin(last_), std::end(last_), is_in, ~0ULL);
    std::replace_if(all_.begin(), all_.end(), is_in, ~0ULL);
  }

 private:
  std::uint32_t log2_page_;
  std::uint64_t last_[256];  // stays in the host's first cache
  std::vector<std::uint64_t> all_;
};

void PrivateSide::forget(Pages& pages, AddressRange range) { pages.forget(range); }

std::shared_ptr<PrivateSide::Pages> PrivateSide::new_pages() const {
  return sample_ != nullptr ? std::make_shared<Pages>(sample_->log2_page()) : nullptr;
}

namespace {

// What passes is nobody's business but the caches'.
struct Nobody {
  static bool code(Word) { return true; }
  static void reference(Word) {}
};

// As long as references are not told of one by one: code, and pages.
class CodeListener {
 public:
  explicit CodeListener(ObservedReferences& observed) : observed_(observed) {}
  bool code(Word event) {
    observed_.take_code(event);
    return observed_.is_unheard();
  }
  void reference(Word w) {
    if (observed_.sampler) observed_.sampler->page(w, observed_.untimed);
  }

 private:
  ObservedReferences& observed_;
};

struct NoRecentLines {
  static bool hits(Word) { return false; }
};

// f(caches, recent lines of the first of them).
template <class Caches, class F>
auto with_recent_lines(Caches& caches, F&& f) {
  if (const Cache* const lines = caches.recent_lines(6, 8))
    return f(caches, RecentLines<6, 8>(*lines));
  if (const Cache* const lines = caches.recent_lines(6, 12))
    return f(caches, RecentLines<6, 12>(*lines));
  if (const Cache* const longer_lines = caches.recent_lines(8, 4))
    return f(caches, RecentLines<8, 4>(*longer_lines));
  return f(caches, NoRecentLines());
}

template <class Caches, class Listener>
void reference(Caches& caches, PrivateCounters& counts, Word w, std::uint32_t log2_line,
               Listener& listener) {
  const Op op = reftrace::op_of(w);
  const unsigned log2_size = reftrace::log2_size_of(w);
  const std::uint64_t address = reftrace::address_of(w);
  if (caches.hits_recent(op, address, 1U << log2_size)) return;
  listener.reference(w);
  in_lines(counts, op, address, log2_size, log2_line, [&](std::uint64_t a, std::uint32_t bytes) {
    caches.reference(op, a, bytes, reftrace::site_of(w));
  });
}

template <class Caches, class Recent>
void pass_all(Caches& caches, PrivateCounters& counts, const Word* w, const Word* stop,
              const Recent& recent) {
  const std::uint32_t log2_line = caches.log2_line();
  Nobody nobody;
  for (; w != stop; ++w)
    if (!recent.hits(*w)) reference(caches, counts, *w, log2_line, nobody);
}

}  // namespace

PrivateSide::Passed PrivateSide::pass_words(Core& core, Production& production, const Word* w,
                                            const Word* end, bool& interval_over) {
  if (production.observed && production.observed->is_unheard())
    return pass_unheard(core, production, w, end, interval_over);
  if (code_ && !production.observed && sample_ == nullptr)
    return pass_with_code(core, counters_of(core, production), production.left, w, end,
                          interval_over, Nobody());
  const Word* const stop = production.observed
                               ? pass_observed(core, production, w, end, interval_over)
                               : pass_references(core, production, w, end, interval_over);
  return {stop, static_cast<std::uint64_t>(stop - w)};
}

const Word* PrivateSide::pass_references(Core& core, Production& production, const Word* w,
                                         const Word* end, bool& interval_over) {
  if (sample_ != nullptr && sample_->by_sets())
    return pass_sampled_sets(core, production, w, end, interval_over);
  if (sample_ != nullptr && !sample_->stretch_at(production.mark).simulated)
    return leave_out(core, production, w, end, interval_over);
  PrivateCounters& counts = counters_of(core, production);
  const Word* const stop = count_references(counts, production.left, w, end, interval_over);
  with_recent_lines(*core.caches, [&](auto& caches, const auto& recent) {
    pass_all(caches, counts, w, stop, recent);
  });
  return stop;
}

namespace {

// References and code, until listener.code() has taken one that is to be told of, an event, `end`,
// or the end of the interval. References that the first cache's recent lines do not answer
// (PrivateCore::hits_recent()) are the listener's too.
template <class Caches, class Listener, class Recent>
PrivateSide::Passed pass_mixed(Caches& caches, PrivateCounters& counts, std::uint64_t* left,
                               const Word* w, const Word* end, bool& interval_over,
                               Listener& listener, const Recent& recent) {
  const std::uint32_t log2_line = caches.log2_line();
  std::uint64_t references = 0;
  for (; w != end && !interval_over; ++w) {
    if (class_of(*w) >= first_event) {
      if (!reftrace::is_code(*w)) break;
      if (listener.code(*w)) continue;
      ++w;
      break;
    }
    ++references;
    interval_over = --left[class_of(*w)] == 0;
    if (!recent.hits(*w)) reference(caches, counts, *w, log2_line, listener);
  }
  return {w, references};
}

}  // namespace

template <class Listener>
PrivateSide::Passed PrivateSide::pass_with_code(Core& core, PrivateCounters& counts,
                                                ReferencesLeft& references_left, const Word* w,
                                                const Word* end, bool& interval_over,
                                                Listener&& listener) {
  std::uint64_t* const left = &references_left.left[0][0];
  std::uint64_t before[first_event];
  std::copy_n(left, first_event, before);
  const Passed passed = with_recent_lines(*core.caches, [&](auto& caches, const auto& recent) {
    return pass_mixed(caches, counts, left, w, end, interval_over, listener, recent);
  });
  for (unsigned c = 0; c < first_event; ++c) counts.references[c / 8][c % 8] += before[c] - left[c];
  return passed;
}

PrivateSide::Passed PrivateSide::pass_unheard(Core& core, Production& production, const Word* w,
                                              const Word* end, bool& interval_over) {
  ObservedReferences& observed = *production.observed;
  const Passed passed = pass_with_code(core, observed.counters, production.left, w, end,
                                       interval_over, CodeListener(observed));
  // What comes before is asked by nobody who is told of.
  if (!observed.is_unheard()) push_instructions(production, *core.sink.output);
  return passed;
}

// Simulates what slot_of(address) has a slot for. Non-temporal stores are all simulated: they cost
// little, and what one line's do to another's depends on their order.
template <class SlotOf>
void PrivateSide::pass_sample(Core& core, const Word* w, const Word* stop, SlotOf&& slot_of,
                              PrivateCounters* const* slots) {
  PrivateCore<Sink>& caches = *core.caches;
  const std::uint32_t log2_line = caches.log2_line();
  // By class: where in a line a reference may begin that lies in one line and may be left out.
  std::int32_t last_begin[32];
  for (unsigned c = 0; c < 32; ++c)
    last_begin[c] = c / 8 == static_cast<unsigned>(Op::nontemporal_write)
                        ? -1
                        : (1 << log2_line) - (1 << c % 8);
  Pages& pages = *core.pages;
  const auto simulate = [&](Word word, std::uint64_t address, std::uint32_t bytes) {
    const Op op = reftrace::op_of(word);
    const std::uint8_t slot = slot_of(address);
    if (slot == SamplePlan::none && op != Op::nontemporal_write)
      return pages.pass_on(address, core.sink);
    caches.count_into(*slots[slot == SamplePlan::none ? 0 : slot]);
    if (!caches.hits_recent(op, address, bytes))
      caches.reference(op, address, bytes, reftrace::site_of(word));
  };
  for (; w != stop; ++w) {
    const std::uint64_t address = reftrace::address_of(*w);
    const auto begin = static_cast<std::int32_t>(address & ((1U << log2_line) - 1));
    if (slot_of(address) == SamplePlan::none && begin <= last_begin[class_of(*w)] &&
        pages.is_known(address)) [[likely]]
      continue;
    in_lines(*slots[0], reftrace::op_of(*w), address, reftrace::log2_size_of(*w), log2_line,
             [&](std::uint64_t a, std::uint32_t bytes) { simulate(*w, a, bytes); });
  }
}

const Word* PrivateSide::pass_sampled_sets(Core& core, Production& production, const Word* w,
                                           const Word* end, bool& interval_over) {
  const SamplePlan& sample = *sample_;
  PrivateCounters* slots[SamplePlan::max_slots];
  const std::uint32_t first = sample.counters_index(production.phase, 0);
  for (std::uint32_t s = 0; s < sample.slots(); ++s) slots[s] = &counters(core, first + s);
  const Word* const stop = count_references(*slots[0], production.left, w, end, interval_over);
  pass_sample(
      core, w, stop, [&](std::uint64_t address) { return sample.slot_of(address); }, slots);
  return stop;
}

const Word* PrivateSide::leave_out(Core& core, Production& production, const Word* w,
                                   const Word* end, bool& interval_over) {
  PrivateCounters* const counts = &counters_of(core, production);
  const Word* const stop = count_references(*counts, production.left, w, end, interval_over);
  pass_sample(
      core, w, stop, [](std::uint64_t) { return SamplePlan::none; }, &counts);
  return stop;
}

}  // namespace hpcast::memsim

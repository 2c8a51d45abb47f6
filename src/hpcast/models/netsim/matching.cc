#include "hpcast/models/netsim/matching.h"

namespace hpcast::netsim {

namespace {

bool is_exact(const Envelope& e) { return e.from != nobody && e.tag >= 0; }

bool takes(const Envelope& receive, const Envelope& message) {
  return receive.context == message.context &&
         (receive.from == nobody || receive.from == message.from) &&
         (receive.tag < 0 || receive.tag == message.tag);
}

}  // namespace

std::uint32_t Matcher::make(const Envelope& envelope, std::uint32_t number, bool is_message) {
  Entry entry;
  entry.envelope = envelope;
  entry.number = number;
  entry.is_message = is_message;
  entry.used = true;
  entry.posted = posted_++;
  return entries_.keep(entry);
}

void Matcher::append(const Envelope& envelope, std::uint32_t number, bool is_message) {
  const std::uint32_t index = make(envelope, number, is_message);
  List& list = exact_.at(envelope);
  entries_[index].previous = list.last;
  (list.last == nobody ? list.first : entries_[list.last].next) = index;
  list.last = index;
  if (!is_message) return;
  List& come = come_[envelope.to];
  entries_[index].previous_come = come.last;
  (come.last == nobody ? come.first : entries_[come.last].next_come) = index;
  come.last = index;
}

std::uint32_t Matcher::take(std::uint32_t index) {
  Entry& entry = entries_[index];
  List& list = *exact_.find(entry.envelope);
  (entry.previous == nobody ? list.first : entries_[entry.previous].next) = entry.next;
  (entry.next == nobody ? list.last : entries_[entry.next].previous) = entry.previous;
  if (list.first == nobody) exact_.erase(entry.envelope);
  if (entry.is_message) {
    List& come = come_[entry.envelope.to];
    (entry.previous_come == nobody ? come.first : entries_[entry.previous_come].next_come) =
        entry.next_come;
    (entry.next_come == nobody ? come.last : entries_[entry.next_come].previous_come) =
        entry.previous_come;
  }
  entry.used = false;
  entries_.give_back(index);
  return entry.number;
}

std::uint32_t Matcher::arrive(const Envelope& envelope, std::uint32_t message) {
  const List* list = exact_.find(envelope);
  const std::uint32_t exact =
      list != nullptr && !entries_[list->first].is_message ? list->first : nobody;
  std::vector<std::uint32_t>& open = open_[envelope.to];
  for (std::size_t i = 0; i < open.size(); ++i) {
    const Entry& receive = entries_[open[i]];
    if (exact != nobody && entries_[exact].posted < receive.posted) break;
    if (!takes(receive.envelope, envelope)) continue;
    const std::uint32_t index = open[i];
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
    entries_[index].used = false;
    entries_.give_back(index);
    return entries_[index].number;
  }
  if (exact != nobody) return take(exact);
  append(envelope, message, true);
  return nobody;
}

std::uint32_t Matcher::find_come(const Envelope& envelope) const {
  if (is_exact(envelope)) {
    const List* list = exact_.find(envelope);
    return list != nullptr && entries_[list->first].is_message ? list->first : nobody;
  }
  for (std::uint32_t i = come_[envelope.to].first; i != nobody; i = entries_[i].next_come) {
    if (takes(envelope, entries_[i].envelope)) return i;
  }
  return nobody;
}

std::uint32_t Matcher::post(const Envelope& envelope, std::uint32_t receive) {
  const std::uint32_t come = find_come(envelope);
  if (come != nobody) return take(come);
  if (is_exact(envelope))
    append(envelope, receive, false);
  else
    open_[envelope.to].push_back(make(envelope, receive, false));
  return nobody;
}

std::uint32_t Matcher::probe(const Envelope& envelope) const {
  const std::uint32_t come = find_come(envelope);
  return come == nobody ? nobody : entries_[come].number;
}

}  // namespace hpcast::netsim

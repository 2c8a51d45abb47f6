#include "hpcast/models/netsim/process_exchange.h"

#include <algorithm>

#include "hpcast/models/netsim/packing.h"

namespace hpcast::netsim {

namespace {

// What a process tells each of the others before the mail.
struct Header {
  Time earliest = INT64_MAX;
  std::int64_t length = 0;  // of the mail to this one
  std::int64_t to_all = 0;  // of the mail to anybody
  std::int64_t stop = 0;
};

std::vector<char> packed(const Mail& mail) {
  PackWriter writer;
  if (!mail.events.empty() || !mail.transfers.empty()) writer(mail.events, mail.transfers);
  return writer.take();
}

}  // namespace

void ProcessExchange::send_all(const std::vector<std::int64_t>& lengths_in) {
  std::vector<std::int64_t> lengths;
  flat_.clear();
  for (const std::vector<char>& letters : out_) {
    lengths.push_back(static_cast<std::int64_t>(letters.size()));
    flat_.insert(flat_.end(), letters.begin(), letters.end());
  }
  starts_.assign(1, 0);
  for (const std::int64_t length : lengths_in) starts_.push_back(starts_.back() + length);
  in_.resize(static_cast<std::size_t>(starts_.back()));
  wire_.all_to_all_v(flat_.data(), lengths.data(), in_.data(), lengths_in.data());
}

Exchange::Word ProcessExchange::exchange(std::vector<Mail>& out, Mail& in, const Word& word) {
  const auto count = static_cast<std::size_t>(wire_.size);
  out_.resize(count);
  std::vector<Header> tell(count), told(count);
  std::int64_t to_all = 0;
  for (std::size_t i = 0; i < count; ++i) {
    out_[i] = packed(out[i]);
    out[i].clear();
    tell[i] = {word.earliest, static_cast<std::int64_t>(out_[i].size()), 0, word.stop ? 1 : 0};
    to_all += tell[i].length;
  }
  for (Header& header : tell) header.to_all = to_all;
  wire_.all_to_all(tell.data(), told.data(), sizeof(Header));
  Word all;
  bool mail = false;
  std::vector<std::int64_t> lengths;
  for (const Header& header : told) {
    all.earliest = std::min(all.earliest, header.earliest);
    all.stop = all.stop || header.stop != 0;
    mail = mail || header.to_all > 0;
    lengths.push_back(header.length);
  }
  in.clear();
  if (!mail) return all;
  send_all(lengths);
  for (std::size_t i = 0; i < count; ++i) {
    if (lengths[i] == 0) continue;
    Mail letters;
    PackReader{in_.data() + starts_[i]}(letters.events, letters.transfers);
    in.events.insert(in.events.end(), letters.events.begin(), letters.events.end());
    in.transfers.insert(in.transfers.end(), letters.transfers.begin(), letters.transfers.end());
  }
  return all;
}

Time ProcessExchange::latest(Time time) {
  const std::vector<Time> tell(static_cast<std::size_t>(wire_.size), time);
  std::vector<Time> told(tell.size());
  wire_.all_to_all(tell.data(), told.data(), sizeof(Time));
  return *std::max_element(told.begin(), told.end());
}

void ProcessExchange::gather(Outcome& outcome) {
  const auto count = static_cast<std::size_t>(wire_.size);
  out_.assign(count, {});
  if (wire_.rank > 0) {
    PackWriter writer;
    outcome.fields(writer);
    out_[0] = writer.take();
    outcome = {};
  }
  std::vector<std::int64_t> tell, told(count);
  for (const std::vector<char>& letters : out_)
    tell.push_back(static_cast<std::int64_t>(letters.size()));
  wire_.all_to_all(tell.data(), told.data(), sizeof(std::int64_t));
  send_all(told);
  for (std::size_t i = 1; i < count && wire_.rank == 0; ++i) {
    Outcome other;
    PackReader reader(in_.data() + starts_[i]);
    other.fields(reader);
    outcome.merge(std::move(other));
  }
  out_.clear();
}

}  // namespace hpcast::netsim

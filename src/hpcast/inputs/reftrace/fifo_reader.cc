#include "hpcast/inputs/reftrace/fifo_reader.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

namespace hpcast::reftrace {

// Bytes on their way from the FIFO to the decoder.
class FifoReader::Queue {
 public:
  void add(std::span<const std::uint8_t> bytes) {
    const std::lock_guard lock(mutex_);
    blocks_.emplace_back(bytes.begin(), bytes.end());
    changed_.notify_one();
  }
  void end(int error) {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    error_ = error;
    changed_.notify_one();
  }
  // The next block, empty at the end.
  std::vector<std::uint8_t> take(const std::string& path) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_ || !blocks_.empty(); });
    if (blocks_.empty() && error_ != 0) fail_with_errno(path, "cannot read", error_);
    if (blocks_.empty()) return {};
    std::vector<std::uint8_t> block = std::move(blocks_.front());
    blocks_.pop_front();
    return block;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::vector<std::uint8_t>> blocks_;
  bool ended_ = false;
  int error_ = 0;
};

class FifoReader::Source : public ByteSource {
 public:
  Source(std::shared_ptr<Queue> queue, std::string path)
      : queue_(std::move(queue)), path_(std::move(path)) {}
  std::size_t read(std::span<std::uint8_t> bytes) override {
    if (at_ == block_.size()) {
      block_ = queue_->take(path_);
      at_ = 0;
    }
    const std::size_t count = std::min(bytes.size(), block_.size() - at_);
    std::copy_n(block_.begin() + static_cast<std::ptrdiff_t>(at_), count, bytes.begin());
    at_ += count;
    return count;
  }

 private:
  std::shared_ptr<Queue> queue_;
  std::string path_;
  std::vector<std::uint8_t> block_;
  std::size_t at_ = 0;
};

FifoReader::FifoReader(const std::vector<std::string>& paths) : paths_(paths) {
  for (const std::string& path : paths_) {
    files_.emplace_back(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    if (files_.back().get() < 0) fail_with_errno(path, "cannot read", errno);
    queues_.push_back(std::make_shared<Queue>());
  }
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) fail_with_errno("", "cannot make a pipe", errno);
  wake_read_ = Descriptor(ends[0]);
  wake_write_ = Descriptor(ends[1]);
  thread_ = std::thread([this] { run(); });
}

FifoReader::~FifoReader() {
  { const Descriptor closed = std::move(wake_write_); }
  thread_.join();
}

std::unique_ptr<ByteSource> FifoReader::source(std::size_t i) {
  return std::make_unique<Source>(queues_[i], paths_[i]);
}

// A FIFO that nobody has opened for writing yet polls as silent, not as ended.
void FifoReader::run() {
  std::vector<pollfd> polled;
  for (const Descriptor& file : files_) polled.push_back({file.get(), POLLIN, 0});
  polled.push_back({wake_read_.get(), POLLIN, 0});
  std::size_t open = files_.size();
  while (open > 0) {
    if (::poll(polled.data(), polled.size(), -1) < 0) continue;  // EINTR
    if (polled.back().revents != 0) break;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (polled[i].revents == 0 || take_some(i)) continue;
      polled[i].fd = -1;
      --open;
    }
  }
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (polled[i].fd >= 0) queues_[i]->end(ECANCELED);
  }
}

// False at the end.
bool FifoReader::take_some(std::size_t i) {
  std::uint8_t buffer[1 << 16];
  const ssize_t count = ::read(files_[i].get(), buffer, sizeof buffer);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (count > 0) {
    queues_[i]->add({buffer, static_cast<std::size_t>(count)});
    return true;
  }
  queues_[i]->end(count < 0 ? errno : 0);
  return false;
}

}  // namespace hpcast::reftrace

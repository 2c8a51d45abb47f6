// Reads many FIFOs at once, so that their writer never waits for one while we wait for another.
#pragma once

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "hpcast/inputs/reftrace/decoder.h"
#include "hpcast/inputs/reftrace/stream_files.h"

namespace hpcast::reftrace {

class FifoReader {
 public:
  // Opens them all before it returns: a writer that waits for a reader goes on from here.
  explicit FifoReader(const std::vector<std::string>& paths);
  FifoReader(const FifoReader&) = delete;
  FifoReader& operator=(const FifoReader&) = delete;
  ~FifoReader();

  // The bytes of FIFO i, once. Its read() waits for the writer. What nobody has read yet stays in
  // memory, compressed as it is.
  std::unique_ptr<ByteSource> source(std::size_t i);

 private:
  class Queue;
  class Source;

  void run();
  bool take_some(std::size_t i);

  std::vector<std::string> paths_;
  std::vector<Descriptor> files_;
  std::vector<std::shared_ptr<Queue>> queues_;
  Descriptor wake_read_, wake_write_;  // a pipe; closing the writing end ends run()
  std::thread thread_;
};

}  // namespace hpcast::reftrace

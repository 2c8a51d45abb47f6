// The stream files of a trace directory: their names, and bytes into and out of files and FIFOs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hpcast/base/descriptor.h"
#include "hpcast/inputs/reftrace/decoder.h"
#include "hpcast/inputs/reftrace/encoder.h"

namespace hpcast::reftrace {

// "thread-00003.hpt"
std::string stream_file_name(std::uint32_t thread);

struct StreamFile {
  std::uint32_t thread;
  std::string path;
  bool fifo;
};

// The entries of `directory` with such a name, by thread. InputError if it cannot be read.
std::vector<StreamFile> list_streams(const std::string& directory);

// Makes a file that takes up room. Where that fails there is none, or a smaller one.
void allocate_file(const std::string& path, std::uint64_t bytes);

// Writes at once, and turns a full disk, a file size limit or a vanished reader into InputError
// (the signals that come with them, SIGXFSZ and SIGPIPE, are held back).
class FileSink : public ByteSink {
 public:
  // Creates the file, which messages call `shown`. A FIFO is opened when somebody reads it, which
  // may never happen.
  FileSink(const std::string& path, std::string shown);
  // Takes a file opened already.
  FileSink(Descriptor file, std::string shown);
  void write(std::span<const std::uint8_t> bytes) override;
  // Forgets what lies beyond `size`; no use on a FIFO.
  void truncate(std::uint64_t size);

 private:
  std::string shown_;
  Descriptor file_;
};

class FileSource : public ByteSource {
 public:
  explicit FileSource(std::string path);
  std::size_t read(std::span<std::uint8_t> bytes) override;

 private:
  std::string path_;
  Descriptor file_;
};

}  // namespace hpcast::reftrace

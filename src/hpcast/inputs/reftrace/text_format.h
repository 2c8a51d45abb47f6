// Reference traces as other tools print them: lines of text. docs/converting.md describes each.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hpcast/base/line_faults.h"
#include "hpcast/inputs/reftrace/manifest.h"
#include "hpcast/inputs/reftrace/text_streams.h"

namespace hpcast::reftrace {

enum class TextFormat : std::uint8_t { lackey, text, pinatrace };
inline constexpr std::array text_formats = {TextFormat::lackey, TextFormat::text,
                                            TextFormat::pinatrace};

// As --format and the manifest's `tracer` have it.
std::string name_of(TextFormat format);
// "lines ADDRESS SIZE R|W [THREAD]": what its lines look like, or who writes them.
std::string describe(TextFormat format);

// The format of the first line that is a reference of one of them, or names lackey. Each line ends
// with '\n'.
std::optional<TextFormat> recognise(std::string_view lines);

// Bytes of an access.
inline constexpr std::uint64_t largest_access = 4096;

// Reads one format. Faults go to `faults`, references to `streams`.
class TextReader {
 public:
  virtual ~TextReader() = default;

  // The next lines, each ended by '\n'.
  virtual void read(std::string_view lines) = 0;
  // The input's last line where nothing ended it; a '\n' has been put behind it.
  virtual void read_rest(std::string_view line) { read(line); }
  // Read so far.
  std::uint64_t lines() const { return line_; }

  // At the end. Completes a manifest with what is known of the run and what such a trace lacks,
  // and returns sentences about the input for people.
  virtual std::vector<std::string> finish(Manifest& manifest) = 0;

 protected:
  TextReader(TextStreams& streams, LineFaults& faults) : streams_(streams), faults_(faults) {}

  // Whether `bytes` at `address` are an access that record.h can hold; a fault of the line if not.
  bool check(std::uint64_t address, std::uint64_t bytes) {
    if (bytes - 1 < largest_access && address <= address_mask &&
        address + bytes - 1 <= address_mask) [[likely]]
      return true;
    refuse(bytes);
    return false;
  }
  void fault(std::string message, const std::string& hint = {}) {
    faults_.add(line_, std::move(message), hint);
  }

  TextStreams& streams_;
  LineFaults& faults_;
  std::uint64_t line_ = 0;  // being read, 1-based

 private:
  void refuse(std::uint64_t bytes);
};

struct TextOptions {
  std::uint64_t access_bytes = 8;  // of a line that names no size (pinatrace)
};

std::unique_ptr<TextReader> make_reader(TextFormat format, const TextOptions& options,
                                        TextStreams& streams, LineFaults& faults);

}  // namespace hpcast::reftrace

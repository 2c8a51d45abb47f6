// Whole files in and out. All faults are InputErrors that name the path and the reason.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace hpcast {

// The whole content; refuses what is longer than `limit` bytes.
std::string read_file(const std::string& path, std::uint64_t limit = std::uint64_t{1} << 30);

// `content`, read from `file`, as text: without the byte order mark that Windows' editors put
// before UTF-8. Throws InputError where it is UTF-16 or UTF-32.
std::string_view text_in(std::string_view content, const std::string& file);
// The whole content as text_in() has it.
std::string read_text(const std::string& path, std::uint64_t limit = std::uint64_t{1} << 30);

// What may be no file, or none to be read, is empty to these: its first bytes, at most so many; its
// first line.
std::string head_of_file(const std::string& path, std::size_t bytes);
std::string first_line_of_file(const std::string& path);

// The path holds either all of `content` or what it held before: written beside, synchronised to
// the disk, then renamed. A link is followed, the mode of an existing file kept. What cannot be
// replaced (a pipe, a terminal, /dev/stdout, /dev/fd/N; "-" for stdout) is written to directly.
void write_file_atomically(const std::string& path, std::string_view content);

// The same for what is too long to be put together first: `produce` hands piece after piece to its
// argument.
using Sink = std::function<void(std::string_view)>;
void write_file_in_pieces(const std::string& path, const std::function<void(const Sink&)>& produce);

// What write_file_atomically() would write to: the same text for all names of it, empty for a pipe
// or a terminal. Throws InputError where it is known already that it cannot be written.
std::string identity_of_output(const std::string& path);
bool is_standard_output(const std::string& path);

// SHA-256, in lower case hexadecimal.
std::string sha256(std::string_view content);
std::string sha256_file(const std::string& path);

}  // namespace hpcast

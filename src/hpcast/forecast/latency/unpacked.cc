#include "hpcast/forecast/latency/unpacked.h"

#include <zstd.h>

#include <cerrno>
#include <fstream>
#include <memory>
#include <vector>

#include "hpcast/base/descriptor.h"
#include "hpcast/base/diagnostics.h"

namespace hpcast::forecast {

namespace {

InputError not_zstandard(const std::string& path, const std::string& why) {
  return InputError(
      Diagnostic{path, 0, {}, "is no whole Zstandard file: " + why, "zstd -t tests it"});
}

}  // namespace

void unpack(const std::string& from, const std::string& to) {
  std::ifstream packed(from, std::ios::binary);
  if (!packed) fail_with_errno(from, "cannot read", errno);
  std::ofstream plain(to, std::ios::binary);
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(),
                                                                     ZSTD_freeDCtx);
  std::vector<char> in(ZSTD_DStreamInSize()), out(ZSTD_DStreamOutSize());
  std::size_t left = 1;  // of a frame; 0 at its end
  while (packed.read(in.data(), static_cast<std::streamsize>(in.size())), packed.gcount() > 0) {
    ZSTD_inBuffer input{in.data(), static_cast<std::size_t>(packed.gcount()), 0};
    for (bool more = true; more;) {
      ZSTD_outBuffer output{out.data(), out.size(), 0};
      left = ZSTD_decompressStream(context.get(), &output, &input);
      if (ZSTD_isError(left) != 0) throw not_zstandard(from, ZSTD_getErrorName(left));
      plain.write(out.data(), static_cast<std::streamsize>(output.pos));
      more = input.pos < input.size || output.pos == output.size;
    }
  }
  if (left != 0) throw not_zstandard(from, "it is cut off");
  if (!plain.flush()) fail_with_errno(to, "cannot write", errno);
}

}  // namespace hpcast::forecast

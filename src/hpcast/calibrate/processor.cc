#include "hpcast/calibrate/processor.h"

#include <cstring>

#ifdef __x86_64__
#include <cpuid.h>
#endif

namespace hpcast::calibrate {

namespace {

struct Models {
  const char* vendor;
  unsigned family, first, last;
  const char* generation;
};

constexpr const char* amd = "AuthenticAMD";
constexpr const char* intel = "GenuineIntel";

// Linux: arch/x86/kernel/cpu/amd.c, arch/x86/include/asm/intel-family.h.
constexpr Models known_models[] = {
    {amd, 0x17, 0x30, 0xaf, "zen2"},
    {amd, 0x19, 0x00, 0x0f, "zen3"},
    {amd, 0x19, 0x20, 0x5f, "zen3"},
    {amd, 0x19, 0x10, 0x1f, "zen4"},
    {amd, 0x19, 0x60, 0x7f, "zen4"},
    {amd, 0x19, 0xa0, 0xaf, "zen4"},
    {amd, 0x1a, 0x00, 0x7f, "zen5"},
    {intel, 6, 0x3c, 0x3c, "haswell"},
    {intel, 6, 0x3f, 0x3f, "haswell"},
    {intel, 6, 0x45, 0x46, "haswell"},
    {intel, 6, 0x3d, 0x3d, "broadwell"},
    {intel, 6, 0x47, 0x47, "broadwell"},
    {intel, 6, 0x4f, 0x4f, "broadwell"},
    {intel, 6, 0x56, 0x56, "broadwell"},
    {intel, 6, 0x4e, 0x4e, "skylake"},
    {intel, 6, 0x55, 0x55, "skylake"},
    {intel, 6, 0x5e, 0x5e, "skylake"},
    {intel, 6, 0x8e, 0x8e, "skylake"},
    {intel, 6, 0x9e, 0x9e, "skylake"},
    {intel, 6, 0xa5, 0xa6, "skylake"},
    {intel, 6, 0x6a, 0x6a, "icelake"},
    {intel, 6, 0x6c, 0x6c, "icelake"},
    {intel, 6, 0x7d, 0x7e, "icelake"},
    {intel, 6, 0x8f, 0x8f, "sapphire-rapids"},
    {intel, 6, 0xcf, 0xcf, "sapphire-rapids"},
    {intel, 6, 0x57, 0x57, "knl"},
    {intel, 6, 0x85, 0x85, "knl"},
};

}  // namespace

std::optional<std::string> generation_of(std::string_view vendor, unsigned family, unsigned model) {
  for (const Models& m : known_models)
    if (vendor == m.vendor && family == m.family && model >= m.first && model <= m.last)
      return m.generation;
  return std::nullopt;
}

std::optional<std::string> this_generation() {
#ifdef __x86_64__
  unsigned most = 0, features = 0, b = 0, c = 0, d = 0;
  char vendor[12];
  if (__get_cpuid(0, &most, &b, &c, &d) == 0) return std::nullopt;
  std::memcpy(vendor, &b, 4);
  std::memcpy(vendor + 4, &d, 4);
  std::memcpy(vendor + 8, &c, 4);
  if (__get_cpuid(1, &features, &b, &c, &d) == 0) return std::nullopt;
  const unsigned family = features >> 8 & 0xf;
  const unsigned model = (features >> 4 & 0xf) | (features >> 12 & 0xf0);
  return generation_of({vendor, sizeof vendor},
                       family == 0xf ? family + (features >> 20 & 0xff) : family, model);
#else
  return std::nullopt;
#endif
}

}  // namespace hpcast::calibrate

#include "hpcast/inputs/host/generation.h"

#include <charconv>
#include <initializer_list>

namespace hpcast::host {
namespace {

// "25", "0xd0c"; -1 for what is no number.
int processor_number(const char* text) {
  if (text == nullptr) return -1;
  const std::string_view whole = text;
  const bool hexadecimal = whole.starts_with("0x");
  const std::string_view digits = hexadecimal ? whole.substr(2) : whole;
  int number = -1;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, hexadecimal ? 16 : 10);
  return error == std::errc() && end == digits.data() + digits.size() ? number : -1;
}

struct ProcessorModel {
  int number;
  const char* generation;
};

std::optional<std::string> find_model(int number, std::initializer_list<ProcessorModel> models) {
  for (const ProcessorModel& model : models)
    if (model.number == number) return model.generation;
  return std::nullopt;
}

// Family 6. Models as Linux has them in arch/x86/include/asm/intel-family.h.
std::optional<std::string> intel_generation(int model) {
  return find_model(model, {{0x3c, "haswell"},
                            {0x3f, "haswell"},
                            {0x45, "haswell"},
                            {0x46, "haswell"},
                            {0x3d, "broadwell"},
                            {0x47, "broadwell"},
                            {0x4f, "broadwell"},
                            {0x56, "broadwell"},
                            {0x4e, "skylake"},
                            {0x5e, "skylake"},
                            {0x55, "skylake"},
                            {0x8e, "skylake"},
                            {0x9e, "skylake"},
                            {0xa5, "skylake"},
                            {0xa6, "skylake"},
                            {0x6a, "icelake"},
                            {0x6c, "icelake"},
                            {0x7d, "icelake"},
                            {0x7e, "icelake"},
                            {0x8c, "icelake"},
                            {0x8d, "icelake"},
                            {0xa7, "icelake"},
                            {0x8f, "sapphire-rapids"},
                            {0xcf, "sapphire-rapids"},
                            {0x57, "knl"},
                            {0x85, "knl"}});
}

// Models as Linux has them in arch/x86/kernel/cpu/amd.c.
std::optional<std::string> amd_generation(int family, int model) {
  if (family == 0x17) return model >= 0x30 ? std::optional<std::string>("zen2") : std::nullopt;
  if (family == 0x19) {
    const int tens = model >> 4;
    const bool third = tens == 0x0 || tens == 0x2 || tens == 0x4 || tens == 0x5;
    return third ? "zen3" : "zen4";
  }
  return family == 0x1a ? std::optional<std::string>("zen5") : std::nullopt;
}

std::optional<std::string> arm_generation(int implementer, int part) {
  constexpr int arm = 0x41, fujitsu = 0x46;
  if (implementer == fujitsu) return find_model(part, {{0x001, "a64fx"}});
  if (implementer != arm) return std::nullopt;
  return find_model(part, {{0xc0f, "cortex-a15"},
                           {0xd0c, "neoverse-n1"},
                           {0xd40, "neoverse-v1"},
                           {0xd4f, "neoverse-v2"}});
}

}  // namespace

std::optional<std::string> generation_of(hwloc_topology_t topology) {
  hwloc_obj_t package = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PACKAGE, nullptr);
  if (package == nullptr) package = hwloc_get_root_obj(topology);
  const auto text = [&](const char* name) { return hwloc_obj_get_info_by_name(package, name); };
  const std::string vendor = text("CPUVendor") ? text("CPUVendor") : "";
  const int family = processor_number(text("CPUFamilyNumber"));
  const int model = processor_number(text("CPUModelNumber"));
  if (vendor == "AuthenticAMD") return amd_generation(family, model);
  if (vendor == "GenuineIntel" && family == 6) return intel_generation(model);
  return arm_generation(processor_number(text("CPUImplementer")),
                        processor_number(text("CPUPart")));
}

}  // namespace hpcast::host

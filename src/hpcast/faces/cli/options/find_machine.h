// What a user may write where a machine or a network is expected.
#pragma once

#include <string>
#include <vector>

namespace hpcast::cli {

// The path of a DAT: `name` itself where it is a file, else NAME.dat.json among the machines that
// came with hpcast. Throws InputError, naming what is near.
std::string find_machine(const std::string& name);

// The same of an NDL, NAME.ndl.json.
std::string find_network(const std::string& name);

// Their names, in order.
std::vector<std::string> known_networks();

// The same of a power model, NAME.power.json.
std::string find_power_model(const std::string& name);
std::vector<std::string> known_power_models();

// Either of the first two.
std::string find_machine_or_network(const std::string& name);

}  // namespace hpcast::cli

// hpcast's commands. Each adds itself to the command line and leaves, in the shared state, what is
// to be run once the line has been parsed.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace hpcast::cli {

struct Invocation {
  std::vector<std::string> program;  // what stood behind "--"
  std::function<int()> run;          // returns the exit status
};

// Exit codes of every command.
inline constexpr int answered = 0;
inline constexpr int gate_failed = 1;
inline constexpr int bad_input = 2;
inline constexpr int internal_error = 70;

void add_trace(CLI::App& app, Invocation& invocation);
void add_convert(CLI::App& trace, Invocation& invocation);     // of hpcast trace
void add_operations(CLI::App& trace, Invocation& invocation);  // of hpcast trace
void add_summary(CLI::App& trace, Invocation& invocation);     // of hpcast trace
void add_memory(CLI::App& app, Invocation& invocation);
void add_compare(CLI::App& app, Invocation& invocation);
void add_report(CLI::App& app, Invocation& invocation);
void add_show(CLI::App& app, Invocation& invocation);
void add_machine(CLI::App& app, Invocation& invocation);
void add_calibrate(CLI::App& app, Invocation& invocation);
void add_view(CLI::App& app, Invocation& invocation);
void add_counters(CLI::App& app, Invocation& invocation);
void add_latency(CLI::App& app, Invocation& invocation);
void add_network(CLI::App& app, Invocation& invocation);
void add_record(CLI::App& app, Invocation& invocation);
void add_skeleton(CLI::App& app, Invocation& invocation);
void add_learn(CLI::App& app, Invocation& invocation);
void add_generate(CLI::App& app, Invocation& invocation);
void add_power(CLI::App& app, Invocation& invocation);
void add_power_fit(CLI::App& power, Invocation& invocation);        // of hpcast power
void add_power_job(CLI::App& power, Invocation& invocation);        // likewise
void add_power_predict(CLI::App& power, Invocation& invocation);    // likewise
void add_power_scale(CLI::App& power, Invocation& invocation);      // likewise
void add_power_show(CLI::App& power, Invocation& invocation);       // likewise
void add_power_measure(CLI::App& power, Invocation& invocation);    // likewise
void add_latency_study(CLI::App& latency, Invocation& invocation);  // of hpcast latency

}  // namespace hpcast::cli

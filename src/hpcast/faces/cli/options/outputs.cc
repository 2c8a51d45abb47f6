#include "hpcast/faces/cli/options/outputs.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <map>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/file.h"
#include "hpcast/faces/report/kit/table.h"
#include "hpcast/faces/report/kit/text_options.h"

namespace hpcast::cli {

namespace {

namespace fs = std::filesystem;

// The path is the folder, or lies in it.
bool is_within(const std::string& path, const std::string& folder) {
  if (path.empty()) return false;
  std::error_code none;
  const fs::path inner = fs::weakly_canonical(fs::absolute(path), none);
  fs::path outer = fs::weakly_canonical(fs::absolute(folder), none);
  if (!outer.has_filename()) outer = outer.parent_path();  // it ended with '/'
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

// The output is the input, or lies in it: a trace is a folder, and an OTF2 archive X.otf2 has one
// beside it, X.
bool is_of(const std::string& output, const std::string& input) {
  if (input.empty()) return false;
  std::error_code none;
  return fs::equivalent(output, input, none) ||
         (fs::is_directory(input, none) && is_within(output, input)) ||
         (input.ends_with(".otf2") &&
          is_within(output, fs::path(input).replace_extension().string()));
}

}  // namespace

void check_outputs(const std::vector<Output>& outputs, const std::vector<std::string>& inputs) {
  std::map<std::string, std::string> options;  // by identity
  for (const auto& [option, path] : outputs) {
    const std::string identity = identity_of_output(path);
    if (identity.empty()) continue;
    for (const std::string& input : inputs)
      if (!is_standard_output(path) && is_of(identity, input))
        throw InputError(option + " " + path + ": is read from too", "give it a name of its own");
    const auto [first, is_new] = options.emplace(identity, option);
    if (!is_new)
      throw InputError(option + " " + path + ": the same file as " + first->second + "'s",
                       "give it a name of its own");
  }
}

void check_output_folder(const Output& folder, const std::vector<Output>& files,
                         const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs)
    if (is_within(input, folder.path))
      throw InputError(folder.option + " " + folder.path + ": is read from too",
                       "give it a name of its own");
  for (const Output& file : files)
    if (!is_standard_output(file.path) && is_within(identity_of_output(file.path), folder.path))
      throw InputError(fmt::format("{} {}: lies in the folder that {} writes", file.option,
                                   file.path, folder.option),
                       "put it elsewhere");
}

void print(const std::string& text) {
  const bool colour = report::options_for(STDOUT_FILENO).colour;
  std::fputs(report::visible_but_styles(text, colour).c_str(), stdout);
}

bool takes_stdout(const std::vector<Output>& outputs) {
  return std::any_of(outputs.begin(), outputs.end(),
                     [](const Output& output) { return is_standard_output(output.path); });
}

void deliver(const std::string& text, const std::vector<Output>& outputs,
             const std::function<std::string(const Output&)>& content_of) {
  const auto write = [&](bool to_stdout) {
    for (const Output& output : outputs)
      if (is_standard_output(output.path) == to_stdout)
        write_file_atomically(output.path, content_of(output));
  };
  std::signal(SIGPIPE, SIG_IGN);
  if (!takes_stdout(outputs)) print(text);
  std::fflush(stdout);
  write(false);
  std::signal(SIGPIPE, SIG_DFL);
  write(true);
}

}  // namespace hpcast::cli

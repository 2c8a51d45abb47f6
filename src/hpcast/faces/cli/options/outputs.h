// Where a command is going to write: looked at before it starts on what may take long.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace hpcast::cli {

// An option that names a file to write.
struct Output {
  std::string option;
  std::string path;
};

// Throws InputError where an output cannot be written, is an input too, or two of them
// are the same file. An input without a name is none. "-" is standard output.
void check_outputs(const std::vector<Output>& outputs, const std::vector<std::string>& inputs);

// The same for a folder that is written as a whole: what else is in it would be lost.
void check_output_folder(const Output& folder, const std::vector<Output>& files,
                         const std::vector<std::string>& inputs);

// Text for people, to standard output: visible(), but for the styles of a terminal.
void print(const std::string& text);

// Whether one of them goes to standard output: then nothing else may.
bool takes_stdout(const std::vector<Output>& outputs);

// Writes `text` to standard output, unless an output goes there, and the outputs' contents. The
// text first: a file that cannot be written must not cost the answer; nor must a reader of the text
// who has seen enough cost the files.
void deliver(const std::string& text, const std::vector<Output>& outputs,
             const std::function<std::string(const Output&)>& content_of);

}  // namespace hpcast::cli

// hpcast-slice -o DIR [--instrument] SOURCE… -- COMPILE FLAGS
#include <exception>

#include "hpcast/base/diagnostics.h"
#include "slice.h"

namespace {

hpcast::slicer::Request request_of(int argc, char** argv) {
  hpcast::slicer::Request request;
  bool flags = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (flags)
      request.flags.push_back(word);
    else if (word == "--")
      flags = true;
    else if (word == "--instrument")
      request.instrument = true;
    else if (word == "-o" && i + 1 < argc)
      request.folder = argv[++i];
    else if (word.size() > 1 && word[0] == '-')
      throw hpcast::InputError("hpcast-slice: there is no option " + word);
    else
      request.sources.push_back(word);
  }
  if (request.sources.empty() || request.folder.empty())
    throw hpcast::InputError(
        "usage: hpcast-slice -o DIR [--instrument] SOURCE... -- COMPILE FLAGS");
  return request;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    hpcast::slicer::slice(request_of(argc, argv));
    return 0;
  } catch (const std::exception& error) {
    hpcast::tell(error.what());
    return 2;
  }
}

// interval_holds (FULL SAMPLE...)...: result files of hpcast memory, each of a whole run followed
// by samples of it. How many of the samples' 95 % intervals hold the whole run's value, of the
// forecast and of every occupied object? Exit code 1 where fewer than 90 % do.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

namespace {

using Json = nlohmann::json;

struct Tally {
  int held = 0, all = 0;
  double largest = 0;  // relative error

  void add(double truth, double estimate, double margin) {
    const double error = std::fabs(estimate - truth);
    ++all;
    // A phase of few references may lie in no set that was taken.
    held += error <= margin + 1e-5 * truth ? 1 : 0;
    largest = std::fmax(largest, error / truth);
  }
  bool enough() const { return held >= 0.9 * all && all > 0; }
  void print(const char* what) const {
    std::printf("%s: %d of %d intervals hold the whole run's value, largest error %.2f %%\n", what,
                held, all, 100 * largest);
  }
};

}  // namespace

int main(int argc, char** argv) {
  Tally forecasts, objects;
  Json full;
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i]);
    const Json result = Json::parse(file);
    if (!result.contains("sample")) {
      full = result;
      continue;
    }
    forecasts.add(full["time_s"], result["time_s"], result["sample"]["time_margin_s"]);
    for (std::size_t o = 0; o < result["objects"].size(); ++o) {
      const Json& object = result["objects"][o];
      const double truth = full["objects"][o]["time_s"];
      if (truth > 0) objects.add(truth, object["time_s"], object["time_margin_s"]);
    }
  }
  forecasts.print("forecasts");
  objects.print("objects");
  return forecasts.enough() && objects.enough() ? 0 : 1;
}

#include "hpcast/inputs/dat/generations.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "hpcast/base/json.h"
#include "hpcast/inputs/dat/embedded_generations.h"
#include "hpcast/inputs/dat/pipeline_read.h"

namespace hpcast::dat {
namespace {

CoreClass read_generation(const EmbeddedGeneration& file) {
  const Document document = parse_json(file.json, std::string(file.name) + ".json");
  Faults faults(document);
  Fields fields(document.root, "", faults);
  CoreClass core;
  core.name = file.name;
  core.window = static_cast<std::uint32_t>(fields.required_whole("window", Dimension::none));
  core.line_fill_buffers =
      static_cast<std::uint32_t>(fields.required_whole("line_fill_buffers", Dimension::none));
  if (const Json* value = fields.member("pipeline")) {
    Fields pipeline(*value, fields.pointer("pipeline"), faults);
    core.pipeline = read_pipeline(pipeline, document, faults, nullptr, Pipeline());
    core.pipeline->generation = file.name;
    core.pipeline->reorder_buffer = core.window;
    core.pipeline->line_fill_buffers = core.line_fill_buffers;
  }
  core.extras = fields.rest();
  faults.throw_if_any();
  return core;
}

// Each is read when it is first asked for.
class Generations {
 public:
  const CoreClass& find(const std::string& name) {
    const std::lock_guard lock(mutex_);
    const auto known = read_.find(name);
    if (known != read_.end()) return known->second;
    const auto files = embedded_generations();
    const auto file = std::find_if(files.begin(), files.end(),
                                   [&](const EmbeddedGeneration& f) { return f.name == name; });
    return read_.emplace(name, read_generation(*file)).first->second;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, CoreClass> read_;
};

}  // namespace

std::vector<std::string> generations() {
  std::vector<std::string> names;
  for (const EmbeddedGeneration& file : embedded_generations()) names.emplace_back(file.name);
  return names;
}

bool is_generation(const std::string& name) {
  const auto files = embedded_generations();
  return std::any_of(files.begin(), files.end(),
                     [&](const EmbeddedGeneration& file) { return file.name == name; });
}

std::string generation_hint(const std::string& name) {
  const std::string near = did_you_mean(name, generations());
  return near.empty() ? "known are " + list_of(generations()) : near;
}

const CoreClass& generation(const std::string& name) {
  static Generations known;
  return known.find(name);
}

Pipeline pipeline_of(const std::string& name, double clock, const CoreClass& core) {
  Pipeline pipeline = *generation(name).pipeline;
  pipeline.clock = clock;
  if (core.window > 0) pipeline.reorder_buffer = core.window;
  if (core.line_fill_buffers > 0) pipeline.line_fill_buffers = core.line_fill_buffers;
  return pipeline;
}

}  // namespace hpcast::dat

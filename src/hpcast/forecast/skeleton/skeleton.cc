#include "hpcast/forecast/skeleton/skeleton.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "hpcast/base/file.h"
#include "hpcast/base/scratch_folder.h"
#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/base/whole_folder.h"
#include "hpcast/models/skeleton/times.h"

namespace hpcast::forecast {

namespace {

namespace fs = std::filesystem;
using skeleton::Found;

std::string flow_text(const std::vector<skeleton::Place>& flow) {
  std::string text;
  for (const skeleton::Place& place : flow)
    add_item(text, fmt::format("{}:{}: {}", place.file, place.line, place.text), "\n  ");
  return text;
}

const skeleton::Processor* processor_for(const SkeletonRequest& request,
                                         const skeleton::Processors& processors) {
  if (request.processor.empty())
    return processors.all.size() == 1 ? &processors.all.front() : nullptr;
  if (const skeleton::Processor* const found = processors.find(request.processor)) return found;
  const std::string near = did_you_mean(request.processor, processors.names());
  throw InputError(
      fmt::format("{} has no processor '{}'", database_of(request), request.processor),
      !near.empty() ? near
      : processors.all.empty()
          ? "hpcast skeleton SOURCE… -o DIR --calibrate 'mpirun -n 4 {} ARGUMENTS' makes one"
          : "it has " + list_of(processors.names()));
}

// What has no time, by reason.
struct Lacking {
  std::vector<std::string> missing, other_text;
};

Lacking lacking_in(const Skeleton& skeleton) {
  Lacking lacking;
  for (std::size_t i = 0; i < skeleton.times.size(); ++i) {
    const skeleton::Region& region = skeleton.plan.regions[i];
    if (!region.time.empty()) continue;
    if (skeleton.times[i].fit == skeleton::Fit::missing) lacking.missing.push_back(region.name);
    if (skeleton.times[i].fit == skeleton::Fit::other_text)
      lacking.other_text.push_back(region.name);
  }
  return lacking;
}

// Regions whose time no pragma gives.
std::size_t without_given(const Skeleton& skeleton) {
  return static_cast<std::size_t>(
      std::count_if(skeleton.plan.regions.begin(), skeleton.plan.regions.end(),
                    [](const skeleton::Region& region) { return region.time.empty(); }));
}

std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t shown = 3;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < shown; ++i)
    text += (i > 0 ? ", " : "") + names[i];
  return names.size() > shown ? text + ", …" : text;
}

void warn_of_lacking(Skeleton& skeleton) {
  if (skeleton.processor.empty()) {
    if (without_given(skeleton) > 0)
      skeleton.warnings.push_back(
          {"", 0, "", "what is replaced takes no time, for none is known",
           "--calibrate measures it, --processor names whose times to take"});
    return;
  }
  const Lacking lacking = lacking_in(skeleton);
  if (!lacking.other_text.empty())
    skeleton.warnings.push_back(
        {"", 0, "",
         fmt::format("{} of another text than was measured on {}, and no time: {}",
                     counted(lacking.other_text.size(), "region"), skeleton.processor,
                     some_of(lacking.other_text)),
         "the source has changed (or another program's has the same names): --calibrate"});
  if (!lacking.missing.empty())
    skeleton.warnings.push_back({"", 0, "",
                                 fmt::format("{} not measured on {}, and no time: {}",
                                             counted(lacking.missing.size(), "region"),
                                             skeleton.processor, some_of(lacking.missing)),
                                 "--calibrate with runs that come there"});
}

// Where the times are of another processor's by a factor.
std::string measured_elsewhere(const Skeleton& skeleton) {
  for (const Found& found : skeleton.times)
    if (found.fit == skeleton::Fit::found && found.measured_on != skeleton.processor)
      return found.measured_on;
  return {};
}

// Each region's, as important as its share.
double mean_error(const Skeleton& skeleton) {
  double error = 0, share = 0;
  for (const Found& found : skeleton.times) {
    error += found.time.share * found.time.mean_error;
    share += found.time.share;
  }
  return share > 0 ? error / share : 0;
}

std::string verdict_of(const Skeleton& skeleton) {
  const std::size_t kept = skeleton.plan.kept.size(), unmeasured = without_given(skeleton);
  std::string text =
      fmt::format("{} replaced, {} {} kept", counted(skeleton.plan.regions.size(), "region"), kept,
                  kept == 1 ? "loop or call" : "loops and calls");
  if (unmeasured == 0) return text;
  if (skeleton.processor.empty()) return text + "; no times are known of them";
  const Lacking lacking = lacking_in(skeleton);
  const std::size_t without = lacking.missing.size() + lacking.other_text.size();
  if (without == unmeasured) return text + "; none has a time of " + skeleton.processor;
  const std::string elsewhere = measured_elsewhere(skeleton);
  text += fmt::format(
      "; times of {}{} {}", skeleton.processor,
      elsewhere.empty() ? ", mean error" : "; mean error of those measured on " + elsewhere,
      format_percent(mean_error(skeleton)));
  return without == 0 ? text : text + fmt::format(", none of {}", counted(without, "region"));
}

void take_times(const SkeletonRequest& request, Skeleton& skeleton) {
  const skeleton::Processors processors = skeleton::read_processors(database_of(request));
  const skeleton::Processor* const processor = processor_for(request, processors);
  if (processor != nullptr) skeleton.processor = processor->name;
  for (const skeleton::Region& region : skeleton.plan.regions)
    skeleton.times.push_back(
        processor != nullptr ? time_on(processors, *processor, region.name, region.hash) : Found{});
}

Json times_json(const skeleton::RegionTime& time) {
  Json json = {{"coefficients", time.law.coefficients},
               {"bends", bends_json(time.law)},
               {"mean_error", time.mean_error},
               {"worst_error", time.worst_error}};
  if (time.left_out_error) json["left_out_error"] = *time.left_out_error;
  json["share"] = time.share;
  return json;
}

void put_into_json(Skeleton& skeleton) {
  skeleton.json["verdict"] = skeleton.verdict;
  skeleton.json.erase("processor");
  if (!skeleton.processor.empty()) skeleton.json["processor"] = skeleton.processor;
  for (std::size_t i = 0; i < skeleton.times.size(); ++i) {
    Json& region = skeleton.json["regions"][i];
    region.erase("times");
    if (skeleton.times[i].fit == skeleton::Fit::found)
      region["times"] = times_json(skeleton.times[i].time);
  }
}

Skeleton with_times(const SkeletonRequest& request, Sliced sliced) {
  Skeleton skeleton;
  skeleton.json = std::move(sliced.json);
  skeleton.plan = std::move(sliced.plan);
  for (const skeleton::Warning& warning : skeleton.plan.warnings)
    skeleton.warnings.push_back(
        {warning.at.file, warning.at.line, "", warning.at.text, flow_text(warning.flow)});
  take_times(request, skeleton);
  skeleton.verdict = verdict_of(skeleton);
  warn_of_lacking(skeleton);
  put_into_json(skeleton);
  return skeleton;
}

// The times first: who reads the plan finds them.
void write_times(const Skeleton& skeleton, const std::string& folder) {
  write_file_atomically(folder + "/" + skeleton::times_file,
                        times_header(skeleton.plan, skeleton.times, skeleton.processor));
  write_file_atomically(folder + "/" + skeleton::plan_file,
                        skeleton.json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace

std::string database_of(const SkeletonRequest& request) {
  if (!request.database.empty()) return request.database;
  fs::path folder = fs::path(request.output).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  return folder.parent_path() / skeleton::processors_file;
}

void check_skeleton_output(const std::string& folder) {
  check_replaceable(folder, "skeleton", [](const std::string& path) {
    return fs::exists(path + "/" + skeleton::plan_file);
  });
}

Skeleton make_skeleton(const SkeletonRequest& request) {
  const Variant variant = request.instrumented ? Variant::instrumented : Variant::skeleton;
  if (request.output.empty()) {
    const ScratchFolder scratch;
    return with_times(request, slice(request.program, variant, scratch.file("skeleton")));
  }
  check_skeleton_output(request.output);
  WholeFolder folder(request.output);
  try {
    Skeleton skeleton = with_times(request, slice(request.program, variant, folder.path()));
    write_times(skeleton, folder.path());
    folder.commit();
    return skeleton;
  } catch (const InputError& error) {
    throw folder.meant(error);
  }
}

Skeleton retime_skeleton(const SkeletonRequest& request) {
  if (!fs::exists(request.output + "/" + skeleton::plan_file))
    throw InputError(request.output + ": this is no skeleton's folder",
                     "hpcast skeleton SOURCE… -o DIR writes one");
  Skeleton skeleton = with_times(request, sliced_in(request.output));
  write_times(skeleton, request.output);
  return skeleton;
}

}  // namespace hpcast::forecast

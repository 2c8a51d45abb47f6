#include "hpcast/inputs/reftrace/traced_process.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "hpcast/base/diagnostics.h"
#include "hpcast/base/host_process.h"
#include "hpcast/base/program.h"
#include "hpcast/base/start_program.h"
#include "hpcast/base/text.h"
#include "hpcast/inputs/reftrace/code.h"
#include "hpcast/inputs/reftrace/elf_note.h"
#include "hpcast/inputs/reftrace/process_table.h"

namespace hpcast::reftrace {
namespace {

bool set_in(const std::vector<std::string>& environment, const std::string& name) {
  return std::any_of(environment.begin(), environment.end(),
                     [&](const std::string& entry) { return entry.starts_with(name + "="); });
}

void set_entry(std::vector<std::string>& environment, const std::string& entry) {
  const std::size_t name_end = entry.find('=');
  set_variable(environment, entry.substr(0, name_end), entry.substr(name_end + 1));
}

std::vector<std::string> environment_for(const ProgramOptions& options) {
  std::vector<std::string> environment = own_environment();
  if (!set_in(environment, "OMP_WAIT_POLICY"))
    set_variable(environment, "OMP_WAIT_POLICY", "passive");
  if (options.openmp_threads > 0)
    set_variable(environment, "OMP_NUM_THREADS", std::to_string(options.openmp_threads));
  return environment;
}

// What is started, so that the program runs under its tracer.
ProgramStart launch_of(const std::vector<std::string>& command, const ProgramOptions& options,
                       const Channel& channel, const std::optional<ValgrindOptions>& valgrind) {
  ProgramStart launch{find_program(command.front()), command, environment_for(options)};
  launch.signal_with_us = SIGKILL;  // nobody would read its rings
  launch.output_to_stderr = options.output_to_stderr;
  launch.randomize_addresses = options.randomize_addresses;
  launch.before_exec = options.before_exec;
  if (!valgrind) {
    set_variable(launch.environment, channel_variable, channel.path());
    return launch;
  }
  const ValgrindLaunch under = under_valgrind(command, *valgrind);
  launch.path = under.command.front();
  launch.command = under.command;
  for (const std::string& entry : under.environment) set_entry(launch.environment, entry);
  return launch;
}

constexpr std::uint64_t huge_mapping = std::uint64_t{1} << 30;

// What the compiler tracer takes of a program's address space.
std::string tracers_room(const ChannelHeader& header) {
  return std::to_string((header.region_bytes + tracers_own_bytes) >> 20) + " MiB";
}

std::string last_part(const std::string& path) {
  return visible(on_one_line(path.substr(path.rfind('/') + 1)));
}
std::string name_of(const ChildEntry& child) {
  return last_part(std::string(child.program, strnlen(child.program, max_name - 1)));
}

// Each once.
std::string last_parts(const std::vector<std::string>& paths) {
  std::set<std::string> names;
  for (const std::string& path : paths) names.insert(last_part(path));
  std::string text;
  for (const std::string& name : names) add_item(text, name);
  return text;
}

// "a (2), ls"
std::string names_and_counts(const std::vector<const ChildEntry*>& children) {
  std::vector<std::pair<std::string, unsigned>> counts;
  for (const ChildEntry* child : children) {
    std::string name = name_of(*child);
    const auto known = std::find_if(counts.begin(), counts.end(),
                                    [&](const auto& count) { return count.first == name; });
    if (known != counts.end())
      ++known->second;
    else
      counts.emplace_back(std::move(name), 1);
  }
  std::string text;
  for (const auto& [name, count] : counts)
    add_item(text, name + (count > 1 ? " (" + std::to_string(count) + ")" : ""));
  return text;
}

// Told of by name.
std::span<const ChildEntry> children_in(const ChannelHeader& header) {
  return {header.children, std::min(header.child_count.load(), max_children)};
}

// Objects that the programs' wrappers had only to link; empty: none are known.
std::string not_compiled_in(const ChannelHeader& header) {
  const auto& table = header.not_compiled;
  std::string text;
  for (std::uint32_t i = 0; i < std::min(table.count.load(), max_not_compiled); ++i)
    add_item(text, visible(on_one_line({table.names[i], strnlen(table.names[i], max_name - 1)})));
  return text;
}

}  // namespace

TracedProcess::TracedProcess(Channel& channel, const std::vector<std::string>& command,
                             const ProgramOptions& options)
    : channel_(channel),
      shut_out_(channel.path()),
      tracer_(options.tracer.value_or(Tracer::compiler)) {
  if (command.empty()) throw InputError("no program to run");
  for (const std::string& word : command)
    if (const auto path = program_named(word);
        path && (programs_.empty() || channel.options().several))
      programs_.push_back(*path);
  channel.header().by_variable = tracer_ == Tracer::compiler ? 1 : 0;
  std::optional<ValgrindOptions> valgrind;
  if (tracer_ == Tracer::valgrind) {
    valgrind_.emplace(valgrind_folder());
    log_.emplace();
    valgrind = {valgrind_->get(), channel.path(), log_->path(), channel.options().several};
  }
  if (channel.options().several) prctl(PR_SET_CHILD_SUBREAPER, 1);
  id_ = start_program(launch_of(command, options, channel, valgrind));
  relay_.program_started(id_);
}

TracedProcess::~TracedProcess() {
  if (poll()) return;
  kill_processes();
  if (!exit_) waitpid(id_, nullptr, 0);
}

// Whoever the program left behind has come to be a child of this process (PR_SET_CHILD_SUBREAPER).
void TracedProcess::kill_processes() {
  if (!exit_) kill(id_, SIGKILL);
  if (!channel_.options().several) return;
  for (const pid_t process : descendants(getpid())) kill(process, SIGKILL);
}

void TracedProcess::wait_for_program() {
  if (!has_ended(id_)) return relay_.insist();
  relay_.program_ended();  // while the number is still the program's
  exit_ = take_exit(id_);
  ended_ = std::chrono::steady_clock::now();
}

// Whoever started them has ended: they are about to follow, or made to.
bool TracedProcess::other_processes_run() {
  const std::vector<pid_t> left = descendants(getpid());
  const auto processes = channel_.processes();
  if (std::none_of(processes.begin(), processes.end(), [&](const ProcessEntry& process) {
        const auto id = static_cast<pid_t>(process.id);
        return std::find(left.begin(), left.end(), id) != left.end() && is_running(id);
      }))
    return false;
  constexpr std::chrono::seconds patience{5};
  if (std::chrono::steady_clock::now() > ended_ + patience) kill_processes();
  return true;
}

// Ended processes that this one has come to be the parent of: until then they would count as alive
// for whoever waits for a lock that they held.
void TracedProcess::bury_adopted() {
  for (const ProcessEntry& process : channel_.processes()) {
    const auto id = static_cast<pid_t>(process.id);
    if (id > 0 && id != id_) waitpid(id, nullptr, WNOHANG);
  }
}

std::optional<ProgramExit> TracedProcess::poll() {
  if (log_) log_->read();
  if (!exit_) wait_for_program();
  shut_out_.read();
  if (channel_.options().several) bury_adopted();
  if (exit_ && channel_.options().several && other_processes_run()) return {};
  return exit_;
}

std::string TracedProcess::complaint() const { return log_ ? complaint_in(log_->text()) : ""; }

std::string TracedProcess::nothing_traced() const {
  if (tracer_ == Tracer::compiler)
    return std::string("no program compiled with hpcast-cc was started with ") + channel_variable +
           " in its environment, or one was, as another user than hpcast (su, setpriv, a user "
           "namespace)";
  return channel_.options().several ? "no rank of an MPI program was started"
                                    : "the tracer could not begin";
}

std::optional<TracedProcess::KeptOut> TracedProcess::kept_out() const {
  const ChannelHeader& header = channel_.header();
  if (header.no_room.load() != 0)
    return KeptOut{"there is too little room for the tracer in the program's address space",
                   "raise its limit (ulimit -v, RLIMIT_AS) by " + tracers_room(header) +
                       ", or lift it: ulimit -v unlimited"};
  if (const std::uint32_t lost = header.programs_lost.load(); lost != 0)
    return KeptOut{(lost == 1 ? std::string("a program") : std::to_string(lost) + " programs") +
                       " compiled with hpcast-cc started without " + channel_variable +
                       ": what starts it has emptied the environment, as env -i does",
                   std::string("let that variable through: env -i ") + channel_variable + "=\"$" +
                       channel_variable + "\" ... in a script, or no -i"};
  if (const auto& shut_out = shut_out_.names(); !shut_out.empty())
    return KeptOut{(shut_out.size() == 1 ? std::string("a program")
                                         : std::to_string(shut_out.size()) + " programs") +
                       " compiled with hpcast-cc could not open hpcast's channel (" +
                       last_parts(shut_out) +
                       "): another user's than hpcast, or in a namespace (su, setpriv, unshare)",
                   "start hpcast as that user, or inside the namespace"};
  return {};
}

// Which of the processes did not come to their end; empty: all did.
std::string TracedProcess::unfinished() const {
  std::set<std::uint32_t> ranks;
  bool any = false;
  std::string become;
  for (const ProcessEntry& process : channel_.processes()) {
    if (process.state.load() != ProcessState::running) continue;
    any = true;
    if (process.ranks != 0) ranks.insert(process.rank);
    for (const ChildEntry& program : children_in(channel_.header()))
      if (program.id.load() == process.id) become = " of " + name_of(program);
  }
  if (!any) return {};
  std::string who;
  for (const std::uint32_t rank : ranks)
    who += (who.empty() ? "rank " : ", ") + std::to_string(rank);
  std::string how = " ended without going through exit, or became another one (exec" + become + ")";
  if (exit_ && exit_->signal == 0 && exit_->status > ended_by_signal &&
      exit_->status < ended_by_signal + SIGRTMIN)
    how += "; the status " + std::to_string(exit_->status) +
           " stands for: " + strsignal(exit_->status - ended_by_signal);
  return (who.empty() ? "the program" : who) + how + limit();
}

// What may be the reason of an end; empty: nothing that is known.
std::string TracedProcess::limit() const {
  const ChannelHeader& header = channel_.header();
  if (header.limited.load() == 0) return {};
  return "; its address space is limited (ulimit -v), and the tracer takes " +
         tracers_room(header) + " of it: ulimit -v unlimited mends that";
}

// Ranks of an MPI program that have no process here; empty: none are missing. Where hpcast is a
// rank itself, what it starts has inherited that.
std::string TracedProcess::untraced_ranks() const {
  if (!channel_.options().several || rank_in(environ).ranks != 0) return {};
  std::map<std::uint32_t, std::set<std::uint32_t>> programs;  // ranks, by how many there are
  for (const ProcessEntry& process : channel_.processes())
    if (process.ranks != 0) programs[process.ranks].insert(process.rank);
  for (const auto& [size, traced] : programs)
    if (traced.size() < size)
      return std::to_string(traced.size()) + " of " + std::to_string(size) + " ranks " +
             (traced.size() == 1 ? "was" : "were") + " traced" +
             (tracer_ == Tracer::compiler
                  ? ": the others' programs were not compiled with hpcast-cc"
                  : "");
  return {};
}

// In the order of their start.
std::vector<const ChildEntry*> TracedProcess::untraced_children() const {
  const auto traced = channel_.processes();
  std::vector<const ChildEntry*> children;
  for (const ChildEntry& child : children_in(channel_.header())) {
    const std::uint32_t id = child.id.load();
    if (id == no_child) continue;
    if (id == 0 || std::none_of(traced.begin(), traced.end(),
                                [id](const ProcessEntry& process) { return process.id == id; }))
      children.push_back(&child);
  }
  return children;
}

std::vector<std::string> TracedProcess::unseen() const {
  std::vector<std::string> lines;
  const ChannelHeader& header = channel_.header();
  if (const auto children = untraced_children(); !children.empty()) {
    const std::size_t untold = header.child_count.load() - children_in(header).size();
    const std::size_t all = children.size() + untold;
    lines.push_back("what " + std::to_string(all) +
                    (all == 1 ? " child process" : " child processes") +
                    " did, not traced: " + names_and_counts(children));
  }
  if (const std::string objects = not_compiled_in(header); !objects.empty())
    lines.push_back("objects not compiled with hpcast-cc: " + objects);
  if (header.counted.load() != 0 && header.not_counted.load() != 0)
    lines.push_back(
        "instructions, and vector loads and stores (told as scalar ones), of what was traced "
        "before the optimisers: by Clang, or by GCC without hpcast's plugin");
  if (const std::uint64_t bytes = header.refused_mapping.load(); bytes >= huge_mapping)
    lines.push_back("what the program would have done with a mapping of " +
                    std::to_string(bytes >> 30) +
                    " GiB, which failed: under Valgrind there is less room than by itself");
  if (header.limited.load() != 0)
    lines.push_back("what the program would have done with " + tracers_room(header) +
                    " more: so much the tracer takes of the address space that it may have "
                    "(ulimit -v)");
  if (channel_.code() == nullptr) return lines;
  if (const std::uint32_t blocks = TracedCode(*channel_.code()).undescribed(); blocks != 0)
    lines.push_back("what " + std::to_string(blocks) +
                    " pieces of code wait for: there was no room to describe them");
  return lines;
}

// A program made with hpcast-cc that the Valgrind tracer left alone. A child that is still what its
// parent is would be left alone by the other tracer too.
std::string TracedProcess::untraced_instrumented() const {
  if (tracer_ == Tracer::compiler) return {};
  for (const ChildEntry* child : untraced_children()) {
    const std::optional<std::string> path = program_named(child->program);
    const bool forked =
        path && std::find(programs_.begin(), programs_.end(), *path) != programs_.end();
    if (path && !forked && access(path->c_str(), R_OK) == 0 && tracer_note(*path))
      return "the program started '" + name_of(*child) +
             "', which was made with hpcast-cc and not traced; --tracer compiler traces it";
  }
  return {};
}

std::string TracedProcess::incomplete() const {
  const ChannelHeader& header = channel_.header();
  if (channel_.processes().empty()) return nothing_traced();
  if (std::string reason = complaint(); !reason.empty()) return reason;
  if (const auto kept_out = this->kept_out()) return kept_out->why;
  std::string unfinished = this->unfinished();
  const bool finished_by_itself = unfinished.empty() && tracer_ == Tracer::compiler;
  if (exit_ && exit_->signal != 0 && !finished_by_itself)
    return std::string("the program was ended by a signal (") + strsignal(exit_->signal) + ")" +
           limit();
  if (!unfinished.empty()) return unfinished;
  if (channel_.options().several && relay_.interrupted() && exit_ && exit_->status != 0)
    return "the program was interrupted";
  if (const std::uint32_t refused = header.threads_refused.load(); refused != 0)
    return std::to_string(refused) + " threads beyond the most that can be traced at one time";
  if (const std::uint32_t refused = header.programs_refused.load(); refused != 0)
    return channel_.options().several
               ? std::to_string(refused) + " processes beyond the most that can be traced"
               : "only the first program compiled with hpcast-cc is traced, and " +
                     std::to_string(refused) + " more started";
  if (std::string left_alone = untraced_instrumented(); !left_alone.empty()) return left_alone;
  return untraced_ranks();
}

}  // namespace hpcast::reftrace

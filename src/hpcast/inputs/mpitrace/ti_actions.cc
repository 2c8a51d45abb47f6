#include "hpcast/inputs/mpitrace/ti_actions.h"

#include <array>
#include <vector>

#include "hpcast/base/diagnostics.h"

namespace hpcast::mpitrace {

namespace {

constexpr std::array<TiName, 34> ti_names = {{
    {"init", TiAction::init, ""},
    {"finalize", TiAction::finalize, ""},
    {"comm_size", TiAction::comm, ""},
    {"comm_split", TiAction::comm, ""},
    {"comm_dup", TiAction::comm, ""},
    {"compute", TiAction::compute, ""},
    {"sleep", TiAction::sleep, ""},
    {"location", TiAction::location, ""},
    {"send", TiAction::send, "MPI_Send"},
    {"isend", TiAction::send, "MPI_Isend", Collective::barrier, false},
    {"recv", TiAction::receive, "MPI_Recv"},
    {"irecv", TiAction::receive, "MPI_Irecv", Collective::barrier, false},
    {"sendRecv", TiAction::sendreceive, "MPI_Sendrecv"},
    {"sendrecv", TiAction::sendreceive, "MPI_Sendrecv"},
    {"test", TiAction::test, "MPI_Test"},
    {"wait", TiAction::wait, "MPI_Wait"},
    {"waitall", TiAction::waitall, "MPI_Waitall"},
    {"waitAll", TiAction::waitall, "MPI_Waitall"},
    {"barrier", TiAction::collective, "MPI_Barrier", Collective::barrier},
    {"bcast", TiAction::collective, "MPI_Bcast", Collective::bcast},
    {"reduce", TiAction::collective, "MPI_Reduce", Collective::reduce},
    {"allreduce", TiAction::collective, "MPI_Allreduce", Collective::allreduce},
    {"allReduce", TiAction::collective, "MPI_Allreduce", Collective::allreduce},
    {"alltoall", TiAction::collective, "MPI_Alltoall", Collective::alltoall},
    {"alltoallv", TiAction::collective, "MPI_Alltoallv", Collective::alltoallv},
    {"gather", TiAction::collective, "MPI_Gather", Collective::gather},
    {"gatherv", TiAction::collective, "MPI_Gatherv", Collective::gatherv},
    {"scatter", TiAction::collective, "MPI_Scatter", Collective::scatter},
    {"scatterv", TiAction::collective, "MPI_Scatterv", Collective::scatterv},
    {"allgather", TiAction::collective, "MPI_Allgather", Collective::allgather},
    {"allgatherv", TiAction::collective, "MPI_Allgatherv", Collective::allgatherv},
    {"reducescatter", TiAction::collective, "MPI_Reduce_scatter", Collective::reduce_scatter},
    {"scan", TiAction::collective, "MPI_Scan", Collective::scan},
    {"exscan", TiAction::collective, "MPI_Exscan", Collective::exscan},
}};

}  // namespace

std::optional<TiName> ti_name_of(std::string_view word) {
  for (const TiName& name : ti_names)
    if (word == name.name) return name;
  if (!word.starts_with('i')) return std::nullopt;
  for (TiName name : ti_names)
    if (name.action == TiAction::collective && word.substr(1) == name.name) {
      name.blocking = false;
      return name;
    }
  return std::nullopt;
}

std::string nonblocking_function(const char* function) {
  std::string name = function;  // "MPI_Bcast"
  name[4] = static_cast<char>(name[4] - 'A' + 'a');
  return "MPI_I" + name.substr(4);
}

std::string ti_suggestion(std::string_view word) {
  std::vector<std::string> names;
  for (const TiName& known : ti_names) names.emplace_back(known.name);
  const std::string near = nearest(std::string(word.substr(0, 40)), names);
  return near.empty() ? "" : ", did you mean '" + near + "'?";
}

}  // namespace hpcast::mpitrace

#include "hpcast/inputs/mpitrace/function_names.h"

#include <algorithm>
#include <array>
#include <span>

namespace hpcast::mpitrace {

namespace {

bool starts_with_one_of(std::string_view function, std::span<const std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return function.starts_with(beginning); });
}

constexpr std::array<std::string_view, 8> nonblocking_sends = {
    "MPI_Isend", "MPI_Issend",   "MPI_Ibsend",    "MPI_Irsend",
    "MPI_Start", "MPI_Startall", "MPI_Isendrecv", "MPI_Isendrecv_replace"};

// Beginnings of names. Waits and tests are here for those that completed nothing.
constexpr std::array<std::string_view, 60> local_functions = {"MPI_Init",
                                                              "MPI_Finalize",
                                                              "MPI_Comm_rank",
                                                              "MPI_Comm_size",
                                                              "MPI_Comm_get",
                                                              "MPI_Comm_set",
                                                              "MPI_Comm_group",
                                                              "MPI_Comm_compare",
                                                              "MPI_Comm_test",
                                                              "MPI_Comm_remote",
                                                              "MPI_Comm_call",
                                                              "MPI_Comm_create_errhandler",
                                                              "MPI_Comm_create_keyval",
                                                              "MPI_Comm_free_keyval",
                                                              "MPI_Comm_delete_attr",
                                                              "MPI_Comm_free",
                                                              "MPI_Comm_c2f",
                                                              "MPI_Comm_f2c",
                                                              "MPI_Type_",
                                                              "MPI_Get_",
                                                              "MPI_Op_",
                                                              "MPI_Group_",
                                                              "MPI_Info_",
                                                              "MPI_Error_",
                                                              "MPI_Errhandler_",
                                                              "MPI_Pack",
                                                              "MPI_Unpack",
                                                              "MPI_Cart_coords",
                                                              "MPI_Cart_rank",
                                                              "MPI_Cart_shift",
                                                              "MPI_Cart_get",
                                                              "MPI_Cartdim_get",
                                                              "MPI_Cart_map",
                                                              "MPI_Graph_get",
                                                              "MPI_Graph_map",
                                                              "MPI_Graph_neighbors",
                                                              "MPI_Graphdims_get",
                                                              "MPI_Dist_graph_neighbors",
                                                              "MPI_Topo_test",
                                                              "MPI_Dims_create",
                                                              "MPI_Address",
                                                              "MPI_Alloc_mem",
                                                              "MPI_Free_mem",
                                                              "MPI_Buffer_",
                                                              "MPI_Wait",
                                                              "MPI_Test",
                                                              "MPI_Iprobe",
                                                              "MPI_Improbe",
                                                              "MPI_Request_",
                                                              "MPI_Status_",
                                                              "MPI_Wtime",
                                                              "MPI_Wtick",
                                                              "MPI_Is_thread_main",
                                                              "MPI_Query_thread",
                                                              "MPI_Pcontrol",
                                                              "MPI_Attr_",
                                                              "MPI_Keyval_",
                                                              "MPI_Win_get",
                                                              "MPI_Win_set",
                                                              "MPI_Reduce_local"};

constexpr std::array<std::string_view, 7> flush_functions = {
    "MPI_Win_flush",  "MPI_Win_flush_all",  "MPI_Win_flush_local", "MPI_Win_flush_local_all",
    "MPI_Win_unlock", "MPI_Win_unlock_all", "MPI_Win_complete"};

}  // namespace

SendMode mode_of(std::string_view function) {
  constexpr std::string_view beginning = "MPI_";
  if (!function.starts_with(beginning)) return SendMode::standard;
  function.remove_prefix(beginning.size());
  if (function.starts_with('I')) function.remove_prefix(1);
  if (function.starts_with("Ssend") || function.starts_with("ssend")) return SendMode::synchronous;
  if (function.starts_with("Bsend") || function.starts_with("bsend")) return SendMode::buffered;
  if (function.starts_with("Rsend") || function.starts_with("rsend")) return SendMode::ready;
  return SendMode::standard;
}

bool starts_nonblocking(std::string_view function) {
  return std::find(nonblocking_sends.begin(), nonblocking_sends.end(), function) !=
         nonblocking_sends.end();
}

bool is_sendreceive(std::string_view function) { return function.starts_with("MPI_Sendrecv"); }

bool is_neighborhood(std::string_view function) {
  return function.starts_with("MPI_Neighbor_") || function.starts_with("MPI_Ineighbor_");
}

bool is_flush(std::string_view function) {
  return std::find(flush_functions.begin(), flush_functions.end(), function) !=
         flush_functions.end();
}

bool is_test(std::string_view function) {
  return function.starts_with("MPI_Test") || function == "MPI_Waitany" ||
         function == "MPI_Waitsome";
}

bool is_local(std::string_view function) {
  return starts_with_one_of(function, local_functions) || function.ends_with("_init");
}

const std::string& default_function(const Operation& operation) {
  static const std::array<std::string, 12> names = {
      "",         "MPI_Send",    "MPI_Isend",    "MPI_Recv", "MPI_Irecv", "MPI_Probe",
      "MPI_Wait", "MPI_Barrier", "MPI_Ibarrier", "MPI_Put",  "MPI_Get",   "MPI_Win_flush_all"};
  return names[static_cast<std::size_t>(operation.kind)];
}

}  // namespace hpcast::mpitrace

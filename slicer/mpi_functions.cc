#include <map>
#include <sstream>

#include "library.h"

namespace hpcast::slicer {
namespace {

// name: the argument that is sent, the one that is received, kind. What is sent and nobody receives
// is memory of which the contents are nothing to MPI.
constexpr const char* buffers = R"(
Send 0 - p2p
Bsend 0 - p2p
Ssend 0 - p2p
Rsend 0 - p2p
Psend_init 0 - p2p
Recv - 0 p2p
Mrecv - 0 p2p
Precv_init - 0 p2p
Sendrecv 0 5 p2p
Sendrecv_replace 0 0 p2p
Bcast 0 0 bcast
Reduce 0 1 reduce
Allreduce 0 1 allreduce
Reduce_scatter 0 1 reduce_scatter
Reduce_scatter_block 0 1 reduce_scatter
Scan 0 1 scan
Exscan 0 1 exscan
Gather 0 3 gather
Gatherv 0 3 gather
Scatter 0 3 scatter
Scatterv 0 4 scatter
Allgather 0 3 allgather
Allgatherv 0 3 allgather
Alltoall 0 3 alltoall
Alltoallv 0 4 alltoall
Alltoallw 0 4 alltoall
Neighbor_allgather 0 3 neighbor
Neighbor_allgatherv 0 3 neighbor
Neighbor_alltoall 0 3 neighbor
Neighbor_alltoallv 0 4 neighbor
Neighbor_alltoallw 0 4 neighbor
Put 0 - one-sided
Get - 0 one-sided
Accumulate 0 - one-sided
Rput 0 - one-sided
Rget - 0 one-sided
Raccumulate 0 - one-sided
Get_accumulate 0 3 one-sided
Rget_accumulate 0 3 one-sided
Fetch_and_op 0 1 one-sided
Compare_and_swap 0 2 one-sided
Win_create 0 0 one-sided
Win_attach 1 1 one-sided
Win_detach 1 1 one-sided
Win_allocate - - one-sided
Win_allocate_shared - - one-sided
Free_mem 0 - memory
Buffer_attach 0 - memory
Comm_attach_buffer 1 - memory
Session_attach_buffer 1 - memory
Comm_set_attr 2 - memory
Win_set_attr 2 - memory
Type_set_attr 2 - memory
Attr_put 2 - memory
File_write 1 - files
File_write_all 1 - files
File_write_at 2 - files
File_write_at_all 2 - files
File_write_at_all_end 1 - files
File_write_shared 1 - files
File_write_ordered 1 - files
File_iwrite 1 - files
File_iwrite_all 1 - files
File_iwrite_at 2 - files
File_iwrite_at_all 2 - files
File_iwrite_shared 1 - files
File_read - 1 files
File_read_all - 1 files
File_read_at - 2 files
File_read_at_all - 2 files
File_read_at_all_end - 1 files
File_read_shared - 1 files
File_read_ordered - 1 files
File_iread - 1 files
File_iread_all - 1 files
File_iread_at - 2 files
File_iread_at_all - 2 files
File_iread_shared - 1 files
)";

// What becomes of pointers, in the words of library.cc. Of a window, others are told where it lies.
constexpr const char* memory = R"(
Alloc_mem: alloc2
Win_allocate: alloc4 @windows
Win_allocate_shared: alloc4 @windows
Win_create: keep0 @windows
Win_attach: keep1 @windows
Win_shared_query: behind4 @windows
Win_set_attr: keep2 @windows
Win_get_attr: behind2 @windows
Comm_set_attr: keep2 @attributes
Comm_get_attr: behind2 @attributes
Attr_put: keep2 @attributes
Attr_get: behind2 @attributes
Type_set_attr: keep2 @type_attributes
Type_get_attr: behind2 @type_attributes
Buffer_attach: keep0 @bsend
Buffer_detach: behind0 @bsend
Comm_attach_buffer: keep1 @bsend
Comm_detach_buffer: behind1 @bsend
Session_attach_buffer: keep1 @bsend
Session_detach_buffer: behind1 @bsend
)";

std::map<std::string, MpiFunction> read_mpi_functions() {
  std::map<std::string, MpiFunction> table;
  std::istringstream lines(buffers);
  for (std::string name, send, receive, kind; lines >> name >> send >> receive >> kind;) {
    MpiFunction& function = table["MPI_" + name];
    if (send != "-") function.sends.insert(static_cast<unsigned>(std::stoi(send)));
    if (receive != "-") function.receives.insert(static_cast<unsigned>(std::stoi(receive)));
    function.kind = kind;
  }
  std::istringstream pointers(memory);
  for (std::string name, words; std::getline(pointers, name, ':') && std::getline(pointers, words);)
    table["MPI_" + name.substr(name.rfind('\n') + 1)].memory = read_function(words);
  table["MPI_Wtime"].talks = table["MPI_Wtick"].talks = false;
  table["MPI_Abort"].fails = true;
  return table;
}

// Large counts, persistent and split collectives, and what does not wait have the arguments of the
// plain form first. Empty where there is no plainer one.
std::string plainer(const std::string& name) {
  for (const std::string ending : {"_c", "_init", "_begin", "_end"})
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  const std::string immediate = "MPI_I";
  if (!name.starts_with(immediate) || name.size() == immediate.size()) return "";
  const char first = name[immediate.size()];
  return "MPI_" + std::string(1, static_cast<char>(std::toupper(first))) +
         name.substr(immediate.size() + 1);
}

}  // namespace

const MpiFunction& mpi_function(const std::string& called) {
  static const std::map<std::string, MpiFunction> table = read_mpi_functions();
  static const MpiFunction plain;
  std::string name = called[0] == 'P' ? called.substr(1) : called;
  for (; !name.empty(); name = plainer(name))
    if (const auto found = table.find(name); found != table.end()) return found->second;
  return plain;
}

}  // namespace hpcast::slicer

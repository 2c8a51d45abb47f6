#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "hpcast/models/netsim/collective.h"

namespace hpcast::netsim {
namespace {

constexpr std::uint64_t choice_kib = 1 << 10, choice_mib = 1 << 20;

std::string_view chosen_for(MpiFamily library, Collective kind, std::uint32_t size,
                            std::uint64_t bytes, std::uint64_t element = 8) {
  return choose_algorithm({kind, 0, size, 0, bytes, element, {}}, library).name;
}
std::string_view open_mpi_for(Collective kind, std::uint32_t size, std::uint64_t bytes,
                              std::uint64_t element = 1) {
  return chosen_for(MpiFamily::open_mpi, kind, size, bytes, element);
}
std::string_view mpich_for(Collective kind, std::uint32_t size, std::uint64_t bytes,
                           std::uint64_t element = 1) {
  return chosen_for(MpiFamily::mpich, kind, size, bytes, element);
}

// ---- Open MPI 4.1: coll_tuned_decision_fixed.c

TEST(OpenMpiChoice, Barrier) {
  EXPECT_EQ(open_mpi_for(Collective::barrier, 2, 0), "recursive-doubling");
  EXPECT_EQ(open_mpi_for(Collective::barrier, 3, 0), "recursive-doubling");
  EXPECT_EQ(open_mpi_for(Collective::barrier, 4, 0), "linear");
  EXPECT_EQ(open_mpi_for(Collective::barrier, 8, 0), "recursive-doubling");
  EXPECT_EQ(open_mpi_for(Collective::barrier, 64, 0), "bruck");
  EXPECT_EQ(open_mpi_for(Collective::barrier, 256, 0), "tree");
  EXPECT_EQ(open_mpi_for(Collective::barrier, 512, 0), "bruck");
  EXPECT_EQ(open_mpi_for(Collective::barrier, 1024, 0), "tree");
  EXPECT_EQ(open_mpi_for(Collective::barrier, 4096, 0), "bruck");
}

TEST(OpenMpiChoice, Bcast) {
  EXPECT_EQ(open_mpi_for(Collective::bcast, 16, 4 * choice_kib - 1), "k-nomial");
  EXPECT_EQ(open_mpi_for(Collective::bcast, 16, 4 * choice_kib), "binomial");
  EXPECT_EQ(open_mpi_for(Collective::bcast, 16, choice_mib), "scatter-allgather");
  EXPECT_EQ(open_mpi_for(Collective::bcast, 100, 100 * choice_mib), "k-nomial");
  EXPECT_EQ(open_mpi_for(Collective::bcast, 256, 16 * choice_kib), "split-binary");
  EXPECT_EQ(open_mpi_for(Collective::bcast, 1024, 512 * choice_kib - 1), "k-nomial");
  EXPECT_EQ(open_mpi_for(Collective::bcast, 1024, 512 * choice_kib), "scatter-allgather");
  EXPECT_EQ(open_mpi_for(Collective::bcast, 5, choice_mib), "chain");
}

TEST(OpenMpiChoice, Reductions) {
  EXPECT_EQ(open_mpi_for(Collective::reduce, 8, 8 * choice_kib - 1), "binary");
  EXPECT_EQ(open_mpi_for(Collective::reduce, 8, 8 * choice_kib), "binomial");
  EXPECT_EQ(open_mpi_for(Collective::reduce, 300, 8 * choice_kib), "in-order-binary");
  EXPECT_EQ(open_mpi_for(Collective::reduce, 300, 16 * choice_kib), "binomial");
  EXPECT_EQ(open_mpi_for(Collective::allreduce, 8, 8 * choice_kib - 1), "recursive-doubling");
  EXPECT_EQ(open_mpi_for(Collective::allreduce, 8, 8 * choice_kib), "rabenseifner");
  EXPECT_EQ(open_mpi_for(Collective::allreduce, 128, 128 * choice_kib - 1), "reduce-bcast");
  EXPECT_EQ(open_mpi_for(Collective::allreduce, 128, 128 * choice_kib), "recursive-doubling");
  EXPECT_EQ(open_mpi_for(Collective::allreduce, 128, 256 * choice_kib), "rabenseifner");
  EXPECT_EQ(open_mpi_for(Collective::reduce_scatter, 16, 256 * choice_kib - 1),
            "recursive-halving");
  EXPECT_EQ(open_mpi_for(Collective::reduce_scatter, 16, 256 * choice_kib), "ring");
  EXPECT_EQ(open_mpi_for(Collective::reduce_scatter_block, 64, 16), "butterfly");
  EXPECT_EQ(open_mpi_for(Collective::reduce_scatter_block, 64, 64 * choice_kib), "linear");
  EXPECT_EQ(open_mpi_for(Collective::scan, 64, 8), "linear");
  EXPECT_EQ(open_mpi_for(Collective::exscan, 64, 8), "linear");
}

// What it does instead is what is said: too few elements, other than a power of two, odd.
TEST(OpenMpiChoice, SaysWhatIsReallyDone) {
  EXPECT_EQ(open_mpi_for(Collective::allreduce, 16, 8, 8), "recursive-doubling");  // of the ring
  EXPECT_EQ(open_mpi_for(Collective::allreduce, 40, 128, 8), "linear");  // 16 elements for 32
  EXPECT_EQ(open_mpi_for(Collective::allreduce, 40, 256, 8), "rabenseifner");
  EXPECT_EQ(open_mpi_for(Collective::reduce, 2, 4, 4), "linear");  // of Rabenseifner's
  EXPECT_EQ(open_mpi_for(Collective::allgather, 16, 8), "recursive-doubling");
  EXPECT_EQ(open_mpi_for(Collective::allgather, 17, 8), "bruck");
  EXPECT_EQ(open_mpi_for(Collective::allgather, 40, choice_kib), "neighbor-exchange");
  EXPECT_EQ(open_mpi_for(Collective::allgather, 41, choice_kib), "ring");
}

TEST(OpenMpiChoice, Gathers) {
  EXPECT_EQ(open_mpi_for(Collective::allgather, 2, 8), "two-proc");
  EXPECT_EQ(open_mpi_for(Collective::allgather, 32, 64 * choice_kib - 1), "neighbor-exchange");
  EXPECT_EQ(open_mpi_for(Collective::allgather, 32, 64 * choice_kib), "ring");
  EXPECT_EQ(open_mpi_for(Collective::gather, 4, choice_kib), "linear");
  EXPECT_EQ(open_mpi_for(Collective::gather, 100, choice_mib), "binomial");
  EXPECT_EQ(open_mpi_for(Collective::scatter, 100, 511), "binomial");
  EXPECT_EQ(open_mpi_for(Collective::scatter, 100, 512), "linear-nb");
  EXPECT_EQ(open_mpi_for(Collective::gatherv, 100, 512), "linear");
  EXPECT_EQ(open_mpi_for(Collective::scatterv, 100, 512), "linear");
}

TEST(OpenMpiChoice, Alltoalls) {
  EXPECT_EQ(open_mpi_for(Collective::alltoall, 64, choice_kib - 1), "bruck");
  EXPECT_EQ(open_mpi_for(Collective::alltoall, 64, choice_kib), "linear");
  EXPECT_EQ(open_mpi_for(Collective::alltoall, 64, 2 * choice_kib), "linear-sync");
  EXPECT_EQ(open_mpi_for(Collective::alltoall, 64, 4 * choice_kib), "linear");
  EXPECT_EQ(open_mpi_for(Collective::alltoall, 64, 256 * choice_kib), "pairwise");
  EXPECT_EQ(open_mpi_for(Collective::alltoallv, 3, 8), "pairwise");
  EXPECT_EQ(open_mpi_for(Collective::alltoallv, 4, 8), "linear");
  EXPECT_EQ(open_mpi_for(Collective::alltoallv, 64, 8), "pairwise");
  EXPECT_EQ(open_mpi_for(Collective::alltoallv, 128, 8), "linear");
  EXPECT_EQ(open_mpi_for(Collective::alltoallv, 256, 8), "pairwise");
  EXPECT_EQ(open_mpi_for(Collective::alltoallv, 1024, 8), "linear");
}

// ---- MPICH 4.0: maint/tuning/coll/mpir/generic.json

TEST(MpichChoice, Bcast) {
  EXPECT_EQ(mpich_for(Collective::bcast, 7, 100 * choice_mib), "binomial-mpich");
  EXPECT_EQ(mpich_for(Collective::bcast, 8, 12288), "binomial-mpich");
  EXPECT_EQ(mpich_for(Collective::bcast, 8, 12289), "scatter-allgather-mpich");
  EXPECT_EQ(mpich_for(Collective::bcast, 8, 524288), "scatter-allgather-mpich");
  EXPECT_EQ(mpich_for(Collective::bcast, 8, 524289), "scatter-ring-allgather-mpich");
  EXPECT_EQ(mpich_for(Collective::bcast, 9, 12288), "binomial-mpich");
  EXPECT_EQ(mpich_for(Collective::bcast, 9, 12289), "scatter-ring-allgather-mpich");
}

TEST(MpichChoice, Reductions) {
  EXPECT_EQ(mpich_for(Collective::reduce, 16, 2048), "binomial");
  EXPECT_EQ(mpich_for(Collective::reduce, 16, 2049), "rabenseifner-mpich");
  EXPECT_EQ(mpich_for(Collective::reduce, 1000, 4000, 8), "binomial");  // 500 elements for 512
  EXPECT_EQ(mpich_for(Collective::allreduce, 4, 8), "recursive-doubling");
  EXPECT_EQ(mpich_for(Collective::allreduce, 4, 9), "rabenseifner-mpich");
  EXPECT_EQ(mpich_for(Collective::allreduce, 19, 15 * 8, 8), "recursive-doubling");
  EXPECT_EQ(mpich_for(Collective::allreduce, 19, 16 * 8, 8), "rabenseifner-mpich");
  EXPECT_EQ(mpich_for(Collective::reduce_scatter, 8, 524287), "recursive-halving");
  EXPECT_EQ(mpich_for(Collective::reduce_scatter, 8, 524288), "pairwise");
  EXPECT_EQ(mpich_for(Collective::reduce_scatter_block, 8, 65535), "recursive-halving");
  EXPECT_EQ(mpich_for(Collective::reduce_scatter_block, 8, 65536), "pairwise");
  EXPECT_EQ(mpich_for(Collective::scan, 8, 8), "recursive-doubling");
  EXPECT_EQ(mpich_for(Collective::exscan, 8, 8), "recursive-doubling");
}

TEST(MpichChoice, OfBlocksTogether) {
  EXPECT_EQ(mpich_for(Collective::allgather, 8, 65535), "recursive-doubling");
  EXPECT_EQ(mpich_for(Collective::allgather, 8, 65536), "ring");
  EXPECT_EQ(mpich_for(Collective::allgather, 10, 8191), "bruck");
  EXPECT_EQ(mpich_for(Collective::allgather, 10, 8192), "ring");
  EXPECT_EQ(mpich_for(Collective::allgatherv, 8, 65535), "recursive-doubling");
  EXPECT_EQ(mpich_for(Collective::allgatherv, 10, 8191), "bruck");
  EXPECT_EQ(mpich_for(Collective::allgatherv, 10, 8192), "ring-32k");
}

TEST(MpichChoice, Others) {
  EXPECT_EQ(mpich_for(Collective::barrier, 100, 0), "dissemination");
  EXPECT_EQ(mpich_for(Collective::gather, 100, choice_mib), "binomial");
  EXPECT_EQ(mpich_for(Collective::scatter, 100, choice_mib), "binomial");
  EXPECT_EQ(mpich_for(Collective::gatherv, 100, 8), "linear-nb");
  EXPECT_EQ(mpich_for(Collective::scatterv, 100, 8), "linear-nb");
  EXPECT_EQ(mpich_for(Collective::alltoall, 8, 32768), "scattered");  // 8 counts as below 8
  EXPECT_EQ(mpich_for(Collective::alltoall, 8, 32769), "pairwise-xor");
  EXPECT_EQ(mpich_for(Collective::alltoall, 9, 256), "bruck");
  EXPECT_EQ(mpich_for(Collective::alltoall, 9, 257), "scattered");
  EXPECT_EQ(mpich_for(Collective::alltoall, 9, 32769), "pairwise-xor");
  EXPECT_EQ(mpich_for(Collective::alltoallv, 9, 8), "scattered");
}

// ---- Both

TEST(CollectiveChoice, NothingToDo) {
  for (const MpiFamily library : {MpiFamily::open_mpi, MpiFamily::mpich}) {
    EXPECT_EQ(chosen_for(library, Collective::bcast, 16, 0), "none");
    EXPECT_EQ(chosen_for(library, Collective::allgatherv, 16, 0), "none");
    EXPECT_EQ(chosen_for(library, Collective::barrier, 1, 0), "none");
    EXPECT_EQ(chosen_for(library, Collective::alltoall, 1, 8), "none");
    EXPECT_NE(chosen_for(library, Collective::barrier, 2, 0), "none");
  }
  EXPECT_EQ(open_mpi_for(Collective::allreduce, 16, 0), "none");
  EXPECT_EQ(mpich_for(Collective::allreduce, 16, 0), "recursive-doubling");
}

// Lists count together; Open MPI divides by the ranks.
TEST(CollectiveChoice, OfLists) {
  std::vector<std::uint64_t> counts(32, 0);
  counts[5] = 32 * 256 - 1;
  const auto chosen = [&](Collective kind, MpiFamily library) -> std::string_view {
    return choose_algorithm({kind, 3, 32, 0, 0, 1, counts}, library).name;
  };
  EXPECT_EQ(chosen(Collective::allgatherv, MpiFamily::open_mpi), "linear");
  EXPECT_EQ(chosen(Collective::reduce_scatter, MpiFamily::open_mpi), "butterfly");
  counts[6] = 1;
  EXPECT_EQ(chosen(Collective::allgatherv, MpiFamily::open_mpi), "bruck");
  counts[7] = 524288;
  EXPECT_EQ(chosen(Collective::allgatherv, MpiFamily::mpich), "ring-32k");
  EXPECT_EQ(chosen(Collective::reduce_scatter, MpiFamily::mpich), "pairwise");
}

}  // namespace
}  // namespace hpcast::netsim

// The names that hpcast knows, by tool and machine. Sources: PAPI's preset list; `perf list` and
// the sysfs events of Linux; Intel's event lists (github.com/intel/perfmon) for Skylake to Sapphire
// Rapids and Knights Landing; AMD's PPRs of families 17h and 19h; Fujitsu's "A64FX PMU Events"
// and "SPARC64 VIIIfx Extensions"; LIKWID's perfgroups. LIKWID writes '_' where Intel writes '.',
// which key_of() makes the same.
#include <array>

#include "hpcast/counters/aliases.h"

namespace hpcast::counters {

namespace {

constexpr bool a_part = true;
constexpr const char* a64fx_line = "lines of 256 bytes (A64FX)";
constexpr const char* sparc64_line = "lines of 128 bytes (SPARC64 VIIIfx)";
constexpr const char* core_dram_reads =
    "reads by cores that were answered by memory; no prefetches";

constexpr std::array known_table{
    // PAPI
    KnownName{"papi_tot_cyc", "cycles"},
    KnownName{"papi_ref_cyc", "reference_cycles"},
    KnownName{"papi_tot_ins", "instructions"},
    KnownName{"papi_ld_ins", "loads"},
    KnownName{"papi_sr_ins", "stores"},
    KnownName{"papi_br_ins", "branches"},
    KnownName{"papi_br_msp", "branch_misses"},
    KnownName{"papi_fp_ins", "fp_instructions"},
    KnownName{"papi_dp_ops", "dp_flops"},
    KnownName{"papi_sp_ops", "sp_flops"},
    KnownName{"papi_fp_ops", "dp_flops", 1, false, "single precision included"},
    KnownName{"papi_mem_scy", "memory_stall_cycles", 1, false, "accesses of any level"},
    KnownName{"papi_l1_dcm", "l1d_misses"},
    KnownName{"papi_l2_tcm", "l2_misses"},
    KnownName{"papi_l2_dcm", "l2_misses", 1, false, "data accesses only"},
    KnownName{"papi_l3_tcm", "l3_misses"},
    KnownName{"papi_l3_tcm", "llc_misses"},
    KnownName{"papi_l3_dcm", "l3_misses", 1, false, "data accesses only"},
    KnownName{"papi_l3_dcm", "llc_misses", 1, false, "data accesses only"},
    KnownName{"papi_l3_tca", "llc_references"},

    // perf: names that stand for what the kernel takes for them on each machine
    KnownName{"cycles", "cycles"},
    KnownName{"cpu_cycles", "cycles"},
    KnownName{"instructions", "instructions"},
    KnownName{"ref_cycles", "reference_cycles"},
    KnownName{"cache_references", "llc_references"},
    KnownName{"cache_misses", "llc_misses"},
    KnownName{"llc_load_misses", "llc_read_misses"},
    KnownName{"llc_loads", "llc_references", 1, false, "loads only"},
    KnownName{"l1_dcache_load_misses", "l1d_misses", 1, false, "loads only"},
    KnownName{"mem_stores", "stores"},
    KnownName{"l1_dcache_loads", "loads"},
    KnownName{"l1_dcache_stores", "stores"},
    KnownName{"branches", "branches"},
    KnownName{"branch_instructions", "branches"},
    KnownName{"branch_misses", "branch_misses"},
    KnownName{"page_faults", "page_faults"},
    KnownName{"faults", "page_faults"},
    KnownName{"task_clock", "cpu_time"},
    KnownName{"cpu_clock", "cpu_time"},
    KnownName{"power_energy_pkg", "package_energy"},
    KnownName{"power_energy_ram", "memory_energy"},
    KnownName{"energy_pkg", "package_energy"},
    KnownName{"energy_ram", "memory_energy"},

    // Intel's cores
    KnownName{"cpu_clk_unhalted_thread", "cycles"},
    KnownName{"cpu_clk_unhalted_thread_p", "cycles"},
    KnownName{"cpu_clk_unhalted_core", "cycles"},
    KnownName{"cpu_clk_unhalted_ref", "reference_cycles"},
    KnownName{"cpu_clk_unhalted_ref_tsc", "reference_cycles"},
    KnownName{"inst_retired_any", "instructions"},
    KnownName{"inst_retired_any_p", "instructions"},
    KnownName{"instr_retired_any", "instructions"},
    KnownName{"mem_inst_retired_all_loads", "loads"},
    KnownName{"mem_inst_retired_all_stores", "stores"},
    KnownName{"mem_uops_retired_all_loads", "loads"},
    KnownName{"mem_uops_retired_all_stores", "stores"},
    KnownName{"mem_uops_retired_loads_all", "loads"},
    KnownName{"mem_uops_retired_stores_all", "stores"},
    KnownName{"l1d_replacement", "l1d_misses", 1, false, "lines brought into the cache"},
    KnownName{"mem_load_retired_l1_miss", "l1d_misses", 1, false, "loads only"},
    KnownName{"mem_load_retired_l2_miss", "l2_misses", 1, false, "loads only"},
    KnownName{"l2_rqsts_miss", "l2_misses"},
    KnownName{"l2_lines_in_all", "l2_misses", 1, false, "lines brought into the cache"},
    KnownName{"mem_load_retired_l3_miss", "llc_read_misses"},
    KnownName{"longest_lat_cache_miss", "llc_misses"},
    KnownName{"longest_lat_cache_reference", "llc_references"},
    KnownName{"offcore_requests_l3_miss_demand_data_rd", "llc_read_misses"},
    KnownName{"offcore_requests_outstanding_l3_miss_demand_data_rd", "outstanding_read_cycles"},
    KnownName{"offcore_requests_outstanding_cycles_with_l3_miss_demand_data_rd",
              "cycles_with_outstanding_read"},
    KnownName{"cycle_activity_stalls_l3_miss", "memory_stall_cycles"},
    KnownName{"cycle_activity_stalls_ldm_pending", "memory_stall_cycles", 1, false,
              "reads of any level"},
    KnownName{"memory_activity_stalls_l3_miss", "memory_stall_cycles"},
    KnownName{"cycle_activity_stalls_l2_miss", "l2_stall_cycles"},
    KnownName{"memory_activity_stalls_l2_miss", "l2_stall_cycles"},
    KnownName{"fp_arith_inst_retired_scalar_double", "dp_flops", 1, a_part},
    KnownName{"fp_arith_inst_retired_128b_packed_double", "dp_flops", 2, a_part},
    KnownName{"fp_arith_inst_retired_256b_packed_double", "dp_flops", 4, a_part},
    KnownName{"fp_arith_inst_retired_512b_packed_double", "dp_flops", 8, a_part},
    KnownName{"fp_arith_inst_retired_scalar_single", "sp_flops", 1, a_part},
    KnownName{"fp_arith_inst_retired_128b_packed_single", "sp_flops", 4, a_part},
    KnownName{"fp_arith_inst_retired_256b_packed_single", "sp_flops", 8, a_part},
    KnownName{"fp_arith_inst_retired_512b_packed_single", "sp_flops", 16, a_part},
    KnownName{"br_inst_retired_all_branches", "branches"},
    KnownName{"br_misp_retired_all_branches", "branch_misses"},

    // Intel's memory controllers. perf gives their CAS counts in MiB of lines, LIKWID as they are.
    KnownName{"unc_m_cas_count_rd", "dram_reads", 1, a_part},
    KnownName{"unc_m_cas_count_wr", "dram_writes", 1, a_part},
    KnownName{"unc_m_cas_count_all", "dram_accesses", 1, a_part},
    KnownName{"uncore_imc_cas_count_read", "dram_reads", 1, a_part},
    KnownName{"uncore_imc_cas_count_write", "dram_writes", 1, a_part},
    KnownName{"uncore_imc_data_reads", "dram_reads", 1, a_part},
    KnownName{"uncore_imc_data_writes", "dram_writes", 1, a_part},
    KnownName{"uncore_imc_free_running_data_read", "dram_reads", 1, a_part},
    KnownName{"uncore_imc_free_running_data_write", "dram_writes", 1, a_part},
    KnownName{"cas_count_rd", "dram_reads", 1, a_part},
    KnownName{"cas_count_wr", "dram_writes", 1, a_part},

    // Knights Landing, the names of the paper's commands, then Intel's and LIKWID's
    KnownName{"cas#", "dram_accesses", 1, a_part},
    KnownName{"edc#_misses", "memory_side_misses", 1, a_part},
    KnownName{"outstanding_rd_dram", "outstanding_read_cycles"},
    KnownName{"unc_e_edc_access_miss_clean", "memory_side_misses", 1, a_part},
    KnownName{"unc_e_edc_access_miss_dirty", "memory_side_misses", 1, a_part},
    KnownName{"edc_miss_clean", "memory_side_misses", 1, a_part},
    KnownName{"edc_miss_dirty", "memory_side_misses", 1, a_part},
    KnownName{"unc_e_edc_access_hit_clean", "memory_side_hits", 1, a_part},
    KnownName{"unc_e_edc_access_hit_dirty", "memory_side_hits", 1, a_part},
    KnownName{"edc_hit_clean", "memory_side_hits", 1, a_part},
    KnownName{"edc_hit_dirty", "memory_side_hits", 1, a_part},
    KnownName{"mc_cas_reads", "dram_reads", 1, a_part},
    KnownName{"mc_cas_writes", "dram_writes", 1, a_part},
    KnownName{"mem_uops_retired_l2_miss_loads", "llc_read_misses"},

    // AMD Zen
    KnownName{"ls_not_halted_cyc", "cycles"},
    KnownName{"cpu_clocks_unhalted", "cycles"},
    KnownName{"ex_ret_instr", "instructions"},
    KnownName{"retired_instructions", "instructions"},
    KnownName{"ls_dispatch_ld_dispatch", "loads"},
    KnownName{"ls_dispatch_store_dispatch", "stores"},
    KnownName{"ls_dispatch_loads", "loads"},
    KnownName{"ls_dispatch_stores", "stores"},
    KnownName{"fp_ret_sse_avx_ops_all", "dp_flops", 1, false, "single precision included"},
    KnownName{"retired_sse_avx_flops_all", "dp_flops", 1, false, "single precision included"},
    KnownName{"retired_sse_avx_flops_double_all", "dp_flops"},
    KnownName{"l3_lookup_state_l3_miss", "llc_misses", 1, a_part},
    KnownName{"l3_comb_clstr_state_request_miss", "llc_misses", 1, a_part},
    KnownName{"l3_lookup_state_all_coherent_accesses_to_l3", "llc_references", 1, a_part},
    KnownName{"l3_lookup_state_all_l3_req_typs", "llc_references", 1, a_part},
    KnownName{"l3_miss", "llc_misses", 1, a_part},
    KnownName{"l3_access", "llc_references", 1, a_part},
    KnownName{"ls_dmnd_fills_from_sys_mem_io_local", "llc_read_misses", 1, a_part, core_dram_reads},
    KnownName{"ls_dmnd_fills_from_sys_mem_io_remote", "llc_read_misses", 1, a_part,
              core_dram_reads},
    KnownName{"ls_dmnd_fills_from_sys_dram_io_near", "llc_read_misses", 1, a_part, core_dram_reads},
    KnownName{"ls_dmnd_fills_from_sys_dram_io_far", "llc_read_misses", 1, a_part, core_dram_reads},
    KnownName{"umc_cas_cmd_rd", "dram_reads", 1, a_part},
    KnownName{"umc_cas_cmd_wr", "dram_writes", 1, a_part},
    KnownName{"umc_cas_cmd_all", "dram_accesses", 1, a_part},
    KnownName{"dram_channel_#", "dram_accesses", 1, a_part},
    KnownName{"dram_channel_data_controller_#", "dram_accesses", 1, a_part},

    // Arm and A64FX
    KnownName{"inst_retired", "instructions"},
    KnownName{"ld_spec", "loads", 1, false, "speculatively executed"},
    KnownName{"st_spec", "stores", 1, false, "speculatively executed"},
    KnownName{"fp_fixed_ops_spec", "dp_flops", 1, a_part, "single precision included"},
    KnownName{"fp_scale_ops_spec", "dp_flops", 4, a_part,
              "SVE operations counted as for vectors of 512 bits with all lanes in use"},
    KnownName{"fp_dp_fixed_ops_spec", "dp_flops", 1, a_part},
    KnownName{"fp_dp_scale_ops_spec", "dp_flops", 4, a_part,
              "SVE operations counted as for vectors of 512 bits with all lanes in use"},
    KnownName{"fp_sp_fixed_ops_spec", "sp_flops", 1, a_part},
    KnownName{"fp_sp_scale_ops_spec", "sp_flops", 4, a_part,
              "SVE operations counted as for vectors of 512 bits with all lanes in use"},
    KnownName{"l1d_cache_refill", "l1d_misses"},
    KnownName{"l2d_cache_refill", "l2_misses"},
    KnownName{"l3d_cache_refill", "l3_misses"},
    KnownName{"ll_cache_rd", "llc_references", 1, false, "loads only"},
    KnownName{"ll_cache_miss_rd", "llc_read_misses"},
    KnownName{"bus_read_total_mem", "dram_reads", 1, a_part, a64fx_line},
    KnownName{"bus_write_total_mem", "dram_writes", 1, a_part, a64fx_line},
    KnownName{"ld_comp_wait_l2_miss", "memory_stall_cycles"},

    // SPARC64 VIIIfx
    KnownName{"cycle_counts", "cycles"},
    KnownName{"instruction_counts", "instructions"},
    KnownName{"effective_instruction_counts", "instructions"},
    KnownName{"load_store_instructions", "loads_and_stores"},
    KnownName{"floating_instructions", "fp_scalar_instructions"},
    KnownName{"fma_instructions", "fp_scalar_fma_instructions"},
    KnownName{"simd_floating_instructions", "fp_simd_instructions"},
    KnownName{"simd_fma_instructions", "fp_simd_fma_instructions"},
    KnownName{"l1d_miss", "l1d_misses"},
    KnownName{"cpu_mem_read_counts", "dram_reads", 1, false, sparc64_line},
    KnownName{"cpu_mem_write_counts", "dram_writes", 1, false, sparc64_line},

    // LIKWID, where it is no vendor's
    KnownName{"actual_cpu_clock", "cycles"},
    KnownName{"max_cpu_clock", "reference_cycles"},
    KnownName{"pwr_pkg_energy", "package_energy", 1, a_part},
    KnownName{"pwr_dram_energy", "memory_energy", 1, a_part},
    KnownName{"voltage_core", "voltage"},
    KnownName{"rapl_pkg_energy", "package_energy", 1, a_part},
};

}  // namespace

std::span<const KnownName> known_names() { return known_table; }

}  // namespace hpcast::counters

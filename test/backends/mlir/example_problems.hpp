#pragma once
// Small problems of all workloads.

#include <algorithm>
#include <iterator>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "workloads/problem/problem.hpp"

namespace xdnasim::mlir {

struct Example {
    std::string name;  ///< test name of letters and digits
    std::string file;  ///< name of a file in workloads/examples
    /// Keys and their values in YAML. They are parsed only when the problem is loaded, since a test
    /// program creates all examples each time it starts.
    std::vector<std::pair<std::string, std::string>> settings;
};

inline void PrintTo(const Example& example, std::ostream* stream) {
    *stream << example.name;
}

[[nodiscard]] inline std::vector<Example> gemm_examples() {
    return {
        {"Teaching", "gemm_teaching.yaml", {}},
        {"PhoenixInt16", "gemm_xdna_int16out.yaml", {{"gemm.size", "{m: 900, k: 512, n: 700}"}}},
        {"StrixColumnMajor", "gemm_xdna2_int8.yaml", {{"gemm.size", "{m: 600, k: 432, n: 1200}"}}},
        {"RowMajor",
         "gemm_any.yaml",
         {{"gemm.b_layout", "row-major"}, {"gemm.size", "{m: 512, k: 1030, n: 512}"}}},
        {"Bf16ToF32", "gemm_any.yaml", {{"gemm.types", "{a: bf16, b: bf16, c: f32}"}}},
        {"OneTileOfCAtATime",
         "gemm_any.yaml",
         {{"device", "xdna2-krackan"},
          {"gemm.size", "{m: 256, k: 216, n: 1088}"},
          {"gemm.tile", "{m: 64, k: 72, n: 136}"},
          {"gemm.kernel", "{blocking: 1x1}"}}},
        {"KernelByPeano",
         "gemm_any.yaml",
         {{"device", "xdna2-strix"},
          {"gemm.types", "{a: int16, b: int16, c: int32}"},
          {"gemm.size", "{m: 80, k: 120, n: 160}"},
          {"gemm.kernel", "{source: peano}"}}},
        {"NativeBf16",
         "gemm_any.yaml",
         {{"device", "xdna2-strix"},
          {"gemm.types", "{a: bf16, b: bf16, c: bf16}"},
          {"gemm.size", "{m: 256, k: 128, n: 512}"},
          {"gemm.kernel", "{native: true}"}}},
        {"TwoByOne", "gemm_any.yaml", {{"gemm.array", "{rows: 2, columns: 1}"}}},
        {"Sequential", "gemm_any.yaml", {{"gemm.bd_reconfiguration", "sequential"}}},
        {"WholeArrayPingPong",
         "gemm_whole_array.yaml",
         {{"gemm.size", "{m: 1024, k: 256, n: 1024}"}}},
        {"Slices",
         "gemm_any.yaml",
         {{"gemm.size", "{m: 512, k: 512, n: 512}"},
          {"gemm.tile", "{m: 64, k: 64, n: 64}"},
          {"gemm.rho", "4"}}},
        {"SlicesBesideBfp16", "gemm_atb.yaml", {{"gemm.size", "{m: 512, k: 1024, n: 1024}"}}},
        {"SlicesOfAStagedC",
         "gemm_atb.yaml",
         {{"gemm.size", "{m: 512, k: 512, n: 1024}"},
          {"gemm.k_mt", "64"},
          {"gemm.types", "{a: bfp16ebs8, b: bfp16ebs8, c: bfp16ebs8, partial: bf16}"}}},
    };
}

[[nodiscard]] inline std::vector<Example> other_examples() {
    return {
        {"Memcpy", "transfer_memcpy.yaml", {}},
        {"GemmLike", "transfer_gemm_like.yaml", {}},
        {"AddOne", "elementwise_add_one.yaml", {}},
        {"VectorScalar", "elementwise_vector_scalar.yaml", {}},
        {"Netlist", "netlist_mesh.yaml", {{"netlist.firings", "8"}}},
        {"NetlistWithFeedback",
         "netlist_mesh.yaml",
         {{"netlist.suite", "mesh_fs_09"}, {"netlist.firings", "8"}}},
        {"Traced",
         "elementwise_vector_scalar.yaml",
         {{"elementwise.mem_tile", "true"},
          {"trace",
           "{units: [{tile: [0, 2], events: [INSTR_EVENT_0, LOCK_STALL, PORT_RUNNING_1]}, "
           "{tile: [0, 1], events: [PORT_RUNNING_0, PORT_STALLED_3], s2mm: [1, 0]}]}"}}},
        {"TracedBesidePackets",
         "gemm_teaching.yaml",
         {{"trace",
           "{route: share, buffer_bytes: 65536, units: ["
           "{tile: [0, 2], events: [PORT_RUNNING_1], ports: ['master DMA:1', 'slave DMA:0']}, "
           "{tile: [1, 1], events: [PORT_RUNNING_0], ports: ['slave DMA:1']}, "
           "{tile: [1, 2], events: [LOCK_STALL, PORT_STALLED_0], ports: ['slave DMA:0']}]}"}}},
    };
}

[[nodiscard]] inline std::vector<Example> examples() {
    std::vector<Example> all = gemm_examples();
    std::ranges::copy(other_examples(), std::back_inserter(all));
    return all;
}

[[nodiscard]] inline problem::Problem load(const Example& example) {
    std::vector<problem::Setting> settings;
    for (const auto& [key, text] : example.settings)
        settings.emplace_back(key, text);
    return problem::load_problem(std::string{XDNASIM_EXAMPLES "/"} + example.file, settings);
}

}  // namespace xdnasim::mlir

#pragma once
// Problem files of all workloads, with and without a section `placement`, and runs of them.

#include <string>
#include <vector>

#include "backends/systemc/systemc_backend.hpp"
#include "base/yaml.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::placed_schedule::test {

inline problem::Problem problem_of(const std::string& text,
                                   const std::vector<problem::Setting>& settings = {}) {
    return problem::read_problem(base::parse_yaml(text, "p.yaml"), {}, settings);
}

/// The problem with `section` as its section `placement`.
inline problem::Problem placed(const std::string& text, const std::string& section) {
    return problem_of(text, {{"placement", section}});
}

/// Result of a simulated run of the problem, compared with the reference.
inline backends::RunResult run(const problem::Problem& problem) {
    return backends::make_systemc_backend()->run(problem::map_problem(problem), problem.device,
                                                 {.verify = true});
}

inline constexpr const char* kGemm =
    "device: xdna-phoenix\nworkload: gemm\ngemm:\n  size: {m: 128, k: 128, n: 128}\n"
    "  types: {a: int8, b: int8, c: int32}\n";
inline constexpr const char* kLayers =
    "device: versal-ve2802\nworkload: network\nnetwork:\n  input: {m: 32, k: 32}\n  layers:\n"
    "    - {width: 32, bias: true, relu: true}\n    - {width: 64}\n    - {width: 16}\n"
    "  pl_clock_ghz: 0.33\n";
inline constexpr const char* kPacks =
    "device: versal-ve2802\nworkload: gemm\ngemm:\n  mapping: packs\n"
    "  types: {a: int8, b: int8, c: int8}\n  array: {rows: 2, size: 3, packs: 2, stagger: 2}\n"
    "  iterations: 2\n";
inline constexpr const char* kTransfer =
    "device: xdna-phoenix\nworkload: transfer\ntransfer:\n  columns: 2\n  streams:\n"
    "    - {name: A, rows: 64, row_bytes: 256, run_bytes: 256, runs: 4}\n";
inline constexpr const char* kChain =
    "device: xdna-phoenix\nworkload: elementwise\nelementwise:\n  object_bytes: 32\n"
    "  objects: 8\n  mem_tile: true\n  mem_tile_object_bytes: 64\n"
    "  kernel: {kind: add_one, cycles_per_call: 12, inlined: true}\n";

}  // namespace xdnasim::placed_schedule::test

#pragma once
// The search for the best design of a GEMM, by closed forms and simulations.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "cli/optimise/search_options.hpp"
#include "workloads/search/gemm_designs.hpp"

namespace xdnasim::cli {

/// The result of a search.
struct SearchResult {
    std::vector<std::string> decisions;
    std::int64_t considered = 0;        ///< number of designs with calculated closed forms
    bool cut_short = false;             ///< a limit or an interruption ended the search early
    std::vector<search::Trial> trials;  ///< simulated designs, best first; at least one
};

/// Throws InputError if no design fits, none could be simulated, or none meets the constraints.
[[nodiscard]] SearchResult search_gemm(const search::GemmQuestion& question,
                                       const arch::Device& device, const SearchOptions& options);

/// One run of `workload` on the SystemC backend, as in `xdnasim simulate`.
[[nodiscard]] backends::RunResult simulate(
    const std::shared_ptr<const schedule::Workload>& workload, const arch::Device& device);

}  // namespace xdnasim::cli

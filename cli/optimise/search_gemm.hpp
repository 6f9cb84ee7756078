#pragma once
// The search for a GEMM, by closed forms and simulations.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "cli/optimise/search_options.hpp"
#include "workloads/search/gemm_designs.hpp"

namespace xdnasim::cli {

/// What a search found.
struct SearchResult {
    std::vector<std::string> decisions;
    std::int64_t considered = 0;  ///< designs that closed forms were calculated for
    bool cut_short = false;
    std::vector<search::Trial> trials;  ///< the best first; at least one
};

/// Throws InputError when nothing fits or nothing could be simulated.
[[nodiscard]] SearchResult search_gemm(const search::GemmQuestion& question,
                                       const arch::Device& device, const SearchOptions& options);

/// One run of `workload` on the SystemC backend, as `xdnasim simulate` has it.
[[nodiscard]] backends::RunResult simulate(
    const std::shared_ptr<const schedule::Workload>& workload, const arch::Device& device);

}  // namespace xdnasim::cli

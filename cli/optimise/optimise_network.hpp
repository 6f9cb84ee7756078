#pragma once
// `xdnasim optimise` of a network.

#include <cstdint>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "cli/optimise/search_options.hpp"
#include "workloads/network/network_workload.hpp"

namespace xdnasim::cli {

struct NetworkOptimisation {
    std::vector<std::string> decisions;
    std::int64_t considered = 0;        ///< number of partial networks that were placed
    std::vector<search::Trial> trials;  ///< simulated designs, best first; at least one
    std::vector<search::Trial> front;   ///< Pareto front of time against cores, fewest cores first
};

/// Throws InputError if no design fits, or none meets the constraints.
[[nodiscard]] NetworkOptimisation optimise_network(const network::NetworkWorkload& workload,
                                                   const arch::Device& device,
                                                   const SearchOptions& options);

/// The result as text for people.
[[nodiscard]] std::string network_report(const NetworkOptimisation& found,
                                         const arch::Device& device);
/// One JSON object and a newline.
[[nodiscard]] std::string network_json(const NetworkOptimisation& found,
                                       const arch::Device& device);

}  // namespace xdnasim::cli

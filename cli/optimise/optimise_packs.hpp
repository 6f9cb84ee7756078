#pragma once
// `xdnasim optimise` of a GEMM on packs of cores.

#include <cstdint>
#include <string>
#include <vector>

#include "cli/optimise/optimisation.hpp"
#include "workloads/gemm/packs/pack_design.hpp"
#include "workloads/search/strategy.hpp"

namespace xdnasim::cli {

struct PackOptimisation {
    std::vector<std::string> decisions;
    std::int64_t considered = 0;        ///< designs that closed forms were calculated for
    std::vector<search::Trial> trials;  ///< the best first; at least one
};

/// `open`: what the problem asks for. Throws InputError when nothing fits, or nothing meets the
/// constraints.
[[nodiscard]] PackOptimisation optimise_packs(const gemm::packs::PackDesign& open,
                                              const arch::Device& device,
                                              const SearchOptions& options);

/// For people.
[[nodiscard]] std::string packs_report(const PackOptimisation& found, const arch::Device& device);
/// One JSON object and a newline.
[[nodiscard]] std::string packs_json(const PackOptimisation& found, const arch::Device& device);

}  // namespace xdnasim::cli

#pragma once
// `xdnasim optimise` of a GEMM on packs of cores.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "cli/optimise/search_options.hpp"
#include "workloads/gemm/packs/pack_design.hpp"
#include "workloads/search/spaces.hpp"

namespace xdnasim::cli {

/// The best design with another value of one key.
struct PackChoice {
    search::PackVariation other;
    std::optional<search::Trial> trial{};  ///< nullopt if it cannot be routed or does not fit
};

struct PackOptimisation {
    std::vector<std::string> open;  ///< keys that were searched for
    std::string by_rule;            ///< the design that rules choose without a search, and its TOPS
    std::vector<std::string> decisions;
    std::int64_t considered = 0;        ///< number of designs with calculated closed forms
    std::vector<search::Trial> trials;  ///< simulated designs, best first; at least one
    std::vector<PackChoice> choices{};  ///< variations of the best design, in the order of the keys
};

/// Searches for the best design. `open`: the problem's design, in which keys may be left open.
/// Throws InputError if no key is open, no design fits, or none meets the constraints.
[[nodiscard]] PackOptimisation optimise_packs(const gemm::packs::PackDesign& open,
                                              const arch::Device& device, SearchOptions options);

/// The result as text for people.
[[nodiscard]] std::string packs_report(const PackOptimisation& found, const arch::Device& device);
/// One JSON object and a newline.
[[nodiscard]] std::string packs_json(const PackOptimisation& found, const arch::Device& device);

}  // namespace xdnasim::cli

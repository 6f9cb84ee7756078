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
    std::optional<search::Trial> trial{};  ///< nullopt: it has no routes or no room
};

struct PackOptimisation {
    std::vector<std::string> open;  ///< keys that were searched for
    std::string by_rule;            ///< what is chosen without a search, and what it reaches
    std::vector<std::string> decisions;
    std::int64_t considered = 0;        ///< designs that closed forms were calculated for
    std::vector<search::Trial> trials;  ///< the best first; at least one
    std::vector<PackChoice> choices{};  ///< in the order of the keys
};

/// `open`: what the problem asks for. Throws InputError when nothing fits, or nothing meets the
/// constraints.
[[nodiscard]] PackOptimisation optimise_packs(const gemm::packs::PackDesign& open,
                                              const arch::Device& device, SearchOptions options);

/// For people.
[[nodiscard]] std::string packs_report(const PackOptimisation& found, const arch::Device& device);
/// One JSON object and a newline.
[[nodiscard]] std::string packs_json(const PackOptimisation& found, const arch::Device& device);

}  // namespace xdnasim::cli

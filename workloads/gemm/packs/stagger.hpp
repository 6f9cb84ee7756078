#pragma once
// What shifting every other row of packs does to the streams (Mhatre et al., FPL 2025, section
// IV-C).

#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/gemm/packs/pack_design.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::gemm::packs {

struct StaggerFigures {
    int stagger = 0;
    int cores = 0;      ///< of whole packs that the columns hold
    int c_columns = 0;  ///< columns in which C leaves a core
    int max_c = 0;      ///< streams of C out of one of them
    // Of the routes that the router finds; nullopt: it finds none, and `obstacle` says why.
    std::optional<int> rounds{};  ///< of its negotiation
    int links = 0;                ///< between switches, that carry a stream
    int max_south = 0;            ///< of a switch's links to the south, that carry a stream
    int south_full = 0;           ///< switches all of whose links to the south do
    std::string obstacle{};
};

/// Routes the design's streams with that stagger in place of its own.
[[nodiscard]] StaggerFigures stagger_figures(PackDesign design, const arch::Device& device,
                                             int stagger);

}  // namespace xdnasim::gemm::packs

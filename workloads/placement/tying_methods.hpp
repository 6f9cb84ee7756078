#pragma once
// The methods that respect ties between cores, which must lie beside each other (netlist::Tie).

#include <array>

#include "workloads/placement/placer.hpp"

namespace xdnasim::placement {

/// All methods except those based on integer programs.
inline constexpr std::array kTyingMethods{Method::Naive,
                                          Method::Snake,
                                          Method::Annealing,
                                          Method::AnnealingPath,
                                          Method::AnnealingChannel,
                                          Method::AnnealingRoutes};

}  // namespace xdnasim::placement

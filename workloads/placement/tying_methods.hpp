#pragma once
// The methods that know of cores that have to lie beside each other (netlist::Tie).

#include <array>

#include "workloads/placement/placer.hpp"

namespace xdnasim::placement {

/// All but those that have integer programs solved.
inline constexpr std::array kTyingMethods{Method::Naive,
                                          Method::Snake,
                                          Method::Annealing,
                                          Method::AnnealingPath,
                                          Method::AnnealingChannel,
                                          Method::AnnealingRoutes};

}  // namespace xdnasim::placement

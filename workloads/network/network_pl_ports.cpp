#include <cstdlib>

#include "workloads/network/network_relays.hpp"

namespace xdnasim::network {

std::optional<arch::Port> FreePlPorts::near(int column, bool is_input) {
    if (!device_.pl) return std::nullopt;
    std::map<int, int>& taken = is_input ? inputs_ : outputs_;
    const int pairs = (is_input ? device_.pl->inputs : device_.pl->outputs) / 2;
    std::optional<int> nearest;
    for (int shim = 0; shim < device_.columns; ++shim) {
        if (!device_.pl->columns[static_cast<std::size_t>(shim)] || taken[shim] == pairs) continue;
        if (!nearest || std::abs(shim - column) < std::abs(*nearest - column)) nearest = shim;
    }
    if (!nearest) return std::nullopt;
    const int pair = taken[*nearest]++;
    return arch::Port{{*nearest, 0},
                      is_input ? arch::PortSide::Slave : arch::PortSide::Master,
                      arch::Bundle::Plio,
                      2 * pair};
}

}  // namespace xdnasim::network

#pragma once
// The classes of the suite, each as a list of its netlists by number.

#include <functional>
#include <string>
#include <vector>

#include "workloads/netlist/suite/netlist_builder.hpp"

namespace xdnasim::netlist {

/// Adds the cores and nets of a netlist. None: the suite leaves this number out.
using Recipe = std::function<void(NetlistBuilder&)>;

struct Family {
    std::string name;             ///< "line_ps"
    std::vector<Recipe> recipes;  ///< number 1 first
    bool taps_even_numbers = false;
};

[[nodiscard]] std::vector<Family> line_families();
[[nodiscard]] std::vector<Family> mesh_families();
[[nodiscard]] std::vector<Family> tree_families();
/// An edge detector, matrix multiplications, layers of a ResNet.
[[nodiscard]] std::vector<Family> application_families();

/// For systolic_mesh().
void build_systolic(NetlistBuilder& builder, int rows, int columns);

}  // namespace xdnasim::netlist

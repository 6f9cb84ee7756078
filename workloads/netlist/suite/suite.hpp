#pragma once
// A benchmark of netlists for arrays of 8 x 4 cores: lines, meshes, trees and applications, with
// the classes and counts of Yan et al. (FCCM 2026), table I, whose own netlists are not published.
//
// Names are CLASS_{p|f}{s|l}_NN: pipelined or with feedback, small (up to 15 cores) or large (16 to
// 32). Some numbers are left out.

#include <compare>
#include <string>
#include <vector>

#include "workloads/netlist/netlist.hpp"

namespace xdnasim::netlist {

/// Names of all netlists of the suite, in alphabetical order.
[[nodiscard]] std::vector<std::string> suite_names();

/// Properties that the netlists of a class share; their names state them.
struct SuiteClass {
    std::string shape;  ///< such as "mesh"
    bool has_feedback = false;
    bool is_large = false;

    auto operator<=>(const SuiteClass&) const = default;
};
/// The class of a netlist. Throws InputError as suite_netlist() does.
[[nodiscard]] SuiteClass class_of(const std::string& name);
[[nodiscard]] std::string to_string(const SuiteClass& suite_class);  // "mesh, pipelined, large"

/// The netlist of this name. Throws InputError if the suite has none; the message has the nearest
/// name.
[[nodiscard]] Netlist suite_netlist(const std::string& name);

/// A mesh of `rows` x `columns` cores that pass objects to the east and the south, as the meshes of
/// the suite do, for arrays of any size. Preconditions: both are at least 2.
[[nodiscard]] Netlist systolic_mesh(int rows, int columns, const std::string& device);

}  // namespace xdnasim::netlist

#pragma once
// Comparison of a design or workload before and after `xdnasim place` has moved it to other tiles.

#include <string>
#include <string_view>

#include "arch/units.hpp"
#include "workloads/netlist/netlist.hpp"
#include "workloads/placement/array.hpp"
#include "workloads/placement/placement.hpp"

namespace xdnasim::cli {

struct RunTime {
    arch::Cycles cycles{};     ///< cycles of the array
    arch::Nanoseconds time{};  ///< time including dispatch
};

/// Lines of the report with the run times before and after.
[[nodiscard]] std::string time_lines(const RunTime& before, const RunTime& after);

/// Two solutions of the placement of one netlist. The arguments of the constructor must outlive the
/// object.
class BeforeAfter {
 public:
    BeforeAfter(const netlist::Netlist& netlist, const placement::Array& array,
                const placement::Solution& before, const placement::Solution& after)
        : netlist_{netlist}, array_{array}, before_{before}, after_{after} {}

    /// A line that says what is placed: "design   aie.mlir: 3 cores, ...".
    [[nodiscard]] std::string subject(std::string_view label, std::string_view file) const;
    /// Lines on the device, the moved tiles, the nets and the length of routes. If the placement
    /// before is not legal by the rules of place and route, they say so; it may run all the same,
    /// because these rules count links more strictly.
    [[nodiscard]] std::string placement() const;

 private:
    const netlist::Netlist& netlist_;
    const placement::Array& array_;
    const placement::Solution& before_;
    const placement::Solution& after_;
};

}  // namespace xdnasim::cli

#pragma once
// What another placement changes, for `xdnasim place`.

#include <string>
#include <string_view>

#include "arch/units.hpp"
#include "workloads/netlist/netlist.hpp"
#include "workloads/placement/array.hpp"
#include "workloads/placement/placement.hpp"

namespace xdnasim::cli {

struct RunTime {
    arch::Cycles cycles{};     ///< of the array
    arch::Nanoseconds time{};  ///< with dispatch
};

/// How long runs before and after take: lines.
[[nodiscard]] std::string time_lines(const RunTime& before, const RunTime& after);

/// All are outlived by what they refer to.
class BeforeAfter {
 public:
    BeforeAfter(const netlist::Netlist& netlist, const placement::Array& array,
                const placement::Solution& before, const placement::Solution& after)
        : netlist_{netlist}, array_{array}, before_{before}, after_{after} {}

    /// What is placed: "design   aie.mlir: 3 cores, ...", a line.
    [[nodiscard]] std::string subject(std::string_view label, std::string_view file) const;
    /// Where, and how long its routes are: lines. The placement before may run although it is not
    /// legal here: place and route counts links more strictly.
    [[nodiscard]] std::string placement() const;

 private:
    const netlist::Netlist& netlist_;
    const placement::Array& array_;
    const placement::Solution& before_;
    const placement::Solution& after_;
};

}  // namespace xdnasim::cli

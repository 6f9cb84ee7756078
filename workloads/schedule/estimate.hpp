#pragma once
// What the closed forms of a workload give.

#include <cstdint>
#include <string>
#include <vector>

#include "arch/units.hpp"
#include "workloads/schedule/limit.hpp"

namespace xdnasim::schedule {

/// Something that takes a run `cycles` of the array clock if nothing else does.
struct Term {
    Limit limit{};
    double cycles = 0;
    std::string part{};  ///< of the design: "A" of a stream of A

    [[nodiscard]] std::string name() const { return name_of(limit, part); }
};

/// The terms go on at the same time, so that the longest one binds; the rest adds to it.
struct Estimate {
    std::vector<Term> terms;
    double prologue = 0;  ///< until the first tiles are where they are worked on
    double epilogue = 0;  ///< from the last one's end until the host is told
    arch::Bytes read{};
    arch::Bytes written{};
    std::int64_t calls = 0;  ///< of the workload's kernel, on all cores

    /// Precondition: there are terms.
    [[nodiscard]] const Term& binding() const;
    [[nodiscard]] double cycles() const { return binding().cycles + prologue + epilogue; }
};

}  // namespace xdnasim::schedule

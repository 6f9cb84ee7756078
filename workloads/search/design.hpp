#pragma once
// A design among several: what it runs, what it costs, and when one design is better than another.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arch/units.hpp"
#include "base/enumerators.hpp"
#include "base/parameters/kinds.hpp"
#include "workloads/schedule/estimate.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::search {

/// A workload that is called `calls` times, one call after the other.
struct Run {
    std::shared_ptr<const schedule::Workload> workload;
    std::int64_t calls = 1;
};

/// Cost of all runs of a design together.
struct Cost {
    arch::Nanoseconds time{};  ///< including dispatch
    arch::Bytes dram{};        ///< bytes read and written
    int cores = 0;
    /// The part of `time` that is dispatch, which is the same for all designs.
    arch::Nanoseconds dispatch{};

    /// Adds the bytes of `calls` calls. Throws InputError if the sum is too large to be counted.
    void add_dram(arch::Bytes of_a_call, std::int64_t calls);
};

struct Design {
    std::string name;  ///< such as "144x72x144, k_mt 432"
    /// The values that were searched for, under the keys of a problem file.
    parameters::Values choices;
    std::vector<Run> runs;
    /// Factor for the time of its runs, which gives the time that the design would take for as much
    /// work as the other designs do.
    double weight = 1;
    Cost forecast;  ///< cost by the closed forms
    schedule::Estimate
        estimate;  ///< forecast of one call of the run that takes longest with all its calls
    /// False: it does not answer the question, and only helps to find a design that does.
    bool is_answer = true;
};

/// A design with its simulated cost.
struct Trial {
    Design design;
    Cost cost;
};

enum class Objective : std::uint8_t {
    Time,   ///< least time, which is the most TOPS
    Dram,   ///< fewest bytes read and written; among equals the fastest
    Cores,  ///< fewest cores; among equals the fastest
};
inline constexpr std::array kObjectives{Objective::Time, Objective::Dram, Objective::Cores};
static_assert(base::lists_all<kObjectives>());
[[nodiscard]] std::string to_string(Objective objective);  // "time"

/// Is `a` better than `b`?
[[nodiscard]] bool better(Objective objective, const Cost& a, const Cost& b);

/// Limits of a design's cost; nullopt: no limit.
struct Constraints {
    std::optional<arch::Nanoseconds> max_time{};
    std::optional<arch::Bytes> max_dram{};
    std::optional<int> max_cores{};
    std::optional<double> min_tops{};
    double operations = 0;  ///< number of operations that `min_tops` refers to

    [[nodiscard]] bool allow(const Cost& cost) const;
    /// TOPS with `operations`.
    [[nodiscard]] double tops(const Cost& cost) const;
    /// Such as "40.95 TOPS" and "893.4 us". They are rounded so that the design meets a constraint
    /// with the rounded value.
    [[nodiscard]] std::string tops_text(const Cost& cost) const;
    [[nodiscard]] static std::string time_text(const Cost& cost);
    /// The constraints in words: "time up to 500.0 us, up to 16 cores"; empty if there are none.
    [[nodiscard]] std::string text() const;
};

}  // namespace xdnasim::search

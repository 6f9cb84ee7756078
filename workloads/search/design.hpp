#pragma once
// A design among others: what it runs, what it costs, and what makes one better than another.

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

/// A workload that is called so many times, one call after the other.
struct Run {
    std::shared_ptr<const schedule::Workload> workload;
    std::int64_t calls = 1;
};

/// Of all runs of a design together.
struct Cost {
    arch::Nanoseconds time{};  ///< with dispatch
    arch::Bytes dram{};        ///< read and written
    int cores = 0;
    arch::Nanoseconds dispatch{};  ///< of the time: the same for all designs
};

struct Design {
    std::string name;            ///< "144x72x144, k_mt 432"
    parameters::Values choices;  ///< what was searched for, under the keys of a problem file
    std::vector<Run> runs;
    /// Times the time of its runs: what a design would take for as much work as the others do.
    double weight = 1;
    Cost forecast;                ///< by the closed forms
    schedule::Estimate estimate;  ///< of one call of the run that takes longest with all its calls
    bool is_answer = true;        ///< to what was asked; else it only helps to find one
};

/// A design that was simulated.
struct Trial {
    Design design;
    Cost cost;
};

enum class Objective : std::uint8_t {
    Time,   ///< the least, which is the most TOPS
    Dram,   ///< the fewest bytes read and written; of equals the fastest
    Cores,  ///< the fewest; of equals the fastest
};
inline constexpr std::array kObjectives{Objective::Time, Objective::Dram, Objective::Cores};
static_assert(base::lists_all<kObjectives>());
[[nodiscard]] std::string to_string(Objective objective);  // "time"

/// Whether `a` is better than `b`.
[[nodiscard]] bool better(Objective objective, const Cost& a, const Cost& b);

/// What a design may cost; nullopt: anything.
struct Constraints {
    std::optional<arch::Nanoseconds> max_time{};
    std::optional<arch::Bytes> max_dram{};
    std::optional<int> max_cores{};
    std::optional<double> min_tops{};
    double operations = 0;  ///< that `min_tops` counts

    [[nodiscard]] bool allow(const Cost& cost) const;
    /// With `operations`.
    [[nodiscard]] double tops(const Cost& cost) const;
    /// "40.95 TOPS", "893.4 us": rounded so that the design meets a constraint that says so much.
    [[nodiscard]] std::string tops_text(const Cost& cost) const;
    [[nodiscard]] static std::string time_text(const Cost& cost);
    /// What was asked for: "time up to 500.0 us, up to 16 cores"; empty: none.
    [[nodiscard]] std::string text() const;
};

}  // namespace xdnasim::search

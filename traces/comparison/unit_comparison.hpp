#pragma once
// Comparison of one unit in two recordings.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "traces/comparison/alignment.hpp"
#include "traces/comparison/call_comparison.hpp"
#include "traces/comparison/interval_comparison.hpp"

namespace xdnasim::comparison {

/// How the kernel calls of a core are judged.
enum class JudgeBy : std::uint8_t {
    Medians,  ///< by medians if both recordings have kMinRounds rounds; else pair by pair
    Pairs     ///< pair by pair from the first on: for recordings that begin at the same time
};
inline constexpr std::array kJudgements{JudgeBy::Medians, JudgeBy::Pairs};
static_assert(base::lists_all<kJudgements>());
[[nodiscard]] std::string to_string(JudgeBy by);  // "medians"

struct Options {
    AlignBy align = AlignBy::FirstEvent;
    JudgeBy judge = JudgeBy::Pairs;
    Tolerances tolerances{};
};

struct UnitComparison {
    words::Unit measured{};
    words::Unit simulated{};
    std::int64_t offset = 0;  ///< cycles by which the simulated unit was moved
    /// The part that is compared, in cycles of the measured recording.
    Interval compared{};
    std::vector<Result> kernels{};  ///< lengths, periods and gaps
    std::vector<Result> events{};
    std::optional<Divergence> first_divergence{};  ///< earliest divergence of all events
    std::string other_design{};  ///< sign of another design (other_design.hpp); empty: none
    std::vector<std::string> notes{};
};

/// The comparison of a unit. Precondition: `simulated` has been aligned with `measured`.
class UnitComparer {
 public:
    UnitComparer(const RecordedUnit& measured, const RecordedUnit& simulated, const UnitPair& pair,
                 const Options& options, AlignBy aligned_by, const UnitAlignment& aligned);

    [[nodiscard]] UnitComparison compare() const;

 private:
    struct Part {
        std::int64_t from = 0;
        std::int64_t to = 0;
    };

    [[nodiscard]] Part part_of(const RecordedUnit& unit) const;
    [[nodiscard]] Selection select(const RecordedUnit& unit, std::optional<std::size_t> slot,
                                   const Event& event) const;
    [[nodiscard]] Setting setting() const;
    [[nodiscard]] Interval time_of(const RecordedUnit& unit) const;
    [[nodiscard]] Waits waits_of(const RecordedUnit& unit,
                                 std::optional<std::size_t> EventPair::*slot) const;
    [[nodiscard]] Result compare_pair(const EventPair& event, const Setting& setting) const;
    [[nodiscard]] std::vector<Result> kernels(const Setting& setting) const;
    /// Compares by medians of calls. Returns false, without comparing, if there are too few calls,
    /// or the options ask for pairs.
    [[nodiscard]] bool compare_by_calls(UnitComparison& unit) const;
    [[nodiscard]] std::vector<std::string> notes() const;

    const RecordedUnit& measured_;
    const RecordedUnit& simulated_;
    const UnitPair& pair_;
    const Options& options_;
    AlignBy aligned_by_;
    UnitAlignment aligned_;
};

}  // namespace xdnasim::comparison

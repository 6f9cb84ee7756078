#pragma once
// The designs of a GEMM that a search can choose from, their forecasts by the closed forms, and two
// ways to search them: in the order of the forecasts, or by the procedure of Taka et al.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arch/device.hpp"
#include "base/enumerators.hpp"
#include "workloads/gemm/gemm_design.hpp"
#include "workloads/gemm/gemm_terms.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"
#include "workloads/search/design.hpp"
#include "workloads/search/strategy.hpp"

namespace xdnasim::search {

/// Parameters that can be searched for, by their keys in the section `gemm`.
enum class GemmKey : std::uint8_t { Tile, KMt, Rho, CBuffers, BLayout, Array };
inline constexpr std::array kGemmKeys{GemmKey::Tile,     GemmKey::KMt,     GemmKey::Rho,
                                      GemmKey::CBuffers, GemmKey::BLayout, GemmKey::Array};
static_assert(base::lists_all<kGemmKeys>());
[[nodiscard]] std::string to_string(GemmKey key);  // "tile"

/// A GEMM size and its number of calls.
struct SizedCalls {
    gemm::Extent size{};
    std::int64_t calls = 1;
};

struct GemmQuestion {
    /// Parameters that all designs share, before the open ones are chosen.
    gemm::GemmDesign given;
    /// Parameters that are searched for; never rho if `t_ma` is given.
    std::set<GemmKey> open;
    std::vector<SizedCalls> sizes;  ///< sizes that a design is for; at least one
};

struct GemmChoice {
    gemm::Extent tile{};
    std::int64_t k_mt = 0;
    std::int64_t rho = 1;
    int c_buffers = 1;
    kernels::Layout b_layout{};
    int rows = 0;
    int columns = 0;
};

/// Forecast by the closed forms.
struct GemmForecast {
    Cost cost;
    schedule::Estimate longest;  ///< one call of the size that takes longest with all its calls
};

/// The designs that answer a question. The tiles that a device file gives as its defaults are not
/// used.
class GemmDesigns {
 public:
    /// Throws MappingError if the device has no kernel for the types, or no such array.
    GemmDesigns(GemmQuestion question, const arch::Device& device);

    [[nodiscard]] const arch::Device& device() const { return device_; }
    [[nodiscard]] const GemmQuestion& question() const { return question_; }
    [[nodiscard]] bool is_open(GemmKey key) const { return question_.open.contains(key); }

    // The possible values of each key.
    [[nodiscard]] const std::vector<std::pair<int, int>>& arrays() const { return arrays_; }
    /// With a `t_ma`, each rho has tiles of another m.
    [[nodiscard]] std::vector<std::int64_t> rhos() const;
    [[nodiscard]] std::vector<int> c_buffers() const;
    [[nodiscard]] std::vector<kernels::Layout> b_layouts() const;
    /// Tiles whose sizes are multiples of the matrix instruction and that fit into the memory of a
    /// core. If the tile is given: that tile, provided that an open `rho` cuts it into such
    /// multiples.
    [[nodiscard]] std::vector<gemm::Extent> tiles(std::int64_t rho, int c_buffers) const;
    /// Multiples of tile.k that may fit into the mem tiles, up to the longest padded K.
    [[nodiscard]] std::vector<std::int64_t> k_mts(const gemm::Extent& tile) const;

    /// Multiply-accumulates of all sizes and calls, without padding.
    [[nodiscard]] double macs() const;
    /// Cycles of a call of the multiplying kernel.
    [[nodiscard]] arch::Cycles call_cycles(const GemmChoice& choice);
    [[nodiscard]] double macs_per_cycle(const GemmChoice& choice);

    /// Cost of the kernel calls alone.
    [[nodiscard]] Cost kernels_alone(const GemmChoice& choice);
    /// Forecast of a design, regardless of whether the memories can hold it, and as if all data in
    /// DRAM were contiguous.
    [[nodiscard]] GemmForecast forecast(const GemmChoice& choice);
    /// Forecast including the cost of the order in which the shims' BDs traverse the DRAM. It takes
    /// some thousand times as long to compute. Precondition: `choice` fits.
    [[nodiscard]] GemmForecast refined_forecast(const GemmChoice& choice);
    /// Can the device hold and address the design at all sizes?
    [[nodiscard]] bool fits(const GemmChoice& choice) const;
    /// Precondition: `choice` fits.
    [[nodiscard]] Design design(const GemmChoice& choice);
    /// The design with one call, for the multiple of its native size that is nearest to the first
    /// size.
    [[nodiscard]] Design at_native_size(const GemmChoice& choice);

 private:
    struct LockCosts {
        double of_call = 0;
        double of_output = 0;
    };
    using Sizes = std::vector<SizedCalls>;
    /// The design for `choice`, not yet padded.
    [[nodiscard]] gemm::GemmDesign made(const GemmChoice& choice) const;
    /// Forecast of the padded designs for `sizes`, with the pattern factors that `factors` returns
    /// for each.
    template <class Factors>
    [[nodiscard]] GemmForecast forecast(const GemmChoice& choice, const Sizes& sizes,
                                        Factors factors);
    [[nodiscard]] GemmForecast refined_forecast(const GemmChoice& choice, const Sizes& sizes);
    /// Complete designs for each of `sizes`; empty if one does not fit.
    [[nodiscard]] std::vector<gemm::GemmDesign> complete(const GemmChoice& choice,
                                                         const Sizes& sizes) const;
    [[nodiscard]] Design design(const GemmChoice& choice, const Sizes& sizes);
    [[nodiscard]] gemm::GemmCosts costs(const gemm::GemmDesign& design);
    [[nodiscard]] gemm::GemmCosts costs_of_tile(const gemm::GemmDesign& design);

    /// The parameters that the costs of a design depend on.
    struct TileOfCosts {
        gemm::Extent tile;
        kernels::Layout b_layout{};
        std::int64_t rho = 0;
        int c_buffers = 0;

        [[nodiscard]] bool operator==(const TileOfCosts&) const = default;
    };

    GemmQuestion question_;
    const arch::Device& device_;
    /// Rows and columns, the largest array first.
    std::vector<std::pair<int, int>> arrays_;
    std::map<std::pair<int, int>, gemm::GemmDesign>
        bases_;  ///< designs by rows and columns of the array
    vliw::CallTimes calls_;
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, kernels::Layout>, arch::Cycles>
        multiply_;  ///< cycles by slice, k, n and the layout of B
    /// Cycles of the other kernels for an output tile, by its m and n.
    std::map<std::pair<std::int64_t, std::int64_t>, arch::Cycles> zero_;
    std::map<std::pair<std::int64_t, int>, LockCosts> locks_;  ///< costs by rho and c_buffers
    /// Costs of the last tile, since designs of one tile are asked for in succession.
    std::optional<std::pair<TileOfCosts, gemm::GemmCosts>> last_costs_;
};

/// The choices in `design`. Precondition: it is a design of a GEMM.
[[nodiscard]] GemmChoice choice_of(const Design& design);

/// All choices in the order of their forecasts. The best are checked further: whether the memories
/// hold them, and what their access patterns cost.
class GemmSpace final : public Space {
 public:
    struct Limits {
        Constraints constraints{};
        /// Maximum number of designs to keep: the best of those that fit.
        std::size_t max_designs = 2000;
        /// The target() of another space that was searched without success. Designs that were worth
        /// a simulation there are left out, and an empty result is no error.
        std::optional<Cost> beyond{};
        /// Called before each tile, and before each design is checked further: whether to go on.
        std::function<bool()> may_go_on = [] { return true; };
        /// Called with the number of arrays that are done, and the number of all arrays.
        std::function<void(std::size_t, std::size_t)> on_array = [](std::size_t, std::size_t) {};
    };

    /// Precondition: `designs` outlives the space. Throws InputError if nothing fits, or if no
    /// design meets the constraints; the message has the design that comes nearest.
    GemmSpace(GemmDesigns& designs, Objective objective, Limits limits);

    [[nodiscard]] std::size_t size() const override { return kept_.size(); }
    [[nodiscard]] Design design(std::size_t index) override {
        return designs_.design(kept_.at(index).choice);
    }
    /// Number of choices for which the closed forms were calculated.
    [[nodiscard]] std::int64_t considered() const { return considered_; }
    /// Has everything been searched and checked?
    [[nodiscard]] bool is_complete() const { return complete_; }
    /// The best forecast that fits and meets the constraints; designs that are much worse are left
    /// out.
    [[nodiscard]] const std::optional<Cost>& target() const { return best_; }

 private:
    struct Candidate {
        GemmChoice choice;
        Cost forecast;
    };

    /// Whether to go on; once it is not, the space is not complete.
    [[nodiscard]] bool goes_on();
    void add_array(int rows, int columns);
    void add_tile(const GemmChoice& of_tile);
    void add(const GemmChoice& choice, const Cost& forecast);
    /// Is the best design one of those that are just fast enough? A forecast that ignores access
    /// patterns cannot decide this.
    [[nodiscard]] bool needs_refined_target() const;
    /// Finds the best candidate since the last call that is fast enough, and drops those that sort
    /// before it.
    void settle();
    [[nodiscard]] bool is_refined_allowed(const GemmChoice& choice);
    [[nodiscard]] bool is_worth_it(const Cost& cost) const;
    /// Can an array of this size contain a design that is worth a simulation?
    [[nodiscard]] bool may_compete(int rows, int columns) const;
    void sort(std::vector<Candidate>& candidates) const;
    void keep_what_fits(std::size_t max);
    [[noreturn]] void refuse();

    GemmDesigns& designs_;
    Objective objective_;
    Constraints constraints_;
    std::optional<Cost> beyond_;
    std::function<bool()> may_go_on_;
    bool complete_ = true;
    std::vector<Candidate> all_;
    std::size_t settled_ = 0;  ///< number of settled candidates in `all_`
    std::vector<Candidate> kept_;
    std::int64_t considered_ = 0;
    double max_rate_ = 0;       ///< MACs per cycle of the fastest kernel so far
    std::optional<Cost> best_;  ///< best forecast of a design that fits and meets the constraints
};

/// The procedure of Taka et al. ("Striking the Balance", 2025, section 4.5). It starts from the
/// best tile for a single core: among the tiles whose A and B do not limit its compute, those whose
/// kernel does most multiply-accumulates per cycle; among these, the one with the smallest C. Such
/// a tile is deep and narrow, and its array is limited by the memory. Step by step, the tile
/// becomes shallower, by as many multiples of s as allow it to become wider, and as wide as the
/// core's memory then allows, as long as the simulated throughput grows. At the first fall with
/// compute as the limit, the tile before it is the balanced one. Then k_mt becomes the smallest
/// value beyond which throughput does not grow.
///
/// Each tile is simulated at the multiples of its native size that are nearest to the requested
/// size, so that padding does not decide. The procedure is for one size; array, rho, C buffers and
/// layout stay as given. Precondition: `designs` outlives the strategy. Throws InputError if the
/// tile is given, and for several sizes.
[[nodiscard]] std::unique_ptr<Strategy> make_taka(GemmDesigns& designs);

}  // namespace xdnasim::search

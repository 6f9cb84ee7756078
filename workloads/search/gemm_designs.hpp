#pragma once
// The designs of a GEMM that a search may choose from, what the closed forms say of each, and the
// ways through them: in the order of the closed forms, or as Taka et al. go.

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

/// What may be searched for, by its key in the section `gemm`.
enum class GemmKey : std::uint8_t { Tile, KMt, Rho, CBuffers, BLayout, Array };
inline constexpr std::array kGemmKeys{GemmKey::Tile,     GemmKey::KMt,     GemmKey::Rho,
                                      GemmKey::CBuffers, GemmKey::BLayout, GemmKey::Array};
static_assert(base::lists_all<kGemmKeys>());
[[nodiscard]] std::string to_string(GemmKey key);  // "tile"

/// A GEMM of this size, called so often.
struct SizedCalls {
    gemm::Extent size{};
    std::int64_t calls = 1;
};

struct GemmQuestion {
    gemm::GemmDesign given;         ///< what is the same in all designs; not yet chosen
    std::set<GemmKey> open;         ///< what of it is searched for; with `t_ma`, never rho
    std::vector<SizedCalls> sizes;  ///< that a design is for: at least one
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

/// By the closed forms.
struct GemmForecast {
    Cost cost;
    schedule::Estimate longest;  ///< of one call of the size that takes longest with all its calls
};

/// Nothing in here reads the tiles that a device names as its defaults.
class GemmDesigns {
 public:
    /// Throws MappingError when the device has no kernel for the types, or no such array.
    GemmDesigns(GemmQuestion question, const arch::Device& device);

    [[nodiscard]] const arch::Device& device() const { return device_; }
    [[nodiscard]] const GemmQuestion& question() const { return question_; }
    [[nodiscard]] bool is_open(GemmKey key) const { return question_.open.contains(key); }

    // What each key may be.
    [[nodiscard]] const std::vector<std::pair<int, int>>& arrays() const { return arrays_; }
    /// With a `t_ma`, each has tiles of another m.
    [[nodiscard]] std::vector<std::int64_t> rhos() const;
    [[nodiscard]] std::vector<int> c_buffers() const;
    [[nodiscard]] std::vector<kernels::Layout> b_layouts() const;
    /// Multiples of the matrix instruction that fit into the memory of a core; the tile that is
    /// given, where an open `rho` cuts it into such multiples.
    [[nodiscard]] std::vector<gemm::Extent> tiles(std::int64_t rho, int c_buffers) const;
    /// Multiples of tile.k that may fit into the mem tiles, up to the longest K, padded.
    [[nodiscard]] std::vector<std::int64_t> k_mts(const gemm::Extent& tile) const;

    /// Multiply-accumulates of all sizes and calls, not padded.
    [[nodiscard]] double macs() const;
    /// Cycles of a call of the multiplying kernel.
    [[nodiscard]] arch::Cycles call_cycles(const GemmChoice& choice);
    [[nodiscard]] double macs_per_cycle(const GemmChoice& choice);

    /// Nothing but the calls of kernels.
    [[nodiscard]] Cost kernels_alone(const GemmChoice& choice);
    /// Whether or not the memories hold it; as if all data in DRAM were contiguous.
    [[nodiscard]] GemmForecast forecast(const GemmChoice& choice);
    /// With what the shims' BDs cost by how they walk through DRAM, which takes some thousand times
    /// as long to find out. Precondition: `choice` fits.
    [[nodiscard]] GemmForecast refined_forecast(const GemmChoice& choice);
    /// Whether the device can hold and address it at all sizes.
    [[nodiscard]] bool fits(const GemmChoice& choice) const;
    /// Precondition: `choice` fits.
    [[nodiscard]] Design design(const GemmChoice& choice);
    /// The same once, for the multiples of its native size that are nearest to the first size.
    [[nodiscard]] Design at_native_size(const GemmChoice& choice);

 private:
    struct LockCosts {
        double of_call = 0;
        double of_output = 0;
    };
    using Sizes = std::vector<SizedCalls>;
    /// All but padded.
    [[nodiscard]] gemm::GemmDesign made(const GemmChoice& choice) const;
    /// Of complete designs, or of such that are but padded: `factors` of each.
    template <class Factors>
    [[nodiscard]] GemmForecast forecast(const GemmChoice& choice, const Sizes& sizes,
                                        Factors factors);
    [[nodiscard]] GemmForecast refined_forecast(const GemmChoice& choice, const Sizes& sizes);
    /// Complete for each of `sizes`; empty: one does not fit.
    [[nodiscard]] std::vector<gemm::GemmDesign> complete(const GemmChoice& choice,
                                                         const Sizes& sizes) const;
    [[nodiscard]] Design design(const GemmChoice& choice, const Sizes& sizes);
    [[nodiscard]] gemm::GemmCosts costs(const gemm::GemmDesign& design);
    [[nodiscard]] gemm::GemmCosts costs_of_tile(const gemm::GemmDesign& design);

    /// All of a design that its costs depend on.
    struct TileOfCosts {
        gemm::Extent tile;
        kernels::Layout b_layout{};
        std::int64_t rho = 0;
        int c_buffers = 0;

        [[nodiscard]] bool operator==(const TileOfCosts&) const = default;
    };

    GemmQuestion question_;
    const arch::Device& device_;
    std::vector<std::pair<int, int>> arrays_;  ///< rows and columns, the largest first
    std::map<std::pair<int, int>, gemm::GemmDesign> bases_;  ///< by array
    vliw::CallTimes calls_;
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, kernels::Layout>, arch::Cycles>
        multiply_;  ///< by slice, k, n and the layout of B
    /// Of the other kernels for an output tile, by its m and n.
    std::map<std::pair<std::int64_t, std::int64_t>, arch::Cycles> zero_;
    std::map<std::pair<std::int64_t, int>, LockCosts> locks_;  ///< by rho and c_buffers
    /// Designs of one tile are asked for one after the other.
    std::optional<std::pair<TileOfCosts, gemm::GemmCosts>> last_costs_;
};

/// What `design` chose. Precondition: it is a GEMM's.
[[nodiscard]] GemmChoice choice_of(const Design& design);

/// All choices, by their forecasts. The best are looked at again: whether the memories hold them,
/// and what their access patterns cost.
class GemmSpace final : public Space {
 public:
    struct Limits {
        Constraints constraints{};
        std::size_t max_designs = 2000;  ///< kept of those that fit, the best
        /// Of a space that did not hold what was asked for, its `target`: all that was worth a look
        /// there is left out, and finding nothing is no error.
        std::optional<Cost> beyond{};
        /// Asked before each tile: whether to go on.
        std::function<bool()> may_go_on = [] { return true; };
        /// Told how many arrays of how many have been gone through.
        std::function<void(std::size_t, std::size_t)> on_array = [](std::size_t, std::size_t) {};
    };

    /// `designs` outlives this. Throws InputError when nothing fits, or the constraints leave
    /// nothing: with what comes nearest to them.
    GemmSpace(GemmDesigns& designs, Objective objective, Limits limits);

    [[nodiscard]] std::size_t size() const override { return kept_.size(); }
    [[nodiscard]] Design design(std::size_t index) override {
        return designs_.design(kept_.at(index).choice);
    }
    /// For which the closed forms were calculated.
    [[nodiscard]] std::int64_t considered() const { return considered_; }
    /// Whether all arrays have been gone through.
    [[nodiscard]] bool is_complete() const { return complete_; }
    /// The best forecast that fits and meets the constraints: what is much worse is left out.
    [[nodiscard]] const std::optional<Cost>& target() const { return best_; }

 private:
    struct Candidate {
        GemmChoice choice;
        Cost forecast;
    };

    void add_array(int rows, int columns);
    void add_tile(const GemmChoice& of_tile);
    void add(const GemmChoice& choice, const Cost& forecast);
    /// What a forecast that leaves out access patterns says too little about: whether a design that
    /// is not the fastest is fast enough.
    [[nodiscard]] bool needs_refined_target() const;
    /// Finds the best of the candidates since the last time that is fast enough, and drops those
    /// before it.
    void settle();
    [[nodiscard]] bool is_refined_allowed(const GemmChoice& choice);
    [[nodiscard]] bool is_worth_it(const Cost& cost) const;
    /// Whether an array so small can hold a design that is worth a look.
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
    std::size_t settled_ = 0;  ///< of `all_`
    std::vector<Candidate> kept_;
    std::int64_t considered_ = 0;
    double max_rate_ = 0;       ///< MACs per cycle of the fastest kernel so far
    std::optional<Cost> best_;  ///< forecast of one that fits, constraints met
};

/// The procedure of Taka et al. ("Striking the Balance", 2025, section 4.5). It starts from the
/// tile that is best for a single core: of those whose A and B do not hold its compute back, the
/// one whose kernel does most multiply-accumulates a cycle, and of these the one with the least C.
/// Such a tile is deep and narrow, and its array is bound by the memory. Step by step the tile
/// becomes shallower, by as many s as let it become wider, and as wide as the core's memory then
/// allows, as long as the simulated throughput grows: at the first fall at which compute binds, the
/// tile before it is the balanced one. Then k_mt becomes the smallest at which throughput does not
/// grow any more.
///
/// Each tile is simulated at the multiples of its native size that are nearest to the size asked
/// for, so that padding does not decide. For one size; array, rho, C buffers and layout stay as
/// they are given. `designs` outlives the strategy. Throws InputError when the tile is given, and
/// for several sizes.
[[nodiscard]] std::unique_ptr<Strategy> make_taka(GemmDesigns& designs);

}  // namespace xdnasim::search

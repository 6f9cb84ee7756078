#pragma once
// The networks and the GEMMs on packs of cores that a search may choose from, the fastest by the
// closed forms first.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arch/device.hpp"
#include "base/enumerators.hpp"
#include "workloads/gemm/packs/array_shape.hpp"
#include "workloads/gemm/packs/pack_design.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"
#include "workloads/network/network_search.hpp"
#include "workloads/network/network_workload.hpp"
#include "workloads/search/design.hpp"
#include "workloads/search/strategy.hpp"

namespace xdnasim::search {

/// Of the same layers, with other splits, places and links where the design leaves them open.
class NetworkSpace final : public Space {
 public:
    /// Throws MappingError when no network fits. `device` outlives this.
    NetworkSpace(network::NetworkDesign design, const arch::Device& device,
                 const network::SearchLimits& limits);

    [[nodiscard]] std::size_t size() const override { return found_.best.size(); }
    [[nodiscard]] Design design(std::size_t index) override;
    /// Partial networks that the search placed.
    [[nodiscard]] std::int64_t considered() const { return found_.considered; }
    /// Nothing was left out that may be among these.
    [[nodiscard]] bool is_complete() const { return found_.complete; }

 private:
    network::NetworkDesign design_;
    const arch::Device& device_;
    network::SearchResult found_;
};

struct FastestByCores {
    std::vector<Design> designs;  ///< the fewest cores first, of as many the fastest
    bool complete = true;         ///< no search was cut off: none is faster
};

/// How much longer than the fastest network by the closed forms one takes by them that may be the
/// fastest simulated, among those on so many cores or fewer. Closed forms miss a third of some
/// times and more, but much the same for networks on as many cores: for 75 numbers of cores, of six
/// examples and of two layers of 128 behind 32 x 16, the fastest simulated had forecasts up to 9 %
/// longer, and came eighth at the latest.
inline constexpr double kForecastMargin = 0.12;
inline constexpr std::size_t kCloseForecasts = 16;

/// The networks that may be the fastest on as many cores as they take: for each number of cores at
/// which the closed forms get faster, up to the most that `constraints` allow, the first
/// `limits.count` within the margin of the fastest. `device` outlives the call.
[[nodiscard]] FastestByCores fastest_by_cores(
    const network::NetworkDesign& design, const arch::Device& device,
    const Constraints& constraints,
    network::SearchLimits limits = {.count = kCloseForecasts, .margin = kForecastMargin});

// GEMMs on packs.

/// What may be searched for, by its key in the section `gemm`.
enum class PackKey : std::uint8_t { Tile, Mmul, Placement, Rows, Size, Stagger };
inline constexpr std::array kPackKeys{PackKey::Tile, PackKey::Mmul, PackKey::Placement,
                                      PackKey::Rows, PackKey::Size, PackKey::Stagger};
static_assert(base::lists_all<kPackKeys>());
[[nodiscard]] std::string to_string(PackKey key);  // "array.size"
[[nodiscard]] bool is_open(const gemm::packs::PackDesign& design, PackKey key);

/// A design with another value of one key.
struct PackVariation {
    PackKey key{};
    std::string chosen;  ///< what the key is
    std::string other;   ///< what it is here
    Design design;
};

/// All that a design leaves open of its tile, its shape of aie::mmul, where buffers lie, rows,
/// cores of a pack and the stagger. Each multiplies matrices of its own sizes; what is compared is
/// the time for kPackOperations. Rules order and prune:
///   - packs of a row are the most that columns, ports and links hold;
///   - tiles are the best of each side (best_tiles()), and no shape of aie::mmul is tried that
///     rearranges its operands;
///   - no closed form sees the stagger: it is the one nearest to the rule's whose streams have
///     routes;
///   - of designs with the same forecast, what the rules would choose comes first.
class PackSpace final : public Space {
 public:
    /// Throws MappingError when none fits. `device` outlives this.
    PackSpace(const gemm::packs::PackDesign& open, const arch::Device& device, Objective objective,
              std::optional<int> max_cores = {});

    [[nodiscard]] std::size_t size() const override { return kept_.size(); }
    [[nodiscard]] Design design(std::size_t index) override;
    /// For which the closed forms were calculated.
    [[nodiscard]] std::int64_t considered() const { return considered_; }
    /// What the rules choose, without a search.
    [[nodiscard]] Design by_rule();
    /// `best` with another value of one open key, for each key the best few by the closed forms.
    /// With another shape of aie::mmul comes the best tile for it, with other rows, cores of a pack
    /// or stagger the most packs. Precondition: `best` is one of these designs.
    [[nodiscard]] std::vector<PackVariation> variations(const Design& best);

 private:
    /// What a core does: its tile and all that decides how long an iteration takes.
    struct Core {
        gemm::packs::PackDesign design;  ///< a pack of up to four cores
        double cycles = 0;               ///< of an iteration; a lower bound until `is_exact`
        bool is_exact = false;
    };
    struct Candidate {
        std::size_t core = 0;
        std::size_t array = 0;
        Cost forecast;
    };

    void add_cores(const gemm::packs::PackDesign& by_rule, int size);
    void add_candidates(std::optional<int> max_cores);
    void keep_the_best();
    void sort(std::vector<Candidate>& candidates) const;
    /// Adds what its calls lose in the banks; false: no room for its stacks.
    [[nodiscard]] bool make_exact(Core& core);
    [[nodiscard]] Cost forecast(const Core& core, const gemm::packs::ArrayChoice& array) const;
    [[nodiscard]] gemm::packs::PackDesign complete(const Core& core,
                                                   const gemm::packs::ArrayChoice& array,
                                                   int stagger) const;
    /// The first stagger of `array` whose streams have routes.
    [[nodiscard]] int routed_stagger(const Core& core, std::size_t array);
    [[nodiscard]] Design made(const gemm::packs::PackDesign& packs);
    /// The best few that differ from the winner in `key` and what goes along with it.
    [[nodiscard]] std::vector<Candidate> others(PackKey key, const gemm::packs::PackDesign& winner);
    [[nodiscard]] schedule::KernelCycles kernel_cycles();

    gemm::packs::PackDesign open_;
    const arch::Device& device_;
    Objective objective_;
    vliw::CallTimes times_;
    std::vector<gemm::packs::ArrayChoice> arrays_;
    std::vector<Core> cores_;
    std::vector<Candidate> all_;   ///< by their lower bounds
    std::vector<Candidate> kept_;  ///< the best of them, by their forecasts
    std::int64_t considered_ = 0;
    std::map<std::pair<std::size_t, int>, int> staggers_;  ///< by array and rows of a pack
};

/// Multiplications and additions that the times of designs on packs are for.
inline constexpr double kPackOperations = 1e12;

}  // namespace xdnasim::search

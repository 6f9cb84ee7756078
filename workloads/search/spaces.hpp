#pragma once
// The networks and the GEMMs on packs of cores that a search can choose from, the fastest by the
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

/// Networks with the same layers, and other splits, places and links where the design leaves them
/// open.
class NetworkSpace final : public Space {
 public:
    /// Throws MappingError if no network fits. Precondition: `device` outlives the space.
    NetworkSpace(network::NetworkDesign design, const arch::Device& device,
                 const network::SearchLimits& limits);

    [[nodiscard]] std::size_t size() const override { return found_.best.size(); }
    [[nodiscard]] Design design(std::size_t index) override;
    /// Number of partial networks that the search placed.
    [[nodiscard]] std::int64_t considered() const { return found_.considered; }
    /// True if nothing was left out that may be among these networks.
    [[nodiscard]] bool is_complete() const { return found_.complete; }

 private:
    network::NetworkDesign design_;
    const arch::Device& device_;
    network::SearchResult found_;
};

struct FastestByCores {
    std::vector<Design> designs;  ///< ordered by number of cores, then by time
    /// True if no search was cut off, so that there is no faster network.
    bool complete = true;
};

/// Share by which the forecast of a network may exceed the fastest forecast for as many or fewer
/// cores, and the network may still be the fastest in simulation. Closed forms miss some times by a
/// third and more, but by similar shares for networks on the same number of cores: for 75 numbers
/// of cores, of six examples and of two layers of 128 after 32 x 16, the fastest simulated network
/// had a forecast at most 9 % above the fastest forecast, and was at most eighth in the order of
/// forecasts.
inline constexpr double kForecastMargin = 0.12;
inline constexpr std::size_t kCloseForecasts = 16;

/// The networks that may be the fastest on their numbers of cores: for each number of cores at
/// which the forecast improves, up to the maximum that `constraints` allow, the first
/// `limits.count` within the margin of the fastest. Precondition: `device` outlives the call.
[[nodiscard]] FastestByCores fastest_by_cores(
    const network::NetworkDesign& design, const arch::Device& device,
    const Constraints& constraints,
    network::SearchLimits limits = {.count = kCloseForecasts, .margin = kForecastMargin});

// GEMMs on packs.

/// Parameters that can be searched for, by their keys in the section `gemm`.
enum class PackKey : std::uint8_t { Tile, Mmul, Placement, Rows, Size, Stagger };
inline constexpr std::array kPackKeys{PackKey::Tile, PackKey::Mmul, PackKey::Placement,
                                      PackKey::Rows, PackKey::Size, PackKey::Stagger};
static_assert(base::lists_all<kPackKeys>());
[[nodiscard]] std::string to_string(PackKey key);  // "array.size"
[[nodiscard]] bool is_open(const gemm::packs::PackDesign& design, PackKey key);

/// A design in which one key has another value.
struct PackVariation {
    PackKey key{};
    std::string chosen;  ///< value of the key in the chosen design
    std::string other;   ///< value of the key in this design
    Design design;
};

/// All designs with packs for what a design leaves open: tile, shape of aie::mmul, placement of
/// buffers, rows, cores of a pack, and stagger. Each multiplies matrices of its own sizes; the time
/// for kPackOperations is compared. Rules order and prune the designs:
///   - the number of packs in a row is the largest that columns, ports and links allow;
///   - tiles are the best for each length of their sides (best_tiles()), and shapes of aie::mmul
///     that rearrange their operands are not tried;
///   - the stagger does not occur in the closed forms: it is the one nearest to the rule's with
///     which the streams have routes;
///   - among designs with the same forecast, what the rules would choose comes first.
class PackSpace final : public Space {
 public:
    /// Throws MappingError if no design fits. Precondition: `device` outlives the space.
    PackSpace(const gemm::packs::PackDesign& open, const arch::Device& device, Objective objective,
              std::optional<int> max_cores = {});

    [[nodiscard]] std::size_t size() const override { return kept_.size(); }
    [[nodiscard]] Design design(std::size_t index) override;
    /// Number of designs for which the closed forms were calculated.
    [[nodiscard]] std::int64_t considered() const { return considered_; }
    /// The design that the rules choose, without a search.
    [[nodiscard]] Design by_rule();
    /// The design `best` with another value of one open key: for each key, the best few by the
    /// closed forms. Another shape of aie::mmul comes with the best tile for it; other rows, cores
    /// of a pack or stagger come with the largest number of packs. Precondition: `best` is one of
    /// these designs.
    [[nodiscard]] std::vector<PackVariation> variations(const Design& best);

 private:
    /// The parameters of a core: its tile and everything else that the time of an iteration depends
    /// on.
    struct Core {
        gemm::packs::PackDesign design;  ///< a pack of at most four cores
        double cycles = 0;               ///< cycles of an iteration; a lower bound until `is_exact`
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
    /// Adds the stalls of its calls in the memory banks. False: there is no room for its stacks.
    [[nodiscard]] bool make_exact(Core& core);
    [[nodiscard]] Cost forecast(const Core& core, const gemm::packs::ArrayChoice& array) const;
    [[nodiscard]] gemm::packs::PackDesign complete(const Core& core,
                                                   const gemm::packs::ArrayChoice& array,
                                                   int stagger) const;
    /// The first stagger of `array` for which the streams have routes.
    [[nodiscard]] int routed_stagger(const Core& core, std::size_t array);
    [[nodiscard]] Design made(const gemm::packs::PackDesign& packs);
    /// The best few designs that differ from the winner in `key` and the keys that go along with
    /// it.
    [[nodiscard]] std::vector<Candidate> others(PackKey key, const gemm::packs::PackDesign& winner);
    [[nodiscard]] schedule::KernelCycles kernel_cycles();

    gemm::packs::PackDesign open_;
    const arch::Device& device_;
    Objective objective_;
    vliw::CallTimes times_;
    std::vector<gemm::packs::ArrayChoice> arrays_;
    std::vector<Core> cores_;
    std::vector<Candidate> all_;   ///< sorted by their lower bounds
    std::vector<Candidate> kept_;  ///< the best of `all_`, sorted by their forecasts
    std::int64_t considered_ = 0;
    std::map<std::pair<std::size_t, int>, int>
        staggers_;  ///< routed staggers, by array and rows of a pack
};

/// Number of operations (multiplications and additions) that the times of designs on packs are for.
inline constexpr double kPackOperations = 1e12;

}  // namespace xdnasim::search

#pragma once
// The host memory (DRAM) as the ShimTiles see it, and the array's port to it: how fast each active
// shim channel may move, by max-min fair shares of the device's limits and of the memory's time.

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include <systemc>

#include "sim/environment.hpp"
#include "sim/fair_shares.hpp"
#include "sim/repeats/state.hpp"
#include "sim/stream.hpp"
#include "sim/visited_pages.hpp"
#include "workloads/memory/access_cost.hpp"

namespace xdnasim::sim {

class Dram;

/// The access of one DMA channel of a ShimTile to the DRAM.
class DramChannel final : public RateLimiter {
 public:
    DramChannel(Dram& dram, std::size_t number, arch::Direction direction)
        : dram_{dram}, number_{number}, access_{{}, direction} {}

    void set_active(Stream& stream, bool active) override;
    /// Shows what its future depends on, without its access pattern.
    void visit_state(StateVisitor& visitor) { visitor.value(stream_); }
    [[nodiscard]] std::size_t number() const { return number_; }
    /// Notes that the channel begins to walk through the memory as `bd` says, from `offset`.
    void walk(const schedule::Bd& bd, arch::Bytes offset);
    [[nodiscard]] Stream* active_stream() const { return stream_; }
    [[nodiscard]] const memory::Access& access() const { return access_; }

 private:
    friend class Dram;

    Dram& dram_;
    std::size_t number_;
    memory::Access access_;
    Stream* stream_ = nullptr;  ///< nullptr: idle
};

/// What sets the shares of the channels of a device.
struct Sharing {
    std::array<double, 2> limits{};         ///< bytes a cycle: reads, then writes
    std::vector<memory::AccessCost> costs;  ///< by channel
};

/// The limits that affect how fast a shim channel may move.
inline constexpr std::array kRateLimits{schedule::Limit::Stream, schedule::Limit::Dram};

class Dram : public sc_core::sc_module {
 public:
    SC_HAS_PROCESS(Dram);

    Dram(const sc_core::sc_module_name& name, Environment& environment);

    [[nodiscard]] DramChannel& add_channel(arch::Direction direction);

    /// Changes `access` to that of a channel which begins to walk as `bd` says, from `offset`.
    /// Pages that are visited for the first time are added to `met`, unless that is nullptr.
    void walk(memory::Access& access, const schedule::Bd& bd, arch::Bytes offset,
              std::vector<VisitedPages::Page>* met = nullptr);

    /// Cycles that all data moved so far takes at least, without any pause.
    [[nodiscard]] double min_time() const;

    // For snapshots of the state.

    /// Shows what its future depends on, except for accesses().
    void visit_state(StateVisitor& visitor);
    void visit_totals(TotalsVisitor& visitor);
    /// The present access of each channel, by channel number.
    [[nodiscard]] std::vector<memory::Access> accesses() const;
    void set_accesses(const std::vector<memory::Access>& accesses);
    /// The costs of `accesses` on the device, then those with each limit of kRateLimits relaxed.
    [[nodiscard]] std::vector<double> costs_of(const std::vector<memory::Access>& accesses) const;
    /// Whether both cost the same, with and without relaxed limits. False leaves that open.
    [[nodiscard]] bool cost_alike(const std::vector<memory::Access>& accesses,
                                  const std::vector<memory::Access>& others) const;
    [[nodiscard]] VisitedPages& pages() { return pages_; }

 private:
    friend class DramChannel;
    void update_costs();
    void share();
    void account(arch::Cycles now);
    /// The rates of the active channels, in the order of the channels.
    [[nodiscard]] std::vector<double> rates(const Sharing& sharing) const;
    /// What relaxing each limit of kRateLimits saves of each cycle at `rates`, by active channel.
    [[nodiscard]] std::vector<Leads> saved(const std::vector<double>& rates) const;

    /// Use of the memory's time and of the limit in each direction: shares in use at present, or
    /// sums of such shares in cycles.
    struct Use {
        double memory = 0;
        std::array<double, 2> directions{};
    };
    /// What the accesses of all channels cost.
    struct Costs {
        std::vector<memory::AccessCost> own;  ///< on the device
        /// With a limit relaxed, by its number in kRateLimits.
        std::array<std::vector<memory::AccessCost>, kRateLimits.size()> relaxed;
    };
    [[nodiscard]] Costs weighed(const std::vector<memory::Access>& accesses) const;
    [[nodiscard]] static std::vector<double> numbers_of(const Costs& costs);

    Environment& environment_;
    Sharing sharing_;
    std::array<Sharing, kRateLimits.size()> relaxed_;  ///< by number in kRateLimits
    std::vector<std::unique_ptr<DramChannel>> channels_;
    VisitedPages pages_;
    bool patterns_changed_ = true;
    Use load_;              ///< present shares
    Use used_;              ///< cycles up to the last change
    bool limited_ = false;  ///< the DRAM limits some channel at present
    Elapsed unchanged_;     ///< time since the last change
    sc_core::sc_event demand_changed_;
};

}  // namespace xdnasim::sim

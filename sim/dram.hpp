#pragma once
// The DRAM as the shims see it, and the array's port to it: how fast each active shim
// channel may move, by max-min fair shares of the device's limits and of the memory's time.

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

/// One shim DMA channel's access to the DRAM.
class DramChannel final : public RateLimiter {
 public:
    DramChannel(Dram& dram, std::size_t number, arch::Direction direction)
        : dram_{dram}, number_{number}, access_{{}, direction} {}

    void set_active(Stream& stream, bool active) override;
    void visit_state(StateVisitor& visitor) { visitor.value(stream_); }
    [[nodiscard]] std::size_t number() const { return number_; }
    /// The channel begins to walk through the memory as `bd` says, from `offset`.
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

/// What the channels of a device share.
struct Sharing {
    std::array<double, 2> limits{};         ///< bytes a cycle, read and written
    std::vector<memory::AccessCost> costs;  ///< in the order of the channels
};

/// The limits that set how fast a channel may move.
inline constexpr std::array kRateLimits{schedule::Limit::Stream, schedule::Limit::Dram};

class Dram : public sc_core::sc_module {
 public:
    SC_HAS_PROCESS(Dram);

    Dram(const sc_core::sc_module_name& name, Environment& environment);

    [[nodiscard]] DramChannel& add_channel(arch::Direction direction);

    /// Makes `access` that of a channel which begins to walk as `bd` says, from `offset`. The pages
    /// that nobody had been in are added to `met`, unless that is null.
    void walk(memory::Access& access, const schedule::Bd& bd, arch::Bytes offset,
              std::vector<VisitedPages::Page>* met = nullptr);

    /// Cycles that all that has been moved takes at the least, with never a pause.
    [[nodiscard]] double min_time() const;

    // For states that are written down.

    /// What its future depends on, but for what the channels walk through.
    void visit_state(StateVisitor& visitor);
    void visit_totals(TotalsVisitor& visitor);
    /// What each channel walks through now, by its number.
    [[nodiscard]] std::vector<memory::Access> accesses() const;
    void set_accesses(const std::vector<memory::Access>& accesses);
    /// What they cost the device, and with each limit on rates relaxed.
    [[nodiscard]] std::vector<double> costs_of(const std::vector<memory::Access>& accesses) const;
    /// Do both cost the same, with and without relaxed limits? Where false, they may, too.
    [[nodiscard]] bool cost_alike(const std::vector<memory::Access>& accesses,
                                  const std::vector<memory::Access>& others) const;
    [[nodiscard]] VisitedPages& pages() { return pages_; }

 private:
    friend class DramChannel;
    void update_costs();
    void share();
    void account(arch::Cycles now);
    /// The rates of the channels that are active, in their order.
    [[nodiscard]] std::vector<double> rates(const Sharing& sharing) const;
    /// What the limits on rates would save of each cycle at `rates`, by active channel.
    [[nodiscard]] std::vector<Leads> saved(const std::vector<double>& rates) const;

    /// Of the memory's time and of the limit in each direction: the share in use, or cycles.
    struct Use {
        double memory = 0;
        std::array<double, 2> directions{};
    };
    /// What the accesses of all channels cost.
    struct Costs {
        std::vector<memory::AccessCost> own;  ///< the device
        /// Where a limit on rates is relaxed, by number of the limit there.
        std::array<std::vector<memory::AccessCost>, kRateLimits.size()> relaxed;
    };
    [[nodiscard]] Costs weighed(const std::vector<memory::Access>& accesses) const;
    [[nodiscard]] static std::vector<double> numbers_of(const Costs& costs);

    Environment& environment_;
    Sharing sharing_;
    std::array<Sharing, kRateLimits.size()> relaxed_;  ///< by number of the limit there
    std::vector<std::unique_ptr<DramChannel>> channels_;
    VisitedPages pages_;
    bool patterns_changed_ = true;
    Use load_;  ///< now
    Use used_;  ///< up to the last change
    bool limited_ = false;
    Elapsed unchanged_;
    sc_core::sc_event demand_changed_;
};

}  // namespace xdnasim::sim

#pragma once
// All trace units of an array, what they watch, and the broadcast that starts and stops them.

#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include <systemc>

#include "sim/environment.hpp"
#include "sim/probes.hpp"
#include "sim/tile_dma.hpp"
#include "sim/trace_unit.hpp"
#include "traces/names/event_names.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim {

/// The words that a run's trace units wrote, as the host finds them.
struct TraceWords {
    /// A unit that overran, and for how long.
    struct Overrun {
        words::Unit unit;
        arch::Cycles lost{};
    };
    std::vector<std::uint32_t> words;
    bool buffer_full = false;
    std::vector<Overrun> overruns;
};

class TraceSystem final : public sc_core::sc_module, public events::Listener {
 public:
    SC_HAS_PROCESS(TraceSystem);

    /// Precondition: the schedule has a trace. It must outlive this.
    TraceSystem(const sc_core::sc_module_name& name, Environment& environment,
                const schedule::Schedule& schedule);

    /// The unit whose words enter the switches at `port`.
    [[nodiscard]] TraceUnit& unit_at(const arch::Port& port);

    /// What the units watch, once it is there.
    struct Array {
        const std::map<arch::TileId, std::unique_ptr<Tile>>& tiles;
        const std::vector<std::unique_ptr<Stream>>& streams;
        const std::vector<std::vector<std::size_t>>& flows_of_stream;
        const KernelTable& kernels;
    };
    void watch(const Array& array);

    void signal(const schedule::SignalTrace& signal);
    [[nodiscard]] bool buffer_full() const { return buffer_.full(); }
    /// Once, at the end of the run.
    [[nodiscard]] TraceWords finish();

    void on(const events::CoreInterval& interval) override;
    void on(const events::StreamSegment& segment) override;
    void on(const events::StreamStall& stall) override;
    void on(const events::BdInterval& interval) override;
    void on(const events::DmaLockStall& stall) override;

 private:
    using ChannelKey = std::tuple<arch::TileId, arch::Direction, int>;

    void watch(const schedule::TraceUnit& configured, TraceUnit& unit, const Array& array);
    void watch_port(const arch::Port& port, TraceSlots slots, const Array& array,
                    const DmaChannel* sink);
    void look();
    void look_and_advance(arch::Cycles now);
    void deliver_waiting();

    Environment& environment_;
    const schedule::Schedule& schedule_;
    names::EventNames event_names_;
    TraceBuffer buffer_;
    std::vector<std::unique_ptr<TraceUnit>> units_;  ///< as in the schedule's trace
    std::multimap<arch::TileId, CoreProbe> cores_;
    std::multimap<ChannelKey, DmaProbe> channels_;
    std::vector<StreamProbe> streams_;  ///< by number
    bool running_ = false;
    arch::Cycles last_stop_{0};  ///< at which a unit was told to stop
    sc_core::sc_event look_event_;
};

}  // namespace xdnasim::sim

#pragma once
// The DRAM as the shims see it, and the array's port to it: how fast each active shim
// channel may move, by max-min fair shares under the device's limits.

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include <systemc>

#include "xdnasim/sim/environment.hpp"
#include "xdnasim/sim/stream.hpp"

namespace xdnasim::sim {

class Dram;

/// One shim DMA channel's access to the DRAM.
class DramChannel final : public RateLimiter {
 public:
    DramChannel(Dram& dram, arch::Direction direction) : dram_{dram}, direction_{direction} {}

    void set_active(Stream& stream, bool active) override;
    [[nodiscard]] arch::Direction direction() const { return direction_; }
    [[nodiscard]] Stream* active_stream() const { return stream_; }

 private:
    Dram& dram_;
    arch::Direction direction_;
    Stream* stream_ = nullptr;  ///< nullptr: idle
};

class Dram : public sc_core::sc_module {
 public:
    SC_HAS_PROCESS(Dram);

    Dram(const sc_core::sc_module_name& name, Environment& environment);

    [[nodiscard]] DramChannel& add_channel(arch::Direction direction);

 private:
    friend class DramChannel;
    void share();

    Environment& environment_;
    double channel_limit_;  ///< bytes a cycle, as are the others
    double read_limit_;
    double write_limit_;
    double total_limit_;
    std::vector<std::unique_ptr<DramChannel>> channels_;
    bool limited_ = false;
    arch::Cycles limited_since_{0};
    sc_core::sc_event demand_changed_;
};

/// One consumer of shared bandwidth: at most `limit`, in one of two groups.
struct BandwidthDemand {
    double limit = 0;
    std::size_t group = 0;  ///< 0 or 1
};

/// Max-min fair rates: nobody can have more without taking from one that has less, under
/// each demand's own limit, a limit per group and one for the sum of all.
[[nodiscard]] std::vector<double> fair_shares(const std::vector<BandwidthDemand>& demands,
                                              const std::array<double, 2>& group_limits,
                                              double total_limit);

}  // namespace xdnasim::sim

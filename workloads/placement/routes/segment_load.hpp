#pragma once
// Which nets take which segments of the resource graph while routes are negotiated.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "workloads/placement/legality.hpp"
#include "workloads/placement/routes/resource_graph.hpp"

namespace xdnasim::placement {

/// Packets weigh a part of a channel, so that the first net that turns from a circuit into packets
/// is seen to make room for others. For whole channels this says the same: c circuits and p nets in
/// packets are over a capacity exactly when c + p / 4 is.
class SegmentLoad {
 public:
    explicit SegmentLoad(const ResourceGraph& graph)
        : graph_{graph}, streams_(graph.segments()), history_(graph.segments()) {}

    void add(std::size_t segment, Transport transport, int times) {
        Streams& streams = streams_[segment];
        (transport == Transport::Packet ? streams.packets : streams.circuits) += times;
    }
    [[nodiscard]] double excess(std::size_t segment) const { return excess_with(segment, 0); }
    /// What a net costs there beyond an edge's own cost: PathFinder's present and historical
    /// congestion. Added to that cost, not multiplied by it: a packet that takes less room must not
    /// seem dear because packets are.
    [[nodiscard]] double penalty(std::size_t segment, Transport transport, int round) const {
        constexpr double kFirstPenalty = 0.5;
        constexpr double kPenaltyGrowth = 1.5;
        const double over = excess_with(segment, weight(transport));
        return history_[segment] + over * kFirstPenalty * std::pow(kPenaltyGrowth, round);
    }
    /// Adds the excess of now to the history; was there any?
    bool close_round() {
        bool any = false;
        for (std::size_t segment = 0; segment < streams_.size(); ++segment) {
            const double over = excess(segment);
            history_[segment] += over;
            any = any || over > 0;
        }
        return any;
    }

 private:
    [[nodiscard]] double weight(Transport transport) const {
        return transport == Transport::Packet ? 1.0 / graph_.packets_per_channel() : 1.0;
    }
    [[nodiscard]] double excess_with(std::size_t segment, double more) const {
        const Streams& streams = streams_[segment];
        const double load = streams.circuits + streams.packets * weight(Transport::Packet) + more;
        return std::max(0.0, load - graph_.capacity(segment));
    }

    const ResourceGraph& graph_;
    std::vector<Streams> streams_;  ///< by segment
    std::vector<double> history_;
};

}  // namespace xdnasim::placement

#pragma once
// The streams of a design along the switch connections that it fixes.

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "workloads/design/routes/switches.hpp"

namespace xdnasim::design {

// Reasons why streams are left out of a simulation without effect.

inline constexpr const char* kFromControl = "the route of tokens and responses from TileControl";
inline constexpr const char* kIdleControl = "the route of control packets, none of which is sent";
/// The reason for trace units that the sequence does not start. Declared traces that it starts
/// (aie.trace) get a route and a buffer of their own.
[[nodiscard]] const char* idle_trace(const Draft& draft);

[[nodiscard]] bool is_control(const arch::Port& port);
[[nodiscard]] bool ends_at_control(const schedule::Flow& flow);

class FixedStreams {
 public:
    explicit FixedStreams(Draft& draft)
        : draft_{draft}, switches_{draft}, tracer_{draft, switches_} {}
    FixedStreams(const FixedStreams&) = delete;
    FixedStreams& operator=(const FixedStreams&) = delete;
    ~FixedStreams() = default;

    /// Follows the streams of all sources that send something; packets that control ports answer
    /// with are added by add_answer().
    void read(const ir::Region& device);
    /// Returns whether a switch routes packets of a DMA or a trace unit. In this case all packets
    /// follow the switches.
    [[nodiscard]] bool have_packets() const { return have_packets_; }
    [[nodiscard]] bool begin_at(const arch::Port& source) const {
        return sources_.contains(source);
    }
    /// The flows that end at control ports.
    [[nodiscard]] std::vector<schedule::Flow> to_control() const;
    /// Adds the flow of packets with `packet_id` from a control port to a DMA channel. Returns
    /// false if there is no such route.
    bool add_answer(const arch::Port& from, int packet_id);
    /// Reports connections that lead nowhere, and those that no stream passes.
    void report_unused();
    /// Checks that packets sent from `source` with `packet_id` reach all of `sinks`. Reports a
    /// missing route at `at`.
    void require_route(base::Position at, const arch::Port& source, int packet_id,
                       const std::vector<arch::Port>& sinks) const;

    /// The flows, in the order of the design where it has one.
    [[nodiscard]] std::vector<RoutedFlow> take();

 private:
    using Connection = std::multimap<arch::Port, FixedConnection>::const_iterator;

    [[nodiscard]] std::set<arch::Port> senders() const;
    void follow(const arch::Port& source);
    [[nodiscard]] std::set<int> ids_of(const arch::Port& source, Connection begin,
                                       Connection end) const;
    void leave_out(const arch::Port& source, Connection begin, Connection end);
    void add(std::optional<RoutedFlow> routed, const arch::Port& source);

    Draft& draft_;
    Switches switches_;
    RouteTracer tracer_;
    std::vector<RoutedFlow> flows_;
    std::set<arch::Port> sources_;
    bool have_packets_ = false;
};

}  // namespace xdnasim::design

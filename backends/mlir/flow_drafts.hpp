#pragma once
// Flows as far as they have been read: each switch adds connections to them.

#include <map>
#include <set>
#include <string>

#include "backends/mlir/cursor.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::mlir {

/// Which flow a connection is of, and where it stands in its route.
struct Membership {
    Place place;
    std::string name;
    int flow = 0;
    int position = 0;
};

class FlowDrafts {
 public:
    explicit FlowDrafts(const Cursor& cursor) : cursor_{cursor} {}

    /// Throws InputError when the flow stands above as another one. `packet_id` is of packets.
    void add(const Membership& member, schedule::FlowMode mode, int packet_id,
             const schedule::Connection& connection);

    /// A shim mux joins a DMA channel to a South port of the switch.
    void join(const arch::Port& south, const arch::Port& channel) { behind_mux_[south] = channel; }
    /// Packets that end at `master` keep their headers.
    void keep_headers(const arch::Port& master) { keeps_headers_.insert(master); }

    /// Flows and routes in the order of their numbers. Throws InputError when one is missing.
    void finish(schedule::Schedule& schedule);

 private:
    struct Draft {
        Place place;
        schedule::Flow flow;
        std::multimap<int, schedule::Connection> connections;  ///< by position
    };

    [[nodiscard]] schedule::Route finish(Draft& draft) const;
    [[nodiscard]] arch::Port end_of(const arch::Port& port) const;

    const Cursor& cursor_;
    std::map<int, Draft> drafts_;
    std::map<arch::Port, arch::Port> behind_mux_;
    std::set<arch::Port> keeps_headers_;
};

}  // namespace xdnasim::mlir

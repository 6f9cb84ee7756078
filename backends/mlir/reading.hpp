#pragma once
// The state of a reader: where it is in the text, and what it has read.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "backends/mlir/tokens.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::mlir {

// Numbers that no array reaches; they keep arithmetic on what was read from overflowing.
inline constexpr int kMaxColumns = 127;
inline constexpr int kMaxRows = 31;
inline constexpr int kMaxId = 255;
inline constexpr int kMaxChannel = 63;
inline constexpr std::int64_t kMaxWords = std::int64_t{1} << 40;

/// The objects are found by the values of the text. All members that read throw InputError, with
/// the place, when something else stands there.
struct Reading {
    Reading(std::string_view text, const std::string& file, const arch::Device& on)
        : cursor{text, file}, device{on} {}

    Cursor cursor;
    const arch::Device& device;
    schedule::Schedule schedule;
    std::map<std::string, arch::TileId> tiles;
    std::map<std::string, schedule::LockRef> locks;
    std::map<std::string, schedule::BufferRef> buffers;
    std::map<std::string, schedule::KernelRef> kernels;
    std::map<arch::TileId, schedule::TileProgram> programs;

    /// "%tile_0_2"
    [[nodiscard]] arch::TileId tile();
    [[nodiscard]] schedule::LockRef lock();
    [[nodiscard]] schedule::BufferRef buffer();
    /// The name that is next, where an object gets it.
    [[nodiscard]] std::string new_value(const std::string& what);

    [[nodiscard]] const schedule::Buffer& at(schedule::BufferRef buffer) const;
    [[nodiscard]] arch::Direction direction();

    /// "memref<256xi32>"
    [[nodiscard]] arch::Bytes memref();
    /// The same, of the size that it must have.
    void memref_of(arch::Bytes size);

    /// loc("A full"); what it is called when there is none.
    [[nodiscard]] std::string name_at_location(const std::string& otherwise);

    /// aie.use_lock(%A_full_0_2, AcquireGreaterEqual, 1), from the bracket on.
    [[nodiscard]] std::variant<schedule::Acquire, schedule::Release> lock_use();

 private:
    template <class Object>
    [[nodiscard]] Object find(const std::map<std::string, Object>& objects,
                              const std::string& what);
};

// Each of these reads what follows the name of its operation.
void read_dma(Reading& reading);
void read_core(Reading& reading);
void read_kernel(Reading& reading);
void read_sequence(Reading& reading);

/// Where the words of trace units go, when all has been read.
void finish_trace(Reading& reading);

// Flows as far as they have been read: each switch adds connections to them.

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

// Switches and shim muxes: the connections that flows are made of.

/// Switch by switch; the flows come at the end.
class RouteReader {
 public:
    explicit RouteReader(Reading& reading) : reading_{reading}, drafts_{reading.cursor} {}

    // What follows aie.switchbox and aie.shim_mux.
    void read_switchbox();
    void read_shim_mux();

    /// Puts flows and routes into the schedule.
    void finish() { drafts_.finish(reading_.schedule); }

 private:
    struct Switch;
    struct MasterSet;

    [[nodiscard]] arch::Port port(arch::TileId tile, arch::PortSide side);
    [[nodiscard]] Membership membership();

    void read_circuit(arch::TileId tile);
    void read_masters(Switch& box);
    void read_rules(Switch& box);
    void read_rule(Switch& box, const arch::Port& slave);
    void add_packets(const Switch& box);

    Reading& reading_;
    FlowDrafts drafts_;
};

}  // namespace xdnasim::mlir

#pragma once
// Resources that a network uses below its cores: mem tiles between two layers, ports to the
// programmable logic, and the streams of a column that lead to both.

#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "arch/device.hpp"
#include "workloads/network/links/transfers.hpp"
#include "workloads/network/network_placement.hpp"

namespace xdnasim::network {

/// Numbers of streams between the cores and the tiles below them: north to the cores, south from
/// them.
struct StreamCounts {
    int north = 0;
    int south = 0;
};
/// Streams of a column: the ports between its upper mem tile and the cores, which all streams from
/// and to the mem tiles and the shim below use.
[[nodiscard]] StreamCounts streams_of_column(const arch::Device& device);
/// Streams of stages that are linked by mem tiles, and those from the PL to the first stage.
[[nodiscard]] StreamCounts streams_needed(const std::vector<Stage>& stages);

/// The streams that are left in each column.
class FreeStreams {
 public:
    explicit FreeStreams(const arch::Device& device)
        : left_(static_cast<std::size_t>(device.columns), streams_of_column(device)) {}

    [[nodiscard]] const StreamCounts& left(int column) const {
        return left_[static_cast<std::size_t>(column)];
    }
    void take(int column, const StreamCounts& streams);

 private:
    std::vector<StreamCounts> left_;
};

/// The streams that the network's own ports to the PL leave free.
[[nodiscard]] FreeStreams streams_beside_ports(const std::vector<Stage>& stages,
                                               const arch::Device& device);

/// One mem tile: a stream in from each core that gives to it, and a stream out for each part.
struct Relay {
    arch::TileId tile;
    std::vector<Holder> in;
    std::vector<Part> out;
};

/// Mem tiles of the link to each stage that is linked by mem tiles; indexed by stage.
using Relays = std::vector<std::vector<Relay>>;

/// Assigns mem tiles to links. Each takes as many parts as its channels, its BDs and the streams of
/// its column allow; a core may give to several. They are chosen from west to east, so that as few
/// streams as possible run side by side from one column of cores to the next. Returns a Misfit if a
/// mem tile or such streams are missing.
[[nodiscard]] std::variant<Relays, Misfit> relays_of(const std::vector<Stage>& stages,
                                                     const arch::Device& device,
                                                     const FreeStreams& streams);

/// The cores that produce something of a part.
[[nodiscard]] std::vector<Holder> givers_of(const Part& part, const Stage& from);

// Ports to the programmable logic that are still free.

/// Free pairs of ports; a pair is 128 bit wide.
class FreePlPorts {
 public:
    FreePlPorts(const arch::Device& device, FreeStreams& streams)
        : device_{device}, streams_{streams} {}

    /// A pair at the shim nearest to `column` that has one left; nullopt: none is left.
    [[nodiscard]] std::optional<arch::Port> near(int column, bool is_input);

 private:
    const arch::Device& device_;
    FreeStreams& streams_;
    std::map<int, int> inputs_;  ///< taken pairs, by column
    std::map<int, int> outputs_;
};

}  // namespace xdnasim::network

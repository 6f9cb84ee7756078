#pragma once
// What a network takes below its cores: mem tiles that activations pass between two layers, ports
// to the programmable logic, and the streams of a column that lead to both.

#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "arch/device.hpp"
#include "workloads/network/links/transfers.hpp"
#include "workloads/network/network_placement.hpp"

namespace xdnasim::network {

/// Streams between the cores and what lies below them: north to the cores, south from them.
struct StreamCounts {
    int north = 0;
    int south = 0;
};
/// Of a column: the ports of its upper mem tile to the cores, which all streams from and to the
/// mem tiles and the shim below pass.
[[nodiscard]] StreamCounts streams_of_column(const arch::Device& device);
/// Of stages that are linked by mem tiles, and of what comes from the PL to the first.
[[nodiscard]] StreamCounts streams_needed(const std::vector<Stage>& stages);

/// Those of each column while they are given out.
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

/// What the network's own ports to the PL leave.
[[nodiscard]] FreeStreams streams_beside_ports(const std::vector<Stage>& stages,
                                               const arch::Device& device);

/// One mem tile: streams in, one of each core that gives, and out, one for each part that is taken.
struct Relay {
    arch::TileId tile;
    std::vector<Holder> in;
    std::vector<Part> out;
};

/// Of each stage that is linked by mem tiles, those of its link; index: stage.
using Relays = std::vector<std::vector<Relay>>;

/// Each mem tile takes as many parts as its channels, its BDs and the streams of its column allow;
/// a core may give to several. They are chosen from the west to the east, so that as few streams as
/// can be lead side by side from a column of cores to the next. Returns instead what is missing: a
/// mem tile, or such streams.
[[nodiscard]] std::variant<Relays, Misfit> relays_of(const std::vector<Stage>& stages,
                                                     const arch::Device& device,
                                                     const FreeStreams& streams);

/// Who gives something of a part.
[[nodiscard]] std::vector<Holder> givers_of(const Part& part, const Stage& from);

// Ports to the programmable logic while they are given out.

/// Pairs of ports, which are 128 bit wide.
class FreePlPorts {
 public:
    FreePlPorts(const arch::Device& device, FreeStreams& streams)
        : device_{device}, streams_{streams} {}

    /// Of the shim that is nearest to the column and has a pair left; nullopt: none has.
    [[nodiscard]] std::optional<arch::Port> near(int column, bool is_input);

 private:
    const arch::Device& device_;
    FreeStreams& streams_;
    std::map<int, int> inputs_;  ///< taken, by column
    std::map<int, int> outputs_;
};

}  // namespace xdnasim::network

#pragma once
// Which mem tiles activations pass between two layers, and what each of them takes and gives.

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "arch/device.hpp"
#include "workloads/network/network_transfers.hpp"

namespace xdnasim::network {

/// One mem tile: streams in, one of each core that gives, and out, one for each part that is taken.
struct Relay {
    std::vector<Holder> in;
    std::vector<Part> out;
};

/// As few as their channels allow, each of as many rows; nullopt: not even one for each row of
/// parts has channels enough.
[[nodiscard]] std::optional<std::vector<Relay>> relays_between(const Stage& from, const Stage& to,
                                                               const arch::Device& device);

/// Mem tiles while they are given out.
class FreeMemTiles {
 public:
    explicit FreeMemTiles(const arch::Device& device) : device_{device} {}

    /// The nearest to the column that is left; nullopt: none is.
    [[nodiscard]] std::optional<arch::TileId> near(int column);

 private:
    const arch::Device& device_;
    std::set<arch::TileId> taken_;
};

// Ports to the programmable logic while they are given out.

/// Pairs of ports, which are 128 bit wide.
class FreePlPorts {
 public:
    explicit FreePlPorts(const arch::Device& device) : device_{device} {}

    /// Of the shim that is nearest to the column and has a pair left; nullopt: none has.
    [[nodiscard]] std::optional<arch::Port> near(int column, bool is_input);

 private:
    const arch::Device& device_;
    std::map<int, int> inputs_;  ///< taken, by column
    std::map<int, int> outputs_;
};

}  // namespace xdnasim::network

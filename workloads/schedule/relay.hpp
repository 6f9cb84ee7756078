#pragma once
// Streams that a mem tile only passes on.

#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

/// A relay has channel `number` of each direction, and the half of the mem tile's BDs that
/// channels of its number's parity can use.
inline constexpr int kMostRelays = 2;

/// One stream, of which a mem tile holds `depth` objects.
struct Relay {
    std::string name;
    arch::Bytes object{};
    int depth = 0;
};

/// Objects come in and leave in turn, each stream under a pair of locks of its own.
/// Preconditions: at most kMostRelays, of 1 to most_relay_depth() objects, that fit together.
[[nodiscard]] TileProgram relay_program(arch::TileId mem_tile, const std::vector<Relay>& relays,
                                        const arch::Device& device);

/// Objects of a stream that a mem tile has BDs and lock values for.
[[nodiscard]] int most_relay_depth(const arch::Device& device);

}  // namespace xdnasim::schedule

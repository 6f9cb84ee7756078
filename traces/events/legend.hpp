#pragma once
// What the numbers in the events of a run stand for.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "arch/tile.hpp"
#include "arch/units.hpp"

namespace xdnasim::events {

/// A port that a stream leaves the switches by; what passes its source passes it after `delay`.
struct StreamSink {
    arch::Port port;
    arch::Cycles delay{};
};

struct StreamFlow {
    std::string name;
    arch::Port source;
    std::vector<StreamSink> sinks;
};

struct Legend {
    std::vector<std::string> kernels;                           ///< index: kernel
    std::map<std::pair<arch::TileId, int>, std::string> locks;  ///< by tile and id
    std::vector<std::vector<StreamFlow>> streams;               ///< index: stream, flow
};

}  // namespace xdnasim::events

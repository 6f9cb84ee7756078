#pragma once
// Who takes the levels of a recording.

#include <span>

#include "traces/words/levels.hpp"

namespace xdnasim::recording {

/// Streams, one per unit, are numbered in the order they appear in.
class Listener {
 public:
    virtual ~Listener() = default;
    virtual void on_stream(int /*stream*/, const words::PacketHeader& /*header*/) {}
    virtual void on_levels(int stream, std::span<const words::Level> levels) = 0;
};

}  // namespace xdnasim::recording

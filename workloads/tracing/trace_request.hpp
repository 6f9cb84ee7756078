#pragma once
// What a problem file asks of the trace units.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "arch/tile.hpp"
#include "arch/units.hpp"
#include "traces/words/unit.hpp"
#include "workloads/schedule/trace.hpp"

namespace xdnasim::tracing {

enum class Route : std::uint8_t {
    Streams,  ///< packets, on what the design leaves free of the switches
    Share,    ///< likewise, and the streams out of traced cores turn into packets beside them
    Ideal     ///< no packets: the words are there at once
};

struct UnitRequest {
    words::Unit unit;
    std::array<int, words::kSlots> events{};  ///< ids; 0: none
    /// By the n of PORT_..._n; empty: those that the design uses, into the tile's DMA first.
    std::vector<arch::Port> ports{};
    schedule::SelectedChannels s2mm{0, 1};  ///< of a mem tile
    schedule::SelectedChannels mm2s{0, 1};
};

/// Room for what two units write in a few milliseconds.
inline constexpr arch::Bytes kDefaultBuffer{1 << 24};

struct TraceRequest {
    std::vector<UnitRequest> units{};  ///< empty: see default_units()
    Route route = Route::Streams;
    arch::Bytes buffer = kDefaultBuffer;
    std::optional<int> shim_column{};  ///< that takes the words; none: the first with room
};

}  // namespace xdnasim::tracing

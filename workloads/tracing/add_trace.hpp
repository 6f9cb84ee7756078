#pragma once
// Adds trace units to a schedule: the events that they watch, the packets that carry their words to
// a shim, the buffer there, and the signals that start and stop them.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "arch/device.hpp"
#include "arch/tile.hpp"
#include "arch/units.hpp"
#include "base/error.hpp"
#include "base/node.hpp"
#include "base/parameters/description.hpp"
#include "traces/words/packet.hpp"
#include "workloads/schedule/schedule.hpp"

// What a problem file asks of the trace units.

namespace xdnasim::tracing {

enum class Route : std::uint8_t {
    Streams,  ///< packets, over ports of the switches that the design leaves free
    /// Packets; the streams out of traced cores become packets as well, to share ports with them.
    Share,
    Ideal  ///< no packets: the words reach the host immediately
};

struct UnitRequest {
    words::Unit unit;
    std::array<int, words::kSlots> events{};  ///< event ids; 0: slot unused
    /// Port number n is the one that events PORT_..._n refer to; empty: the ports that the design
    /// uses, those into the tile's DMA first.
    std::vector<arch::Port> ports{};
    schedule::SelectedChannels s2mm{0, 1};  ///< selected S2MM channels; mem tiles only
    schedule::SelectedChannels mm2s{0, 1};
};

/// Default size of the trace buffer: room for the words of two units in a few milliseconds.
inline constexpr arch::Bytes kDefaultBuffer{1 << 24};

struct TraceRequest {
    std::vector<UnitRequest> units{};  ///< empty: default_units()
    Route route = Route::Streams;
    arch::Bytes buffer = kDefaultBuffer;
    /// Column of the shim that receives the words; nullopt: the first with room.
    std::optional<int> shim_column{};
};

// The section `trace` of a problem file.

/// Reads the section. Throws InputError with the position of an error.
[[nodiscard]] TraceRequest read_trace(const base::Node& section, const arch::Device& device);

/// Descriptions of the keys of the section `trace`.
[[nodiscard]] std::vector<parameters::Description> describe_trace(const arch::Device& device);

/// Adds a trace to `schedule`. Precondition: `schedule` has neither a trace nor routes; its flows
/// are routed together with those of the trace. Throws MappingError if the device lacks what the
/// request needs: channels of a shim, BDs, packet ids or ports of the switches.
void add_trace(schedule::Schedule& schedule, const TraceRequest& request,
               const arch::Device& device);

/// Throws MappingError: the flows of `trace` cannot be routed, as `error` says; the message
/// suggests other requests.
[[noreturn]] void refuse_without_route(const TraceRequest& request, const schedule::Trace& trace,
                                       const base::InputError& error);

}  // namespace xdnasim::tracing

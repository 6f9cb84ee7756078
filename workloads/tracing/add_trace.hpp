#pragma once
// Adds trace units to a schedule: what they watch, the packets that carry their words to a shim,
// the buffer there, and the signals that start and stop them.

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
    Streams,  ///< packets, on what the design leaves free of the switches
    Share,    ///< packets, and the streams out of traced cores turn into packets beside them
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

// The section `trace` of a problem file.

/// Throws InputError with the place of what is wrong.
[[nodiscard]] TraceRequest read_trace(const base::Node& section, const arch::Device& device);

/// The keys of that section.
[[nodiscard]] std::vector<parameters::Description> describe_trace(const arch::Device& device);

/// Precondition: `schedule` has no trace, and no routes: its flows are routed with those of the
/// trace. Throws MappingError when the device has no room for what is asked: channels of a shim,
/// BDs, packet ids, ports of the switches.
void add_trace(schedule::Schedule& schedule, const TraceRequest& request,
               const arch::Device& device);

/// Throws MappingError: the flows of `trace`, of which `error` speaks, cannot be routed; and what
/// could be asked for instead.
[[noreturn]] void refuse_without_route(const TraceRequest& request, const schedule::Trace& trace,
                                       const base::InputError& error);

}  // namespace xdnasim::tracing

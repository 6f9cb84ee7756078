#pragma once
// What the hardware is: a typed, immutable picture of one device file.
// The meaning, unit, source and confidence of every number stand in arch/devices/*.yaml.

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arch/core_model.hpp"
#include "arch/data_type.hpp"
#include "arch/dma_model.hpp"
#include "arch/generation.hpp"
#include "arch/quantity.hpp"
#include "arch/tile.hpp"
#include "arch/units.hpp"
#include "base/parameters/description.hpp"

namespace xdnasim::arch {

/// Connections of one bundle in a stream switch: number of ports by direction.
struct PortCount {
    int masters = 0;
    int slaves = 0;
};

/// A set of legal connections inside a switch: every slave bundle of `from` to every
/// master bundle of `to`, and how channel numbers must match.
struct ConnectionRule {
    std::vector<Bundle> from;
    std::vector<Bundle> to;
    /// Any: no restriction; SameIfSameBundle: same channel where from and to are one
    /// bundle; Same: always the same channel.
    enum class Channels { Any, SameIfSameBundle, Same } channels = Channels::Any;
    std::optional<int> only_to_channel{};  ///< nullopt: any
};

/// Ports that lead out of the array's switches to a DMA channel of the shim.
struct ShimMux {
    std::vector<int> mm2s_to_south;  ///< index: MM2S channel, value: South slave channel
    std::vector<int> south_to_s2mm;  ///< index: S2MM channel, value: South master channel
};

/// Ports of the shims to the programmable logic (PL). The mux joins port n to South port n of the
/// shim's switch (mlir-aie: shim mux).
struct PlModel {
    std::vector<bool> columns;  ///< index: column; with ports
    double clock_ghz = 0;       ///< of the PL, unless a schedule says otherwise
    Bytes port_width{};         ///< of one port, per PL cycle
    int inputs = 0;             ///< ports of a shim into the array
    int outputs = 0;
    int fifo_words = 0;  ///< between the clocks of the PL and the array
    // Of a word, from one clock to the other: cycles of both.
    Cycles crossing{};
    PlCycles crossing_pl{};

    /// In array cycles, at clocks in GHz. 2 PL cycles at 0.3 GHz and 2 of an array at 1.25 GHz are
    /// 2 / 0.3 * 1.25 + 2, so 11 cycles.
    [[nodiscard]] Cycles crossing_at(double pl_clock_ghz, double array_clock_ghz) const;

    /// Of a port of the PL that takes two of the shim's, and the stream of the first.
    [[nodiscard]] constexpr Bytes wide_port() const { return port_width * std::int64_t{2}; }
};

struct SwitchModel {
    std::array<PortCount, kSwitchBundles> ports{};  ///< indexed by Bundle
    std::vector<ConnectionRule> rules;
    int arbiters = 0;      ///< packet switching
    int msels = 0;         ///< per arbiter
    int packet_slots = 0;  ///< match slots per slave port
    /// Precondition: the bundle is one of a switch.
    [[nodiscard]] PortCount count(Bundle bundle) const {
        return ports[static_cast<std::size_t>(bundle)];
    }
};

/// One kind of tile. A shim has no data memory.
struct TileModel {
    Bytes memory{};
    int banks = 0;
    int locks = 0;
    int max_lock_value = 0;
    int lock_change_bits = 0;  ///< of a signed number: what an acquire or release changes by
    int trace_event_bits = 0;  ///< of an event's number, where a trace unit holds it
    DmaModel dma;
    SwitchModel stream_switch;

    [[nodiscard]] constexpr int min_lock_change() const { return -(1 << lock_change_bits) / 2; }
    [[nodiscard]] constexpr int max_lock_change() const { return (1 << lock_change_bits) / 2 - 1; }
    [[nodiscard]] constexpr int max_trace_event() const { return (1 << trace_event_bits) - 1; }
};

/// Latencies in array cycles. Sums that traces show are split between the two
/// parties; each part's entry in the device file says so.
struct Timing {
    Cycles bd_switch{};          ///< gap between two BDs of a channel back to back
    Cycles s2mm_start{};         ///< lock granted -> first beat taken
    Cycles mm2s_start{};         ///< lock granted -> first beat sent
    Cycles dma_release{};        ///< last beat written or read -> lock value changed
    Cycles core_release{};       ///< core issues a release -> lock value changed
    Cycles core_acquire{};       ///< lock value changed -> waiting core goes on
    Cycles core_lock_op{};       ///< a core's time for one acquire or release that does not wait
    Cycles core_call{};          ///< to a kernel's begin event, before the call: of the call
    Cycles core_return{};        ///< a kernel's end event -> the core's next operation
    Cycles core_restore{};       ///< what a return adds behind the first operation after it
    Cycles switch_hop{};         ///< one stream switch, slave port to master port
    int ingress_fifo_beats = 0;  ///< beats an S2MM channel takes before its lock is free
    int switch_beats = 0;        ///< beats that switches hold for each cycle of their latency

    /// From the port where data enters the first of so many switches to where it leaves the last.
    [[nodiscard]] constexpr Cycles latency_of(int switches) const {
        return switch_hop * std::int64_t{switches};
    }
    /// What a call costs beside the kernel.
    [[nodiscard]] constexpr Cycles call_overhead() const {
        return core_call + core_return + core_restore;
    }
};

/// Trace units: when the broadcast that starts or stops them arrives, and what they hold.
struct TraceModel {
    Cycles horizontal_hop{};  ///< of the broadcast, from a tile to one beside it
    Cycles vertical_hop{};    ///< to the one above or below
    Cycles memory_module{};   ///< from a core to the memory module of its tile
    /// A core asks for a lock -> LOCK_STALL shows. With or without a trace, what is left of
    /// Timing::core_lock_op behind it and the cycle that shows follows the end of a wait.
    Cycles lock_stall{};
    int fifo_packets = 0;  ///< that a unit holds while they cannot leave
};

/// Translation of the array's addresses into those of the DRAM, page by page. A page that the
/// table of recent ones no longer holds is looked up by a walk.
struct TranslationModel {
    Bytes page{};
    Bytes block{};             ///< pages whose entries are looked up together
    int entries = 0;           ///< blocks remembered
    double written = 1;        ///< entries that a block takes while it is written
    double shared = 1;         ///< the same of one that channels read side by side
    double spread = 0;         ///< of `entries`: from where first blocks miss to where all do
    Nanoseconds walk{};        ///< of a read; one after the other
    double overlap = 0;        ///< of a walk: what passes while data of other runs moves
    Nanoseconds write_walk{};  ///< that a write waits for
};

/// Memory behind the shims. A run is a contiguous piece of a BD's pattern.
struct DramModel {
    GigabytesPerSecond channel{};  ///< one shim DMA channel
    GigabytesPerSecond read{};     ///< all channels together, one direction
    GigabytesPerSecond write{};
    GigabytesPerSecond total{};  ///< both directions
    Nanoseconds read_latency{};
    Nanoseconds write_latency{};
    Nanoseconds channel_run{};    ///< of a channel's time, to ask for a run while others move
    Nanoseconds write_run{};      ///< of a channel's time, for each piece of a run written
    Nanoseconds part_write{};     ///< of a channel's time, for each burst written in part
    Nanoseconds merge{};          ///< of the memory's time, for each burst written in part
    Nanoseconds run{};            ///< of the memory's time, to open a row, while data moves
    Bytes row{};                  ///< of the memory's: what lies in one is open after the first run
    Bytes burst{};                ///< moved as a whole, at multiples of its size
    Bytes access{};               ///< the same of the array's port
    Bytes write_piece{};          ///< the same of what a channel is told to have been written
    Bytes interleave{};           ///< rows at multiples of this apart meet in the same channels
    double interleave_share = 1;  ///< of the memory's bandwidth, that such rows reach
    TranslationModel translation;
};

/// The array's port to the fabric of the SoC.
struct FabricModel {
    BytesPerCycle read{};
    BytesPerCycle write{};
};

struct CommandProcessorModel {
    Nanoseconds bd_write{};  ///< one BD with its address patch
    Nanoseconds push{};      ///< one task-queue write
    Nanoseconds token{};     ///< task complete -> token seen by the waiting sequence
};

struct Device {
    std::string name;
    std::string description;
    Generation generation{};  ///< of its cores
    std::filesystem::path file;

    int columns = 0;
    std::vector<TileKind> row_kinds;  ///< index: row; row 0 is the shim row
    std::vector<bool> shim_has_dma;   ///< index: column
    double clock_ghz = 0;
    Bytes stream_width{};  ///< of a stream, per array cycle
    Bytes core_stack{};    ///< kept free in a core's memory unless a problem says otherwise

    TileModel comp_tile;
    TileModel mem_tile;
    TileModel shim_tile;
    ShimMux shim_mux;
    std::optional<PlModel> pl{};  ///< nullopt: there is none beside the array
    Timing timing;
    TraceModel trace;
    DramModel dram;
    FabricModel fabric;
    CommandProcessorModel command_processor;
    Nanoseconds dispatch{};         ///< host call to start of the sequence, and completion back
    Nanoseconds reconfiguration{};  ///< of the array, for another design
    CoreModel core;

    std::vector<Quantity> quantities;  ///< in the order of reading
    std::vector<parameters::Description>
        plain_keys;  ///< keys that are not quantities, in the order of reading

    [[nodiscard]] int rows() const { return static_cast<int>(row_kinds.size()); }
    [[nodiscard]] int mem_rows() const;
    [[nodiscard]] int first_mem_row() const;  ///< precondition: mem_rows() > 0
    [[nodiscard]] int core_rows() const;
    [[nodiscard]] int first_core_row() const;
    [[nodiscard]] TileId shim_at(int column) const { return {column, 0}; }
    /// The mem tile of `column` that is next to the shim. Precondition: mem_rows() > 0.
    [[nodiscard]] TileId mem_tile_at(int column) const { return {column, first_mem_row()}; }
    [[nodiscard]] bool contains(TileId tile) const;
    [[nodiscard]] TileKind kind(TileId tile) const;  ///< precondition: contains(tile)
    /// Is there a tile of that kind?
    [[nodiscard]] bool has(TileKind kind, TileId tile) const;
    /// "mem tile (2,1)"; "tile (9,9)" outside the array.
    [[nodiscard]] std::string name_of(TileId tile) const;
    [[nodiscard]] const TileModel& model(TileKind kind) const;
    [[nodiscard]] const TileModel& model(TileId tile) const { return model(kind(tile)); }

    /// Is there a DMA in `tile`? Not every shim has one. False outside the array.
    [[nodiscard]] bool has_dma(TileId tile) const;
    /// Are there ports to the programmable logic in `tile`? False outside the array.
    [[nodiscard]] bool has_plio(TileId tile) const;
    /// Is there a DMA that moves data from and to the host's memory?
    [[nodiscard]] bool reaches_host(TileId tile) const;
    /// The columns whose shims reach the host's memory, from the west.
    [[nodiscard]] std::vector<int> host_columns() const;
    /// Columns from 0 on, all of whose shims reach the host's memory.
    [[nodiscard]] int usable_columns() const;

    /// `latency` in whole array cycles, rounded up.
    [[nodiscard]] Cycles cycles(Nanoseconds latency) const;
    /// As many as pass in `time`, not rounded.
    [[nodiscard]] double exact_cycles(Nanoseconds time) const;
    /// The time that array cycles take. A forecast need not be of whole ones.
    [[nodiscard]] Nanoseconds time_of(Cycles cycles) const;
    [[nodiscard]] Nanoseconds time_of(double cycles) const;
    [[nodiscard]] BytesPerCycle bytes_per_cycle(GigabytesPerSecond rate) const;
    /// TOPS at the array's clock.
    [[nodiscard]] double tops(double operations_per_cycle) const;
};

}  // namespace xdnasim::arch

#pragma once
// Description of the hardware: the typed, immutable content of one device file.
// arch/devices/*.yaml give the meaning, unit, source and confidence of every number.

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

/// Number of ports of one bundle in a stream switch, by direction.
struct PortCount {
    int masters = 0;
    int slaves = 0;
};

/// A set of legal connections inside a switch: from every slave bundle of `from` to every
/// master bundle of `to`, and how channel numbers must match.
struct ConnectionRule {
    std::vector<Bundle> from;
    std::vector<Bundle> to;
    /// Any: no restriction; SameIfSameBundle: the same channel number where slave and master belong
    /// to the same bundle; Same: always the same channel number.
    enum class Channels { Any, SameIfSameBundle, Same } channels = Channels::Any;
    std::optional<int> only_to_channel{};  ///< the only legal master channel; nullopt: any
};

/// South ports of a shim's switch that the shim mux connects to the shim's DMA channels.
struct ShimMux {
    std::vector<int> mm2s_to_south;  ///< index: MM2S channel, value: South slave channel
    std::vector<int> south_to_s2mm;  ///< index: S2MM channel, value: South master channel
};

/// Ports of the shims to the programmable logic (PL). The mux joins port n to South port n of the
/// shim's switch (mlir-aie: shim mux).
struct PlModel {
    std::vector<bool> columns;  ///< index: column; whether its shim has PL ports
    double clock_ghz = 0;       ///< clock of the PL, unless a schedule gives another one
    Bytes port_width{};         ///< bytes that one port moves per PL cycle
    int inputs = 0;             ///< ports of a shim into the array
    int outputs = 0;            ///< ports of a shim out of the array
    int fifo_words = 0;         ///< capacity of the FIFO between the PL's clock and the array's
    // Latency of a word from one clock domain to the other: a part in array cycles plus a part in
    // PL cycles.
    Cycles crossing{};
    PlCycles crossing_pl{};

    /// Latency of a word from one clock domain to the other in array cycles, rounded up; clocks in
    /// GHz. 2 PL cycles at 0.3 GHz and 2 array cycles at 1.25 GHz are 2 / 0.3 * 1.25 + 2, so 11
    /// cycles.
    [[nodiscard]] Cycles crossing_at(double pl_clock_ghz, double array_clock_ghz) const;

    /// Bytes per PL cycle of a PL port that takes two ports of a shim, whose data travels in the
    /// stream of the first.
    [[nodiscard]] constexpr Bytes wide_port() const { return port_width * std::int64_t{2}; }
};

struct SwitchModel {
    std::array<PortCount, kSwitchBundles> ports{};  ///< indexed by Bundle
    std::vector<ConnectionRule> rules;
    int arbiters = 0;      ///< arbiters for packet switching
    int msels = 0;         ///< master selects (msels) per arbiter
    int packet_slots = 0;  ///< slots per slave port that match packet ids
    /// Number of ports of a bundle. Precondition: the bundle is one of a switch, not Plio.
    [[nodiscard]] PortCount count(Bundle bundle) const {
        return ports[static_cast<std::size_t>(bundle)];
    }
};

/// Resources of one kind of tile. A shim has no data memory.
struct TileModel {
    Bytes memory{};
    int banks = 0;
    int locks = 0;
    int max_lock_value = 0;
    int lock_change_bits = 0;  ///< width of the signed amount by which a BD changes a lock
    int trace_event_bits = 0;  ///< width of an event id in a trace unit's register
    DmaModel dma;
    SwitchModel stream_switch;

    [[nodiscard]] constexpr int min_lock_change() const { return -(1 << lock_change_bits) / 2; }
    [[nodiscard]] constexpr int max_lock_change() const { return (1 << lock_change_bits) / 2 - 1; }
    [[nodiscard]] constexpr int max_trace_event() const { return (1 << trace_event_bits) - 1; }
};

/// Latencies in array cycles. Traces show some of them only as sums over two parties; the split is
/// assumed, and the entry of each part in the device file says so.
struct Timing {
    Cycles bd_switch{};          ///< gap between two BDs that a channel runs back to back
    Cycles s2mm_start{};         ///< lock granted -> first beat taken
    Cycles mm2s_start{};         ///< lock granted -> first beat sent
    Cycles dma_release{};        ///< last beat written or read -> lock value changed
    Cycles core_release{};       ///< core issues a release -> lock value changed
    Cycles core_acquire{};       ///< lock value changed -> waiting core continues
    Cycles core_lock_op{};       ///< time of a core for one acquire or release that does not wait
    Cycles core_call{};          ///< end of the operation before a call -> kernel's begin event
    Cycles core_return{};        ///< kernel's end event -> core's next operation
    Cycles core_restore{};       ///< added after the first operation that follows a return
    Cycles switch_hop{};         ///< latency of one stream switch, slave port to master port
    int ingress_fifo_beats = 0;  ///< beats that an S2MM channel takes before its lock is granted
    int switch_beats = 0;        ///< beats that switches hold for each cycle of their latency

    /// Latency from the port where data enters the first of `switches` switches in a row to the
    /// port where it leaves the last.
    [[nodiscard]] constexpr Cycles latency_of(int switches) const {
        return switch_hop * std::int64_t{switches};
    }
    /// Cycles that a kernel call costs in addition to the kernel.
    [[nodiscard]] constexpr Cycles call_overhead() const {
        return core_call + core_return + core_restore;
    }
};

/// Trace units: the latency of the broadcast that starts or stops them, and their capacity.
struct TraceModel {
    Cycles horizontal_hop{};  ///< of the broadcast, from a tile to one to its east or west
    Cycles vertical_hop{};    ///< of the broadcast, from a tile to the one above or below
    Cycles memory_module{};   ///< of the broadcast, from a core to the memory module of its tile
    /// From a core's lock request to the first cycle of LOCK_STALL. Counts without a trace, too:
    /// after a wait, the core still takes the rest of the lock operation, Timing::core_lock_op less
    /// `lock_stall` and less one cycle of LOCK_STALL.
    Cycles lock_stall{};
    int fifo_packets = 0;  ///< packets that a unit holds while it cannot send them
};

/// Translation of the array's addresses into those of the DRAM, page by page. A table remembers
/// recent pages, in blocks; a page that is not in the table is looked up by a walk.
struct TranslationModel {
    Bytes page{};
    Bytes block{};       ///< pages whose translations are looked up together
    int entries = 0;     ///< capacity of the table; a block that one channel reads takes 1
    double written = 1;  ///< entries that a block takes which is written
    double shared = 1;   ///< entries that a block takes which channels read side by side
    double spread = 0;   ///< excess over `entries`, as a share of it, with which all blocks miss
    Nanoseconds walk{};  ///< time of a read's walk; these run one after the other
    double overlap = 0;  ///< share of a walk that is hidden while data of other runs moves
    Nanoseconds write_walk{};  ///< time that a write waits for its walk
};

/// Memory behind the shims. A run is a contiguous piece of a BD's pattern.
struct DramModel {
    GigabytesPerSecond channel{};  ///< rate of one shim DMA channel
    GigabytesPerSecond read{};     ///< rate of all reads together
    GigabytesPerSecond write{};    ///< rate of all writes together
    GigabytesPerSecond total{};    ///< rate of reads and writes together
    Nanoseconds read_latency{};
    Nanoseconds write_latency{};
    Nanoseconds channel_run{};  ///< channel's time to ask for a run, while other runs move
    Nanoseconds write_run{};    ///< channel's time for each `write_piece` of a run written
    Nanoseconds part_write{};   ///< channel's time for each burst written in part
    Nanoseconds merge{};        ///< memory's time for each burst written in part
    Nanoseconds run{};          ///< memory's time to open a row, which overlaps moving data
    Bytes row{};                ///< size of a row of the memory, opened once for all runs in it
    Bytes burst{};              ///< what the memory moves as a whole, at multiples of its size
    Bytes access{};             ///< what the array's port moves as a whole, likewise aligned
    Bytes write_piece{};        ///< what a channel gets one write response for, likewise aligned
    Bytes interleave{};  ///< rows at multiples of this apart share a part of the memory channels
    double interleave_share = 1;  ///< share of the memory's bandwidth that such rows reach
    TranslationModel translation;
};

/// The array's port to the fabric of the SoC.
struct FabricModel {
    BytesPerCycle read{};
    BytesPerCycle write{};
};

struct CommandProcessorModel {
    Nanoseconds bd_write{};  ///< writing one BD with its address patch
    Nanoseconds push{};      ///< one write to a task queue
    Nanoseconds token{};     ///< task complete -> token seen by the waiting sequence
};

struct Device {
    std::string name;
    std::string description;
    Generation generation{};  ///< generation of its cores
    std::filesystem::path file;

    int columns = 0;
    std::vector<TileKind> row_kinds;  ///< index: row; row 0 is the shim row
    std::vector<bool> shim_has_dma;   ///< index: column
    double clock_ghz = 0;
    Bytes stream_width{};  ///< bytes that a stream moves per array cycle
    Bytes core_stack{};    ///< kept free in a core's memory unless a problem says otherwise

    TileModel comp_tile;
    TileModel mem_tile;
    TileModel shim_tile;
    ShimMux shim_mux;
    std::optional<PlModel> pl{};  ///< nullopt: no programmable logic beside the array
    Timing timing;
    TraceModel trace;
    DramModel dram;
    FabricModel fabric;
    CommandProcessorModel command_processor;
    Nanoseconds dispatch{};         ///< host call -> start of the sequence, plus end -> host
    Nanoseconds reconfiguration{};  ///< loading another design into the array
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
    /// The mem tile of `column` that is nearest to the shim. Precondition: mem_rows() > 0.
    [[nodiscard]] TileId mem_tile_at(int column) const { return {column, first_mem_row()}; }
    [[nodiscard]] bool contains(TileId tile) const;
    [[nodiscard]] TileKind kind(TileId tile) const;  ///< precondition: contains(tile)
    /// Is there a tile of that kind at `tile`? False outside the array.
    [[nodiscard]] bool has(TileKind kind, TileId tile) const;
    /// "mem tile (2,1)"; "tile (9,9)" outside the array.
    [[nodiscard]] std::string name_of(TileId tile) const;
    [[nodiscard]] const TileModel& model(TileKind kind) const;
    [[nodiscard]] const TileModel& model(TileId tile) const { return model(kind(tile)); }

    /// Is there a DMA in `tile`? Not every shim has one. False outside the array.
    [[nodiscard]] bool has_dma(TileId tile) const;
    /// Are there ports to the programmable logic in `tile`? False outside the array.
    [[nodiscard]] bool has_plio(TileId tile) const;
    /// Does `tile` have a DMA that moves data from and to host memory? False outside the array.
    [[nodiscard]] bool reaches_host(TileId tile) const;
    /// The columns whose shims reach host memory, from the west.
    [[nodiscard]] std::vector<int> host_columns() const;
    /// Number of columns, from column 0 on without a gap, whose shims reach host memory.
    [[nodiscard]] int usable_columns() const;

    /// `latency` in whole array cycles, rounded up.
    [[nodiscard]] Cycles cycles(Nanoseconds latency) const;
    /// Array cycles that pass in `time`, not rounded.
    [[nodiscard]] double exact_cycles(Nanoseconds time) const;
    /// The time that array cycles take. A forecast may have a fraction of a cycle.
    [[nodiscard]] Nanoseconds time_of(Cycles cycles) const;
    [[nodiscard]] Nanoseconds time_of(double cycles) const;
    [[nodiscard]] BytesPerCycle bytes_per_cycle(GigabytesPerSecond rate) const;
    /// TOPS at the array's clock.
    [[nodiscard]] double tops(double operations_per_cycle) const;
};

}  // namespace xdnasim::arch

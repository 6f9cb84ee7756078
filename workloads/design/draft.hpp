#pragma once
// A design while it is turned into a schedule: what its names stand for, and what has been read.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arch/device.hpp"
#include "traces/names/event_names.hpp"
#include "workloads/design/findings.hpp"
#include "workloads/design/host_data.hpp"
#include "workloads/design/ir/fields.hpp"
#include "workloads/design/ir/operation.hpp"
#include "workloads/design/memref.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::design {

using ir::kMaxChannel;
using ir::kMaxId;

// Numbers that no array reaches; they keep arithmetic on what was read from overflowing.
inline constexpr int kMaxCount = 1 << 30;
inline constexpr std::int64_t kMaxElements = std::int64_t{1} << 40;

/// A channel of a shim, by the name that the runtime sequence calls it, or a port to the
/// programmable logic: MM2S into the array.
struct Allocation {
    std::string name;  ///< for people
    arch::TileId shim;
    arch::Direction direction{};
    int channel = 0;
    bool is_plio = false;
    std::optional<schedule::PacketHeader> packet{};  ///< of tasks that are configured for it
};

/// A core's side of an object FIFO.
struct FifoEnd {
    std::string_view fifo;
    arch::TileId tile;
    bool produces = false;
    std::optional<schedule::LockRef> acquire{};  ///< nullopt: it does not wait
    std::optional<schedule::LockRef> release{};
    int repeat = 1;  ///< what an object counts in the locks
    std::vector<schedule::BufferRef> objects{};
};

/// A BD of a shim that is written with the shortest bursts.
struct ShortBursts {
    base::Position at;
    std::optional<std::pair<arch::TileId, int>> bd{};  ///< nullopt: the one that is written at `at`
};

/// How the buffers of a tile get their addresses.
enum class AllocationScheme : std::uint8_t {
    Any,  ///< to banks, or one after the other where that fails
    BankAware,
    BasicSequential,
};

template <class Object>
using Named = std::map<std::string_view, Object, std::less<>>;

struct Draft {
    Draft(const ir::Text& from, const ir::Module& read, const arch::Device& on)
        : text{from}, module{read}, device{on} {
        schedule.source = from.file();
    }

    const ir::Text& text;
    const ir::Module& module;
    const arch::Device& device;
    std::string aie_device{};  ///< the name of the one that is read
    std::string array{};       ///< that it names: "npu1_4col"
    Findings findings;
    schedule::Schedule schedule;  ///< tiles and flows follow at the end
    std::map<arch::TileId, schedule::TileProgram> programs;

    // By the values of the text.
    Named<arch::TileId> tiles;
    Named<schedule::LockRef> locks;
    Named<schedule::BufferRef> buffers;
    // By its symbols.
    Named<schedule::BufferRef> buffer_symbols;
    Named<Allocation> allocations;
    Named<const ir::Operation*> globals;
    Named<const ir::Operation*> functions;      ///< that its cores may call
    Named<const ir::Operation*> all_functions;  ///< of all devices of the text
    Named<const ir::Operation*> traces;

    std::map<schedule::BufferRef, Memref> types;                  ///< of the buffers
    std::map<arch::TileId, AllocationScheme> allocation_schemes;  ///< of tiles that name one
    std::vector<FifoEnd> fifo_ends;
    bool moves_data = false;             ///< there are files of the sequence's arguments
    bool takes_control_packets = false;  ///< some tile does: they may write any memory
    std::set<arch::Port> idle_sinks;     ///< of flows of trace units that are left out
    std::vector<const ir::Operation*> started_traces;  ///< of `traces`, by the sequence
    std::optional<arch::Bytes> trace_buffer{};         ///< for their words
    std::vector<ShortBursts> short_bursts;             ///< of the sequence, in its order
    std::vector<Memref> arguments;  ///< of the runtime sequence: of as many host buffers

    [[nodiscard]] ir::Fields fields(const ir::Operation& operation,
                                    const ir::Constants* constants = nullptr) const {
        return ir::Fields::read(text, operation, constants);
    }

    // What a field names. Each throws InputError, with the place, when it names nothing.
    [[nodiscard]] arch::TileId tile(const ir::Fields& fields, std::string_view name) const;
    [[nodiscard]] schedule::LockRef lock(const ir::Fields& fields, std::string_view name) const;
    [[nodiscard]] schedule::BufferRef buffer(const ir::Fields& fields, std::string_view name) const;
    [[nodiscard]] const Allocation& allocation(const ir::Fields& fields,
                                               std::string_view name) const;
    [[nodiscard]] arch::Direction direction(const ir::Fields& fields, std::string_view name) const;

    [[nodiscard]] schedule::TileProgram& program(arch::TileId tile);
    [[nodiscard]] const schedule::Buffer& at(schedule::BufferRef buffer) const;

    void loss(base::Position at, const std::string& what) { findings.add(Weight::Loss, at, what); }
    /// Of what is simulated, but not as it stands there, and so less exactly.
    void note(base::Position at, const std::string& what) {
        findings.add(Weight::Loss, at, what, false);
    }
    void safe(base::Position at, const std::string& what) { findings.add(Weight::Safe, at, what); }
    void unknown(base::Position at, const std::string& what) {
        findings.add(Weight::Unknown, at, what);
    }
    void unsupported(base::Position at, const std::string& what) {
        findings.add(Weight::Unsupported, at, what);
    }
};

/// The name in loc("A full") behind an operation; nullopt: there is none.
[[nodiscard]] std::optional<std::string> location_name(const ir::Text& text,
                                                       const ir::Operation& operation);

/// A lock as it is used: "aie.use_lock(%l, AcquireGreaterEqual, 1)".
[[nodiscard]] std::variant<schedule::Acquire, schedule::Release> lock_use(
    const Draft& draft, const ir::Operation& operation, const ir::Constants* constants);

/// Does the BD beside it do it? acq_en = false: it acquires nothing.
[[nodiscard]] bool is_enabled(const Draft& draft, const ir::Operation& use_lock);

// The parts of a design, in the order in which they are read. Each adds to the draft.

/// Notes what attributes of `device` say that nothing else reads: a Loss, or where data moves as
/// not supported.
void note_unread_attributes(Draft& draft, const ir::Region& device);
/// Notes attributes in a device of `written`, the text before it is lowered, that nothing knows.
void note_unknown_attributes(Draft& draft, const ir::Text& written,
                             const std::optional<std::string>& aie_device);
/// Tiles, and names of the shims' channels, memory and functions.
void read_tiles(Draft& draft, const ir::Region& device);
/// Locks and buffers; those without id or address get one.
void read_objects(Draft& draft, const ir::Region& device);
/// What object FIFOs mean in cores, as their lowering says.
/// Precondition: tiles and objects have been read.
void read_fifo_ends(Draft& draft, const ir::Region& device);
/// What the DMAs of mem tiles and cores run.
void read_dma(Draft& draft, const ir::Operation& operation);
/// Cascades between cores. Notes those that no core uses.
/// Precondition: the cores have been read.
void read_cascades(Draft& draft, const ir::Region& device);
/// Throws InputError, with the place, when nothing says when a run of the design ends.
/// Precondition: all else has been read.
void require_end(const Draft& draft, const ir::Region& device);
/// Notes a sequence that ends a run while data still moves.
void note_end(Draft& draft);
/// Flows with their routes through switches that are fixed, and flows without. Notes what nothing
/// uses, and channels that none reaches. `files`: what control packets say.
void read_flows(Draft& draft, const ir::Region& device, const ArgumentFiles& files);

// Where buffers lie that a design gives no address.

/// What a design says of where a buffer lies.
struct Placement {
    std::optional<arch::Bytes> address{};
    std::optional<int> bank{};
};
using Placements = std::map<schedule::BufferRef, Placement>;

/// Gives each buffer of `program` its address. Those without one go, the largest first, to the
/// banks in turn, as in mlir-aie's bank-aware allocation; where that fails, one behind the other
/// from the end of the stack on, as in its sequential one. A tile may ask for one of the two.
/// Throws InputError, with the place, when there is no room.
void allocate(schedule::TileProgram& program, const Placements& placements, const Draft& draft);

// The runtime sequence of a design, from its MLIR or from the instruction stream beside it.

/// The operations of `sequence` (null: there is none) become an instruction stream, so that it
/// means what the stream does. Sets the host's buffers, the sequence and the trace units of the
/// draft. Throws InputError, with the place, for what the command processor does not do.
void read_sequence(Draft& draft, const ir::Operation* sequence);

/// The same with `words` of `file` in place of what the text says.
void read_instructions(Draft& draft, const ir::Operation* sequence,
                       std::span<const std::uint32_t> words, const std::string& file);

/// Of BDs of cores and mem tiles that the sequence writes: the buffers that their addresses are in.
/// Throws InputError for an address that is in no tile, or in a buffer in part.
void place_memory_bds(Draft& draft);
/// Turns an address of the words' tile, as their offset, into the buffer that they are in; false:
/// they are in none.
[[nodiscard]] bool place(schedule::WriteMemory& write, Draft& draft);
/// The same for words in their memory; those that are in no buffer are a Loss.
void place_written_words(Draft& draft);
/// Values for locks that the design does not have are a Loss.
void leave_out_unused_locks(Draft& draft);

/// Python tools of mlir-aie give the BD of a trace buffer a packet header. It sends none: S2MM runs
/// it. Left as it was, it would count as a packet that the tile sends.
void ignore_headers_of_writes(Draft& draft);

/// Names the slots of a unit whose events do not happen here.
void leave_out_events(Draft& draft, base::Position at, const words::Unit& unit,
                      std::span<const int> events, const names::EventNames& names);

/// Where the words of the trace units go; units whose words go elsewhere are a Loss.
/// Precondition: sequence and flows have been read.
void finish_trace(Draft& draft);
/// The words of trace units go in the shortest bursts; asked for other data, they are a Loss.
/// Precondition: finish_trace.
void note_short_bursts(Draft& draft);

// What the locks of a design count, found by who uses them.

/// A channel that fills buffers takes from the lock of free ones and adds to that of filled ones; a
/// channel that empties them does the opposite. Between cores, what is not 0 at the start counts
/// free ones. A lock that is used in both ways keeps its role.
void set_lock_roles(schedule::Schedule& schedule);

}  // namespace xdnasim::design

#pragma once
// A design on its way to a schedule: what its names stand for, and what has been read so far.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arch/device.hpp"
#include "workloads/design/findings.hpp"
#include "workloads/design/host_data.hpp"
#include "workloads/design/ir/fields.hpp"
#include "workloads/design/ir/operation.hpp"
#include "workloads/design/memref.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::design {

using ir::kMaxChannel;
using ir::kMaxId;

// Limits that no array reaches; they keep arithmetic on numbers of the text from overflowing.
inline constexpr int kMaxCount = 1 << 30;
inline constexpr std::int64_t kMaxElements = std::int64_t{1} << 40;

/// A shim DMA channel under the name that the runtime sequence uses for it, or a port to the
/// programmable logic. MM2S leads into the array.
struct Allocation {
    std::string name;  ///< name for messages
    arch::TileId shim;
    arch::Direction direction{};
    int channel = 0;
    bool is_plio = false;
    /// Packet header of the tasks configured for it.
    std::optional<schedule::PacketHeader> packet{};
};

/// A core's side of an object FIFO: producer or consumer.
struct FifoEnd {
    std::string_view fifo;
    arch::TileId tile;
    bool produces = false;
    std::optional<schedule::LockRef> acquire{};  ///< nullopt: the core need not acquire a lock
    std::optional<schedule::LockRef> release{};
    int repeat = 1;  ///< units by which one object counts in the locks
    std::vector<schedule::BufferRef> objects{};
};

/// A shim's BD that is written with the shortest burst length.
struct ShortBursts {
    base::Position at;
    /// Tile and BD number; nullopt: the BD that is written at `at`.
    std::optional<std::pair<arch::TileId, int>> bd{};
};

/// The scheme by which the buffers of a tile get their addresses.
enum class AllocationScheme : std::uint8_t {
    Any,  ///< bank-aware, or sequential where that fails
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
    std::string aie_device{};  ///< name of the aie.device that is read
    std::string array{};       ///< the array that it names: "npu1_4col"
    Findings findings;
    schedule::Schedule schedule;  ///< its tiles and flows are added at the end
    std::map<arch::TileId, schedule::TileProgram> programs;

    // Objects by the name of their value in the text.
    Named<arch::TileId> tiles;
    Named<schedule::LockRef> locks;
    Named<schedule::BufferRef> buffers;
    // Objects by their symbol in the text.
    Named<schedule::BufferRef> buffer_symbols;
    Named<Allocation> allocations;
    Named<const ir::Operation*> globals;
    Named<const ir::Operation*> functions;      ///< functions that the device's cores may call
    Named<const ir::Operation*> all_functions;  ///< functions of all devices of the text
    Named<const ir::Operation*> traces;
    /// Constants (whole numbers) that all parts of the device may use.
    std::vector<const ir::Operation*> device_constants;

    std::map<schedule::BufferRef, Memref> types;  ///< memref types of the buffers
    /// Schemes of the tiles that name one.
    std::map<arch::TileId, AllocationScheme> allocation_schemes;
    /// First byte and end of the stacks that do not lie at the beginning of the memory.
    std::map<arch::TileId, std::pair<arch::Bytes, arch::Bytes>> stacks;
    std::vector<FifoEnd> fifo_ends;
    bool moves_data = false;  ///< whether files are named for the sequence's arguments
    /// Whether any tile takes control packets, which may write any memory.
    bool takes_control_packets = false;
    std::set<arch::Port> idle_sinks;  ///< sinks of the flows of trace units, which are left out
    /// The traces that the sequence starts.
    std::vector<const ir::Operation*> started_traces;
    std::optional<arch::Bytes> trace_buffer{};  ///< size of the host buffer for the words of traces
    std::vector<ShortBursts> short_bursts;      ///< in the order of the sequence
    /// Types of the runtime sequence's arguments, the first host buffers.
    std::vector<Memref> arguments;

    [[nodiscard]] ir::Fields fields(const ir::Operation& operation,
                                    const ir::Constants* constants = nullptr) const {
        return ir::Fields::read(text, operation, constants);
    }

    // Look-ups of what a field names. Each throws InputError, with the place, if that does not
    // exist.
    [[nodiscard]] arch::TileId tile(const ir::Fields& fields, std::string_view name) const;
    [[nodiscard]] schedule::LockRef lock(const ir::Fields& fields, std::string_view name) const;
    [[nodiscard]] schedule::BufferRef buffer(const ir::Fields& fields, std::string_view name) const;
    [[nodiscard]] const Allocation& allocation(const ir::Fields& fields,
                                               std::string_view name) const;
    [[nodiscard]] arch::Direction direction(const ir::Fields& fields, std::string_view name) const;

    [[nodiscard]] schedule::TileProgram& program(arch::TileId tile);
    [[nodiscard]] const schedule::Buffer& at(schedule::BufferRef buffer) const;

    void loss(base::Position at, const std::string& what) { findings.add(Weight::Loss, at, what); }
    /// Notes something that is simulated, but less exactly than the design has it.
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

/// The name in a loc("A full") after an operation; nullopt if there is none.
[[nodiscard]] std::optional<std::string> location_name(const ir::Text& text,
                                                       const ir::Operation& operation);

/// Reads a lock operation: "aie.use_lock(%l, AcquireGreaterEqual, 1)".
[[nodiscard]] std::variant<schedule::Acquire, schedule::Release> lock_use(
    const Draft& draft, const ir::Operation& operation, const ir::Constants* constants);

/// Returns whether the lock operation waits for at least its value, and subtracts it.
[[nodiscard]] bool is_greater_equal(const ir::Fields& use_lock);

/// Returns whether the BD beside the lock operation executes it; acq_en = false: it does not
/// acquire.
[[nodiscard]] bool is_enabled(const Draft& draft, const ir::Operation& use_lock);

}  // namespace xdnasim::design

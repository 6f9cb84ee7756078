#pragma once
// A design while it is turned into a schedule: what its names stand for, and what has been read.

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
    std::vector<const ir::Operation*> device_constants;  ///< whole numbers, for all its parts

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

}  // namespace xdnasim::design

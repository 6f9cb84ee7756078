#pragma once
// What a schedule computes, behind one interface: all that backends, checks, traces, reports and
// the command know of a workload. Each workload implements it in a folder of its own, and one list
// names them (workloads/problem/workload_list.hpp).

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arch/device.hpp"
#include "base/error.hpp"
#include "base/parameters/kinds.hpp"
#include "workloads/kernels/execute.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/schedule/estimate.hpp"
#include "workloads/schedule/tile_program.hpp"

// The host's buffers of a run that moves data: filled before it, looked at behind it.

namespace xdnasim::schedule {

using HostMemory = std::vector<std::vector<std::byte>>;  ///< index: host buffer

[[nodiscard]] inline std::vector<std::byte>& at(HostMemory& host, HostBufferRef buffer) {
    return host[static_cast<std::size_t>(buffer.index)];
}
[[nodiscard]] inline const std::vector<std::byte>& at(const HostMemory& host,
                                                      HostBufferRef buffer) {
    return host[static_cast<std::size_t>(buffer.index)];
}

/// The same for a state of `random` on every machine.
[[nodiscard]] std::vector<std::byte> random_bytes(arch::Bytes size, std::mt19937_64& random);

// What a run that moves data tells of its calls.

/// A call of a kernel that has ended.
struct CallData {
    arch::TileId tile;
    std::span<const std::span<std::byte>> arguments;  ///< as it has left them
    std::span<const kernels::CascadeWord> put;        ///< on its core's cascade, in their order
};

class CallListener {
 public:
    virtual ~CallListener() = default;
    virtual void on(const CallData& call) = 0;
};

/// Runs a schedule on the host's buffers. Tells of each call of a kernel, where `calls` is not null
/// and the backend can.
using DataRun = std::function<void(HostMemory& host, CallListener* calls)>;

struct Difference {
    std::int64_t count = 0;  ///< of bytes
    std::int64_t first = 0;  ///< 0 when none differ
    int expected = 0;        ///< the first
    int got = 0;
};

/// Precondition: both are as long.
[[nodiscard]] Difference difference(std::span<const std::byte> expected,
                                    std::span<const std::byte> got);

// How a mapping refuses a problem.

/// A problem that cannot be mapped. `key` is the path in the problem file of what is at fault,
/// so that whoever read the file can add the place. An item of a list is named by its number:
/// "transfer.streams.0.rows".
class MappingError : public base::InputError {
 public:
    MappingError(std::string key, const std::string& message)
        : InputError{message}, key_{std::move(key)} {}
    [[nodiscard]] const std::string& key() const noexcept { return key_; }

 private:
    std::string key_;
};

struct Schedule;

enum class BufferRole : std::uint8_t { Input, Output, Trace };
[[nodiscard]] std::string to_string(BufferRole role);  // "input"

/// What the host sees in a buffer.
struct BufferContent {
    HostBufferRef buffer;
    BufferRole role{};
    std::string type;                 ///< of an element: "int8", or "bytes"
    std::vector<std::int64_t> shape;  ///< rows and columns, or elements
    std::string layout{};             ///< "row-major"; empty: no matrix
};

/// How much a run does.
struct Work {
    double operations = 0;  ///< asked for; 0: the run is measured by the bytes that it moves
    double peak_operations_per_cycle = 0;  ///< of the cores used; 0: not known
    arch::Bytes moved{};                   ///< from host memory and back, each matrix once each way
    arch::Bytes results{};                 ///< written to host memory
    std::optional<KernelRef> kernel{};     ///< the one whose calls are reported
    /// Of the same work, one after the other: a frame of each output port to the PL.
    std::int64_t iterations = 1;
};

/// What its cores take and give, in words.
struct Operands {
    std::string inputs;  ///< "A and B"
    std::string output;  ///< "C"
};

/// Cores that do a part of the work together, such as a layer.
struct CoreGroup {
    std::string name;
    std::vector<arch::TileId> tiles;
};

/// Where a tile of the workload lies, and the paths under which results say it.
struct NamedTile {
    std::string column;
    std::string row;
    arch::TileId tile;
};

/// A line of a summary.
struct Line {
    std::string label;
    std::string text;
    /// It says what is left out, or simulated in another way, and not without effect.
    bool changes_result = false;

    /// The text as people read it.
    [[nodiscard]] std::string shown() const {
        return changes_result ? text + "; this changes the result" : text;
    }
};

/// What a run started from, or computed on its way.
struct DataArray {
    std::string name;  ///< "layer_0"
    std::string type;  ///< of an element: "int8"
    std::vector<std::int64_t> shape;
    std::vector<std::byte> content;
    /// Rows and columns, which are the last two dimensions, and the core that computed them.
    struct Part {
        std::int64_t row = 0;
        std::int64_t column = 0;
        std::int64_t rows = 0;
        std::int64_t columns = 0;
        arch::TileId tile;
    };
    std::vector<Part> parts{};  ///< empty: no core has
};

/// What the check of a run's outputs found.
struct Verification {
    bool passed = false;
    std::string message;                      ///< first mismatch, or what was compared
    std::optional<double> saturated_share{};  ///< of the outputs; none where none can saturate
    std::vector<DataArray> arrays{};  ///< of a workload that has some beside its host buffers
    bool compared = true;             ///< false: data has moved, held against nothing
};

/// What a file holds that a parameter names, or what a parameter says that its value does not show.
struct FileContent {
    std::string path;               ///< of the parameter
    std::uint64_t fingerprint = 0;  ///< base::fingerprint
};

/// Array cycles of one call, without call and return.
using KernelCycles = std::function<arch::Cycles(const kernels::Kernel&)>;

class Workload {
 public:
    virtual ~Workload() = default;

    /// As the problem file has it in `workload:`, and the name of its section.
    [[nodiscard]] virtual std::string name() const = 0;

    /// What is run one after the other, with a reconfiguration of the array between; empty: it is
    /// run as it is. One that has parts is only asked for them, and for what reports say.
    [[nodiscard]] virtual std::vector<std::shared_ptr<const Workload>> parts() const { return {}; }

    /// The program of the array, with neither routes nor trace (see mapping::map_workload).
    [[nodiscard]] virtual Schedule map(const arch::Device& device) const = 0;

    /// What was asked and what was chosen, under the keys of its section.
    [[nodiscard]] virtual parameters::Values parameters() const = 0;
    /// What runs depend on beside that. A parameter that has a content here is known by it: the
    /// same file may have several paths, and another content tomorrow.
    [[nodiscard]] virtual std::vector<FileContent> contents() const { return {}; }
    /// What follows from that, for results.
    [[nodiscard]] virtual parameters::Values derived() const = 0;
    /// Beside that: where tiles lie.
    [[nodiscard]] virtual std::vector<NamedTile> tiles() const { return {}; }
    /// Where its own rules do not place it: what was asked for, under the keys of the section
    /// `placement`.
    [[nodiscard]] virtual parameters::Values placement() const { return {}; }
    /// Of a workload that such a section does not place: what does so, in words; nullopt: one may.
    [[nodiscard]] virtual std::optional<std::string> placed_by() const { return {}; }
    /// What runs, in words.
    [[nodiscard]] virtual std::vector<Line> summary() const = 0;
    [[nodiscard]] virtual std::string array_text() const = 0;  ///< "8 x 4 cores"
    [[nodiscard]] virtual Operands operands() const = 0;
    [[nodiscard]] virtual Work work() const = 0;

    /// Of all of its host buffers.
    [[nodiscard]] virtual std::vector<BufferContent> buffers() const = 0;
    /// Fills the inputs; the same for a seed on every machine. `host` has a buffer of zeros for
    /// each of the schedule's.
    virtual void fill(HostMemory& host, std::uint64_t seed) const = 0;
    /// Calls `run` once, which reads the inputs in `host` and writes the outputs, and holds these
    /// against an answer that was found without the simulator. The inputs may be read meanwhile.
    [[nodiscard]] virtual Verification check(HostMemory& host, const DataRun& run) const = 0;
    /// Names of the arrays that it finds beside its outputs.
    [[nodiscard]] virtual std::vector<std::string> array_names() const { return {}; }
    /// What check() allocates beside `host`.
    [[nodiscard]] virtual arch::Bytes memory_to_check() const { return {}; }
    /// Path in the problem file of what makes its data larger or smaller.
    [[nodiscard]] virtual std::string size_key() const = 0;

    /// How long a run takes by closed forms. `schedule` is its own.
    [[nodiscard]] virtual Estimate estimate(const Schedule& schedule, const arch::Device& device,
                                            const KernelCycles& cycles) const = 0;

    /// Of a workload whose parts reports tell apart; empty: it has none.
    [[nodiscard]] virtual std::vector<CoreGroup> core_groups() const { return {}; }

    /// Whether a program runs that breaks no limit of the hardware, though its locks do not balance
    /// in every round, or it has flows that it does not use: somebody else wrote it.
    [[nodiscard]] virtual bool runs_as_it_is() const { return false; }

    /// Whether map() gives a program that is traced already.
    [[nodiscard]] virtual bool has_own_trace() const { return false; }

    /// Whether the streams of a column leave a port for the words of a traced core.
    [[nodiscard]] virtual bool has_room_to_trace_cores() const { return true; }

    /// Another choice that is faster by the closed forms where shim channels hold the run back, in
    /// words; none where the mapping knows of none.
    [[nodiscard]] virtual std::optional<std::string> way_around_shim_channels(
        const Schedule& /*schedule*/, const arch::Device& /*device*/,
        const KernelCycles& /*cycles*/) const {
        return {};
    }
};

}  // namespace xdnasim::schedule

#pragma once
// What every backend takes and gives: a Schedule on a Device, a RunResult.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "arch/device.hpp"
#include "backends/bottleneck.hpp"
#include "traces/events/events.hpp"
#include "traces/events/trace_words.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::backends {

/// Array cycles of one core by what it did; they add up to the run's cycles.
struct CoreTimes {
    arch::TileId tile;
    std::array<arch::Cycles, events::kCoreStates.size()> cycles{};  ///< index: events::CoreState

    [[nodiscard]] arch::Cycles operator[](events::CoreState state) const {
        return cycles[events::index(state)];
    }
    [[nodiscard]] arch::Cycles& operator[](events::CoreState state) {
        return cycles[events::index(state)];
    }
};

struct DramTraffic {
    arch::Bytes read{};
    arch::Bytes written{};
    std::optional<arch::GigabytesPerSecond> read_rate{};
    std::optional<arch::GigabytesPerSecond> write_rate{};

    [[nodiscard]] static constexpr DramTraffic over(arch::Bytes read, arch::Bytes written,
                                                    arch::Nanoseconds time) {
        return {read, written, arch::rate_of(read, time), arch::rate_of(written, time)};
    }
};

/// What a backend cannot know is nullopt.
struct KernelFigures {
    std::string name;
    arch::Cycles cycles_per_call{};
    double macs_per_cycle = 0;
    std::int64_t calls = 0;  ///< on all cores
    /// Of a call of any kernel that multiplies, with what memory and cascades hold it up.
    std::optional<double> mean_cycles{};
    /// Of all kernels that multiply, on all cores, without what holds them up.
    std::optional<arch::Cycles> multiplying{};
    bool assumed = false;  ///< the cycles of a call stand in for what nobody has said
};

/// What takes as long as an iteration of a run that no longer starts.
enum class SteadyLimit : std::uint8_t { Port, Kernel, Cascade };
[[nodiscard]] std::string to_string(SteadyLimit limit);  // "PLIO"

/// The same of closed forms: that, or the name of their longest term: "PLIO of A".
using SteadyBound = std::variant<SteadyLimit, std::string>;
[[nodiscard]] SteadyBound steady_bound(std::string name);
[[nodiscard]] std::string name_of(const SteadyBound& bound);

/// A run whose iterations follow each other, when it no longer starts: from end of frame to end of
/// frame on each output port, without the first one, averaged over the ports (Mhatre et al.,
/// "GAMA", FPL 2025, section V-D), and of the last ones an even number: buffers come in pairs.
struct SteadyFigures {
    arch::Nanoseconds iteration{};
    double tops = 0;  ///< operations of an iteration, over that
    SteadyBound bound;
};

/// Bytes read and written, together, by the time they took.
struct TransferRates {
    arch::Bytes moved{};
    std::optional<arch::GigabytesPerSecond> array{};  ///< over npu_time
    arch::GigabytesPerSecond wall{};                  ///< over time()
};

/// Wall times of the same run, repeated: from the host's command until it is told of the end.
struct RepeatedTimes {
    int runs = 0;
    arch::Nanoseconds mean{};
    arch::Nanoseconds min{};
    arch::Nanoseconds max{};
};

/// What a run saves with one limit relaxed.
struct Relief {
    schedule::Limit limit{};
    arch::Nanoseconds time{};  ///< of the relaxed run, as RunResult::time()
    double gain = 0;           ///< share of the array's time that it saves
};

/// What passed a port to the programmable logic.
struct PortFigures {
    std::string name;
    bool is_input = false;  ///< of the array
    std::int64_t words = 0;
    arch::Nanoseconds first{};  ///< from the run's beginning to its first word
    arch::Nanoseconds last{};
    std::vector<arch::Nanoseconds> frame_ends;

    [[nodiscard]] arch::Bytes bytes() const { return words * arch::kWord; }
    [[nodiscard]] arch::GigabytesPerSecond rate() const {
        return last > first ? arch::rate_of(bytes(), last - first) : arch::GigabytesPerSecond{};
    }
};

/// What passed a cascade.
struct CascadeFigures {
    arch::TileId from;
    arch::TileId to;
    std::int64_t words = 0;  ///< that `to` has taken
};

/// The backends, as --backend takes them and recordings tell them.
inline constexpr const char* kSystemC = "systemc";
inline constexpr const char* kAnalytic = "analytic";
inline constexpr const char* kXrt = "xrt";
inline constexpr const char* kReplay = "replay";

/// Figures that a backend cannot know are nullopt.
struct RunResult {
    std::string device;
    std::string backend;
    std::optional<std::string> recorded_by{};            ///< the backend whose run was replayed
    std::shared_ptr<const schedule::Workload> workload;  ///< as it ran
    std::optional<arch::Cycles> cycles;         ///< of the array, first command to last token
    arch::Cycles skipped{};                     ///< of them, repeats of what was simulated
    std::optional<arch::Nanoseconds> npu_time;  ///< the same in time
    std::optional<arch::Nanoseconds> dispatch;  ///< added by host and driver
    arch::Nanoseconds reconfiguration{};        ///< of the array, when it was asked for
    std::optional<RepeatedTimes> repeated;      ///< as measured, with all that is added
    /// Operations asked for, over time(), or `steady` where there is one; none: see `rates`.
    std::optional<double> tops;
    std::optional<double> peak_fraction;  ///< of the used cores' peak rate
    std::optional<SteadyFigures> steady;  ///< of iterations over ports to the PL
    /// From the first word that comes in by a port to the PL to the last one of the first frames
    /// that leave; none: nothing comes in and goes out so.
    std::optional<arch::Nanoseconds> latency;
    std::optional<schedule::Verification> verification;
    std::optional<std::uint64_t> output_hash;  ///< FNV-1a of what came back; none: not verified
    std::optional<DramTraffic> dram;
    std::optional<TransferRates> rates;  ///< of a workload that is measured in bytes
    bool knows_cores = false;            ///< false: what `cores` did is not known
    std::vector<CoreTimes> cores;
    std::vector<PortFigures> ports;
    std::vector<CascadeFigures> cascades;
    std::optional<KernelFigures> kernel;
    std::optional<Bottleneck> bottleneck;
    std::vector<Relief> what_if;  ///< the largest gain first; empty: not asked for
    /// Of an approximate run: share of `cycles` that these may be off, if what was skipped differs
    /// from what was simulated by no more than was asked for.
    std::optional<double> off_by{};
    std::size_t equal_figures = 0;  ///< to those of the same run in full; 0: not compared
    std::optional<events::TraceWords> trace;
    /// Why its times may not be those of the problem, or what has not come to its end; empty: all
    /// is as it should be.
    std::string note{};
    double wall_seconds = 0;

    /// Is what it does measured in bytes, and not in operations?
    [[nodiscard]] bool workload_in_bytes() const {
        return workload && workload->work().operations == 0;
    }
    /// Precondition: `cycles`.
    [[nodiscard]] double skipped_share() const {
        constexpr arch::Cycles kNone{0};
        return skipped == kNone
                   ? 0
                   : static_cast<double>(skipped.count()) / static_cast<double>(cycles->count());
    }
    [[nodiscard]] bool timed() const { return repeated || npu_time; }
    /// The array had something to do: shares of its time can be told.
    [[nodiscard]] bool took_time() const { return npu_time && npu_time->count() > 0; }
    /// What a user waits for: as measured, or else as the sum of its parts; 0 when not timed.
    [[nodiscard]] arch::Nanoseconds time() const {
        if (repeated) return repeated->mean;
        constexpr arch::Nanoseconds kNone{0};
        return npu_time.value_or(kNone) + dispatch.value_or(kNone) + reconfiguration;
    }
};

/// How far a run is.
struct RunProgress {
    double done = 0;  ///< share of the results that are in host memory, 0..1
    arch::Cycles cycles{};
};

struct RunOptions {
    bool verify = false;       ///< move real bytes and compare with the reference
    bool reconfigure = false;  ///< count the loading of the design into the array
    std::uint64_t seed = 1;    ///< of the input data
    bool in_full = false;      ///< simulate what repeats, too
    /// Skip what repeats but for this share of its time; not beside `verify`, `in_full` or
    /// listeners. nullopt: what is skipped repeats to the last bit.
    std::optional<double> approximate{};
    /// May be empty; called often. The run ends with what it throws.
    std::function<void(const RunProgress&)> on_progress{};
    /// Told what happens in the array, first what the numbers in it stand for (events::Legend),
    /// by backends that know. May not throw.
    std::vector<events::Listener*> listeners{};
};

class Backend {
 public:
    virtual ~Backend() = default;
    [[nodiscard]] virtual std::string name() const = 0;
    /// Whether the listeners of a run are told anything.
    [[nodiscard]] virtual bool tells_events() const { return false; }
    /// Whether the device that a run is given decides how long it takes.
    [[nodiscard]] virtual bool models_device() const { return false; }
    /// Whether a run needs a device that nobody else uses meanwhile.
    [[nodiscard]] virtual bool needs_device_alone() const { return false; }
    /// One run at a time in a process, unless a backend says more. Throws DeadlockError, InputError
    /// or Error, and what RunOptions::on_progress throws.
    [[nodiscard]] virtual RunResult run(const schedule::Schedule& schedule,
                                        const arch::Device& device, const RunOptions& options) = 0;
};

}  // namespace xdnasim::backends

#pragma once
// The interface of all backends: each runs a Schedule on a Device and returns a RunResult.

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

/// Array cycles that one core spends in each state; their sum is the number of cycles of the run.
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

/// Bytes read from and written to host memory (DRAM), and their mean rates over a given time.
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

/// Figures of the workload's kernel. A figure that a backend cannot know is nullopt.
struct KernelFigures {
    std::string name;
    arch::Cycles cycles_per_call{};
    double macs_per_cycle = 0;
    std::int64_t calls = 0;  ///< number of calls, on all cores
    /// Cycles per call, averaged over the calls of all kernels with MACs: memory and cascade stalls
    /// included, call and return excluded.
    std::optional<double> mean_cycles{};
    /// Busy cycles of all kernels with MACs, summed over all cores: call and return included,
    /// stalls excluded.
    std::optional<arch::Cycles> multiplying{};
    bool assumed = false;  ///< the cycles per call are an assumption: no input gives them
};

/// What limits the iteration time in steady state: the ports to the programmable logic, the
/// kernels, or the cascades.
enum class SteadyLimit : std::uint8_t { Port, Kernel, Cascade };
[[nodiscard]] std::string to_string(SteadyLimit limit);  // "PLIO"

/// A steady-state limit, or the name of the longest term of closed forms: "PLIO of A".
using SteadyBound = std::variant<SteadyLimit, std::string>;
/// Returns the SteadyLimit of that name, else `name` itself as the name of a term.
[[nodiscard]] SteadyBound steady_bound(std::string name);
[[nodiscard]] std::string name_of(const SteadyBound& bound);

/// Steady state of a run with many iterations. The iteration time is the time from the end of a
/// frame to the end of the next one, averaged over the frames and the output ports; the first such
/// time of each port is left out (Mhatre et al., "GAMA", FPL 2025, section V-D). An even number of
/// times counts, the last ones, since ping and pong buffers alternate.
struct SteadyFigures {
    arch::Nanoseconds iteration{};
    double tops = 0;    ///< operations of one iteration, divided by the iteration time
    SteadyBound bound;  ///< what limits the iteration time
};

/// Bytes moved, read and written together, and their rates.
struct TransferRates {
    arch::Bytes moved{};
    std::optional<arch::GigabytesPerSecond> array{};  ///< rate over RunResult::npu_time
    arch::GigabytesPerSecond wall{};                  ///< rate over RunResult::time()
};

/// Wall times of a run that was measured repeatedly: from the host's command to the notification of
/// its completion.
struct RepeatedTimes {
    int runs = 0;
    arch::Nanoseconds mean{};
    arch::Nanoseconds min{};
    arch::Nanoseconds max{};
};

/// What a run saves when one limit is relaxed.
struct Relief {
    schedule::Limit limit{};
    arch::Nanoseconds time{};  ///< RunResult::time() of the relaxed run
    double gain = 0;           ///< saved share of the array's time; negative: it takes longer
};

/// Traffic of one port to the programmable logic. Times are from the beginning of the run.
struct PortFigures {
    std::string name;
    bool is_input = false;  ///< an input of the array, not an output
    std::int64_t words = 0;
    arch::Nanoseconds first{};                  ///< time of the first word
    arch::Nanoseconds last{};                   ///< time of the last word
    std::vector<arch::Nanoseconds> frame_ends;  ///< time of the last word of each frame

    [[nodiscard]] arch::Bytes bytes() const { return words * arch::kWord; }
    [[nodiscard]] arch::GigabytesPerSecond rate() const {
        return last > first ? arch::rate_of(bytes(), last - first) : arch::GigabytesPerSecond{};
    }
};

/// Traffic of one cascade.
struct CascadeFigures {
    arch::TileId from;
    arch::TileId to;
    std::int64_t words = 0;  ///< words that the core at `to` has read
};

// Names of the backends, for --backend and in recordings.
inline constexpr const char* kSystemC = "systemc";
inline constexpr const char* kAnalytic = "analytic";
inline constexpr const char* kXrt = "xrt";
inline constexpr const char* kReplay = "replay";

/// Result of one run. Figures that a backend cannot know are nullopt.
struct RunResult {
    std::string device;
    std::string backend;
    std::optional<std::string> recorded_by{};  ///< backend that made the replayed recording
    std::shared_ptr<const schedule::Workload> workload;  ///< the workload as it ran
    std::optional<arch::Cycles> cycles;  ///< array cycles from the first command to the last token
    arch::Cycles skipped{};              ///< cycles not simulated, as they repeat simulated ones
    std::optional<arch::Nanoseconds> npu_time;  ///< time from the first command to the last token
    std::optional<arch::Nanoseconds> dispatch;  ///< time that host and driver add
    arch::Nanoseconds reconfiguration{};        ///< time to load the design; 0: not counted
    std::optional<RepeatedTimes> repeated;      ///< measured wall times, dispatch included
    /// Operations of the problem per time(), or where there is `steady`, per time in steady state;
    /// nullopt for a workload that is measured in bytes (`rates`).
    std::optional<double> tops;
    std::optional<double> peak_fraction;  ///< `tops` as a share of the used cores' peak rate
    std::optional<SteadyFigures> steady;  ///< steady state of iterations over ports to the PL
    /// Time from the first word that enters through a port to the PL until the first frame of every
    /// output port has left; nullopt unless there are both input and output ports.
    std::optional<arch::Nanoseconds> latency;
    std::optional<schedule::Verification> verification;
    std::optional<std::uint64_t> output_hash;  ///< FNV-1a of the outputs; nullopt: not verified
    std::optional<DramTraffic> dram;
    std::optional<TransferRates> rates;  ///< rates of a workload that is measured in bytes
    bool knows_cores = false;            ///< `cores` is filled: the backend knows the cores' times
    std::vector<CoreTimes> cores;
    std::vector<PortFigures> ports;
    std::vector<CascadeFigures> cascades;
    std::optional<KernelFigures> kernel;
    std::optional<Bottleneck> bottleneck;
    std::vector<Relief> what_if;  ///< relaxed limits, largest gain first; empty: not asked for
    /// Largest error of `cycles` in an approximate run, as a share, provided that the skipped parts
    /// differ from the simulated ones by no more than RunOptions::approximate.
    std::optional<double> off_by{};
    /// Number of figures compared with, and equal to, those of a run in full; 0: not compared.
    std::size_t equal_figures = 0;
    std::optional<events::TraceWords> trace;
    /// Why the times may not be those of the problem, or which transfers had not ended when the run
    /// did; empty: nothing to remark.
    std::string note{};
    double wall_seconds = 0;  ///< time that the backend itself took on the host

    /// Whether the workload is measured in bytes and not in operations.
    [[nodiscard]] bool workload_in_bytes() const {
        return workload && workload->work().operations == 0;
    }
    /// `skipped` as a share of `cycles`. Precondition: `cycles` has a value.
    [[nodiscard]] double skipped_share() const {
        constexpr arch::Cycles kNone{0};
        return skipped == kNone
                   ? 0
                   : static_cast<double>(skipped.count()) / static_cast<double>(cycles->count());
    }
    [[nodiscard]] bool timed() const { return repeated || npu_time; }
    /// Whether the array's time is known and not 0, so that shares of it are defined.
    [[nodiscard]] bool took_time() const { return npu_time && npu_time->count() > 0; }
    /// Time that a user waits: the mean measured time, or else the sum of NPU time, dispatch and
    /// reconfiguration; 0 when not timed.
    [[nodiscard]] arch::Nanoseconds time() const {
        if (repeated) return repeated->mean;
        constexpr arch::Nanoseconds kNone{0};
        return npu_time.value_or(kNone) + dispatch.value_or(kNone) + reconfiguration;
    }
};

/// Progress of a run.
struct RunProgress {
    double done = 0;        ///< share of the result's bytes that are in host memory, 0..1
    arch::Cycles cycles{};  ///< array cycles of the run so far
};

struct RunOptions {
    bool verify = false;       ///< move real bytes and compare with the reference
    bool reconfigure = false;  ///< add the time to load the design into the array
    std::uint64_t seed = 1;    ///< seed of the random input data
    bool in_full = false;      ///< simulate repeats, too, instead of skipping them
    /// Tolerance of an approximate run: skips stretches that repeat earlier ones to within this
    /// share of their time; not together with `verify`, `in_full` or listeners. nullopt: only exact
    /// repeats are skipped.
    std::optional<double> approximate{};
    /// Called often during the run; may be empty. An exception that it throws ends the run.
    std::function<void(const RunProgress&)> on_progress{};
    /// Receive the events of the array from backends that report events: first the events::Legend,
    /// which says what the numbers in the events stand for. May not throw.
    std::vector<events::Listener*> listeners{};
};

class Backend {
 public:
    virtual ~Backend() = default;
    [[nodiscard]] virtual std::string name() const = 0;
    /// Whether a run sends events to its listeners.
    [[nodiscard]] virtual bool tells_events() const { return false; }
    /// Whether the arch::Device passed to run() determines how long the run takes.
    [[nodiscard]] virtual bool models_device() const { return false; }
    /// Whether a run needs exclusive use of a device, so that runs may not go in parallel.
    [[nodiscard]] virtual bool needs_device_alone() const { return false; }
    /// Runs the schedule. One run at a time in a process, unless a backend allows more. Throws
    /// DeadlockError, InputError or Error, and what RunOptions::on_progress throws.
    [[nodiscard]] virtual RunResult run(const schedule::Schedule& schedule,
                                        const arch::Device& device, const RunOptions& options) = 0;
};

}  // namespace xdnasim::backends

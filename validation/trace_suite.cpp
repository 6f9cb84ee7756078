#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "backends/systemc/systemc_backend.hpp"
#include "validation/csv_table.hpp"
#include "validation/data_files.hpp"
#include "validation/kernel_times.hpp"
#include "validation/simulated_run.hpp"
#include "validation/suites.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::validation {
namespace {

using arch::Cycles;
using events::CoreAction;
using events::CoreInterval;
using events::CoreState;

constexpr std::array<std::string_view, 8> kTraceColumns{"source", "device", "problem", "figure",
                                                        "cycles", "group",  "how",     "split"};
constexpr double kMaxTracedCycles = 1e9;

/// Figures of a recording that are compared.
enum class Figure : std::uint8_t {
    Call,
    Period,
    Gap,
    MemoryStall,
    LockStall,
    EndToRelease,
    ReleaseToRelease,
    ReleaseToAcquire,
    AcquireToAcquire,
    AcquireToBegin,
};

/// Records the intervals of one core, the first one that reports any, in order of time.
class CoreRecorder final : public events::Listener {
 public:
    void on(const CoreInterval& interval) override {
        if (!core_) core_ = interval.tile;
        if (interval.tile == *core_) intervals_.push_back(interval);
    }
    [[nodiscard]] const std::vector<CoreInterval>& intervals() const { return intervals_; }

 private:
    std::optional<arch::TileId> core_;
    std::vector<CoreInterval> intervals_;
};

/// An event of a core that a trace unit records, and its time.
struct Mark {
    enum class Kind : std::uint8_t { Begin, End, Acquire, Release };
    Kind kind{};
    std::int64_t cycle = 0;
    bool operator==(const Mark&) const = default;
};

/// The time from a call of the kernel that takes most of the time to the next call of any kernel.
struct Round {
    std::vector<Mark> marks;  ///< first: begin of the call; last: begin of the next call
    std::int64_t memory_stall = 0;
    std::int64_t lock_stall = 0;
    bool same_kernel_next = false;
};

std::optional<int> longest_kernel(const std::vector<CoreInterval>& intervals) {
    KernelTimes times;
    for (const CoreInterval& interval : intervals)
        times.add(interval);
    return times.longest();
}

class RoundReader {
 public:
    explicit RoundReader(const std::vector<CoreInterval>& intervals)
        : kernel_{longest_kernel(intervals)} {
        for (const CoreInterval& interval : intervals)
            take(interval);
    }
    [[nodiscard]] const std::vector<Round>& rounds() const { return rounds_; }

 private:
    void take(const CoreInterval& interval) {
        if (interval.state == CoreState::LockStall) {
            round_.lock_stall += (interval.end - interval.begin).count();
            mark(Mark::Kind::Acquire, interval.begin);
            stalled_until_ = interval.end;
        } else if (interval.state == CoreState::Busy) {
            see_action(interval);
        }
    }
    void see_action(const CoreInterval& interval) {
        switch (interval.action) {
            case CoreAction::Kernel:
                see_kernel(interval);
                break;
            case CoreAction::Return:
            case CoreAction::CascadeGet:
            case CoreAction::CascadePut:
                break;
            case CoreAction::LockAcquire:
                if (interval.begin != stalled_until_) mark(Mark::Kind::Acquire, interval.begin);
                break;
            case CoreAction::LockRelease:
                mark(Mark::Kind::Release, interval.begin);
                break;
        }
    }
    void see_kernel(const CoreInterval& interval) {
        const Cycles begin = interval.begin + interval.call;
        if (open_) {
            mark(Mark::Kind::Begin, begin);
            round_.same_kernel_next = interval.object == kernel_;
            rounds_.push_back(round_);
        }
        open_ = interval.object == kernel_;
        round_ = {};
        round_.memory_stall = interval.memory_stall.count();
        mark(Mark::Kind::Begin, begin);
        mark(Mark::Kind::End, interval.end + interval.memory_stall);
    }
    void mark(Mark::Kind kind, Cycles cycle) { round_.marks.push_back({kind, cycle.count()}); }

    std::optional<int> kernel_;
    bool open_ = false;
    Cycles stalled_until_{-1};
    Round round_;
    std::vector<Round> rounds_;
};

/// Returns the cycles from the first mark `from` that is directly followed by a mark `to`, to that
/// mark; nullopt if there is none.
std::optional<std::int64_t> step(const Round& round, Mark::Kind from, Mark::Kind to) {
    for (std::size_t i = 0; i + 1 < round.marks.size(); ++i)
        if (round.marks[i].kind == from && round.marks[i + 1].kind == to)
            return round.marks[i + 1].cycle - round.marks[i].cycle;
    return std::nullopt;
}

/// Returns the figure in cycles; nullopt if it does not occur in this round.
std::optional<std::int64_t> figure_of(const Round& round, Figure figure) {
    using Kind = Mark::Kind;
    const auto unless_stalled = [&](Kind from, Kind to) {
        return round.lock_stall > 0 ? std::nullopt : step(round, from, to);
    };
    switch (figure) {
        case Figure::Call:
            return step(round, Kind::Begin, Kind::End);
        case Figure::Period:
            return round.marks.back().cycle - round.marks.front().cycle;
        case Figure::Gap:
            return round.marks.back().cycle - round.marks[1].cycle;
        case Figure::MemoryStall:
            return round.memory_stall;
        case Figure::LockStall:
            return round.lock_stall;
        case Figure::EndToRelease:
            return unless_stalled(Kind::End, Kind::Release);
        case Figure::ReleaseToRelease:
            return unless_stalled(Kind::Release, Kind::Release);
        case Figure::ReleaseToAcquire:
            return unless_stalled(Kind::Release, Kind::Acquire);
        case Figure::AcquireToAcquire:
            return unless_stalled(Kind::Acquire, Kind::Acquire);
        case Figure::AcquireToBegin:
            break;
    }
    return unless_stalled(Kind::Acquire, Kind::Begin);
}

Simulation simulate(const std::string& name, Figure figure, const Devices& devices) {
    problem::Problem problem = problem::load_problem(
        measured_file(std::filesystem::path{"traced_runs"} / (name + ".yaml")));
    problem.device = devices.changed(std::move(problem.device));
    CoreRecorder recorder;
    const backends::RunResult result = backends::make_systemc_backend()->run(
        problem::map_problem(problem), problem.device, {.listeners = {&recorder}});
    const RoundReader reader{recorder.intervals()};
    std::vector<std::int64_t> found;
    for (const Round& round : reader.rounds())
        if (const auto cycles = figure_of(round, figure); cycles && round.same_kernel_next)
            found.push_back(*cycles);
    const auto calls = static_cast<double>(found.size());
    Simulation simulation{.value = 0, .bound = bound_of(result), .details = {{"rounds", calls}}};
    if (found.empty()) return simulation;
    std::ranges::sort(found);
    simulation.value = static_cast<double>(found[found.size() / 2]);
    simulation.details.emplace_back("min", static_cast<double>(found.front()));
    simulation.details.emplace_back("max", static_cast<double>(found.back()));
    return simulation;
}

using AnyFigure = std::variant<Figure, Start>;

AnyFigure figure_in(const CsvRow& row) {
    return row["figure"].as_choice<AnyFigure>({{"start_to_port_0", Start::Port0},
                                               {"start_to_port_1", Start::Port1},
                                               {"start_to_call", Start::Call},
                                               {"call", Figure::Call},
                                               {"period", Figure::Period},
                                               {"gap", Figure::Gap},
                                               {"memory_stall", Figure::MemoryStall},
                                               {"lock_stall", Figure::LockStall},
                                               {"end_to_release", Figure::EndToRelease},
                                               {"release_to_release", Figure::ReleaseToRelease},
                                               {"release_to_acquire", Figure::ReleaseToAcquire},
                                               {"acquire_to_acquire", Figure::AcquireToAcquire},
                                               {"acquire_to_begin", Figure::AcquireToBegin}});
}

}  // namespace

std::vector<Case> trace_cases() {
    std::vector<Case> cases;
    for (const CsvRow& row : load_csv(measured_file("traced_runs.csv"), kTraceColumns)) {
        const std::string problem = row.text("problem");
        const AnyFigure figure = figure_in(row);
        cases.push_back({measurement_of(row, fmt::format("{}, {}", problem, row.text("figure")),
                                        row["cycles"].as_double(1, kMaxTracedCycles)),
                         [problem, figure](const Devices& devices) {
                             const auto* const start = std::get_if<Start>(&figure);
                             return start != nullptr
                                        ? simulate_start(problem, *start, devices)
                                        : simulate(problem, std::get<Figure>(figure), devices);
                         }});
    }
    return cases;
}

}  // namespace xdnasim::validation

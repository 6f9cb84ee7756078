#include <array>
#include <map>
#include <optional>
#include <utility>

#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "validation/data_files.hpp"
#include "validation/kernel_times.hpp"
#include "validation/simulated_run.hpp"
#include "validation/suites.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::validation {
namespace {

using arch::Cycles;

/// Records when the first words arrive at ports, and when one core, the first one that reports an
/// interval, first calls each kernel.
class StartRecorder final : public events::Listener {
 public:
    void on(const events::Legend& legend) override { legend_ = legend; }

    void on(const events::StreamSegment& segment) override {
        const auto& flows = legend_.streams[static_cast<std::size_t>(segment.stream)];
        for (const events::StreamSink& sink : flows[static_cast<std::size_t>(segment.flow)].sinks)
            words_.try_emplace(sink.port, segment.begin + sink.delay);
    }

    void on(const events::CoreInterval& interval) override {
        if (!core_) core_ = interval.tile;
        if (interval.tile != *core_) return;
        times_.add(interval);
        if (interval.state == events::CoreState::Busy &&
            interval.action == events::CoreAction::Kernel)
            first_calls_.try_emplace(interval.object, interval.begin + interval.call);
    }

    /// Returns the time of the event; nullopt if it did not occur.
    [[nodiscard]] std::optional<Cycles> first(Start start) const {
        switch (start) {
            case Start::Port0:
                return first_word(0);
            case Start::Port1:
                return first_word(1);
            case Start::Call:
                break;
        }
        const std::optional<int> kernel = times_.longest();
        return kernel ? std::optional{first_calls_.at(*kernel)} : std::nullopt;
    }

 private:
    [[nodiscard]] std::optional<Cycles> first_word(int channel) const {
        if (!core_) return std::nullopt;
        const auto found = words_.find(arch::dma_port(*core_, arch::Direction::S2MM, channel));
        return found == words_.end() ? std::nullopt : std::optional{found->second};
    }

    events::Legend legend_;
    std::optional<arch::TileId> core_;
    std::map<arch::Port, Cycles> words_;
    KernelTimes times_;
    std::map<int, Cycles> first_calls_;  ///< key: number of the kernel
};

}  // namespace

Simulation simulate_start(const std::string& problem, Start start, const Devices& devices) {
    const std::array settings{problem::Setting{"trace.route", "ideal"}};
    problem::Problem loaded = problem::load_problem(
        measured_file(std::filesystem::path{"traced_runs"} / (problem + ".yaml")), settings);
    loaded.device = devices.changed(std::move(loaded.device));
    StartRecorder recorder;
    const backends::RunResult result = backends::make_systemc_backend()->run(
        problem::map_problem(loaded), loaded.device, {.listeners = {&recorder}});
    const std::optional<Cycles> first = recorder.first(start);
    if (!first) throw base::InputError{"the design '" + problem + "' does not start"};
    return {.value = static_cast<double>(first->count()), .bound = bound_of(result), .details = {}};
}

}  // namespace xdnasim::validation

#pragma once
// What a schedule computes, behind one interface: all that backends, checks, traces, reports and
// the command know of a workload. Each workload implements it in a folder of its own, and one list
// names them (workloads/problem/workload_list.hpp).

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "base/parameters/kinds.hpp"
#include "workloads/schedule/data_run.hpp"
#include "workloads/schedule/estimate.hpp"
#include "workloads/schedule/host_memory.hpp"
#include "workloads/schedule/mapping_error.hpp"
#include "workloads/schedule/verification.hpp"
#include "workloads/schedule/workload_facts.hpp"

namespace xdnasim::schedule {

struct Schedule;

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
    /// What places it where the section `placement` does not, in words; nullopt: the section may.
    [[nodiscard]] virtual std::optional<std::string> placed_by() const { return {}; }
    /// What runs, in words.
    [[nodiscard]] virtual std::vector<Line> summary() const = 0;
    [[nodiscard]] virtual std::string array_text() const = 0;  ///< "8 x 4 cores"
    [[nodiscard]] virtual Operands operands() const = 0;
    [[nodiscard]] virtual Work work() const = 0;

    /// What the host sees in each of its buffers.
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

    /// Its parts, for reports that tell them apart; empty: it has none.
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

#pragma once
// The interface to what a schedule computes: everything that backends, checks, traces, reports and
// the command line know of a workload. Each workload implements it in a folder of its own, and one
// list names all workloads (workloads/problem/workload_list.hpp).

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

    /// Value of the key `workload:` in the problem file, and name of the workload's section.
    [[nodiscard]] virtual std::string name() const = 0;

    /// Workloads that run one after the other, with a reconfiguration of the array between them;
    /// empty if the workload runs as a whole. A workload with parts is asked only for the parts and
    /// for what reports say.
    [[nodiscard]] virtual std::vector<std::shared_ptr<const Workload>> parts() const { return {}; }

    /// The program of the array, without routes and trace (see mapping::map_workload).
    [[nodiscard]] virtual Schedule map(const arch::Device& device) const = 0;

    /// Requested and chosen parameters, under the keys of the workload's section.
    [[nodiscard]] virtual parameters::Values parameters() const = 0;
    /// Contents of files that runs depend on beside the parameters. A run is identified by the
    /// content and not by the path: the same file may have several paths, and its content may
    /// change.
    [[nodiscard]] virtual std::vector<FileContent> contents() const { return {}; }
    /// Values that follow from parameters and contents, for results.
    [[nodiscard]] virtual parameters::Values derived() const = 0;
    /// Named tiles and where they lie, for results.
    [[nodiscard]] virtual std::vector<NamedTile> tiles() const { return {}; }
    /// Requested placement, under the keys of the section `placement`, if the workload is not
    /// placed by its own rules.
    [[nodiscard]] virtual parameters::Values placement() const { return {}; }
    /// What places the workload instead of the section `placement`, in words; nullopt if the
    /// section may place it.
    [[nodiscard]] virtual std::optional<std::string> placed_by() const { return {}; }
    /// Description of what runs, for the summary.
    [[nodiscard]] virtual std::vector<Line> summary() const = 0;
    [[nodiscard]] virtual std::string array_text() const = 0;  ///< "8 x 4 cores"
    [[nodiscard]] virtual Operands operands() const = 0;
    [[nodiscard]] virtual Work work() const = 0;

    /// Content of each host buffer.
    [[nodiscard]] virtual std::vector<BufferContent> buffers() const = 0;
    /// Fills the inputs in `host`; a seed gives the same data on every machine. `host` has one
    /// buffer of zeros for each host buffer of the schedule.
    virtual void fill(HostMemory& host, std::uint64_t seed) const = 0;
    /// Calls `run` once, which reads the inputs in `host` and writes the outputs, and compares the
    /// outputs with a result that is computed without the simulator. check() may read the inputs
    /// during the run.
    [[nodiscard]] virtual Verification check(HostMemory& host, const DataRun& run) const = 0;
    /// Names of the arrays that check() returns beside the outputs.
    [[nodiscard]] virtual std::vector<std::string> array_names() const { return {}; }
    /// Bytes that check() allocates beside `host`.
    [[nodiscard]] virtual arch::Bytes memory_to_check() const { return {}; }
    /// Path in the problem file of the parameter that sets the size of its data.
    [[nodiscard]] virtual std::string size_key() const = 0;

    /// Estimates the time of a run by closed forms. `schedule` is the one that map() returned.
    [[nodiscard]] virtual Estimate estimate(const Schedule& schedule, const arch::Device& device,
                                            const KernelCycles& cycles) const = 0;

    /// Groups of cores that reports show separately; empty: none.
    [[nodiscard]] virtual std::vector<CoreGroup> core_groups() const { return {}; }

    /// Whether the program may run although its locks do not balance in every round or some of its
    /// flows are unused, as in programs of other authors. It still must not break a limit
    /// of the hardware.
    [[nodiscard]] virtual bool runs_as_it_is() const { return false; }

    /// Whether the program that map() returns already contains a trace.
    [[nodiscard]] virtual bool has_own_trace() const { return false; }

    /// Whether the streams of a column leave a port free for the words of traced cores.
    [[nodiscard]] virtual bool has_room_to_trace_cores() const { return true; }

    /// Describes another choice of parameters that is faster by the closed forms if shim channels
    /// limit the run; nullopt if the mapping knows of none.
    [[nodiscard]] virtual std::optional<std::string> way_around_shim_channels(
        const Schedule& /*schedule*/, const arch::Device& /*device*/,
        const KernelCycles& /*cycles*/) const {
        return {};
    }
};

}  // namespace xdnasim::schedule
